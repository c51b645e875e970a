  // A key that an entry uses stays loaded: the walk of an ERASE has looked at every entry.
  wire erases_slot = op == ERASE && data[16 +: SLOT] == e_slot;
  wire e_passed = phase == P_WALK && count > e || phase == P_FINISH || phase == P_ERASE;
  always @* if (live) begin
    if (erases_slot && e_passed) i_unused: assert (!(e_held && e_flags[2]));
    if (e_state == ACTIVE && e_flags[2]) i_loaded: assert (loaded[e_slot]);
  end
