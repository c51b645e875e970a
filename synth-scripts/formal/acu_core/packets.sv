  (* hierconn *) wire \dut.u_job.grant_o ;
  (* hierconn *) wire \dut.u_job.deny_o ;
  wire grant = \dut.u_job.grant_o && !\dut.u_job.deny_o ;
  // In the first cycle after reset nothing is taken.
  reg woken;
  always @(posedge clk_i) woken <= !rst_ni;
  // The packet under way: its decision and its cores, from the first cycle of its first beat.
  reg under_way, granted_was; reg [7:0] tid_was, tdest_was;
  wire granted = under_way ? granted_was : grant;
  wire [7:0] tid = under_way ? tid_was : s_axis_tid;
  wire [7:0] tdest = under_way ? tdest_was : s_axis_tdest;
  wire beat = s_axis_tvalid && s_axis_tready;
  reg rail_seen;
  always @(posedge clk_i) begin
    if (s_axis_tvalid && !woken) begin
      under_way <= !(beat && s_axis_tlast); granted_was <= granted; tid_was <= tid; tdest_was <= tdest;
    end
    if (!rst_ni) under_way <= 0;
    rail_seen <= rst_ni && (rail_seen || s_axis_tvalid && !under_way && \dut.u_job.grant_o == \dut.u_job.deny_o );
  end
  (* hierconn *) wire \dut.go_q ;
  (* hierconn *) wire \dut.no_q ;
  (* hierconn *) wire [7:0] \dut.source_q ;
  (* hierconn *) wire [7:0] \dut.dest_q ;
  (* hierconn *) wire \dut.parity_q ;
  (* hierconn *) wire \dut.closed_q ;
  (* hierconn *) wire \dut.awake_q ;
  always @* if (live) begin
    // All beats of a granted packet leave, unchanged, none of a denied one.
    p_beats: assert (m_axis_tvalid == (s_axis_tvalid && granted && !woken));
    p_taken: assert (s_axis_tready == (!woken && (m_axis_tready || !(granted && (s_axis_tvalid || under_way)))));
    if (m_axis_tvalid) p_same: assert ({m_axis_tdata, m_axis_tkeep, m_axis_tlast} == {s_axis_tdata, s_axis_tkeep, s_axis_tlast});
    if (m_axis_tvalid) p_cores: assert (m_axis_tid == tid && m_axis_tdest == tdest);
    p_alert: assert (!alert_o || rail_seen);
    i_go: assert (\dut.go_q == (under_way && granted_was) && \dut.no_q == (under_way && !granted_was));
    if (under_way) i_cores: assert (\dut.source_q == tid_was && \dut.dest_q == tdest_was);
    i_parity: assert (\dut.parity_q == (^{\dut.go_q , \dut.no_q , \dut.source_q , \dut.dest_q }));
    i_open: assert (!\dut.closed_q && \dut.awake_q == !woken && (!woken || !under_way));
    c_long: cover (m_axis_tvalid && beat && under_way && s_axis_tid != tid);
  end
  always @* if (!init && !rst_ni) p_reset: assert (!m_axis_tvalid);
