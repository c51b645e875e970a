`include "common.svh"
`include "writes.svh"
`include "entries.svh"
`include "any_entry.svh"
`include "sound.svh"
`include "table.svh"
  wire committed = taken && to_command && op == COMMIT && fits && data[7:0] == e;
  wire written = taken && monitor && strobe == 4'hf;
  reg [PAGE*2+SOURCES+JOB+SLOT+2:0] was_fields, was_shadow;
  reg [PAGE-1:0] was_base, was_limit;
  reg [SOURCES-1:0] was_sources;
  reg [JOB-1:0] was_job;
  reg [SLOT+2:0] was_attributes;
  always @(posedge clk_i) begin
    was_fields <= e_fields;
    was_shadow <= shadow;
    {was_base, was_limit, was_sources, was_job, was_attributes} <= shadow;
  end
  wire [SLOT+2:0] attributes = {\dut.shadow_flags_q , \dut.shadow_slot_q };
  always @* if (step) begin
    // All at once, and only then.
    p_fields: assert (e_fields == (committed ? was_shadow : was_fields));
    if (committed) p_state: assert (e_state == RESERVED);
    // The shadow is what was written.
    p_base: assert (\dut.shadow_base_q == (written && address == 12'h040 ? data[PAGE-1:0] : was_base));
    p_limit: assert (\dut.shadow_limit_q == (written && address == 12'h048 ? data[PAGE-1:0] : was_limit));
    p_sources: assert (\dut.shadow_sources_q == (written && address == 12'h050 ? data[SOURCES-1:0] : was_sources));
    p_job: assert (\dut.shadow_job_q == (written && address == 12'h054 ? data[JOB-1:0] : was_job));
    p_attributes: assert (attributes == (written && address == 12'h058 ? {data[2:0], data[8 +: SLOT]} : was_attributes));
    c_committed: cover (committed && e_base == 2 && e_limit == 3 && e == 3);
  end
  // What is matched is what was committed.
  always @* if (live) p_matched: assert (entry_base_o[PAGE*e +: PAGE] == e_base && entry_limit_o[PAGE*e +: PAGE] == e_limit
    && entry_sources_o[SOURCES*e +: SOURCES] == e_sources && entry_job_o[JOB*e +: JOB] == e_job);
