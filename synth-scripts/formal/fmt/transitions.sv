`include "common.svh"
`include "writes.svh"
`include "requests.svh"
`include "entries.svh"
`include "any_entry.svh"
`include "sound.svh"
`include "table.svh"
`include "erase.svh"
  // The cycle before.
  reg [3:0] was_state;
  reg was_locked, was_attest, was_key_ok, was_keyed, was_fault, was_free, was_blamed;
  always @(posedge clk_i) begin
    was_state <= e_state;
    was_locked <= locked || e_lock != 1;
    was_attest <= attest;
    was_keyed <= e_flags[2];
    was_key_ok <= epoch_known && epoch != 32'hffffffff && loaded[e_slot];
    was_fault <= entry_fault_i[e];
    was_free <= entry_scrubbed_i[e] && !entry_busy_i[e];
    was_blamed <= requester == e && (key_error_o || e_flags[2] && iv_valid_o && !iv_granted_o);
  end
  wire was_held = was_state == RESERVED || was_state == ATTESTED || was_state == ACTIVE;
  wire may = !was_locked && !was_fault;
  wire given = answered && to_command && fits && data[7:0] == e;
  wire done = given && taken;
  wire falls = (was_held || was_state == SCRUB) && (was_fault || was_state == ACTIVE && was_blamed);

  always @* if (step) begin
    // Every change has its command, and its state before.
    if (e_state != was_state) case (e_state)
      RESERVED: p_reserved: assert (done && op == COMMIT && was_state == FREE);
      ATTESTED: p_attested: assert (done && op == ATTEST && was_state == RESERVED);
      ACTIVE: p_active: assert (done && op == ACTIVATE && (was_state == ATTESTED || was_state == RESERVED && !was_attest));
      SCRUB: p_scrub: assert (done && (op == RELEASE && was_held || op == RECOVER && was_state == FAULT));
      FREE: p_free: assert (done && op == FREEING && was_state == SCRUB && was_free);
      FAULT: p_fault: assert (was_state != FREE && (falls || done && op == FAULTING));
      default: p_no_other: assert (0);
    endcase
    if (falls) p_falls: assert (e_state == FAULT);
    // A command is taken if and only if it is allowed, and then it is done.
    if (given) case (op)
      COMMIT: if (taken) p_commit: assert (may && (e_state == RESERVED || falls) && (was_state == FREE || was_state == RESERVED));
      ATTEST: begin
        r_attest: assert (taken == (may && was_state == RESERVED));
        if (taken) d_attest: assert (e_state == ATTESTED);
      end
      ACTIVATE: begin
        r_activate: assert (taken == (may && (was_state == ATTESTED || was_state == RESERVED && !was_attest) && (!was_keyed || was_key_ok)));
        if (taken) d_activate: assert (e_state == ACTIVE);
      end
      RELEASE: begin
        r_release: assert (taken == (may && was_held));
        if (taken) d_release: assert (e_state == SCRUB);
      end
      FREEING: begin
        r_free: assert (taken == (may && was_state == SCRUB && was_free));
        if (taken) d_free: assert (e_state == FREE);
      end
      FAULTING: begin
        r_fault: assert (taken == (was_state != FREE));
        if (taken) d_fault: assert (e_state == FAULT);
      end
      RECOVER: begin
        r_recover: assert (taken == (may && was_state == FAULT));
        if (taken) d_recover: assert (e_state == SCRUB);
      end
      LOCK: begin
        r_lock: assert (taken);
        d_lock: assert (e_lock != 1);
      end
      ERASE: ;
      default: r_none: assert (!taken);
    endcase
    if (answered && !to_command && address == 12'h024) r_right: assert (!taken);
    if (answered && address == 12'h024 && op != ERASE && !fits) r_fits: assert (!taken);
    c_free: cover (e_state == FREE && was_state == SCRUB);
    c_recovered: cover (e_state == SCRUB && was_state == FAULT);
    c_refused: cover (given && !taken && op == ACTIVATE && was_state == RESERVED);
  end
