`include "common.svh"
`include "writes.svh"
`include "table.svh"
  // The read that waits for its answer, as the bus showed it.
  reg [11:0] read_address;
  reg read_monitor, was_read;
  (* hierconn *) wire [11:0] \dut.u_bus.ar_address_q ;
  (* hierconn *) wire \dut.u_bus.ar_other_q ;
  (* hierconn *) wire \dut.u_bus.ar_full_q ;
  (* hierconn *) wire [4:0] \dut.alert_q ;
  (* hierconn *) wire [2:0] \dut.load_word_q ;
  wire [4:0] alert = \dut.alert_q ;
  // All that a write can change, but the entries, which property "transitions" is about.
  localparam ALL = PAGE * 2 + SOURCES + JOB + SLOT + 3 + KEY_SLOTS + 2 + 33;
  wire [ALL-1:0] all = {shadow, loaded, locked, attest, epoch, epoch_known};
  reg [ALL-1:0] was_all;
  reg [4:0] was_alert;
  reg [2:0] was_word;
  reg was_others;
  always @(posedge clk_i) begin
    if (s_axil_arvalid && s_axil_arready) begin
      read_address <= s_axil_araddr;
      read_monitor <= s_axil_arprot == 1;
    end
    was_read <= s_axil_rvalid && rst_ni;
    was_all <= all;
    was_alert <= alert;
    was_word <= \dut.load_word_q ;
  end
  wire read_answered = s_axil_rvalid && !was_read;
  wire changes = taken && monitor && strobe == 4'hf;
  always @* if (live) begin
    if (phase == P_READ || phase == P_REPLY) i_read: assert (\dut.u_bus.ar_full_q && !s_axil_rvalid);
    if (\dut.u_bus.ar_full_q ) i_read_address: assert (\dut.u_bus.ar_address_q == read_address && \dut.u_bus.ar_other_q == !read_monitor);
    if (answered && !monitor) p_refused: assert (s_axil_bresp == 2);
    if (answered && address[1:0] != 0) p_aligned: assert (s_axil_bresp == 2);
    if (read_answered && !read_monitor) p_read: assert (read_address == 0 || read_address == 4
      || s_axil_rresp == 2 && s_axil_rdata == 0);
    if (read_answered && read_address >= 12'h200 && read_address < 12'h800)
      p_no_key: assert (s_axil_rresp == 2 && s_axil_rdata == 0);
  end
  always @* if (step) begin
    if (all != was_all) p_changes: assert (changes);
    if (was_alert & ~alert) p_alert: assert (changes && address == 12'h018);
    if (\dut.load_word_q != was_word) p_word: assert (answered && monitor);
    if (answered && !taken) p_no_effect: assert (all == was_all && (alert & was_alert) == was_alert);
    c_other: cover (answered && !monitor && address == 12'h024);
    c_identity: cover (read_answered && !read_monitor && s_axil_rdata == 32'h5046_4d54 && s_axil_rresp == 0);
  end
