  // What the register of the count holds.
  (* hierconn *) wire [WIDTH-1:0] \dut.count_q ;
  localparam [WIDTH-1:0] MOST = -1;
  always @* begin
    if (!init && !rst_ni) in_reset: assert (\dut.count_q == 0);
    if (step) begin
      if (was_clear) cleared: assert (count_o == 0);
      else if (was_deny) counted: assert (count_o == (was_count == MOST ? MOST : was_count + 1));
      else kept: assert (count_o == was_count);
      c_counted: cover (was_deny && count_o == 3);
    end
  end
