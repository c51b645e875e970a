  // Entry f is any other entry.
  (* anyconst *) reg [1:0] f;
  always @* assume (e != f);
  wire [3:0] f_state = f == 0 ? \dut.u_entries_0.state_q : f == 1 ? \dut.u_entries_1.state_q : f == 2 ? \dut.u_entries_2.state_q : \dut.u_entries_3.state_q ;
  wire [PAGE-1:0] f_base = f == 0 ? \dut.u_entries_0.base_q : f == 1 ? \dut.u_entries_1.base_q : f == 2 ? \dut.u_entries_2.base_q : \dut.u_entries_3.base_q ;
  wire [PAGE-1:0] f_limit = f == 0 ? \dut.u_entries_0.limit_q : f == 1 ? \dut.u_entries_1.limit_q : f == 2 ? \dut.u_entries_2.limit_q : \dut.u_entries_3.limit_q ;
  wire [SOURCES-1:0] f_sources = f == 0 ? \dut.u_entries_0.sources_q : f == 1 ? \dut.u_entries_1.sources_q : f == 2 ? \dut.u_entries_2.sources_q : \dut.u_entries_3.sources_q ;
  wire [JOB-1:0] f_job = f == 0 ? \dut.u_entries_0.job_q : f == 1 ? \dut.u_entries_1.job_q : f == 2 ? \dut.u_entries_2.job_q : \dut.u_entries_3.job_q ;
  wire [2:0] f_flags = f == 0 ? \dut.u_entries_0.flags_q : f == 1 ? \dut.u_entries_1.flags_q : f == 2 ? \dut.u_entries_2.flags_q : \dut.u_entries_3.flags_q ;
  wire [SLOT-1:0] f_slot = f == 0 ? \dut.u_entries_0.slot_q : f == 1 ? \dut.u_entries_1.slot_q : f == 2 ? \dut.u_entries_2.slot_q : \dut.u_entries_3.slot_q ;
  wire f_held = f_state == RESERVED || f_state == ATTESTED || f_state == ACTIVE;
