  // The one request of a channel that was taken, granted, and has not left.
  reg [1:0] due, waits;
  reg [2*REQUEST-1:0] request;
  wire [1:0] in = s_valid & s_ready, out = m_valid & m_ready;
  wire [1:0] unchanged, inside_same, parity_right;
  genvar c;
  generate for (c = 0; c < 2; c = c + 1) begin : channel
    wire [REQUEST-1:0] due_request = request[REQUEST*c +: REQUEST];
    wire [REQUEST-1:0] inside = held_request[REQUEST*c +: REQUEST];
    always @(posedge clk_i) if (in[c]) request[REQUEST*c +: REQUEST] <= s_request[REQUEST*c +: REQUEST];
    assign unchanged[c] = m_request[REQUEST*c +: REQUEST] == due_request;
    assign inside_same[c] = inside == due_request;
    assign parity_right[c] = parity[c] == (^{go[c], no[c], inside});
  end endgenerate
  always @(posedge clk_i) begin
    due <= {2{rst_ni}} & (in & grant | ~in & due & ~out);
    waits <= {2{rst_ni}} & m_valid & ~m_ready;
  end
  always @* if (live) begin
    p_granted: assert (!(m_valid & ~due));
    p_unchanged: assert (!(m_valid & ~unchanged));
    p_none_lost: assert (!(in & due & ~out));
    p_stays: assert (!(waits & ~m_valid));
    i_go: assert (go == due && !(go & no));
    i_same: assert (!(due & ~inside_same));
    i_parity: assert (&parity_right);
    i_taken: assert (taken == waits);
    p_alert: assert (!alert_o || rail_seen);
    c_leaves: cover (&(out & in));
  end
  always @* if (!init && !rst_ni) p_reset: assert (!m_valid && !m_axi_wvalid);
  // Rails of a decision that are equal are the one other reason for an alert.
  reg rail_seen;
  always @(posedge clk_i) rail_seen <= rst_ni && (rail_seen
    || s_axi_arvalid && \dut.u_read_decision.grant_o == \dut.u_read_decision.deny_o
    || s_axi_awvalid && \dut.u_write_decision.grant_o == \dut.u_write_decision.deny_o );
