  // Any byte of any beat of a burst that is let to the table: beat n, lane b of the beat.
  (* anyconst *) reg [7:0] n;
  (* anyconst *) reg [6:0] b;
  (* hierconn *) wire \dut.u_read_rule.illegal_o ;
  (* hierconn *) wire \dut.u_write_rule.illegal_o ;
  reg [ADDR_WIDTH-1:0] r_beat, w_beat, r_byte, w_byte;
  always @* begin
    r_beat = beat_address(s_axi_araddr, s_axi_arlen, s_axi_arsize, s_axi_arburst, n);
    w_beat = beat_address(s_axi_awaddr, s_axi_awlen, s_axi_awsize, s_axi_awburst, n);
    // Bytes from the beat's address up to the next multiple of its size.
    r_byte = ((r_beat >> s_axi_arsize) << s_axi_arsize) + b;
    w_byte = ((w_beat >> s_axi_awsize) << s_axi_awsize) + b;
  end
  wire r = n <= s_axi_arlen && b < (1 << s_axi_arsize) && r_byte >= r_beat;
  wire w = n <= s_axi_awlen && b < (1 << s_axi_awsize) && w_byte >= w_beat;
  always @* begin
    if (r && !\dut.u_read_rule.illegal_o ) r_inside: assert (r_byte[ADDR_WIDTH-1:12] == s_axi_araddr[ADDR_WIDTH-1:12]);
    if (w && !\dut.u_write_rule.illegal_o ) w_inside: assert (w_byte[ADDR_WIDTH-1:12] == s_axi_awaddr[ADDR_WIDTH-1:12]);
    c_wrapped: cover (r && !\dut.u_read_rule.illegal_o && s_axi_arburst == 2 && r_byte < s_axi_araddr);
    c_unaligned: cover (w && !\dut.u_write_rule.illegal_o && s_axi_awburst == 1 && n == s_axi_awlen && n == 100 && s_axi_awaddr[0]);
  end
