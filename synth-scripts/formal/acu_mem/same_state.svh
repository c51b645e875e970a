  // Registers that do not depend on what differs are the same in both copies; no parity is wrong.
  (* hierconn *) wire \a.u_read_gate.go_q ;
  (* hierconn *) wire \a.u_read_gate.no_q ;
  (* hierconn *) wire [3:0] \a.u_read_gate.id_q ;
  (* hierconn *) wire [7:0] \a.u_read_gate.len_q ;
  (* hierconn *) wire [7:0] \a.u_read_gate.user_q ;
  (* hierconn *) wire \a.u_read_gate.u_taken.on_q ;
  (* hierconn *) wire \a.u_read_gate.u_taken.off_q ;
  (* hierconn *) wire [4:0] \a.u_read_gate.u_order.total_q ;
  (* hierconn *) wire [4:0] \a.u_read_gate.u_order.count_q[0] ;
  (* hierconn *) wire \a.u_read_gate.u_order.granted_q[0] ;
  (* hierconn *) wire [4:0] \a.u_read_gate.u_order.count_q[1] ;
  (* hierconn *) wire \a.u_read_gate.u_order.granted_q[1] ;
  (* hierconn *) wire [4:0] \a.u_read_gate.u_order.count_q[2] ;
  (* hierconn *) wire \a.u_read_gate.u_order.granted_q[2] ;
  (* hierconn *) wire [4:0] \a.u_read_gate.u_order.count_q[3] ;
  (* hierconn *) wire \a.u_read_gate.u_order.granted_q[3] ;
  (* hierconn *) wire [4:0] \a.u_read_gate.u_order.count_q[4] ;
  (* hierconn *) wire \a.u_read_gate.u_order.granted_q[4] ;
  (* hierconn *) wire [4:0] \a.u_read_gate.u_order.count_q[5] ;
  (* hierconn *) wire \a.u_read_gate.u_order.granted_q[5] ;
  (* hierconn *) wire [4:0] \a.u_read_gate.u_order.count_q[6] ;
  (* hierconn *) wire \a.u_read_gate.u_order.granted_q[6] ;
  (* hierconn *) wire [4:0] \a.u_read_gate.u_order.count_q[7] ;
  (* hierconn *) wire \a.u_read_gate.u_order.granted_q[7] ;
  (* hierconn *) wire [4:0] \a.u_read_gate.u_order.count_q[8] ;
  (* hierconn *) wire \a.u_read_gate.u_order.granted_q[8] ;
  (* hierconn *) wire [4:0] \a.u_read_gate.u_order.count_q[9] ;
  (* hierconn *) wire \a.u_read_gate.u_order.granted_q[9] ;
  (* hierconn *) wire [4:0] \a.u_read_gate.u_order.count_q[10] ;
  (* hierconn *) wire \a.u_read_gate.u_order.granted_q[10] ;
  (* hierconn *) wire [4:0] \a.u_read_gate.u_order.count_q[11] ;
  (* hierconn *) wire \a.u_read_gate.u_order.granted_q[11] ;
  (* hierconn *) wire [4:0] \a.u_read_gate.u_order.count_q[12] ;
  (* hierconn *) wire \a.u_read_gate.u_order.granted_q[12] ;
  (* hierconn *) wire [4:0] \a.u_read_gate.u_order.count_q[13] ;
  (* hierconn *) wire \a.u_read_gate.u_order.granted_q[13] ;
  (* hierconn *) wire [4:0] \a.u_read_gate.u_order.count_q[14] ;
  (* hierconn *) wire \a.u_read_gate.u_order.granted_q[14] ;
  (* hierconn *) wire [4:0] \a.u_read_gate.u_order.count_q[15] ;
  (* hierconn *) wire \a.u_read_gate.u_order.granted_q[15] ;
  (* hierconn *) wire \a.u_read_pick.held_q ;
  (* hierconn *) wire \a.u_read_pick.deny_q ;
  (* hierconn *) wire \a.u_write_gate.go_q ;
  (* hierconn *) wire \a.u_write_gate.no_q ;
  (* hierconn *) wire [3:0] \a.u_write_gate.id_q ;
  (* hierconn *) wire [7:0] \a.u_write_gate.len_q ;
  (* hierconn *) wire [7:0] \a.u_write_gate.user_q ;
  (* hierconn *) wire \a.u_write_gate.u_taken.on_q ;
  (* hierconn *) wire \a.u_write_gate.u_taken.off_q ;
  (* hierconn *) wire [4:0] \a.u_write_gate.u_order.total_q ;
  (* hierconn *) wire [4:0] \a.u_write_gate.u_order.count_q[0] ;
  (* hierconn *) wire \a.u_write_gate.u_order.granted_q[0] ;
  (* hierconn *) wire [4:0] \a.u_write_gate.u_order.count_q[1] ;
  (* hierconn *) wire \a.u_write_gate.u_order.granted_q[1] ;
  (* hierconn *) wire [4:0] \a.u_write_gate.u_order.count_q[2] ;
  (* hierconn *) wire \a.u_write_gate.u_order.granted_q[2] ;
  (* hierconn *) wire [4:0] \a.u_write_gate.u_order.count_q[3] ;
  (* hierconn *) wire \a.u_write_gate.u_order.granted_q[3] ;
  (* hierconn *) wire [4:0] \a.u_write_gate.u_order.count_q[4] ;
  (* hierconn *) wire \a.u_write_gate.u_order.granted_q[4] ;
  (* hierconn *) wire [4:0] \a.u_write_gate.u_order.count_q[5] ;
  (* hierconn *) wire \a.u_write_gate.u_order.granted_q[5] ;
  (* hierconn *) wire [4:0] \a.u_write_gate.u_order.count_q[6] ;
  (* hierconn *) wire \a.u_write_gate.u_order.granted_q[6] ;
  (* hierconn *) wire [4:0] \a.u_write_gate.u_order.count_q[7] ;
  (* hierconn *) wire \a.u_write_gate.u_order.granted_q[7] ;
  (* hierconn *) wire [4:0] \a.u_write_gate.u_order.count_q[8] ;
  (* hierconn *) wire \a.u_write_gate.u_order.granted_q[8] ;
  (* hierconn *) wire [4:0] \a.u_write_gate.u_order.count_q[9] ;
  (* hierconn *) wire \a.u_write_gate.u_order.granted_q[9] ;
  (* hierconn *) wire [4:0] \a.u_write_gate.u_order.count_q[10] ;
  (* hierconn *) wire \a.u_write_gate.u_order.granted_q[10] ;
  (* hierconn *) wire [4:0] \a.u_write_gate.u_order.count_q[11] ;
  (* hierconn *) wire \a.u_write_gate.u_order.granted_q[11] ;
  (* hierconn *) wire [4:0] \a.u_write_gate.u_order.count_q[12] ;
  (* hierconn *) wire \a.u_write_gate.u_order.granted_q[12] ;
  (* hierconn *) wire [4:0] \a.u_write_gate.u_order.count_q[13] ;
  (* hierconn *) wire \a.u_write_gate.u_order.granted_q[13] ;
  (* hierconn *) wire [4:0] \a.u_write_gate.u_order.count_q[14] ;
  (* hierconn *) wire \a.u_write_gate.u_order.granted_q[14] ;
  (* hierconn *) wire [4:0] \a.u_write_gate.u_order.count_q[15] ;
  (* hierconn *) wire \a.u_write_gate.u_order.granted_q[15] ;
  (* hierconn *) wire \a.u_write_pick.held_q ;
  (* hierconn *) wire \a.u_write_pick.deny_q ;
  (* hierconn *) wire [15:0] \a.u_write_queue.grants_q ;
  (* hierconn *) wire [4:0] \a.u_write_queue.count_q ;
  (* hierconn *) wire \a.u_write_queue.parity_q ;
  (* hierconn *) wire [7:0] \a.u_deny_read.beat_q ;
  (* hierconn *) wire [2:0] \a.u_deny_write.due_q ;
  (* hierconn *) wire [2:0] \a.u_deny_read.u_ids.read_q ;
  (* hierconn *) wire [2:0] \a.u_deny_read.u_ids.write_q ;
  (* hierconn *) wire [3:0] \a.u_deny_read.u_ids.u_words.mem[0] ;
  (* hierconn *) wire [3:0] \a.u_deny_read.u_ids.u_words.mem[1] ;
  (* hierconn *) wire [3:0] \a.u_deny_read.u_ids.u_words.mem[2] ;
  (* hierconn *) wire [3:0] \a.u_deny_read.u_ids.u_words.mem[3] ;
  (* hierconn *) wire [2:0] \a.u_deny_read.u_lens.read_q ;
  (* hierconn *) wire [2:0] \a.u_deny_read.u_lens.write_q ;
  (* hierconn *) wire [7:0] \a.u_deny_read.u_lens.u_words.mem[0] ;
  (* hierconn *) wire [7:0] \a.u_deny_read.u_lens.u_words.mem[1] ;
  (* hierconn *) wire [7:0] \a.u_deny_read.u_lens.u_words.mem[2] ;
  (* hierconn *) wire [7:0] \a.u_deny_read.u_lens.u_words.mem[3] ;
  (* hierconn *) wire [2:0] \a.u_deny_write.u_ids.read_q ;
  (* hierconn *) wire [2:0] \a.u_deny_write.u_ids.write_q ;
  (* hierconn *) wire [3:0] \a.u_deny_write.u_ids.u_words.mem[0] ;
  (* hierconn *) wire [3:0] \a.u_deny_write.u_ids.u_words.mem[1] ;
  (* hierconn *) wire [3:0] \a.u_deny_write.u_ids.u_words.mem[2] ;
  (* hierconn *) wire [3:0] \a.u_deny_write.u_ids.u_words.mem[3] ;
  (* hierconn *) wire \a.closed_q ;
  (* hierconn *) wire \a.alert_q ;
  (* hierconn *) wire [31:0] \a.u_read_gate.addr_q ;
  (* hierconn *) wire [20:0] \a.u_read_gate.attr_q ;
  (* hierconn *) wire \a.u_read_gate.parity_q ;
  (* hierconn *) wire [31:0] \a.u_write_gate.addr_q ;
  (* hierconn *) wire [20:0] \a.u_write_gate.attr_q ;
  (* hierconn *) wire \a.u_write_gate.parity_q ;
  (* hierconn *) wire \b.u_read_gate.go_q ;
  (* hierconn *) wire \b.u_read_gate.no_q ;
  (* hierconn *) wire [3:0] \b.u_read_gate.id_q ;
  (* hierconn *) wire [7:0] \b.u_read_gate.len_q ;
  (* hierconn *) wire [7:0] \b.u_read_gate.user_q ;
  (* hierconn *) wire \b.u_read_gate.u_taken.on_q ;
  (* hierconn *) wire \b.u_read_gate.u_taken.off_q ;
  (* hierconn *) wire [4:0] \b.u_read_gate.u_order.total_q ;
  (* hierconn *) wire [4:0] \b.u_read_gate.u_order.count_q[0] ;
  (* hierconn *) wire \b.u_read_gate.u_order.granted_q[0] ;
  (* hierconn *) wire [4:0] \b.u_read_gate.u_order.count_q[1] ;
  (* hierconn *) wire \b.u_read_gate.u_order.granted_q[1] ;
  (* hierconn *) wire [4:0] \b.u_read_gate.u_order.count_q[2] ;
  (* hierconn *) wire \b.u_read_gate.u_order.granted_q[2] ;
  (* hierconn *) wire [4:0] \b.u_read_gate.u_order.count_q[3] ;
  (* hierconn *) wire \b.u_read_gate.u_order.granted_q[3] ;
  (* hierconn *) wire [4:0] \b.u_read_gate.u_order.count_q[4] ;
  (* hierconn *) wire \b.u_read_gate.u_order.granted_q[4] ;
  (* hierconn *) wire [4:0] \b.u_read_gate.u_order.count_q[5] ;
  (* hierconn *) wire \b.u_read_gate.u_order.granted_q[5] ;
  (* hierconn *) wire [4:0] \b.u_read_gate.u_order.count_q[6] ;
  (* hierconn *) wire \b.u_read_gate.u_order.granted_q[6] ;
  (* hierconn *) wire [4:0] \b.u_read_gate.u_order.count_q[7] ;
  (* hierconn *) wire \b.u_read_gate.u_order.granted_q[7] ;
  (* hierconn *) wire [4:0] \b.u_read_gate.u_order.count_q[8] ;
  (* hierconn *) wire \b.u_read_gate.u_order.granted_q[8] ;
  (* hierconn *) wire [4:0] \b.u_read_gate.u_order.count_q[9] ;
  (* hierconn *) wire \b.u_read_gate.u_order.granted_q[9] ;
  (* hierconn *) wire [4:0] \b.u_read_gate.u_order.count_q[10] ;
  (* hierconn *) wire \b.u_read_gate.u_order.granted_q[10] ;
  (* hierconn *) wire [4:0] \b.u_read_gate.u_order.count_q[11] ;
  (* hierconn *) wire \b.u_read_gate.u_order.granted_q[11] ;
  (* hierconn *) wire [4:0] \b.u_read_gate.u_order.count_q[12] ;
  (* hierconn *) wire \b.u_read_gate.u_order.granted_q[12] ;
  (* hierconn *) wire [4:0] \b.u_read_gate.u_order.count_q[13] ;
  (* hierconn *) wire \b.u_read_gate.u_order.granted_q[13] ;
  (* hierconn *) wire [4:0] \b.u_read_gate.u_order.count_q[14] ;
  (* hierconn *) wire \b.u_read_gate.u_order.granted_q[14] ;
  (* hierconn *) wire [4:0] \b.u_read_gate.u_order.count_q[15] ;
  (* hierconn *) wire \b.u_read_gate.u_order.granted_q[15] ;
  (* hierconn *) wire \b.u_read_pick.held_q ;
  (* hierconn *) wire \b.u_read_pick.deny_q ;
  (* hierconn *) wire \b.u_write_gate.go_q ;
  (* hierconn *) wire \b.u_write_gate.no_q ;
  (* hierconn *) wire [3:0] \b.u_write_gate.id_q ;
  (* hierconn *) wire [7:0] \b.u_write_gate.len_q ;
  (* hierconn *) wire [7:0] \b.u_write_gate.user_q ;
  (* hierconn *) wire \b.u_write_gate.u_taken.on_q ;
  (* hierconn *) wire \b.u_write_gate.u_taken.off_q ;
  (* hierconn *) wire [4:0] \b.u_write_gate.u_order.total_q ;
  (* hierconn *) wire [4:0] \b.u_write_gate.u_order.count_q[0] ;
  (* hierconn *) wire \b.u_write_gate.u_order.granted_q[0] ;
  (* hierconn *) wire [4:0] \b.u_write_gate.u_order.count_q[1] ;
  (* hierconn *) wire \b.u_write_gate.u_order.granted_q[1] ;
  (* hierconn *) wire [4:0] \b.u_write_gate.u_order.count_q[2] ;
  (* hierconn *) wire \b.u_write_gate.u_order.granted_q[2] ;
  (* hierconn *) wire [4:0] \b.u_write_gate.u_order.count_q[3] ;
  (* hierconn *) wire \b.u_write_gate.u_order.granted_q[3] ;
  (* hierconn *) wire [4:0] \b.u_write_gate.u_order.count_q[4] ;
  (* hierconn *) wire \b.u_write_gate.u_order.granted_q[4] ;
  (* hierconn *) wire [4:0] \b.u_write_gate.u_order.count_q[5] ;
  (* hierconn *) wire \b.u_write_gate.u_order.granted_q[5] ;
  (* hierconn *) wire [4:0] \b.u_write_gate.u_order.count_q[6] ;
  (* hierconn *) wire \b.u_write_gate.u_order.granted_q[6] ;
  (* hierconn *) wire [4:0] \b.u_write_gate.u_order.count_q[7] ;
  (* hierconn *) wire \b.u_write_gate.u_order.granted_q[7] ;
  (* hierconn *) wire [4:0] \b.u_write_gate.u_order.count_q[8] ;
  (* hierconn *) wire \b.u_write_gate.u_order.granted_q[8] ;
  (* hierconn *) wire [4:0] \b.u_write_gate.u_order.count_q[9] ;
  (* hierconn *) wire \b.u_write_gate.u_order.granted_q[9] ;
  (* hierconn *) wire [4:0] \b.u_write_gate.u_order.count_q[10] ;
  (* hierconn *) wire \b.u_write_gate.u_order.granted_q[10] ;
  (* hierconn *) wire [4:0] \b.u_write_gate.u_order.count_q[11] ;
  (* hierconn *) wire \b.u_write_gate.u_order.granted_q[11] ;
  (* hierconn *) wire [4:0] \b.u_write_gate.u_order.count_q[12] ;
  (* hierconn *) wire \b.u_write_gate.u_order.granted_q[12] ;
  (* hierconn *) wire [4:0] \b.u_write_gate.u_order.count_q[13] ;
  (* hierconn *) wire \b.u_write_gate.u_order.granted_q[13] ;
  (* hierconn *) wire [4:0] \b.u_write_gate.u_order.count_q[14] ;
  (* hierconn *) wire \b.u_write_gate.u_order.granted_q[14] ;
  (* hierconn *) wire [4:0] \b.u_write_gate.u_order.count_q[15] ;
  (* hierconn *) wire \b.u_write_gate.u_order.granted_q[15] ;
  (* hierconn *) wire \b.u_write_pick.held_q ;
  (* hierconn *) wire \b.u_write_pick.deny_q ;
  (* hierconn *) wire [15:0] \b.u_write_queue.grants_q ;
  (* hierconn *) wire [4:0] \b.u_write_queue.count_q ;
  (* hierconn *) wire \b.u_write_queue.parity_q ;
  (* hierconn *) wire [7:0] \b.u_deny_read.beat_q ;
  (* hierconn *) wire [2:0] \b.u_deny_write.due_q ;
  (* hierconn *) wire [2:0] \b.u_deny_read.u_ids.read_q ;
  (* hierconn *) wire [2:0] \b.u_deny_read.u_ids.write_q ;
  (* hierconn *) wire [3:0] \b.u_deny_read.u_ids.u_words.mem[0] ;
  (* hierconn *) wire [3:0] \b.u_deny_read.u_ids.u_words.mem[1] ;
  (* hierconn *) wire [3:0] \b.u_deny_read.u_ids.u_words.mem[2] ;
  (* hierconn *) wire [3:0] \b.u_deny_read.u_ids.u_words.mem[3] ;
  (* hierconn *) wire [2:0] \b.u_deny_read.u_lens.read_q ;
  (* hierconn *) wire [2:0] \b.u_deny_read.u_lens.write_q ;
  (* hierconn *) wire [7:0] \b.u_deny_read.u_lens.u_words.mem[0] ;
  (* hierconn *) wire [7:0] \b.u_deny_read.u_lens.u_words.mem[1] ;
  (* hierconn *) wire [7:0] \b.u_deny_read.u_lens.u_words.mem[2] ;
  (* hierconn *) wire [7:0] \b.u_deny_read.u_lens.u_words.mem[3] ;
  (* hierconn *) wire [2:0] \b.u_deny_write.u_ids.read_q ;
  (* hierconn *) wire [2:0] \b.u_deny_write.u_ids.write_q ;
  (* hierconn *) wire [3:0] \b.u_deny_write.u_ids.u_words.mem[0] ;
  (* hierconn *) wire [3:0] \b.u_deny_write.u_ids.u_words.mem[1] ;
  (* hierconn *) wire [3:0] \b.u_deny_write.u_ids.u_words.mem[2] ;
  (* hierconn *) wire [3:0] \b.u_deny_write.u_ids.u_words.mem[3] ;
  (* hierconn *) wire \b.closed_q ;
  (* hierconn *) wire \b.alert_q ;
  (* hierconn *) wire [31:0] \b.u_read_gate.addr_q ;
  (* hierconn *) wire [20:0] \b.u_read_gate.attr_q ;
  (* hierconn *) wire \b.u_read_gate.parity_q ;
  (* hierconn *) wire [31:0] \b.u_write_gate.addr_q ;
  (* hierconn *) wire [20:0] \b.u_write_gate.attr_q ;
  (* hierconn *) wire \b.u_write_gate.parity_q ;
  wire [306:0] a_state = {\a.u_read_gate.go_q ,
    \a.u_read_gate.no_q ,
    \a.u_read_gate.id_q ,
    \a.u_read_gate.len_q ,
    \a.u_read_gate.user_q ,
    \a.u_read_gate.u_taken.on_q ,
    \a.u_read_gate.u_taken.off_q ,
    \a.u_read_gate.u_order.total_q ,
    \a.u_read_gate.u_order.count_q[0] ,
    \a.u_read_gate.u_order.granted_q[0] ,
    \a.u_read_gate.u_order.count_q[1] ,
    \a.u_read_gate.u_order.granted_q[1] ,
    \a.u_read_gate.u_order.count_q[2] ,
    \a.u_read_gate.u_order.granted_q[2] ,
    \a.u_read_gate.u_order.count_q[3] ,
    \a.u_read_gate.u_order.granted_q[3] ,
    \a.u_read_gate.u_order.count_q[4] ,
    \a.u_read_gate.u_order.granted_q[4] ,
    \a.u_read_gate.u_order.count_q[5] ,
    \a.u_read_gate.u_order.granted_q[5] ,
    \a.u_read_gate.u_order.count_q[6] ,
    \a.u_read_gate.u_order.granted_q[6] ,
    \a.u_read_gate.u_order.count_q[7] ,
    \a.u_read_gate.u_order.granted_q[7] ,
    \a.u_read_gate.u_order.count_q[8] ,
    \a.u_read_gate.u_order.granted_q[8] ,
    \a.u_read_gate.u_order.count_q[9] ,
    \a.u_read_gate.u_order.granted_q[9] ,
    \a.u_read_gate.u_order.count_q[10] ,
    \a.u_read_gate.u_order.granted_q[10] ,
    \a.u_read_gate.u_order.count_q[11] ,
    \a.u_read_gate.u_order.granted_q[11] ,
    \a.u_read_gate.u_order.count_q[12] ,
    \a.u_read_gate.u_order.granted_q[12] ,
    \a.u_read_gate.u_order.count_q[13] ,
    \a.u_read_gate.u_order.granted_q[13] ,
    \a.u_read_gate.u_order.count_q[14] ,
    \a.u_read_gate.u_order.granted_q[14] ,
    \a.u_read_gate.u_order.count_q[15] ,
    \a.u_read_gate.u_order.granted_q[15] ,
    \a.u_read_pick.held_q ,
    \a.u_read_pick.deny_q ,
    \a.u_write_gate.go_q ,
    \a.u_write_gate.no_q ,
    \a.u_write_gate.id_q ,
    \a.u_write_gate.len_q ,
    \a.u_write_gate.user_q ,
    \a.u_write_gate.u_taken.on_q ,
    \a.u_write_gate.u_taken.off_q ,
    \a.u_write_gate.u_order.total_q ,
    \a.u_write_gate.u_order.count_q[0] ,
    \a.u_write_gate.u_order.granted_q[0] ,
    \a.u_write_gate.u_order.count_q[1] ,
    \a.u_write_gate.u_order.granted_q[1] ,
    \a.u_write_gate.u_order.count_q[2] ,
    \a.u_write_gate.u_order.granted_q[2] ,
    \a.u_write_gate.u_order.count_q[3] ,
    \a.u_write_gate.u_order.granted_q[3] ,
    \a.u_write_gate.u_order.count_q[4] ,
    \a.u_write_gate.u_order.granted_q[4] ,
    \a.u_write_gate.u_order.count_q[5] ,
    \a.u_write_gate.u_order.granted_q[5] ,
    \a.u_write_gate.u_order.count_q[6] ,
    \a.u_write_gate.u_order.granted_q[6] ,
    \a.u_write_gate.u_order.count_q[7] ,
    \a.u_write_gate.u_order.granted_q[7] ,
    \a.u_write_gate.u_order.count_q[8] ,
    \a.u_write_gate.u_order.granted_q[8] ,
    \a.u_write_gate.u_order.count_q[9] ,
    \a.u_write_gate.u_order.granted_q[9] ,
    \a.u_write_gate.u_order.count_q[10] ,
    \a.u_write_gate.u_order.granted_q[10] ,
    \a.u_write_gate.u_order.count_q[11] ,
    \a.u_write_gate.u_order.granted_q[11] ,
    \a.u_write_gate.u_order.count_q[12] ,
    \a.u_write_gate.u_order.granted_q[12] ,
    \a.u_write_gate.u_order.count_q[13] ,
    \a.u_write_gate.u_order.granted_q[13] ,
    \a.u_write_gate.u_order.count_q[14] ,
    \a.u_write_gate.u_order.granted_q[14] ,
    \a.u_write_gate.u_order.count_q[15] ,
    \a.u_write_gate.u_order.granted_q[15] ,
    \a.u_write_pick.held_q ,
    \a.u_write_pick.deny_q ,
    \a.u_write_queue.grants_q ,
    \a.u_write_queue.count_q ,
    \a.u_write_queue.parity_q ,
    \a.u_deny_read.beat_q ,
    \a.u_deny_write.due_q ,
    \a.u_deny_read.u_ids.read_q ,
    \a.u_deny_read.u_ids.write_q ,
    \a.u_deny_read.u_lens.read_q ,
    \a.u_deny_read.u_lens.write_q ,
    \a.u_deny_write.u_ids.read_q ,
    \a.u_deny_write.u_ids.write_q ,
    \a.closed_q ,
    \a.alert_q };
  wire a_read_parity = ^{\a.u_read_gate.go_q , \a.u_read_gate.no_q , \a.u_read_gate.addr_q , \a.u_read_gate.id_q , \a.u_read_gate.len_q , \a.u_read_gate.attr_q , \a.u_read_gate.user_q , \a.u_read_gate.parity_q };
  wire a_write_parity = ^{\a.u_write_gate.go_q , \a.u_write_gate.no_q , \a.u_write_gate.addr_q , \a.u_write_gate.id_q , \a.u_write_gate.len_q , \a.u_write_gate.attr_q , \a.u_write_gate.user_q , \a.u_write_gate.parity_q };
  wire [306:0] b_state = {\b.u_read_gate.go_q ,
    \b.u_read_gate.no_q ,
    \b.u_read_gate.id_q ,
    \b.u_read_gate.len_q ,
    \b.u_read_gate.user_q ,
    \b.u_read_gate.u_taken.on_q ,
    \b.u_read_gate.u_taken.off_q ,
    \b.u_read_gate.u_order.total_q ,
    \b.u_read_gate.u_order.count_q[0] ,
    \b.u_read_gate.u_order.granted_q[0] ,
    \b.u_read_gate.u_order.count_q[1] ,
    \b.u_read_gate.u_order.granted_q[1] ,
    \b.u_read_gate.u_order.count_q[2] ,
    \b.u_read_gate.u_order.granted_q[2] ,
    \b.u_read_gate.u_order.count_q[3] ,
    \b.u_read_gate.u_order.granted_q[3] ,
    \b.u_read_gate.u_order.count_q[4] ,
    \b.u_read_gate.u_order.granted_q[4] ,
    \b.u_read_gate.u_order.count_q[5] ,
    \b.u_read_gate.u_order.granted_q[5] ,
    \b.u_read_gate.u_order.count_q[6] ,
    \b.u_read_gate.u_order.granted_q[6] ,
    \b.u_read_gate.u_order.count_q[7] ,
    \b.u_read_gate.u_order.granted_q[7] ,
    \b.u_read_gate.u_order.count_q[8] ,
    \b.u_read_gate.u_order.granted_q[8] ,
    \b.u_read_gate.u_order.count_q[9] ,
    \b.u_read_gate.u_order.granted_q[9] ,
    \b.u_read_gate.u_order.count_q[10] ,
    \b.u_read_gate.u_order.granted_q[10] ,
    \b.u_read_gate.u_order.count_q[11] ,
    \b.u_read_gate.u_order.granted_q[11] ,
    \b.u_read_gate.u_order.count_q[12] ,
    \b.u_read_gate.u_order.granted_q[12] ,
    \b.u_read_gate.u_order.count_q[13] ,
    \b.u_read_gate.u_order.granted_q[13] ,
    \b.u_read_gate.u_order.count_q[14] ,
    \b.u_read_gate.u_order.granted_q[14] ,
    \b.u_read_gate.u_order.count_q[15] ,
    \b.u_read_gate.u_order.granted_q[15] ,
    \b.u_read_pick.held_q ,
    \b.u_read_pick.deny_q ,
    \b.u_write_gate.go_q ,
    \b.u_write_gate.no_q ,
    \b.u_write_gate.id_q ,
    \b.u_write_gate.len_q ,
    \b.u_write_gate.user_q ,
    \b.u_write_gate.u_taken.on_q ,
    \b.u_write_gate.u_taken.off_q ,
    \b.u_write_gate.u_order.total_q ,
    \b.u_write_gate.u_order.count_q[0] ,
    \b.u_write_gate.u_order.granted_q[0] ,
    \b.u_write_gate.u_order.count_q[1] ,
    \b.u_write_gate.u_order.granted_q[1] ,
    \b.u_write_gate.u_order.count_q[2] ,
    \b.u_write_gate.u_order.granted_q[2] ,
    \b.u_write_gate.u_order.count_q[3] ,
    \b.u_write_gate.u_order.granted_q[3] ,
    \b.u_write_gate.u_order.count_q[4] ,
    \b.u_write_gate.u_order.granted_q[4] ,
    \b.u_write_gate.u_order.count_q[5] ,
    \b.u_write_gate.u_order.granted_q[5] ,
    \b.u_write_gate.u_order.count_q[6] ,
    \b.u_write_gate.u_order.granted_q[6] ,
    \b.u_write_gate.u_order.count_q[7] ,
    \b.u_write_gate.u_order.granted_q[7] ,
    \b.u_write_gate.u_order.count_q[8] ,
    \b.u_write_gate.u_order.granted_q[8] ,
    \b.u_write_gate.u_order.count_q[9] ,
    \b.u_write_gate.u_order.granted_q[9] ,
    \b.u_write_gate.u_order.count_q[10] ,
    \b.u_write_gate.u_order.granted_q[10] ,
    \b.u_write_gate.u_order.count_q[11] ,
    \b.u_write_gate.u_order.granted_q[11] ,
    \b.u_write_gate.u_order.count_q[12] ,
    \b.u_write_gate.u_order.granted_q[12] ,
    \b.u_write_gate.u_order.count_q[13] ,
    \b.u_write_gate.u_order.granted_q[13] ,
    \b.u_write_gate.u_order.count_q[14] ,
    \b.u_write_gate.u_order.granted_q[14] ,
    \b.u_write_gate.u_order.count_q[15] ,
    \b.u_write_gate.u_order.granted_q[15] ,
    \b.u_write_pick.held_q ,
    \b.u_write_pick.deny_q ,
    \b.u_write_queue.grants_q ,
    \b.u_write_queue.count_q ,
    \b.u_write_queue.parity_q ,
    \b.u_deny_read.beat_q ,
    \b.u_deny_write.due_q ,
    \b.u_deny_read.u_ids.read_q ,
    \b.u_deny_read.u_ids.write_q ,
    \b.u_deny_read.u_lens.read_q ,
    \b.u_deny_read.u_lens.write_q ,
    \b.u_deny_write.u_ids.read_q ,
    \b.u_deny_write.u_ids.write_q ,
    \b.closed_q ,
    \b.alert_q };
  wire b_read_parity = ^{\b.u_read_gate.go_q , \b.u_read_gate.no_q , \b.u_read_gate.addr_q , \b.u_read_gate.id_q , \b.u_read_gate.len_q , \b.u_read_gate.attr_q , \b.u_read_gate.user_q , \b.u_read_gate.parity_q };
  wire b_write_parity = ^{\b.u_write_gate.go_q , \b.u_write_gate.no_q , \b.u_write_gate.addr_q , \b.u_write_gate.id_q , \b.u_write_gate.len_q , \b.u_write_gate.attr_q , \b.u_write_gate.user_q , \b.u_write_gate.parity_q };
  // Words of the queues that are in use.
  wire [2:0] ids_usage = \a.u_deny_read.u_ids.write_q - \a.u_deny_read.u_ids.read_q ;
  wire [3:0] ids_differ;
  wire [1:0] ids_at_0 = 2'd0 - \a.u_deny_read.u_ids.read_q [1:0];
  assign ids_differ[0] = {1'b0, ids_at_0} < ids_usage && \a.u_deny_read.u_ids.u_words.mem[0] != \b.u_deny_read.u_ids.u_words.mem[0] ;
  wire [1:0] ids_at_1 = 2'd1 - \a.u_deny_read.u_ids.read_q [1:0];
  assign ids_differ[1] = {1'b0, ids_at_1} < ids_usage && \a.u_deny_read.u_ids.u_words.mem[1] != \b.u_deny_read.u_ids.u_words.mem[1] ;
  wire [1:0] ids_at_2 = 2'd2 - \a.u_deny_read.u_ids.read_q [1:0];
  assign ids_differ[2] = {1'b0, ids_at_2} < ids_usage && \a.u_deny_read.u_ids.u_words.mem[2] != \b.u_deny_read.u_ids.u_words.mem[2] ;
  wire [1:0] ids_at_3 = 2'd3 - \a.u_deny_read.u_ids.read_q [1:0];
  assign ids_differ[3] = {1'b0, ids_at_3} < ids_usage && \a.u_deny_read.u_ids.u_words.mem[3] != \b.u_deny_read.u_ids.u_words.mem[3] ;
  wire [2:0] lens_usage = \a.u_deny_read.u_lens.write_q - \a.u_deny_read.u_lens.read_q ;
  wire [3:0] lens_differ;
  wire [1:0] lens_at_0 = 2'd0 - \a.u_deny_read.u_lens.read_q [1:0];
  assign lens_differ[0] = {1'b0, lens_at_0} < lens_usage && \a.u_deny_read.u_lens.u_words.mem[0] != \b.u_deny_read.u_lens.u_words.mem[0] ;
  wire [1:0] lens_at_1 = 2'd1 - \a.u_deny_read.u_lens.read_q [1:0];
  assign lens_differ[1] = {1'b0, lens_at_1} < lens_usage && \a.u_deny_read.u_lens.u_words.mem[1] != \b.u_deny_read.u_lens.u_words.mem[1] ;
  wire [1:0] lens_at_2 = 2'd2 - \a.u_deny_read.u_lens.read_q [1:0];
  assign lens_differ[2] = {1'b0, lens_at_2} < lens_usage && \a.u_deny_read.u_lens.u_words.mem[2] != \b.u_deny_read.u_lens.u_words.mem[2] ;
  wire [1:0] lens_at_3 = 2'd3 - \a.u_deny_read.u_lens.read_q [1:0];
  assign lens_differ[3] = {1'b0, lens_at_3} < lens_usage && \a.u_deny_read.u_lens.u_words.mem[3] != \b.u_deny_read.u_lens.u_words.mem[3] ;
  wire [2:0] writes_usage = \a.u_deny_write.u_ids.write_q - \a.u_deny_write.u_ids.read_q ;
  wire [3:0] writes_differ;
  wire [1:0] writes_at_0 = 2'd0 - \a.u_deny_write.u_ids.read_q [1:0];
  assign writes_differ[0] = {1'b0, writes_at_0} < writes_usage && \a.u_deny_write.u_ids.u_words.mem[0] != \b.u_deny_write.u_ids.u_words.mem[0] ;
  wire [1:0] writes_at_1 = 2'd1 - \a.u_deny_write.u_ids.read_q [1:0];
  assign writes_differ[1] = {1'b0, writes_at_1} < writes_usage && \a.u_deny_write.u_ids.u_words.mem[1] != \b.u_deny_write.u_ids.u_words.mem[1] ;
  wire [1:0] writes_at_2 = 2'd2 - \a.u_deny_write.u_ids.read_q [1:0];
  assign writes_differ[2] = {1'b0, writes_at_2} < writes_usage && \a.u_deny_write.u_ids.u_words.mem[2] != \b.u_deny_write.u_ids.u_words.mem[2] ;
  wire [1:0] writes_at_3 = 2'd3 - \a.u_deny_write.u_ids.read_q [1:0];
  assign writes_differ[3] = {1'b0, writes_at_3} < writes_usage && \a.u_deny_write.u_ids.u_words.mem[3] != \b.u_deny_write.u_ids.u_words.mem[3] ;
  always @* if (live) begin
    i_state: assert (a_state == b_state);
    i_ids: assert (ids_differ == 0 && ids_usage <= 4);
    i_lens: assert (lens_differ == 0 && lens_usage <= 4);
    i_writes: assert (writes_differ == 0 && writes_usage <= 4);
    i_lengths: assert (\a.u_deny_read.u_lens.read_q == \a.u_deny_read.u_ids.read_q && \a.u_deny_read.u_lens.write_q == \a.u_deny_read.u_ids.write_q );
    i_parity: assert ({a_read_parity, a_write_parity, b_read_parity, b_write_parity} == 0);
  end
