  // Registers of the table.
  (* hierconn *) wire [PAGE-1:0] \dut.shadow_base_q ;
  (* hierconn *) wire [PAGE-1:0] \dut.shadow_limit_q ;
  (* hierconn *) wire [SOURCES-1:0] \dut.shadow_sources_q ;
  (* hierconn *) wire [JOB-1:0] \dut.shadow_job_q ;
  (* hierconn *) wire [2:0] \dut.shadow_flags_q ;
  (* hierconn *) wire [SLOT-1:0] \dut.shadow_slot_q ;
  (* hierconn *) wire [KEY_SLOTS-1:0] \dut.loaded_q ;
  (* hierconn *) wire [1:0] \dut.locked_q ;
  (* hierconn *) wire [1:0] \dut.attest_q ;
  (* hierconn *) wire [31:0] \dut.epoch_q ;
  (* hierconn *) wire \dut.epoch_known_q ;
  wire [PAGE*2+SOURCES+JOB+SLOT+2:0] shadow = {\dut.shadow_base_q , \dut.shadow_limit_q , \dut.shadow_sources_q ,
    \dut.shadow_job_q , \dut.shadow_flags_q , \dut.shadow_slot_q };
  wire [KEY_SLOTS-1:0] loaded = \dut.loaded_q ;
  wire locked = \dut.locked_q != 1;
  wire attest = |\dut.attest_q ;
  wire [31:0] epoch = \dut.epoch_q ;
  wire epoch_known = \dut.epoch_known_q ;
  always @* if (live) i_locked: assert (\dut.locked_q == 1 || \dut.locked_q == 2);
