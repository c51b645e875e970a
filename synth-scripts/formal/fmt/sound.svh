  // Without flipped bits the storage of an entry is never at fault: property "storage" proves it.
  (* hierconn *) wire \dut.u_entries_0.bad ;
  (* hierconn *) wire \dut.u_entries_1.bad ;
  (* hierconn *) wire \dut.u_entries_2.bad ;
  (* hierconn *) wire \dut.u_entries_3.bad ;
  always @* if (live)
    assume (!\dut.u_entries_0.bad && !\dut.u_entries_1.bad && !\dut.u_entries_2.bad && !\dut.u_entries_3.bad );
  always @* if (live) i_state: assert (e_state != STORAGE);
