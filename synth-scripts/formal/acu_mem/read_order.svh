  // Registers of the order of read answers: by id, the unanswered requests and whether they are granted.
  (* hierconn *) wire [4:0] \dut.u_read_gate.u_order.count_q[0] ;
  (* hierconn *) wire [4:0] \dut.u_read_gate.u_order.count_q[1] ;
  (* hierconn *) wire [4:0] \dut.u_read_gate.u_order.count_q[2] ;
  (* hierconn *) wire [4:0] \dut.u_read_gate.u_order.count_q[3] ;
  (* hierconn *) wire [4:0] \dut.u_read_gate.u_order.count_q[4] ;
  (* hierconn *) wire [4:0] \dut.u_read_gate.u_order.count_q[5] ;
  (* hierconn *) wire [4:0] \dut.u_read_gate.u_order.count_q[6] ;
  (* hierconn *) wire [4:0] \dut.u_read_gate.u_order.count_q[7] ;
  (* hierconn *) wire [4:0] \dut.u_read_gate.u_order.count_q[8] ;
  (* hierconn *) wire [4:0] \dut.u_read_gate.u_order.count_q[9] ;
  (* hierconn *) wire [4:0] \dut.u_read_gate.u_order.count_q[10] ;
  (* hierconn *) wire [4:0] \dut.u_read_gate.u_order.count_q[11] ;
  (* hierconn *) wire [4:0] \dut.u_read_gate.u_order.count_q[12] ;
  (* hierconn *) wire [4:0] \dut.u_read_gate.u_order.count_q[13] ;
  (* hierconn *) wire [4:0] \dut.u_read_gate.u_order.count_q[14] ;
  (* hierconn *) wire [4:0] \dut.u_read_gate.u_order.count_q[15] ;
  (* hierconn *) wire \dut.u_read_gate.u_order.granted_q[0] ;
  (* hierconn *) wire \dut.u_read_gate.u_order.granted_q[1] ;
  (* hierconn *) wire \dut.u_read_gate.u_order.granted_q[2] ;
  (* hierconn *) wire \dut.u_read_gate.u_order.granted_q[3] ;
  (* hierconn *) wire \dut.u_read_gate.u_order.granted_q[4] ;
  (* hierconn *) wire \dut.u_read_gate.u_order.granted_q[5] ;
  (* hierconn *) wire \dut.u_read_gate.u_order.granted_q[6] ;
  (* hierconn *) wire \dut.u_read_gate.u_order.granted_q[7] ;
  (* hierconn *) wire \dut.u_read_gate.u_order.granted_q[8] ;
  (* hierconn *) wire \dut.u_read_gate.u_order.granted_q[9] ;
  (* hierconn *) wire \dut.u_read_gate.u_order.granted_q[10] ;
  (* hierconn *) wire \dut.u_read_gate.u_order.granted_q[11] ;
  (* hierconn *) wire \dut.u_read_gate.u_order.granted_q[12] ;
  (* hierconn *) wire \dut.u_read_gate.u_order.granted_q[13] ;
  (* hierconn *) wire \dut.u_read_gate.u_order.granted_q[14] ;
  (* hierconn *) wire \dut.u_read_gate.u_order.granted_q[15] ;
  (* hierconn *) wire [4:0] \dut.u_read_gate.u_order.total_q ;
  wire [79:0] counts = {\dut.u_read_gate.u_order.count_q[15] ,
    \dut.u_read_gate.u_order.count_q[14] ,
    \dut.u_read_gate.u_order.count_q[13] ,
    \dut.u_read_gate.u_order.count_q[12] ,
    \dut.u_read_gate.u_order.count_q[11] ,
    \dut.u_read_gate.u_order.count_q[10] ,
    \dut.u_read_gate.u_order.count_q[9] ,
    \dut.u_read_gate.u_order.count_q[8] ,
    \dut.u_read_gate.u_order.count_q[7] ,
    \dut.u_read_gate.u_order.count_q[6] ,
    \dut.u_read_gate.u_order.count_q[5] ,
    \dut.u_read_gate.u_order.count_q[4] ,
    \dut.u_read_gate.u_order.count_q[3] ,
    \dut.u_read_gate.u_order.count_q[2] ,
    \dut.u_read_gate.u_order.count_q[1] ,
    \dut.u_read_gate.u_order.count_q[0] };
  wire [15:0] kinds = {\dut.u_read_gate.u_order.granted_q[15] ,
    \dut.u_read_gate.u_order.granted_q[14] ,
    \dut.u_read_gate.u_order.granted_q[13] ,
    \dut.u_read_gate.u_order.granted_q[12] ,
    \dut.u_read_gate.u_order.granted_q[11] ,
    \dut.u_read_gate.u_order.granted_q[10] ,
    \dut.u_read_gate.u_order.granted_q[9] ,
    \dut.u_read_gate.u_order.granted_q[8] ,
    \dut.u_read_gate.u_order.granted_q[7] ,
    \dut.u_read_gate.u_order.granted_q[6] ,
    \dut.u_read_gate.u_order.granted_q[5] ,
    \dut.u_read_gate.u_order.granted_q[4] ,
    \dut.u_read_gate.u_order.granted_q[3] ,
    \dut.u_read_gate.u_order.granted_q[2] ,
    \dut.u_read_gate.u_order.granted_q[1] ,
    \dut.u_read_gate.u_order.granted_q[0] };
  wire [4:0] total = \dut.u_read_gate.u_order.total_q ;
