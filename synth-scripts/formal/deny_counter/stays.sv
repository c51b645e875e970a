  always @* if (step) begin
    if (was_irq && !was_clear && threshold_i == was_threshold) stays: assert (irq_o);
    c_above: cover (was_irq && count_o > threshold_i && threshold_i != 0);
  end
