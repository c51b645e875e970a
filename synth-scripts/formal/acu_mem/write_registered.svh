  // The register of the write gate: what it holds, not committed or offered to the memory.
  (* hierconn *) wire \dut.u_write_gate.go_q ;
  (* hierconn *) wire \dut.u_write_gate.no_q ;
  (* hierconn *) wire [ID_WIDTH-1:0] \dut.u_write_gate.id_q ;
  (* hierconn *) wire \dut.u_write_gate.u_taken.on_q ;
  wire offered = \dut.u_write_gate.u_taken.on_q ;
  wire waits = (\dut.u_write_gate.go_q || \dut.u_write_gate.no_q ) && !offered;
  wire waits_granted = \dut.u_write_gate.go_q ;
  wire [ID_WIDTH-1:0] waits_id = \dut.u_write_gate.id_q ;
  wire inside = waits;
  wire aw_grant = \dut.u_write_decision.grant_o && !\dut.u_write_decision.deny_o ;
  always @* if (live) begin
    i_kind: assert (!(\dut.u_write_gate.go_q && \dut.u_write_gate.no_q ) && (!offered || \dut.u_write_gate.go_q ));
  end
