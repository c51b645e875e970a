`include "common.svh"
`include "writes.svh"
  // Transfers that were taken and are not answered yet: none, one, or one that waits behind another.
  reg [1:0] addresses, datas, reads;
  reg b_waits, r_waits, r_error;
  reg [1:0] b_was;
  reg [33:0] r_was;
  wire aw = s_axil_awvalid && s_axil_awready, w = s_axil_wvalid && s_axil_wready, b = s_axil_bvalid && s_axil_bready;
  wire ar = s_axil_arvalid && s_axil_arready, r = s_axil_rvalid && s_axil_rready;
  (* hierconn *) wire \dut.u_bus.ar_full_q ;
  always @(posedge clk_i) begin
    addresses <= !live ? 0 : addresses + aw - b;
    datas <= !live ? 0 : datas + w - b;
    reads <= !live ? 0 : reads + ar - r;
    b_waits <= live && s_axil_bvalid && !s_axil_bready;
    b_was <= s_axil_bresp;
    r_waits <= live && s_axil_rvalid && !s_axil_rready;
    r_was <= {s_axil_rresp, s_axil_rdata};
  end
  always @* if (live) begin
    // Never an answer to nothing, so no two to one.
    if (s_axil_bvalid) p_write: assert (addresses != 0 && datas != 0);
    if (s_axil_rvalid) p_read: assert (reads != 0);
    // None is lost: what is not answered is still there.
    p_addresses: assert (addresses == \dut.u_bus.aw_full_q + s_axil_bvalid);
    p_datas: assert (datas == \dut.u_bus.w_full_q + s_axil_bvalid);
    p_reads: assert (reads == \dut.u_bus.ar_full_q + s_axil_rvalid);
    if (b_waits) p_b_stays: assert (s_axil_bvalid && s_axil_bresp == b_was);
    if (r_waits) p_r_stays: assert (s_axil_rvalid && {s_axil_rresp, s_axil_rdata} == r_was);
    if (s_axil_bvalid) p_bresp: assert (!s_axil_bresp[0]);
    if (s_axil_rvalid) p_rresp: assert (!s_axil_rresp[0] && (s_axil_rresp == 0 || s_axil_rdata == 0));
    if (phase == P_READ || phase == P_REPLY) i_reads: assert (\dut.u_bus.ar_full_q && !s_axil_rvalid);
    c_write: cover (b && addresses == 2);
    c_read: cover (r && reads == 2);
  end
  always @* if (!init && !rst_ni) p_reset: assert (!s_axil_bvalid && !s_axil_rvalid);
