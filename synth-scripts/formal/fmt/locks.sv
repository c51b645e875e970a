`include "common.svh"
`include "writes.svh"
`include "entries.svh"
`include "any_entry.svh"
`include "sound.svh"
`include "table.svh"
  // What the monitor has locked since the reset.
  reg was_entry, was_table;
  wire entry_locked = was_entry || taken && to_command && op == LOCK && fits && data[7:0] == e;
  wire policy = taken && monitor && address == 12'h014 && strobe == 4'hf;
  wire table_locked = was_table || policy && data[0];
  // The cycle before.
  reg [3:0] was_state;
  reg [PAGE*2+SOURCES+JOB+SLOT+2:0] was_fields;
  reg [KEY_SLOTS-1:0] was_loaded;
  reg [31:0] was_epoch;
  reg was_epoch_known;
  (* hierconn *) wire \dut.keys_we_i ;
  always @(posedge clk_i) begin
    was_entry <= live && entry_locked;
    was_table <= live && table_locked;
    was_state <= e_state;
    was_fields <= e_fields;
    was_loaded <= loaded;
    was_epoch <= epoch;
    was_epoch_known <= epoch_known;
  end
  always @* if (live) begin
    // Locked is what was locked, and nothing else.
    p_entry: assert ((e_lock != 1) == entry_locked);
    p_table: assert (locked == table_locked);
    if (table_locked) p_words: assert (!\dut.keys_we_i );
    if (phase == P_WIPE) i_wipe: assert (!locked);
    if (phase == P_ERASE || phase == P_WALK || phase == P_FINISH) i_walked: assert (!locked);
  end
  always @* if (step) begin
    if (was_entry || was_table) begin
      p_fields: assert (e_fields == was_fields);
      p_state: assert (e_state == was_state || e_state == FAULT || e_state == STORAGE);
    end
    if (was_table) begin
      p_keys: assert (loaded == was_loaded);
      p_epoch: assert (epoch == was_epoch && epoch_known == was_epoch_known);
      if (taken) p_taken: assert (!(address >= 12'h200 && address < 12'h800) && address != 12'h01c
        && (address != 12'h024 || op == LOCK || op == FAULTING));
    end
    if (answered && was_entry && to_command && fits && data[7:0] == e && op != LOCK && op != FAULTING && op != ERASE)
      p_refused: assert (!taken);
    c_fault: cover (was_entry && was_state == RESERVED && e_state == FAULT);
    c_refused: cover (answered && was_table && !taken && address == 12'h200);
  end
