  // Both copies are in reset together.
  wire rst_ni = a_rst_ni;
