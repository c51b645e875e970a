  // The request of the MPE that was taken last.
  reg [1:0] requester;
  reg wants_key;
  always @(posedge clk_i) if (mpe_valid_i && mpe_ready_o) begin
    requester <= mpe_entry_i;
    wants_key <= mpe_key_i;
  end
  (* hierconn *) wire [1:0] \dut.requester_q ;
  (* hierconn *) wire \dut.wants_key_q ;
  always @* if (live && (phase == P_FETCH || phase == P_GIVE || phase == P_KEY))
    i_requester: assert (\dut.requester_q == requester && \dut.wants_key_q == wants_key);
  always @* if (live && phase == P_KEY && requester == e)
    i_key: assert (e_state == ACTIVE || e_state == FAULT);
