  always @* begin
    reached: assert (irq_o == (count_o >= threshold_i));
    c_reached: cover (irq_o && count_o == threshold_i && count_o != 0);
  end
