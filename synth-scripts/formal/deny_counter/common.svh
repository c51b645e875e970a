  // Starts in reset; reset comes back at any time.
  reg init = 1'b1;
  always @(posedge clk_i) init <= 1'b0;
  always @* if (init) assume (!rst_ni);
  // The cycle before, if it was without a reset as well.
  reg was_live, was_deny, was_clear, was_irq;
  reg [WIDTH-1:0] was_count, was_threshold;
  always @(posedge clk_i) begin
    was_live <= !init && rst_ni;
    was_deny <= deny_i;
    was_clear <= clear_i;
    was_irq <= irq_o;
    was_count <= count_o;
    was_threshold <= threshold_i;
  end
  wire step = !init && rst_ni && was_live;
