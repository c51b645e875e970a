  // Any entry e. What a command touches is written with 64 bits, so that nothing wraps.
  (* anyconst *) reg [4:0] e;
  (* hierconn *) wire \dut.u_decision.grant_o ;
  (* hierconn *) wire \dut.u_decision.deny_o ;
  (* hierconn *) wire \dut.matched ;
  (* hierconn *) wire [7:0] \dut.entry ;
  wire [63:0] first = cmd_lba_i;
  wire [63:0] last = first + cmd_length_i;
  wire flush = cmd_op_i == 2'd2, read = cmd_op_i == 2'd0;
  function automatic logic listed(input logic active, input logic [7:0] job, input logic [15:0] sources, input logic [7:0] source);
    listed = active && job > 0 && source < 16 && sources[source[3:0]];
  endfunction
  reg [ENTRIES-1:0] has, match; reg below, below_has; integer i;
  always @* begin
    below = 0; below_has = 0;
    for (i = 0; i < ENTRIES; i = i + 1) begin
      has[i] = listed(entry_active_i[i], entry_job_i[8*i +: 8], entry_sources_i[16*i +: 16], cmd_queue_i);
      match[i] = has[i] && (flush || first >= entry_base_i[48*i +: 48] && last <= entry_limit_i[48*i +: 48]);
      if (i < e && match[i]) below = 1;
    end
  end
  wire grant = \dut.u_decision.grant_o ;
  always @* begin
    assume (e < ENTRIES);
    p_rails: assert (\dut.u_decision.deny_o == !grant);
    if (match == 0) p_background: assert (!grant && !\dut.matched && \dut.entry == 0);
    if (match[e] && !below) begin
      p_lowest: assert (grant == (flush || (read ? entry_read_i[e] : entry_write_i[e])));
      p_named: assert (\dut.matched && \dut.entry == e);
    end
    c_trim: cover (grant && cmd_op_i == 3 && match[e] && !below && e == ENTRIES - 1 && cmd_length_i == 16'hffff);
    c_flush: cover (grant && flush && match[e] && !below && e == 3);
  end
