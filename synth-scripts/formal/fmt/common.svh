  // Starts in reset; reset comes back at any time.
  reg init = 1'b1;
  always @(posedge clk_i) init <= 1'b0;
  always @* if (init) assume (!rst_ni);
  wire live = !init && rst_ni;
  reg was_live;
  always @(posedge clk_i) was_live <= live;
  // Two cycles in a row without a reset: what changed from the one before to this one is judged.
  wire step = live && was_live;

  localparam PAGE = ADDRESS_WIDTH - 12, SLOT = $clog2(KEY_SLOTS), JOB = 16;
  localparam [3:0] FREE = 0, RESERVED = 3, ATTESTED = 5, ACTIVE = 6, SCRUB = 9, FAULT = 10, STORAGE = 12;
  localparam [3:0] COMMIT = 1, ATTEST = 2, ACTIVATE = 3, RELEASE = 4, FREEING = 5, FAULTING = 6, RECOVER = 7,
    LOCK = 8, ERASE = 9;
