  (* hierconn *) wire \dut.u_write_decision.grant_o ;
  (* hierconn *) wire \dut.u_write_decision.deny_o ;
  // Proved apart ("requests"): without a fault the filter does not close.
  (* hierconn *) wire \dut.shut ;
  (* hierconn *) wire \dut.closed_q ;
  reg woken;
  always @(posedge clk_i) woken <= !rst_ni;
  always @* if (live) assume (!\dut.closed_q && \dut.shut == (PATH_COMBINATIONAL && woken));
  always @* if (live) i_woken: assert (!woken || total == 0 && !offered);

  // Any id, and any one of the requests that are committed with it.
  (* anyconst *) reg [ID_WIDTH-1:0] id;
  (* anyseq *) reg pick;
  (* hierconn *) wire \dut.u_write_gate.take ;
  wire take = \dut.u_write_gate.take ;
  wire take_mine = take && waits_id == id;
  wire aw = s_axi_awvalid && s_axi_awready;
  wire maw = m_axi_awvalid && m_axi_awready;
  wire b = s_axi_bvalid && s_axi_bready;
  wire mb = m_axi_bvalid && m_axi_bready;
  wire w = s_axi_wvalid && s_axi_wready;
  wire mw = m_axi_wvalid && m_axi_wready;
  wire mine = s_axi_bvalid && s_axi_bid == id;
  localparam DATA = DATA_WIDTH + DATA_WIDTH / 8 + 1;
  wire [DATA-1:0] s_data = {s_axi_wdata, s_axi_wstrb, s_axi_wlast};
  wire [DATA-1:0] m_data = {m_axi_wdata, m_axi_wstrb, m_axi_wlast};
  wire [ID_WIDTH+1:0] s_answer = {s_axi_bid, s_axi_bresp};
  wire [ID_WIDTH+1:0] m_answer = {m_axi_bid, m_axi_bresp};

  // AXI4 A3.2.1: sources and memory hold what they offer.
  reg sw_waits, mw_waits, mb_waits, sb_waits; reg [DATA-1:0] s_data_was, m_data_was;
  reg [ID_WIDTH+1:0] m_answer_was, s_answer_was;
  always @(posedge clk_i) begin
    sw_waits <= rst_ni && s_axi_wvalid && !s_axi_wready; s_data_was <= s_data;
    mw_waits <= rst_ni && m_axi_wvalid && !m_axi_wready; m_data_was <= m_data;
    mb_waits <= rst_ni && m_axi_bvalid && !m_axi_bready; m_answer_was <= m_answer;
    sb_waits <= rst_ni && s_axi_bvalid && !s_axi_bready; s_answer_was <= s_answer;
  end
  always @* if (live) begin
    if (sw_waits) assume (s_axi_wvalid && s_data == s_data_was);
    if (mb_waits) assume (m_axi_bvalid && m_answer == m_answer_was);
  end

  // answer_order is cut: what it is proved to do ("order") is assumed of it.
  (* hierconn *) wire \dut.u_write_gate.u_order.may_o ;
  reg [4:0] total, count; reg kind;
  always @(posedge clk_i) begin
    total <= rst_ni ? total + take - b : 0;
    count <= rst_ni ? count + take_mine - (b && s_axi_bid == id) : 0;
    if (take_mine) kind <= waits_granted;
  end
  always @* if (live) begin
    if (waits_id == id) assume (\dut.u_write_gate.u_order.may_o == (total < 16 && (count == 0 || kind == waits_granted)));
    else assume (!\dut.u_write_gate.u_order.may_o || total < 16);
  end

  // Answers that the memory owes; AXI4 A3.3.1: none before the request and all its data.
  reg [4:0] owed, owed_others;
  always @(posedge clk_i) begin
    owed <= rst_ni ? owed + (maw && m_axi_awid == id) - (mb && m_axi_bid == id) : 0;
    owed_others <= rst_ni ? owed_others + (maw && m_axi_awid != id) - (mb && m_axi_bid != id) : 0;
  end
  always @* if (live && m_axi_bvalid) begin
    assume (m_axi_bid == id ? owed != 0 : owed_others != 0);
    if (m_axi_bid == id && follows && ahead == 0 && granted) assume (written);
  end

  // The request that is followed: answers of the id ahead of it, bursts of data ahead of its own.
  reg follows, granted, written; reg [5:0] ahead; reg [4:0] data_ahead, bursts;
  wire ends = b && s_axi_bid == id;
  wire last = w && s_axi_wlast;
  always @(posedge clk_i) begin
    // Bursts of data still to come, of committed requests.
    bursts <= rst_ni ? bursts + take - last : 0;
    if (take_mine && pick && !follows) begin
      follows <= 1; granted <= waits_granted; ahead <= count - ends;
      data_ahead <= bursts - (last && bursts != 0); written <= bursts == 0 && last;
    end else begin
      if (follows && !written && last) begin
        if (data_ahead == 0) written <= 1; else data_ahead <= data_ahead - 1;
      end
      if (follows && ends) begin
        if (ahead == 0) follows <= 0; else ahead <= ahead - 1;
      end
    end
    if (!rst_ni) follows <= 0;
  end
  wire data_turn = follows && !written && data_ahead == 0;
  // The burst of data of the request that is committed in this cycle, with no data before it.
  wire data_now = take_mine && bursts == 0;
  always @* if (live) begin
    if (mine) p_asked: assert (count != 0);
    if (mine && follows && ahead == 0 && !granted) p_denied: assert (s_axi_bresp == 2 && written && !mb);
    if (mine && follows && ahead == 0 && granted) p_granted: assert (m_axi_bvalid && s_answer == m_answer && m_axi_bready == s_axi_bready);
    if (mb) p_passed_on: assert (b && s_answer == m_answer);
    if (sb_waits) p_stays: assert (s_axi_bvalid && s_answer == s_answer_was);
    // Data.
    if (m_axi_wvalid) p_data_same: assert (s_axi_wvalid && m_data == s_data);
    if (m_axi_wvalid || s_axi_wready) p_data_decided: assert (bursts != 0 || take);
    if (data_turn) p_data: assert (granted ? m_axi_wvalid == s_axi_wvalid && s_axi_wready == m_axi_wready : !m_axi_wvalid && s_axi_wready);
    if (data_now) p_data_now: assert (waits_granted ? m_axi_wvalid == s_axi_wvalid && s_axi_wready == m_axi_wready : !m_axi_wvalid && s_axi_wready);
    if (mw_waits) p_data_stays: assert (m_axi_wvalid && m_data == m_data_was);
    c_swallowed: cover (mine && b && follows && ahead == 0 && !granted && bursts == 2);
  end

  // No answer is lost. Requests that are refused and unanswered, all ids.
  reg [2:0] refused; reg other_went;
  (* hierconn *) wire [2:0] \dut.u_deny_write.due_q ;
  wire [2:0] due = \dut.u_deny_write.due_q ;
  always @(posedge clk_i) begin
    refused <= refused + (take && !waits_granted) - (b && !mb);
    if (mb && due != 0) other_went <= 1;
    if (b && !mb) other_went <= 0;
    if (!rst_ni) begin refused <= 0; other_went <= 0; end
  end
  always @* if (live) begin
    // One that is refused, with its data swallowed, is answered at once, but for one answer of the memory.
    if (follows && written && !granted) p_answers: assert (due != 0 && s_axi_bvalid);
    if (due != 0 && other_went) p_turns: assert (s_axi_bvalid && !m_axi_bready);
    if (waits && !\dut.shut && waits_id == id && !waits_granted)
      p_goes_denied: assert (take || owed != 0 || total == 16 || refused == 4 || bursts == 16);
    if (waits && !\dut.shut && waits_id == id && waits_granted)
      p_goes_granted: assert (take || total == 16 || bursts == 16 || count != 0 && owed == 0);
  end

  // Registers against the checker: the queue of decisions, bit 0 the latest.
  (* hierconn *) wire [15:0] \dut.u_write_queue.grants_q ;
  (* hierconn *) wire [4:0] \dut.u_write_queue.count_q ;
  wire [15:0] queue = \dut.u_write_queue.grants_q ;
  wire [4:0] spot = bursts - 1 - data_ahead;
  // The queue of denied requests: slot k is the k-th oldest.
  (* hierconn *) wire [2:0] \dut.u_deny_write.u_ids.read_q ;
  (* hierconn *) wire [2:0] \dut.u_deny_write.u_ids.write_q ;
  (* hierconn *) wire [ID_WIDTH-1:0] \dut.u_deny_write.u_ids.u_words.mem[0] ;
  (* hierconn *) wire [ID_WIDTH-1:0] \dut.u_deny_write.u_ids.u_words.mem[1] ;
  (* hierconn *) wire [ID_WIDTH-1:0] \dut.u_deny_write.u_ids.u_words.mem[2] ;
  (* hierconn *) wire [ID_WIDTH-1:0] \dut.u_deny_write.u_ids.u_words.mem[3] ;
  (* hierconn *) wire \dut.u_write_pick.held_q ;
  (* hierconn *) wire \dut.u_write_pick.deny_q ;
  (* hierconn *) wire \dut.u_write_pick.deny_o ;
  wire [2:0] oldest = \dut.u_deny_write.u_ids.read_q ;
  wire [2:0] usage = \dut.u_deny_write.u_ids.write_q - oldest;
  wire [4*ID_WIDTH-1:0] ids = {\dut.u_deny_write.u_ids.u_words.mem[3] , \dut.u_deny_write.u_ids.u_words.mem[2] ,
    \dut.u_deny_write.u_ids.u_words.mem[1] , \dut.u_deny_write.u_ids.u_words.mem[0] };
  reg [2:0] of_id, of_others, found_at; reg found; reg [1:0] place; integer k;
  reg [4:0] denials, denials_ahead; integer q;
  always @* begin
    of_id = 0; of_others = 0; found = 0; found_at = 0;
    for (k = 0; k < 4; k = k + 1) begin
      place = oldest[1:0] + k;
      if (k < usage) begin
        if (ids[ID_WIDTH * place +: ID_WIDTH] == id) begin
          if (of_id == ahead) begin found = 1; found_at = k; end
          of_id = of_id + 1;
        end else of_others = of_others + 1;
      end
    end
    // Denials whose data is still to come, and those of them ahead of the request that is followed.
    denials = 0; denials_ahead = 0;
    for (q = 0; q < 16; q = q + 1) if (q < bursts && !queue[q]) begin
      denials = denials + 1;
      if (q > spot) denials_ahead = denials_ahead + 1;
    end
  end
  reg stalls_pass;
  always @(posedge clk_i) stalls_pass <= rst_ni && s_axi_bvalid && !s_axi_bready && !\dut.u_write_pick.deny_o ;
  wire held_deny = \dut.u_write_pick.held_q && \dut.u_write_pick.deny_q ;
  wire held_pass = \dut.u_write_pick.held_q && !\dut.u_write_pick.deny_q ;
  wire offered_mine = offered && waits_id == id;
  wire offered_other = offered && waits_id != id;
  always @* if (live) begin
    i_total: assert (total == 8'd0 + count + owed_others + offered_other + of_others && total <= 16);
    i_owed: assert (8'd0 + owed + offered_mine == (kind ? count : 0));
    i_queue: assert (8'd0 + of_id == (kind ? 0 : count) && usage <= 4 && usage == refused);
    i_bursts: assert (bursts == \dut.u_write_queue.count_q && bursts <= 16);
    i_denials: assert (8'd0 + denials + due == usage);
    i_pick: assert (held_pass == stalls_pass && (!stalls_pass || mb_waits) && (!held_deny || due != 0));
    i_turns: assert (!other_went || due != 0 && (held_deny || !\dut.u_write_pick.deny_q && !held_pass));
    if (mw_waits) i_data_waits: assert (sw_waits && bursts != 0 && queue[bursts - 1] && s_data_was == m_data_was);
    if (follows) begin
      i_ahead: assert (ahead < count && granted == kind && (granted || found));
      if (!granted) i_due: assert (written ? found_at < due : 8'd0 + found_at == due + denials_ahead);
      if (!written) i_spot: assert (data_ahead < bursts && queue[spot[3:0]] == granted);
    end
  end
