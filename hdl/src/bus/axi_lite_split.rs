//! One AXI4-Lite port for two slaves.

use crate::prelude::*;

/// Divides the addresses of an AXI4-Lite port between two slaves: the upper half goes to high.
///
/// AW bits of an address, LW = AW - 1 of one within a half. One write and one read are under way at
/// a time; the next of its direction is handed on when the answer has been taken. No latency.
#[derive(LogicBlock, Module)]
pub struct AxiLiteSplit<const AW: usize, const LW: usize> {
    /// Clock (ACLK).
    pub clk_i: Signal<In, Clock>,
    /// Reset, active low (ARESETn).
    pub rst_ni: Signal<In, Bit>,

    /// Write address.
    pub s_axil_awvalid: Signal<In, Bit>,
    /// Write address.
    pub s_axil_awready: Signal<Out, Bit>,
    /// Write address: byte address.
    pub s_axil_awaddr: Signal<In, Bits<AW>>,
    /// Write address: protection; 1 (privileged, secure, data) is the monitor.
    pub s_axil_awprot: Signal<In, Bits<3>>,
    /// Write data.
    pub s_axil_wvalid: Signal<In, Bit>,
    /// Write data.
    pub s_axil_wready: Signal<Out, Bit>,
    /// Write data.
    pub s_axil_wdata: Signal<In, Bits<32>>,
    /// Write data: bytes to write.
    pub s_axil_wstrb: Signal<In, Bits<4>>,
    /// Write response.
    pub s_axil_bvalid: Signal<Out, Bit>,
    /// Write response.
    pub s_axil_bready: Signal<In, Bit>,
    /// Write response: 0 OKAY, 2 SLVERR.
    pub s_axil_bresp: Signal<Out, Bits<2>>,
    /// Read address.
    pub s_axil_arvalid: Signal<In, Bit>,
    /// Read address.
    pub s_axil_arready: Signal<Out, Bit>,
    /// Read address: byte address.
    pub s_axil_araddr: Signal<In, Bits<AW>>,
    /// Read address: protection; 1 (privileged, secure, data) is the monitor.
    pub s_axil_arprot: Signal<In, Bits<3>>,
    /// Read data.
    pub s_axil_rvalid: Signal<Out, Bit>,
    /// Read data.
    pub s_axil_rready: Signal<In, Bit>,
    /// Read data.
    pub s_axil_rdata: Signal<Out, Bits<32>>,
    /// Read data: 0 OKAY, 2 SLVERR.
    pub s_axil_rresp: Signal<Out, Bits<2>>,

    /// To the low half; as s_axil_awvalid.
    pub low_awvalid: Signal<Out, Bit>,
    /// To the low half; as s_axil_awready.
    pub low_awready: Signal<In, Bit>,
    /// To the low half; as s_axil_awaddr.
    pub low_awaddr: Signal<Out, Bits<LW>>,
    /// To the low half; as s_axil_awprot.
    pub low_awprot: Signal<Out, Bits<3>>,
    /// To the low half; as s_axil_wvalid.
    pub low_wvalid: Signal<Out, Bit>,
    /// To the low half; as s_axil_wready.
    pub low_wready: Signal<In, Bit>,
    /// To the low half; as s_axil_wdata.
    pub low_wdata: Signal<Out, Bits<32>>,
    /// To the low half; as s_axil_wstrb.
    pub low_wstrb: Signal<Out, Bits<4>>,
    /// To the low half; as s_axil_bvalid.
    pub low_bvalid: Signal<In, Bit>,
    /// To the low half; as s_axil_bready.
    pub low_bready: Signal<Out, Bit>,
    /// To the low half; as s_axil_bresp.
    pub low_bresp: Signal<In, Bits<2>>,
    /// To the low half; as s_axil_arvalid.
    pub low_arvalid: Signal<Out, Bit>,
    /// To the low half; as s_axil_arready.
    pub low_arready: Signal<In, Bit>,
    /// To the low half; as s_axil_araddr.
    pub low_araddr: Signal<Out, Bits<LW>>,
    /// To the low half; as s_axil_arprot.
    pub low_arprot: Signal<Out, Bits<3>>,
    /// To the low half; as s_axil_rvalid.
    pub low_rvalid: Signal<In, Bit>,
    /// To the low half; as s_axil_rready.
    pub low_rready: Signal<Out, Bit>,
    /// To the low half; as s_axil_rdata.
    pub low_rdata: Signal<In, Bits<32>>,
    /// To the low half; as s_axil_rresp.
    pub low_rresp: Signal<In, Bits<2>>,

