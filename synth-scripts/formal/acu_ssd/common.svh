  // Starts in reset; reset comes back at any time.
  reg init = 1'b1;
  always @(posedge clk_i) init <= 1'b0;
  always @* if (init) assume (!rst_ni);
  wire live = !init && rst_ni;
