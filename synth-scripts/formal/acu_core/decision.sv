  // The job of a core is that of the lowest entry that is active, has a job and has the core: s is
  // any entry for the sender, d any for the receiver.
  (* anyconst *) reg [4:0] s;
  (* anyconst *) reg [4:0] d;
  (* hierconn *) wire \dut.u_job.grant_o ;
  (* hierconn *) wire \dut.u_job.deny_o ;
  (* hierconn *) wire \dut.u_job.match_o ;
  (* hierconn *) wire [7:0] \dut.u_job.entry_o ;
  wire grant = \dut.u_job.grant_o ;
  function automatic logic listed(input logic active, input logic [7:0] job, input logic [15:0] sources, input logic [7:0] source);
    listed = active && job > 0 && source < 16 && sources[source[3:0]];
  endfunction
  reg [ENTRIES-1:0] sends, receives; reg below_s, below_d; reg [7:0] job_s, job_d; integer i;
  always @* begin
    below_s = 0; below_d = 0; job_s = 0; job_d = 0;
    for (i = 0; i < ENTRIES; i = i + 1) begin
      sends[i] = listed(entry_active_i[i], entry_job_i[8*i +: 8], entry_sources_i[16*i +: 16], s_axis_tid);
      receives[i] = listed(entry_active_i[i], entry_job_i[8*i +: 8], entry_sources_i[16*i +: 16], s_axis_tdest);
      if (i == s) job_s = entry_job_i[8*i +: 8];
      if (i == d) job_d = entry_job_i[8*i +: 8];
      if (i < s && sends[i]) below_s = 1;
      if (i < d && receives[i]) below_d = 1;
    end
  end
  wire first_s = sends[s] && !below_s, first_d = receives[d] && !below_d;
  always @* begin
    assume (s < ENTRIES && d < ENTRIES);
    p_rails: assert (\dut.u_job.deny_o == !grant);
    if (sends == 0 || receives == 0) p_background: assert (!grant);
    if (first_s && first_d) p_same_job: assert (grant == (job_s == job_d));
    if (first_s) p_named: assert (\dut.u_job.match_o && \dut.u_job.entry_o == s);
    if (sends == 0) p_unmatched: assert (!\dut.u_job.match_o && \dut.u_job.entry_o == 0);
    c_two_entries: cover (grant && first_s && first_d && s == 31 && d == 30);
  end
