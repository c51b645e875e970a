  // The specification of a decision, without a walk through the table: entry e is any entry.
  (* anyconst *) reg [4:0] e;
  always @* assume (e < ENTRIES);

  function automatic logic listed(input logic active, input logic [7:0] job, input logic [15:0] sources, input logic [7:0] source);
    listed = active && job > 0 && source < 16 && sources[source[3:0]];
  endfunction
  reg [ENTRIES-1:0] r_match, w_match;
  reg below_r, below_w, any_r, any_w;
  integer i;
  always @* begin
    below_r = 0; below_w = 0;
    for (i = 0; i < ENTRIES; i = i + 1) begin
      r_match[i] = listed(entry_active_i[i], entry_job_i[8*i +: 8], entry_sources_i[16*i +: 16], s_axi_aruser)
        && entry_base_i[PAGE*i +: PAGE] <= s_axi_araddr[ADDR_WIDTH-1:12]
        && s_axi_araddr[ADDR_WIDTH-1:12] <= entry_limit_i[PAGE*i +: PAGE];
      w_match[i] = listed(entry_active_i[i], entry_job_i[8*i +: 8], entry_sources_i[16*i +: 16], s_axi_awuser)
        && entry_base_i[PAGE*i +: PAGE] <= s_axi_awaddr[ADDR_WIDTH-1:12]
        && s_axi_awaddr[ADDR_WIDTH-1:12] <= entry_limit_i[PAGE*i +: PAGE];
      if (i < e && r_match[i]) below_r = 1;
      if (i < e && w_match[i]) below_w = 1;
    end
    any_r = |r_match; any_w = |w_match;
  end

  (* hierconn *) wire \dut.u_read_decision.grant_o ;
  (* hierconn *) wire \dut.u_read_decision.deny_o ;
  (* hierconn *) wire \dut.u_read_decision.match_o ;
  (* hierconn *) wire [7:0] \dut.u_read_decision.entry_o ;
  (* hierconn *) wire \dut.u_write_decision.grant_o ;
  (* hierconn *) wire \dut.u_write_decision.deny_o ;
  (* hierconn *) wire \dut.u_write_decision.match_o ;
  (* hierconn *) wire [7:0] \dut.u_write_decision.entry_o ;
  wire r_grant = \dut.u_read_decision.grant_o ;
  wire w_grant = \dut.u_write_decision.grant_o ;

  always @* begin
    r_rails: assert (\dut.u_read_decision.deny_o == !r_grant);
    w_rails: assert (\dut.u_write_decision.deny_o == !w_grant);
    if (!any_r) r_background: assert (!r_grant && \dut.u_read_decision.entry_o == 0);
    if (!any_w) w_background: assert (!w_grant && \dut.u_write_decision.entry_o == 0);
    r_matched: assert (\dut.u_read_decision.match_o == any_r);
    w_matched: assert (\dut.u_write_decision.match_o == any_w);
    if (r_match[e] && !below_r) begin
      r_lowest: assert (r_grant == (entry_read_i[e] && legal(s_axi_araddr, s_axi_arlen, s_axi_arsize, s_axi_arburst)));
      r_named: assert (\dut.u_read_decision.entry_o == e);
    end
    if (w_match[e] && !below_w) begin
      w_lowest: assert (w_grant == (entry_write_i[e] && legal(s_axi_awaddr, s_axi_awlen, s_axi_awsize, s_axi_awburst)));
      w_named: assert (\dut.u_write_decision.entry_o == e);
    end
    c_read: cover (r_grant && s_axi_arlen == 15 && s_axi_arburst == 2 && e == ENTRIES - 1 && r_match[e] && !below_r);
    c_write: cover (w_grant && s_axi_awlen == 255 && w_match[e] && !below_w && e == ENTRIES - 1);
  end
