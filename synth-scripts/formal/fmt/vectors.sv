`include "common.svh"
`include "writes.svh"
`include "entries.svh"
`include "any_entry.svh"
`include "other_entry.svh"
`include "sound.svh"
`include "requests.svh"
`include "table.svh"
`include "erase.svh"
`include "counters.svh"
  // Any vector that was given is noted, and the entry it was given to.
  (* anyseq *) reg note;
  reg noted;
  reg [1:0] whose;
  reg [79:0] vector;
  wire [79:0] given = {iv_counter_o, iv_epoch_o};
  always @(posedge clk_i) begin
    if (!live) noted <= 0;
    else if (iv_granted_o && note && !noted) begin
      noted <= 1;
      whose <= requester;
      vector <= given;
    end
  end
  wire known = noted && (whose == e || whose == f);
  wire e_uses = e_state == ACTIVE && e_flags[2], f_uses = f_state == ACTIVE && f_flags[2];
  wire [31:0] e_epoch = e_vector[31:0], f_epoch = f_vector[31:0];
  wire [47:0] e_counter = e_vector[79:32];
  always @* if (live) begin
    if (iv_granted_o && requester == e && known) p_once: assert (given != vector);
    if (iv_granted_o) p_end: assert (!iv_counter_o[47]);
    if (noted && iv_granted_o && requester == e && whose == e) p_grows: assert (iv_epoch_o > vector[31:0]
      || iv_epoch_o == vector[31:0] && iv_counter_o > vector[79:32]);
    // Each activation has an epoch of its own, below the next.
    if (e_uses) i_epoch: assert (epoch_known && e_epoch < epoch);
    if (e_uses && f_uses) p_epochs: assert (e_epoch != f_epoch);
    if (e_uses) i_counter: assert (e_counter <= 48'h8000_0000_0000);
    if (f_uses) i_f_epoch: assert (epoch_known && f_epoch < epoch);
    if (known) i_noted: assert (vector[31:0] < epoch && epoch_known && !vector[79]);
    if (known && e_uses && e != whose) i_other: assert (e_epoch != vector[31:0]);
    if (noted && e_uses && e == whose) i_same: assert (e_epoch > vector[31:0] || e_epoch == vector[31:0] && e_counter > vector[79:32]);
    if (phase == P_GIVE && requester == f) i_f_read: assert (\dut.counters_rdata_o [79:0] == f_vector[79:0]);
    if (phase == P_GIVE && requester == e) i_read: assert (\dut.counters_rdata_o [79:0] == e_vector[79:0]);
    c_again: cover (noted && iv_granted_o && whose == requester && e == whose);
  end
