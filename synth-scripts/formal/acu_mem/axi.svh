  // AXI4 (IHI 0022, A3.4.1), written from the standard: byte addresses of a burst.
  localparam PAGE = ADDR_WIDTH - 12;

  // First byte of beat n, aligned to the size of a beat except for the first beat.
  function automatic logic [ADDR_WIDTH-1:0] beat_address(input logic [ADDR_WIDTH-1:0] start,
      input logic [7:0] len, input logic [2:0] size, input logic [1:0] burst, input logic [7:0] n);
    logic [ADDR_WIDTH-1:0] aligned, total, low;
    begin
      aligned = (start >> size) << size;
      total = ({{ADDR_WIDTH-8{1'b0}}, len} + 1) << size;
      low = start & ~(total - 1);
      if (burst == 2'd0 || n == 0) beat_address = start;
      else begin
        beat_address = aligned + ({{ADDR_WIDTH-8{1'b0}}, n} << size);
        if (burst == 2'd2 && beat_address >= low + total) beat_address = beat_address - total;
      end
    end
  endfunction

  // What A3.4.1 forbids.
  function automatic logic legal(input logic [ADDR_WIDTH-1:0] start, input logic [7:0] len,
      input logic [2:0] size, input logic [1:0] burst);
    logic [ADDR_WIDTH-1:0] end_byte;
    begin
      end_byte = ((start >> size) << size) + (({{ADDR_WIDTH-8{1'b0}}, len} + 1) << size) - 1;
      legal = (8 << size) <= DATA_WIDTH && burst != 2'd3;
      if (burst == 2'd0 && len >= 16) legal = 0;
      if (burst == 2'd1 && end_byte[ADDR_WIDTH-1:12] != start[ADDR_WIDTH-1:12]) legal = 0;
      if (burst == 2'd2 && !(len == 1 || len == 3 || len == 7 || len == 15)) legal = 0;
      if (burst == 2'd2 && ((start >> size) << size) != start) legal = 0;
    end
  endfunction
