  (* hierconn *) wire \dut.u_read_decision.grant_o ;
  (* hierconn *) wire \dut.u_read_decision.deny_o ;
  // Proved apart ("requests"): without a fault the filter does not close.
  (* hierconn *) wire \dut.shut ;
  (* hierconn *) wire \dut.closed_q ;
  always @* if (live) assume (!\dut.closed_q && \dut.shut == (PATH_COMBINATIONAL && woken));
  reg woken;
  always @(posedge clk_i) woken <= !rst_ni;
  always @* if (live) i_woken: assert (!woken || total == 0 && !offered);

  // Any id, and any one of the requests that are taken with it.
  (* anyconst *) reg [ID_WIDTH-1:0] id;
  (* anyseq *) reg pick;
  wire ar = s_axi_arvalid && s_axi_arready;
  wire mar = m_axi_arvalid && m_axi_arready;
  wire r = s_axi_rvalid && s_axi_rready;
  wire mr = m_axi_rvalid && m_axi_rready;
  wire mine = s_axi_rvalid && s_axi_rid == id;

  // The memory: holds what it offers (A3.2.1), answers what it was asked (A3.3), with as many beats
  // as it was asked for (A3.4.1).
  localparam BEAT = DATA_WIDTH + ID_WIDTH + 3;
  wire [BEAT-1:0] m_beat = {m_axi_rid, m_axi_rdata, m_axi_rresp, m_axi_rlast};
  wire [BEAT-1:0] s_beat = {s_axi_rid, s_axi_rdata, s_axi_rresp, s_axi_rlast};
  reg m_stalls, s_stalls; reg [BEAT-1:0] m_was, s_was;
  always @(posedge clk_i) begin
    m_stalls <= rst_ni && m_axi_rvalid && !m_axi_rready; m_was <= m_beat;
    s_stalls <= rst_ni && s_axi_rvalid && !s_axi_rready; s_was <= s_beat;
  end
  // Requests that the memory owes an answer: of the id, of others.
  reg [4:0] owed, owed_others;
  wire m_ends = mr && m_axi_rlast;
  always @(posedge clk_i) begin
    owed <= rst_ni ? owed + (mar && m_axi_arid == id) - (m_ends && m_axi_rid == id) : 0;
    owed_others <= rst_ni ? owed_others + (mar && m_axi_arid != id) - (m_ends && m_axi_rid != id) : 0;
  end
  always @* if (live) begin
    if (m_stalls) assume (m_axi_rvalid && m_beat == m_was);
    if (m_axi_rvalid) assume (m_axi_rid == id ? owed != 0 : owed_others != 0);
    if (turn && granted && m_axi_rvalid && m_axi_rid == id) assume (m_axi_rlast == (beat == len));
  end

  // What the sources see: requests of the id that are unanswered, and of them the one that is
  // followed, with the requests ahead of it and the beats it has had.
  reg [5:0] open;
  reg follows, granted; reg [5:0] ahead; reg [7:0] len, beat;
  wire turn = follows && ahead == 0;
  wire ends = r && s_axi_rlast && s_axi_rid == id;
  always @(posedge clk_i) begin
    open <= open + (ar && s_axi_arid == id) - ends;
    if (ar && s_axi_arid == id && pick && !follows) begin
      follows <= 1; granted <= ar_grant; len <= s_axi_arlen; beat <= 0; ahead <= open - ends;
    end else if (r && mine && follows) begin
      if (ahead != 0) ahead <= ahead - s_axi_rlast;
      else begin beat <= beat + 1; if (s_axi_rlast) follows <= 0; end
    end
    if (!rst_ni) begin open <= 0; follows <= 0; end
  end
  always @* if (live) begin
    if (mine) p_asked: assert (open != 0);
    if (turn && mine) p_beats: assert (s_axi_rlast == (beat == len));
    if (turn && mine && !granted) p_denied: assert (s_axi_rresp == 2 && s_axi_rdata == 0 && !mr);
    if (turn && mine && granted) p_granted: assert (m_axi_rvalid && s_beat == m_beat && m_axi_rready == s_axi_rready);
    if (mr) p_passed_on: assert (r && s_beat == m_beat);
    if (s_stalls) p_stays: assert (s_axi_rvalid && s_beat == s_was);
    c_denied: cover (turn && mine && r && !granted && len == 1 && beat == 1 && open == 3);
  end

  // answer_order is cut: what it is proved to do ("order") is assumed of it.
  (* hierconn *) wire \dut.u_read_gate.u_order.may_o ;
  (* hierconn *) wire \dut.u_read_gate.take ;
  reg [4:0] total, count; reg kind;
  wire take = \dut.u_read_gate.take ;
  wire done = r && s_axi_rlast;
  always @(posedge clk_i) begin
    total <= rst_ni ? total + take - done : 0;
    count <= rst_ni ? count + (take && waits_id == id) - (done && s_axi_rid == id) : 0;
    if (take && waits_id == id) kind <= waits_granted;
  end
  always @* if (live) begin
    if (waits_id == id) assume (\dut.u_read_gate.u_order.may_o == (total < 16 && (count == 0 || kind == waits_granted)));
    else assume (!\dut.u_read_gate.u_order.may_o || total < 16);
  end

  // No answer is lost. Requests that are refused and unanswered, all ids.
  (* hierconn *) wire \dut.u_read_pick.deny_o ;
  reg [2:0] refused;
  reg bursts, other_went, stalls_pass;
  always @(posedge clk_i) begin
    refused <= refused + (take && !ar_taken_grant) - (r && !mr && s_axi_rlast);
    if (mr) bursts <= !m_axi_rlast;
    stalls_pass <= rst_ni && s_axi_rvalid && !s_axi_rready && !\dut.u_read_pick.deny_o ;
    if (m_ends && refused != 0) other_went <= 1;
    if (r && !mr) other_went <= 0;
    if (!rst_ni) begin refused <= 0; bursts <= 0; other_went <= 0; end
  end
  wire ar_taken_grant = waits_granted;
  always @* if (live) begin
    // One that is refused is answered at once, but for one burst of the memory.
    if (refused != 0 && !bursts) p_answers: assert (s_axi_rvalid);
    if (refused != 0 && other_went) p_turns: assert (s_axi_rvalid && !m_axi_rready);
    // A request waits for the other kind of its id, for one of 16 and for one of 4 places only.
    if (waits && !\dut.shut && waits_id == id && !waits_granted)
      p_goes_denied: assert (take || owed != 0 || total == 16 || refused == 4);
    if (waits && !\dut.shut && waits_id == id && waits_granted)
      p_goes_granted: assert (take || total == 16 || count != 0 && owed == 0);
  end

  // The queue of denied requests: slot k is the k-th oldest.
  (* hierconn *) wire [2:0] \dut.u_deny_read.u_ids.read_q ;
  (* hierconn *) wire [2:0] \dut.u_deny_read.u_ids.write_q ;
  (* hierconn *) wire [2:0] \dut.u_deny_read.u_lens.read_q ;
  (* hierconn *) wire [2:0] \dut.u_deny_read.u_lens.write_q ;
  (* hierconn *) wire [ID_WIDTH-1:0] \dut.u_deny_read.u_ids.u_words.mem[0] ;
  (* hierconn *) wire [ID_WIDTH-1:0] \dut.u_deny_read.u_ids.u_words.mem[1] ;
  (* hierconn *) wire [ID_WIDTH-1:0] \dut.u_deny_read.u_ids.u_words.mem[2] ;
  (* hierconn *) wire [ID_WIDTH-1:0] \dut.u_deny_read.u_ids.u_words.mem[3] ;
  (* hierconn *) wire [7:0] \dut.u_deny_read.u_lens.u_words.mem[0] ;
  (* hierconn *) wire [7:0] \dut.u_deny_read.u_lens.u_words.mem[1] ;
  (* hierconn *) wire [7:0] \dut.u_deny_read.u_lens.u_words.mem[2] ;
  (* hierconn *) wire [7:0] \dut.u_deny_read.u_lens.u_words.mem[3] ;
  (* hierconn *) wire [7:0] \dut.u_deny_read.beat_q ;
  (* hierconn *) wire \dut.u_read_pick.held_q ;
  (* hierconn *) wire \dut.u_read_pick.deny_q ;
  wire [2:0] oldest = \dut.u_deny_read.u_ids.read_q ;
  wire [2:0] usage = \dut.u_deny_read.u_ids.write_q - oldest;
  wire [4*ID_WIDTH-1:0] ids = {\dut.u_deny_read.u_ids.u_words.mem[3] , \dut.u_deny_read.u_ids.u_words.mem[2] ,
    \dut.u_deny_read.u_ids.u_words.mem[1] , \dut.u_deny_read.u_ids.u_words.mem[0] };
  wire [31:0] lens = {\dut.u_deny_read.u_lens.u_words.mem[3] , \dut.u_deny_read.u_lens.u_words.mem[2] ,
    \dut.u_deny_read.u_lens.u_words.mem[1] , \dut.u_deny_read.u_lens.u_words.mem[0] };
  reg [2:0] of_id, of_others; reg found; reg [7:0] found_len;
  reg [1:0] place; integer k;
  always @* begin
    of_id = 0; of_others = 0; found = 0; found_len = 0;
    for (k = 0; k < 4; k = k + 1) begin
      place = oldest[1:0] + k;
      if (k < usage) begin
        if (ids[ID_WIDTH * place +: ID_WIDTH] == id) begin
          if (of_id == ahead) begin found = 1; found_len = lens[8 * place +: 8]; end
          of_id = of_id + 1;
        end else of_others = of_others + 1;
      end
    end
  end
  wire [ID_WIDTH-1:0] front_id = ids[ID_WIDTH * oldest[1:0] +: ID_WIDTH];
  wire held_deny = \dut.u_read_pick.held_q && \dut.u_read_pick.deny_q ;
  wire held_pass = \dut.u_read_pick.held_q && !\dut.u_read_pick.deny_q ;
  wire inside_mine = inside && waits_id == id;
  wire offered_mine = offered && waits_id == id;
  wire offered_other = offered && waits_id != id;
  always @* if (live) begin
    i_open: assert (8'd0 + open + (PATH_COMBINATIONAL && offered_mine) == count + inside_mine);
    i_total: assert (total == 8'd0 + count + owed_others + offered_other + of_others && total <= 16);
    i_owed: assert (8'd0 + owed + offered_mine == (kind ? count : 0));
    i_queue: assert (8'd0 + of_id == (kind ? 0 : count) && usage <= 4 && usage == refused);
    i_lens: assert (oldest == \dut.u_deny_read.u_lens.read_q && \dut.u_deny_read.u_ids.write_q == \dut.u_deny_read.u_lens.write_q );
    i_beat: assert (usage != 0 || \dut.u_deny_read.beat_q == 0);
    i_bursts: assert (held_pass == (bursts || stalls_pass) && !(held_deny && bursts));
    i_stalls: assert (!stalls_pass || m_stalls);
    i_held: assert (!held_deny || usage != 0);
    i_turns: assert (!other_went || refused != 0 && (held_deny || !\dut.u_read_pick.deny_q && !held_pass));
    if (\dut.u_deny_read.beat_q != 0) i_inside_burst: assert (held_deny);
    if (follows) begin
      i_ahead: assert (ahead < open);
      if (inside_mine && ahead == count) i_last: assert (granted == waits_granted && len == waits_len && beat == 0);
      else i_kind_same: assert (granted == kind && (granted || found && found_len == len));
      if (!granted && ahead == 0) i_beats: assert (beat == (ahead < count && front_id == id ? \dut.u_deny_read.beat_q : 0));
      if (ahead != 0) i_fresh: assert (beat == 0);
    end
  end
