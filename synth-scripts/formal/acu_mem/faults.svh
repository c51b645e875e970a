  // What can close the filter, and that it does not.
  (* hierconn *) wire \dut.u_read_gate.u_taken.on_q ;
  (* hierconn *) wire \dut.u_read_gate.u_taken.off_q ;
  (* hierconn *) wire \dut.u_write_gate.u_taken.on_q ;
  (* hierconn *) wire \dut.u_write_gate.u_taken.off_q ;
  (* hierconn *) wire [15:0] \dut.u_write_queue.grants_q ;
  (* hierconn *) wire [4:0] \dut.u_write_queue.count_q ;
  (* hierconn *) wire \dut.u_write_queue.parity_q ;
  (* hierconn *) wire \dut.closed_q ;
  wire [1:0] taken = {\dut.u_write_gate.u_taken.on_q , \dut.u_read_gate.u_taken.on_q };
  wire [1:0] taken_off = {\dut.u_write_gate.u_taken.off_q , \dut.u_read_gate.u_taken.off_q };
  always @* if (live) begin
    i_rails: assert (taken == ~taken_off);
    i_queue: assert (\dut.u_write_queue.parity_q == (^{\dut.u_write_queue.grants_q , \dut.u_write_queue.count_q }));
    i_open: assert (!\dut.closed_q );
  end