    /// To the high half; as s_axil_awvalid.
    pub high_awvalid: Signal<Out, Bit>,
    /// To the high half; as s_axil_awready.
    pub high_awready: Signal<In, Bit>,
    /// To the high half; as s_axil_awaddr.
    pub high_awaddr: Signal<Out, Bits<LW>>,
    /// To the high half; as s_axil_awprot.
    pub high_awprot: Signal<Out, Bits<3>>,
    /// To the high half; as s_axil_wvalid.
    pub high_wvalid: Signal<Out, Bit>,
    /// To the high half; as s_axil_wready.
    pub high_wready: Signal<In, Bit>,
    /// To the high half; as s_axil_wdata.
    pub high_wdata: Signal<Out, Bits<32>>,
    /// To the high half; as s_axil_wstrb.
    pub high_wstrb: Signal<Out, Bits<4>>,
    /// To the high half; as s_axil_bvalid.
    pub high_bvalid: Signal<In, Bit>,
    /// To the high half; as s_axil_bready.
    pub high_bready: Signal<Out, Bit>,
    /// To the high half; as s_axil_bresp.
    pub high_bresp: Signal<In, Bits<2>>,
    /// To the high half; as s_axil_arvalid.
    pub high_arvalid: Signal<Out, Bit>,
    /// To the high half; as s_axil_arready.
    pub high_arready: Signal<In, Bit>,
    /// To the high half; as s_axil_araddr.
    pub high_araddr: Signal<Out, Bits<LW>>,
    /// To the high half; as s_axil_arprot.
    pub high_arprot: Signal<Out, Bits<3>>,
    /// To the high half; as s_axil_rvalid.
    pub high_rvalid: Signal<In, Bit>,
    /// To the high half; as s_axil_rready.
    pub high_rready: Signal<Out, Bit>,
    /// To the high half; as s_axil_rdata.
    pub high_rdata: Signal<In, Bits<32>>,
    /// To the high half; as s_axil_rresp.
    pub high_rresp: Signal<In, Bits<2>>,

    /// The address of a write is handed on, and is not answered.
    aw_taken: Reg<Bit>,
    /// The data of a write is handed on, and is not answered.
    w_taken: Reg<Bit>,
    /// The address of a read is handed on, and is not answered.
    ar_taken: Reg<Bit>,
    /// The half that the write is for, once its address is handed on.
    write_half: Reg<Bit>,
    /// The half that the read is for.
    read_half: Reg<Bit>,
    to_high: Signal<Local, Bit>,
    from_high: Signal<Local, Bit>,
    offer_aw: Signal<Local, Bit>,
    offer_w: Signal<Local, Bit>,
    offer_ar: Signal<Local, Bit>,
}

