`include "common.svh"
`include "writes.svh"
`include "entries.svh"
`include "any_entry.svh"
`include "other_entry.svh"
`include "sound.svh"
`include "table.svh"
  wire granules = e_base <= f_limit && f_base <= e_limit;
  wire both = e_state != FREE && f_state != FREE;
  wire committed = taken && to_command && op == COMMIT && fits && data[7:0] == e;
  reg f_was_dirty;
  always @(posedge clk_i) f_was_dirty <= f_state == SCRUB || f_state == FAULT;
  // What the walk has seen of an entry holds until its end.
  wire commits = op == COMMIT && (phase == P_WALK || phase == P_FINISH);
  wire e_seen = commits && data[1:0] != e && (phase == P_FINISH || count > e) && e_state != FREE;
  wire f_seen = commits && data[1:0] != f && (phase == P_FINISH || count > f) && f_state != FREE;
  wire e_over = e_base <= \dut.shadow_limit_q && \dut.shadow_base_q <= e_limit;
  wire f_over = f_base <= \dut.shadow_limit_q && \dut.shadow_base_q <= f_limit;
  wire e_shares = |(e_sources & \dut.shadow_sources_q ) || e_flags[2] && \dut.shadow_flags_q [2] && e_slot == \dut.shadow_slot_q ;
  wire f_shares = |(f_sources & \dut.shadow_sources_q ) || f_flags[2] && \dut.shadow_flags_q [2] && f_slot == \dut.shadow_slot_q ;
  always @* if (live) begin
    i_other: assert (f_state != STORAGE);
    if (both && e_job != f_job) begin
      p_granules: assert (!granules);
      p_sources: assert (!(e_sources & f_sources));
      p_slots: assert (!(e_flags[2] && f_flags[2] && e_slot == f_slot));
    end
    if (e_state != FREE) p_order: assert (e_base <= e_limit && e_job != 0);
    if (f_state != FREE) i_order: assert (f_base <= f_limit);
    if (e_seen && e_job != \dut.shadow_job_q ) i_e_seen: assert (!e_over && !e_shares);
    if (f_seen && f_job != \dut.shadow_job_q ) i_f_seen: assert (!f_over && !f_shares);
    if (f_seen && (f_state == SCRUB || f_state == FAULT)) i_f_dirty: assert (!f_over);
    c_side_by_side: cover (both && e_job != f_job && e_state == RESERVED && f_state == RESERVED && f_base == e_limit + 1);
    c_same_job: cover (both && granules);
  end
  // Memory that is not scrubbed is given to nobody, not even to the same job.
  always @* if (step && committed && f_state != FREE && f_was_dirty) p_dirty: assert (!granules);
