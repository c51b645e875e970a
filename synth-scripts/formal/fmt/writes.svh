  // The write that waits for its answer, as the bus showed it.
  reg [11:0] address;
  reg monitor;
  reg [31:0] data;
  reg [3:0] strobe;
  reg was_answered;
  always @(posedge clk_i) begin
    if (s_axil_awvalid && s_axil_awready) begin
      address <= s_axil_awaddr;
      monitor <= s_axil_awprot == 1;
    end
    if (s_axil_wvalid && s_axil_wready) begin
      data <= s_axil_wdata;
      strobe <= s_axil_wstrb;
    end
    was_answered <= s_axil_bvalid && rst_ni;
  end
  // The cycle after the one in which a write took effect, or did not.
  wire answered = s_axil_bvalid && !was_answered;
  wire taken = answered && s_axil_bresp == 0;
  wire to_command = monitor && address == 12'h024 && strobe == 4'hf;
  wire [3:0] op = data[11:8];
  // A command other than ERASE that an entry can be given.
  wire fits = data[31:12] == 0 && data[7:0] < ENTRIES;

  // What the front and the table hold of it, which makes the induction close.
  (* hierconn *) wire [3:0] \dut.phase_q ;
  (* hierconn *) wire [7:0] \dut.count_q ;
  (* hierconn *) wire \dut.u_bus.aw_full_q ;
  (* hierconn *) wire [11:0] \dut.u_bus.aw_address_q ;
  (* hierconn *) wire \dut.u_bus.aw_other_q ;
  (* hierconn *) wire \dut.u_bus.w_full_q ;
  (* hierconn *) wire [31:0] \dut.u_bus.w_data_q ;
  (* hierconn *) wire [3:0] \dut.u_bus.w_strobe_q ;
  wire [3:0] phase = \dut.phase_q ;
  wire [7:0] count = \dut.count_q ;
  localparam [3:0] P_WIPE = 0, P_IDLE = 1, P_WRITE = 2, P_WALK = 3, P_FINISH = 4, P_ERASE = 5, P_READ = 6,
    P_REPLY = 7, P_FETCH = 8, P_GIVE = 9, P_KEY = 10;
  wire writes = phase == P_WRITE || phase == P_WALK || phase == P_FINISH || phase == P_ERASE;
  always @* if (live) begin
    i_phase: assert (phase <= P_KEY);
    if (writes) i_offered: assert (\dut.u_bus.aw_full_q && \dut.u_bus.w_full_q && !s_axil_bvalid);
    if (\dut.u_bus.aw_full_q ) i_address: assert (\dut.u_bus.aw_address_q == address && \dut.u_bus.aw_other_q == !monitor);
    if (\dut.u_bus.w_full_q ) i_data: assert (\dut.u_bus.w_data_q == data && \dut.u_bus.w_strobe_q == strobe);
    if (phase == P_WALK || phase == P_FINISH)
      i_walks: assert (to_command && (op == COMMIT && fits || op == ERASE && data[7:0] == 0));
    if (phase == P_WRITE || phase == P_FETCH || phase == P_GIVE) i_count: assert (count == 0);
    if (phase == P_WALK) i_walk: assert (count < ENTRIES);
    if (phase == P_ERASE) i_erases: assert (to_command && op == ERASE && count < 8);
  end
