  // A request that is offered to the memory and waits there was granted when it was first offered.
  reg [1:0] waits;
  wire [1:0] in = s_valid & s_ready, out = m_valid & m_ready;
  wire [1:0] unchanged = {m_request[2*REQUEST-1:REQUEST] == s_request[2*REQUEST-1:REQUEST], m_request[REQUEST-1:0] == s_request[REQUEST-1:0]};
  reg was_reset;
  always @(posedge clk_i) begin
    waits <= {2{rst_ni}} & m_valid & ~m_ready;
    was_reset <= !rst_ni;
  end
  reg rail_seen;
  always @(posedge clk_i) rail_seen <= rst_ni && (rail_seen
    || s_axi_arvalid && \dut.u_read_decision.grant_o == \dut.u_read_decision.deny_o
    || s_axi_awvalid && \dut.u_write_decision.grant_o == \dut.u_write_decision.deny_o );
  always @* if (live) begin
    p_granted: assert (!(m_valid & ~(grant | waits)));
    p_unchanged: assert (!(m_valid & ~(s_valid & unchanged)));
    p_stays: assert (!(waits & ~m_valid));
    // What was offered goes on by itself, what was not and is taken is dropped: denied.
    p_none_lost: assert (!(in & (grant | waits) & ~out));
    p_once: assert (!(out & ~in));
    i_taken: assert (taken == waits);
    p_alert: assert (!alert_o || rail_seen);
    c_leaves: cover (&(out & in & waits));
  end
  always @* if (!init && !rst_ni) p_reset: assert (!m_valid && !m_axi_wvalid);
