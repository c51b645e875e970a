  (* hierconn *) wire \dut.u_decision.grant_o ;
  (* hierconn *) wire \dut.u_decision.deny_o ;
  wire grant = \dut.u_decision.grant_o && !\dut.u_decision.deny_o ;
  localparam COMMAND = 90;
  wire [COMMAND-1:0] asked = {cmd_op_i, cmd_lba_i, cmd_length_i, cmd_queue_i, cmd_tag_i};
  wire [COMMAND-1:0] sent = {ssd_op_o, ssd_lba_o, ssd_length_o, ssd_queue_o, ssd_tag_o};
  wire in = cmd_valid_i && cmd_ready_o;
  wire out = ssd_valid_o && ssd_ready_i, refused = deny_valid_o && deny_ready_i;
  // The one command that was taken and has not come out.
  reg due, granted; reg [COMMAND-1:0] command;
  reg stays, stays_denied, rail_seen;
  always @(posedge clk_i) begin
    if (in) begin command <= asked; granted <= grant; end
    due <= rst_ni && (in || due && !out && !refused);
    stays <= rst_ni && ssd_valid_o && !ssd_ready_i;
    stays_denied <= rst_ni && deny_valid_o && !deny_ready_i;
    rail_seen <= rst_ni && (rail_seen || cmd_valid_i && \dut.u_decision.grant_o == \dut.u_decision.deny_o );
  end
  (* hierconn *) wire \dut.go_q ;
  (* hierconn *) wire \dut.no_q ;
  (* hierconn *) wire \dut.parity_q ;
  (* hierconn *) wire \dut.closed_q ;
  always @* if (live) begin
    // It comes out on the port of its decision, and at once.
    p_granted: assert (ssd_valid_o == (due && granted));
    p_denied: assert (deny_valid_o == (due && !granted));
    if (ssd_valid_o) p_same: assert (sent == command);
    if (deny_valid_o) p_same_denied: assert ({deny_queue_o, deny_tag_o} == command[23:0]);
    p_rate: assert (cmd_ready_o == (!due || out || refused));
    if (stays) p_stays: assert (ssd_valid_o);
    if (stays_denied) p_stays_denied: assert (deny_valid_o);
    p_alert: assert (!alert_o || rail_seen);
    i_go: assert (\dut.go_q == (due && granted) && \dut.no_q == (due && !granted));
    if (due) i_same: assert (sent == command);
    i_parity: assert (\dut.parity_q == (^{\dut.go_q , \dut.no_q , sent}));
    i_open: assert (!\dut.closed_q );
    c_both: cover (in && refused && stays_denied);
  end
  always @* if (!init && !rst_ni) p_reset: assert (!ssd_valid_o && !deny_valid_o);
