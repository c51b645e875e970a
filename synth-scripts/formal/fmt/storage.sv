`include "common.svh"
`include "writes.svh"
`include "entries.svh"
`include "any_entry.svh"
  // The parity bit of the fields that an entry holds is right as long as they are held.
  reg was_bad;
  (* hierconn *) wire \dut.u_entries_0.bad ;
  (* hierconn *) wire \dut.u_entries_1.bad ;
  (* hierconn *) wire \dut.u_entries_2.bad ;
  (* hierconn *) wire \dut.u_entries_3.bad ;
  always @* if (live) begin
    i_state: assert (e_state == FREE || e_held || e_state == SCRUB || e_state == FAULT);
    i_lock: assert (e_lock == 1 || e_lock == 2);
    if (e_state != FREE) i_parity: assert ((^e_base) ^ (^e_limit) ^ (^e_sources) ^ (^e_job) ^ (^e_flags) ^ (^e_slot) ^ e_parity);
    if (e == 0) p_0: assert (!\dut.u_entries_0.bad );
    if (e == 1) p_1: assert (!\dut.u_entries_1.bad );
    if (e == 2) p_2: assert (!\dut.u_entries_2.bad );
    if (e == 3) p_3: assert (!\dut.u_entries_3.bad );
    c_held: cover (e_held && e_parity);
  end
