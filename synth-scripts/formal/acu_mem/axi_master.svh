  // AXI4 A3.2.1: what a master offers stays as it is until it is taken.
  reg [1:0] s_waits; reg [2*REQUEST-1:0] s_offered;
  always @(posedge clk_i) begin
    s_waits <= {2{rst_ni}} & s_valid & ~s_ready;
    s_offered <= s_request;
  end
  always @* if (live) begin
    if (s_waits[0]) assume (s_valid[0] && s_request[REQUEST-1:0] == s_offered[REQUEST-1:0]);
    if (s_waits[1]) assume (s_valid[1] && s_request[2*REQUEST-1:REQUEST] == s_offered[2*REQUEST-1:REQUEST]);
  end
