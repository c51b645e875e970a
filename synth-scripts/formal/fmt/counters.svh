  // The vectors that entries come next with: counter and epoch.
  (* hierconn *) wire [80:0] \dut.counters_rdata_o ;
  (* hierconn *) wire [80:0] \dut.u_counters.mem[0] ;
  (* hierconn *) wire [80:0] \dut.u_counters.mem[1] ;
  (* hierconn *) wire [80:0] \dut.u_counters.mem[2] ;
  (* hierconn *) wire [80:0] \dut.u_counters.mem[3] ;
  wire [80:0] e_vector = e == 0 ? \dut.u_counters.mem[0] : e == 1 ? \dut.u_counters.mem[1] : e == 2 ? \dut.u_counters.mem[2] : \dut.u_counters.mem[3] ;
  wire [80:0] f_vector = f == 0 ? \dut.u_counters.mem[0] : f == 1 ? \dut.u_counters.mem[1] : f == 2 ? \dut.u_counters.mem[2] : \dut.u_counters.mem[3] ;
