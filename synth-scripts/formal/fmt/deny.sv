`include "common.svh"
`include "writes.svh"
`include "requests.svh"
`include "entries.svh"
`include "any_entry.svh"
`include "sound.svh"
  // The monitor has activated the entry since the reset.
  reg was_activated;
  wire activated = was_activated || taken && to_command && op == ACTIVATE && fits && data[7:0] == e;
  // Cycles since the reset, up to the end of wiping.
  localparam WORDS = 8 * KEY_SLOTS;
  reg [7:0] since;
  always @(posedge clk_i) begin
    was_activated <= live && activated;
    since <= !live ? 0 : since < WORDS ? since + 1 : since;
  end
  wire quiet = entry_active_o == 0 && entry_read_o == 0 && entry_write_o == 0 && !iv_granted_o && !key_valid_o
    && key_data_o == 0;
  always @* if (!init && !rst_ni) p_reset: assert (quiet && !s_axil_bvalid && !s_axil_rvalid);
  always @* if (live) begin
    if (since < WORDS) p_wiping: assert (quiet && !s_axil_bvalid && !s_axil_rvalid && !mpe_ready_o);
    i_since: assert ((phase == P_WIPE) == (since < WORDS));
    if (phase == P_WIPE) i_wiped: assert (count == since && e_state == FREE && !was_activated && !s_axil_bvalid);
    if (entry_active_o[e]) p_activated: assert (activated && e_state == ACTIVE);
    p_read: assert (entry_read_o[e] == (e_state == ACTIVE && e_flags[0]));
    p_write: assert (entry_write_o[e] == (e_state == ACTIVE && e_flags[1]));
    if (iv_granted_o && requester == e) p_vector: assert (e_state == ACTIVE && e_flags[2] && iv_job_o == e_job);
    if (key_valid_o && !key_error_o && requester == e) p_key: assert (e_state == ACTIVE);
    if (!key_valid_o || key_error_o) p_no_key: assert (key_data_o == 0);
    c_active: cover (entry_active_o[e] && !was_activated && entry_read_o[e]);
  end
