  // answer_order in any surroundings: for any id, the unanswered requests are counted apart.
  (* anyconst *) reg [3:0] id;
  (* hierconn *) wire \dut.u_read_gate.u_order.may_o ;
  (* hierconn *) wire \dut.u_read_gate.u_order.take_i ;
  (* hierconn *) wire \dut.u_read_gate.u_order.done_i ;
  (* hierconn *) wire \dut.u_read_gate.u_order.granted_i ;
  (* hierconn *) wire [3:0] \dut.u_read_gate.u_order.id_i ;
  (* hierconn *) wire [3:0] \dut.u_read_gate.u_order.done_id_i ;
  wire may = \dut.u_read_gate.u_order.may_o , take = \dut.u_read_gate.u_order.take_i , done = \dut.u_read_gate.u_order.done_i ;
  wire asks = \dut.u_read_gate.u_order.id_i == id, ends = \dut.u_read_gate.u_order.done_id_i == id;
  reg [5:0] open, open_others; reg kind;
  always @(posedge clk_i) begin
    open <= rst_ni ? open + (take && asks) - (done && ends) : 0;
    open_others <= rst_ni ? open_others + (take && !asks) - (done && !ends) : 0;
    if (take && asks) kind <= \dut.u_read_gate.u_order.granted_i ;
  end
  wire [4:0] count = counts >> (5 * id);
  always @* if (live) begin
    // Nothing is answered that is not open: proved in "reads" and "writes".
    if (done) assume (ends ? open != 0 : open_others != 0);
    if (take) p_asked: assert (may);
    p_sixteen: assert (open + open_others <= 16);
    if (asks) p_may: assert (may == (open + open_others < 16 && (open == 0 || kind == \dut.u_read_gate.u_order.granted_i )));
    else p_full: assert (!may || open + open_others < 16);
    i_count: assert (count == open && total == open + open_others && (open == 0 || kinds[id] == kind));
    c_full: cover (open == 9 && open_others == 7);
  end
