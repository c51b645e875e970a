  // Registers of the two request gates, bit 0 or low half reads.
  (* hierconn *) wire \dut.u_read_gate.go_q ;
  (* hierconn *) wire \dut.u_read_gate.no_q ;
  (* hierconn *) wire [ADDR_WIDTH-1:0] \dut.u_read_gate.addr_q ;
  (* hierconn *) wire [ID_WIDTH-1:0] \dut.u_read_gate.id_q ;
  (* hierconn *) wire [7:0] \dut.u_read_gate.len_q ;
  (* hierconn *) wire [20:0] \dut.u_read_gate.attr_q ;
  (* hierconn *) wire [7:0] \dut.u_read_gate.user_q ;
  (* hierconn *) wire \dut.u_read_gate.parity_q ;
  (* hierconn *) wire \dut.u_write_gate.go_q ;
  (* hierconn *) wire \dut.u_write_gate.no_q ;
  (* hierconn *) wire [ADDR_WIDTH-1:0] \dut.u_write_gate.addr_q ;
  (* hierconn *) wire [ID_WIDTH-1:0] \dut.u_write_gate.id_q ;
  (* hierconn *) wire [7:0] \dut.u_write_gate.len_q ;
  (* hierconn *) wire [20:0] \dut.u_write_gate.attr_q ;
  (* hierconn *) wire [7:0] \dut.u_write_gate.user_q ;
  (* hierconn *) wire \dut.u_write_gate.parity_q ;
  wire [1:0] go = {\dut.u_write_gate.go_q , \dut.u_read_gate.go_q };
  wire [1:0] no = {\dut.u_write_gate.no_q , \dut.u_read_gate.no_q };
  wire [2*REQUEST-1:0] held_request = {
    \dut.u_write_gate.addr_q , \dut.u_write_gate.id_q , \dut.u_write_gate.len_q , \dut.u_write_gate.attr_q , \dut.u_write_gate.user_q ,
    \dut.u_read_gate.addr_q , \dut.u_read_gate.id_q , \dut.u_read_gate.len_q , \dut.u_read_gate.attr_q , \dut.u_read_gate.user_q };
  wire [1:0] parity = {\dut.u_write_gate.parity_q , \dut.u_read_gate.parity_q };
