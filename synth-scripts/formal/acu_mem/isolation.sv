  // Two copies. Tables, and addresses, attributes and data of other tenants, differ at will. The same
  // in both is what is declared to be shared: reset, when requests come, their ids, lengths and
  // sources, whether they are granted, and when the memory takes and answers.
  (* anyconst *) reg [15:0] mine;
  (* hierconn *) wire \a.u_read_decision.grant_o ;
  (* hierconn *) wire \a.u_read_decision.deny_o ;
  (* hierconn *) wire \a.u_write_decision.grant_o ;
  (* hierconn *) wire \a.u_write_decision.deny_o ;
  (* hierconn *) wire \b.u_read_decision.grant_o ;
  (* hierconn *) wire \b.u_read_decision.deny_o ;
  (* hierconn *) wire \b.u_write_decision.grant_o ;
  (* hierconn *) wire \b.u_write_decision.deny_o ;
  always @* begin
    assume (a_rst_ni == b_rst_ni);
    assume ({a_s_axi_arvalid, a_s_axi_arid, a_s_axi_arlen, a_s_axi_aruser, a_s_axi_rready} == {b_s_axi_arvalid, b_s_axi_arid, b_s_axi_arlen, b_s_axi_aruser, b_s_axi_rready});
    assume ({a_s_axi_awvalid, a_s_axi_awid, a_s_axi_awlen, a_s_axi_awuser, a_s_axi_bready} == {b_s_axi_awvalid, b_s_axi_awid, b_s_axi_awlen, b_s_axi_awuser, b_s_axi_bready});
    assume ({a_s_axi_wvalid, a_s_axi_wlast} == {b_s_axi_wvalid, b_s_axi_wlast});
    assume ({a_m_axi_arready, a_m_axi_rvalid, a_m_axi_rid, a_m_axi_rlast} == {b_m_axi_arready, b_m_axi_rvalid, b_m_axi_rid, b_m_axi_rlast});
    assume ({a_m_axi_awready, a_m_axi_wready, a_m_axi_bvalid, a_m_axi_bid} == {b_m_axi_awready, b_m_axi_wready, b_m_axi_bvalid, b_m_axi_bid});
    assume ({\a.u_read_decision.grant_o , \a.u_read_decision.deny_o , \a.u_write_decision.grant_o , \a.u_write_decision.deny_o }
      == {\b.u_read_decision.grant_o , \b.u_read_decision.deny_o , \b.u_write_decision.grant_o , \b.u_write_decision.deny_o });
    // The tenant's own answers from the memory are the same.
    if (mine[a_m_axi_rid]) assume ({a_m_axi_rdata, a_m_axi_rresp} == {b_m_axi_rdata, b_m_axi_rresp});
    if (mine[a_m_axi_bid]) assume (a_m_axi_bresp == b_m_axi_bresp);
  end
  always @* if (live) begin
    p_reads: assert ({a_s_axi_arready, a_s_axi_rvalid, a_s_axi_rlast} == {b_s_axi_arready, b_s_axi_rvalid, b_s_axi_rlast});
    if (a_s_axi_rvalid) p_read_id: assert (a_s_axi_rid == b_s_axi_rid);
    if (a_s_axi_rvalid && mine[a_s_axi_rid]) p_read_data: assert ({a_s_axi_rdata, a_s_axi_rresp} == {b_s_axi_rdata, b_s_axi_rresp});
    p_writes: assert ({a_s_axi_awready, a_s_axi_wready, a_s_axi_bvalid} == {b_s_axi_awready, b_s_axi_wready, b_s_axi_bvalid});
    if (a_s_axi_bvalid) p_write_id: assert (a_s_axi_bid == b_s_axi_bid);
    if (a_s_axi_bvalid && mine[a_s_axi_bid]) p_write_answer: assert (a_s_axi_bresp == b_s_axi_bresp);
    p_memory: assert ({a_m_axi_arvalid, a_m_axi_awvalid, a_m_axi_wvalid} == {b_m_axi_arvalid, b_m_axi_awvalid, b_m_axi_wvalid});
    p_alert: assert (a_alert_o == b_alert_o);
    c_differ: cover (a_s_axi_rvalid && mine[a_s_axi_rid] && a_m_axi_arvalid && a_m_axi_araddr != b_m_axi_araddr);
  end
