  // No register: what is offered waits outside; the taken flag says that it was committed.
  (* hierconn *) wire \dut.u_write_gate.u_taken.on_q ;
  wire offered = \dut.u_write_gate.u_taken.on_q ;
  wire waits = s_axi_awvalid && !offered;
  wire aw_grant = offered || \dut.u_write_decision.grant_o && !\dut.u_write_decision.deny_o ;
  wire waits_granted = aw_grant;
  wire [ID_WIDTH-1:0] waits_id = s_axi_awid;
  wire inside = 0;
  // AXI4 A3.2.1: what a master offers stays as it is until it is taken.
  reg s_waits; reg [ID_WIDTH-1:0] s_id;
  always @(posedge clk_i) begin s_waits <= rst_ni && s_axi_awvalid && !s_axi_awready; s_id <= s_axi_awid; end
  always @* if (live && s_waits) assume (s_axi_awvalid && s_axi_awid == s_id);
  always @* if (live) i_offered: assert (!offered || s_waits);
