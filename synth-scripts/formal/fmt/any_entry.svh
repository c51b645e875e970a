  // Entry e is any entry; e_ is what it holds.
  (* anyconst *) reg [1:0] e;
  wire [3:0] e_state = e == 0 ? \dut.u_entries_0.state_q : e == 1 ? \dut.u_entries_1.state_q : e == 2 ? \dut.u_entries_2.state_q : \dut.u_entries_3.state_q ;
  wire [1:0] e_lock = e == 0 ? \dut.u_entries_0.lock_q : e == 1 ? \dut.u_entries_1.lock_q : e == 2 ? \dut.u_entries_2.lock_q : \dut.u_entries_3.lock_q ;
  wire [PAGE-1:0] e_base = e == 0 ? \dut.u_entries_0.base_q : e == 1 ? \dut.u_entries_1.base_q : e == 2 ? \dut.u_entries_2.base_q : \dut.u_entries_3.base_q ;
  wire [PAGE-1:0] e_limit = e == 0 ? \dut.u_entries_0.limit_q : e == 1 ? \dut.u_entries_1.limit_q : e == 2 ? \dut.u_entries_2.limit_q : \dut.u_entries_3.limit_q ;
  wire [SOURCES-1:0] e_sources = e == 0 ? \dut.u_entries_0.sources_q : e == 1 ? \dut.u_entries_1.sources_q : e == 2 ? \dut.u_entries_2.sources_q : \dut.u_entries_3.sources_q ;
  wire [JOB-1:0] e_job = e == 0 ? \dut.u_entries_0.job_q : e == 1 ? \dut.u_entries_1.job_q : e == 2 ? \dut.u_entries_2.job_q : \dut.u_entries_3.job_q ;
  wire [2:0] e_flags = e == 0 ? \dut.u_entries_0.flags_q : e == 1 ? \dut.u_entries_1.flags_q : e == 2 ? \dut.u_entries_2.flags_q : \dut.u_entries_3.flags_q ;
  wire [SLOT-1:0] e_slot = e == 0 ? \dut.u_entries_0.slot_q : e == 1 ? \dut.u_entries_1.slot_q : e == 2 ? \dut.u_entries_2.slot_q : \dut.u_entries_3.slot_q ;
  wire e_parity = e == 0 ? \dut.u_entries_0.parity_q : e == 1 ? \dut.u_entries_1.parity_q : e == 2 ? \dut.u_entries_2.parity_q : \dut.u_entries_3.parity_q ;
  wire [PAGE*2+SOURCES+JOB+SLOT+2:0] e_fields = {e_base, e_limit, e_sources, e_job, e_flags, e_slot};
  wire e_held = e_state == RESERVED || e_state == ATTESTED || e_state == ACTIVE;
