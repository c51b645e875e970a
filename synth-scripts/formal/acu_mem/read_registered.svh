  // The register of the read gate: what it holds, not committed or offered to the memory.
  (* hierconn *) wire \dut.u_read_gate.go_q ;
  (* hierconn *) wire \dut.u_read_gate.no_q ;
  (* hierconn *) wire [ID_WIDTH-1:0] \dut.u_read_gate.id_q ;
  (* hierconn *) wire [7:0] \dut.u_read_gate.len_q ;
  (* hierconn *) wire \dut.u_read_gate.u_taken.on_q ;
  wire waits = (\dut.u_read_gate.go_q || \dut.u_read_gate.no_q ) && !\dut.u_read_gate.u_taken.on_q ;
  wire waits_granted = \dut.u_read_gate.go_q ;
  wire [ID_WIDTH-1:0] waits_id = \dut.u_read_gate.id_q ;
  wire [7:0] waits_len = \dut.u_read_gate.len_q ;
  wire inside = waits;
  wire offered = \dut.u_read_gate.u_taken.on_q ;
  wire ar_grant = \dut.u_read_decision.grant_o && !\dut.u_read_decision.deny_o ;
  always @* if (live) begin
    i_kind: assert (!(\dut.u_read_gate.go_q && \dut.u_read_gate.no_q ) && (!offered || \dut.u_read_gate.go_q ));
  end
