  // No register: what is offered waits outside; the taken flag says that it was committed.
  (* hierconn *) wire \dut.u_read_gate.u_taken.on_q ;
  wire offered = \dut.u_read_gate.u_taken.on_q ;
  wire waits = s_axi_arvalid && !offered;
  wire ar_grant = offered || \dut.u_read_decision.grant_o && !\dut.u_read_decision.deny_o ;
  wire waits_granted = ar_grant;
  wire [ID_WIDTH-1:0] waits_id = s_axi_arid;
  wire [7:0] waits_len = s_axi_arlen;
  wire inside = 0;
  // AXI4 A3.2.1: what a master offers stays as it is until it is taken.
  reg s_waits; reg [ID_WIDTH-1:0] s_id;
  always @(posedge clk_i) begin s_waits <= rst_ni && s_axi_arvalid && !s_axi_arready; s_id <= s_axi_arid; end
  always @* if (live && s_waits) assume (s_axi_arvalid && s_axi_arid == s_id);
  always @* if (live) i_offered: assert (!offered || s_waits);
