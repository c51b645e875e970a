//! AXI4-Lite.

use crate::prelude::*;

/// AXI4-Lite slave front: turns transactions into one request at a time in each direction.
///
/// A write is offered when its address and its data have both come, in either order; a read when
/// its address has come. An offer stays, with all that belongs to it, until done_i, in whose cycle
/// the answer is taken. Every transaction is answered exactly once: the next of its direction is
/// offered when the answer before has been taken. The next address and the next data are taken
/// meanwhile. Errors are answered with SLVERR and zero data. No output depends on an input of the
/// same cycle.
#[derive(LogicBlock, Module)]
pub struct AxiLiteSlave<const AW: usize> {
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

    /// A write is offered.
    pub write_valid_o: Signal<Out, Bit>,
    /// Write: byte address.
    pub write_address_o: Signal<Out, Bits<AW>>,
    /// Write: it does not come from the monitor.
    pub write_other_o: Signal<Out, Bit>,
    /// Write: data.
    pub write_data_o: Signal<Out, Bits<32>>,
    /// Write: bytes to write.
    pub write_strobe_o: Signal<Out, Bits<4>>,
    /// The write is done; only while it is offered.
    pub write_done_i: Signal<In, Bit>,
    /// The write is refused; looked at while done.
    pub write_error_i: Signal<In, Bit>,
    /// A read is offered.
    pub read_valid_o: Signal<Out, Bit>,
    /// Read: byte address.
    pub read_address_o: Signal<Out, Bits<AW>>,
    /// Read: it does not come from the monitor.
    pub read_other_o: Signal<Out, Bit>,
    /// The read is done; only while it is offered.
    pub read_done_i: Signal<In, Bit>,
    /// The read is refused; looked at while done.
    pub read_error_i: Signal<In, Bit>,
    /// Data read; looked at while done without an error.
    pub read_data_i: Signal<In, Bits<32>>,

    aw_full: Reg<Bit>,
    aw_address: DataReg<Bits<AW>>,
    aw_other: DataReg<Bit>,
    w_full: Reg<Bit>,
    w_data: DataReg<Bits<32>>,
    w_strobe: DataReg<Bits<4>>,
    b_full: Reg<Bit>,
    b_error: Reg<Bit>,
    ar_full: Reg<Bit>,
    ar_address: DataReg<Bits<AW>>,
    ar_other: DataReg<Bit>,
    r_full: Reg<Bit>,
    r_error: Reg<Bit>,
    r_data: Reg<Bits<32>>,
}

#[hdl]
impl<const AW: usize> Logic for AxiLiteSlave<AW> {
    fn update(&mut self) {
        regs!(
            self, aw_full, aw_address, aw_other, w_full, w_data, w_strobe, b_full, b_error,
            ar_full, ar_address, ar_other, r_full, r_error, r_data
        );
        self.s_axil_awready.next = !self.aw_full.q.val();
        if !self.aw_full.q.val() {
            self.aw_full.d.next = self.s_axil_awvalid.val();
            self.aw_address.d.next = self.s_axil_awaddr.val();
            self.aw_other.d.next = self.s_axil_awprot.val() != 1;
        } else if self.write_done_i.val() {
            self.aw_full.d.next = false;
        }
        self.s_axil_wready.next = !self.w_full.q.val();
        if !self.w_full.q.val() {
            self.w_full.d.next = self.s_axil_wvalid.val();
            self.w_data.d.next = self.s_axil_wdata.val();
            self.w_strobe.d.next = self.s_axil_wstrb.val();
        } else if self.write_done_i.val() {
            self.w_full.d.next = false;
        }
        self.write_valid_o.next = self.aw_full.q.val() & self.w_full.q.val() & !self.b_full.q.val();
        self.write_address_o.next = self.aw_address.q.val();
        self.write_other_o.next = self.aw_other.q.val();
        self.write_data_o.next = self.w_data.q.val();
        self.write_strobe_o.next = self.w_strobe.q.val();
        if self.write_done_i.val() {
            self.b_full.d.next = true;
            self.b_error.d.next = self.write_error_i.val();
        } else if self.s_axil_bready.val() {
            self.b_full.d.next = false;
        }
        self.s_axil_bvalid.next = self.b_full.q.val();
        self.s_axil_bresp.next = 0.into();
        if self.b_error.q.val() {
            self.s_axil_bresp.next = 2.into();
        }

        self.s_axil_arready.next = !self.ar_full.q.val();
        if !self.ar_full.q.val() {
            self.ar_full.d.next = self.s_axil_arvalid.val();
            self.ar_address.d.next = self.s_axil_araddr.val();
            self.ar_other.d.next = self.s_axil_arprot.val() != 1;
        } else if self.read_done_i.val() {
            self.ar_full.d.next = false;
        }
        self.read_valid_o.next = self.ar_full.q.val() & !self.r_full.q.val();
        self.read_address_o.next = self.ar_address.q.val();
        self.read_other_o.next = self.ar_other.q.val();
        if self.read_done_i.val() {
            self.r_full.d.next = true;
            self.r_error.d.next = self.read_error_i.val();
            self.r_data.d.next = 0.into();
            if !self.read_error_i.val() {
                self.r_data.d.next = self.read_data_i.val();
            }
        } else if self.s_axil_rready.val() {
            self.r_full.d.next = false;
        }
        self.s_axil_rvalid.next = self.r_full.q.val();
        self.s_axil_rdata.next = self.r_data.q.val();
        self.s_axil_rresp.next = 0.into();
        if self.r_error.q.val() {
            self.s_axil_rresp.next = 2.into();
        }
    }
}