#[hdl]
impl<const AW: usize, const LW: usize> Logic for AxiLiteSplit<AW, LW> {
    fn update(&mut self) {
        regs!(self, aw_taken, w_taken, ar_taken, write_half, read_half);
        self.to_high.next = self.s_axil_awaddr.val().get_bit(LW);
        if self.aw_taken.q.val() {
            self.to_high.next = self.write_half.q.val();
        }
        self.from_high.next = self.s_axil_araddr.val().get_bit(LW);
        if self.ar_taken.q.val() {
            self.from_high.next = self.read_half.q.val();
        }
        self.offer_aw.next = self.s_axil_awvalid.val() & !self.aw_taken.q.val();
        // Data alone does not say where it belongs.
        self.offer_w.next = self.s_axil_wvalid.val()
            & !self.w_taken.q.val()
            & (self.s_axil_awvalid.val() | self.aw_taken.q.val());
        self.offer_ar.next = self.s_axil_arvalid.val() & !self.ar_taken.q.val();
        self.low_awvalid.next = self.offer_aw.val() & !self.to_high.val();
        self.high_awvalid.next = self.offer_aw.val() & self.to_high.val();
        self.low_wvalid.next = self.offer_w.val() & !self.to_high.val();
        self.high_wvalid.next = self.offer_w.val() & self.to_high.val();
        self.low_arvalid.next = self.offer_ar.val() & !self.from_high.val();
        self.high_arvalid.next = self.offer_ar.val() & self.from_high.val();
        self.low_awaddr.next = self.s_axil_awaddr.val().get_bits::<LW>(0);
        self.low_awprot.next = self.s_axil_awprot.val();
        self.low_wdata.next = self.s_axil_wdata.val();
        self.low_wstrb.next = self.s_axil_wstrb.val();
        self.low_araddr.next = self.s_axil_araddr.val().get_bits::<LW>(0);
        self.low_arprot.next = self.s_axil_arprot.val();
        self.high_awaddr.next = self.s_axil_awaddr.val().get_bits::<LW>(0);
        self.high_awprot.next = self.s_axil_awprot.val();
        self.high_wdata.next = self.s_axil_wdata.val();
        self.high_wstrb.next = self.s_axil_wstrb.val();
        self.high_araddr.next = self.s_axil_araddr.val().get_bits::<LW>(0);
        self.high_arprot.next = self.s_axil_arprot.val();
        self.s_axil_awready.next = !self.aw_taken.q.val() & self.low_awready.val();
        self.s_axil_wready.next = self.offer_w.val() & self.low_wready.val();
        self.s_axil_bvalid.next = self.low_bvalid.val();
        self.s_axil_bresp.next = self.low_bresp.val();
        if self.to_high.val() {
            self.s_axil_awready.next = !self.aw_taken.q.val() & self.high_awready.val();
            self.s_axil_wready.next = self.offer_w.val() & self.high_wready.val();
            self.s_axil_bvalid.next = self.high_bvalid.val();
            self.s_axil_bresp.next = self.high_bresp.val();
        }
        if !self.aw_taken.q.val() {
            self.s_axil_bvalid.next = false;
        }
        self.low_bready.next =
            self.s_axil_bready.val() & self.aw_taken.q.val() & !self.to_high.val();
        self.high_bready.next =
            self.s_axil_bready.val() & self.aw_taken.q.val() & self.to_high.val();
        self.s_axil_arready.next = !self.ar_taken.q.val() & self.low_arready.val();
        self.s_axil_rvalid.next = self.low_rvalid.val();
        self.s_axil_rdata.next = self.low_rdata.val();
        self.s_axil_rresp.next = self.low_rresp.val();
        if self.from_high.val() {
            self.s_axil_arready.next = !self.ar_taken.q.val() & self.high_arready.val();
            self.s_axil_rvalid.next = self.high_rvalid.val();
            self.s_axil_rdata.next = self.high_rdata.val();
            self.s_axil_rresp.next = self.high_rresp.val();
        }
        if !self.ar_taken.q.val() {
            self.s_axil_rvalid.next = false;
        }
        self.low_rready.next =
            self.s_axil_rready.val() & self.ar_taken.q.val() & !self.from_high.val();
        self.high_rready.next =
            self.s_axil_rready.val() & self.ar_taken.q.val() & self.from_high.val();

        if self.offer_aw.val() & self.s_axil_awready.val() {
            self.aw_taken.d.next = true;
            self.write_half.d.next = self.to_high.val();
        }
        if self.offer_w.val() & self.s_axil_wready.val() {
            self.w_taken.d.next = true;
        }
        if self.s_axil_bvalid.val() & self.s_axil_bready.val() {
            self.aw_taken.d.next = false;
            self.w_taken.d.next = false;
        }
        if self.offer_ar.val() & self.s_axil_arready.val() {
            self.ar_taken.d.next = true;
            self.read_half.d.next = self.from_high.val();
        }
        if self.s_axil_rvalid.val() & self.s_axil_rready.val() {
            self.ar_taken.d.next = false;
        }
    }
}
