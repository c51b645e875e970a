//! Where a request gets its decision, and goes on or not.

use super::{AnswerOrder, Rails};
use crate::prelude::*;

/// One request channel, AR or AW: binds a decision to a request, and lets it out if it is granted.
///
/// AW bits of address, IW of id, UW of source id. COMB = 0: a request and its decision are held in a
/// register, one cycle later they go on, one each cycle. COMB = 1: no cycle, and what comes in must
/// stay as it is until it is taken, as AXI4 says.
/// The decision is sampled once: when the request is taken into the register, or (COMB = 1) when it
/// is first offered. A later change of the table does not matter to it.
/// A request is committed (take_o) once answer_order lets it and the place of its kind has room. A
/// granted one is offered from that cycle on, a denied one is gone.
/// The decision is held on two rails and with a parity over the whole request: while a rail or the
/// parity is wrong, fault_o is high. While closed_i is high nothing is taken, offered or committed.
#[derive(LogicBlock, Module)]
pub struct RequestGate<const AW: usize, const IW: usize, const UW: usize, const COMB: usize> {
    /// Clock.
    pub clk_i: Signal<In, Clock>,
    /// Reset, active low.
    pub rst_ni: Signal<In, Bit>,
    /// Nothing may pass.
    pub closed_i: Signal<In, Bit>,
    /// A register of the grant path is wrong.
    pub fault_o: Signal<Out, Bit>,

    /// Request offered.
    pub s_valid_i: Signal<In, Bit>,
    /// Request taken.
    pub s_ready_o: Signal<Out, Bit>,
    /// Address.
    pub s_addr_i: Signal<In, Bits<AW>>,
    /// Id.
    pub s_id_i: Signal<In, Bits<IW>>,
    /// AxLEN.
    pub s_len_i: Signal<In, Bits<8>>,
    /// The other attributes.
    pub s_attr_i: Signal<In, Bits<21>>,
    /// Source id.
    pub s_user_i: Signal<In, Bits<UW>>,
    /// The decision on it: grant, and no deny.
    pub grant_i: Signal<In, Bit>,
    /// The other rail.
    pub deny_i: Signal<In, Bit>,
    /// The request was taken, and is denied.
    pub denied_o: Signal<Out, Bit>,

    /// Granted request offered.
    pub m_valid_o: Signal<Out, Bit>,
    /// Granted request taken.
    pub m_ready_i: Signal<In, Bit>,
    /// Address.
    pub m_addr_o: Signal<Out, Bits<AW>>,
    /// Id, of the committed request too.
    pub m_id_o: Signal<Out, Bits<IW>>,
    /// AxLEN, of the committed request too.
    pub m_len_o: Signal<Out, Bits<8>>,
    /// The other attributes.
    pub m_attr_o: Signal<Out, Bits<21>>,
    /// Source id.
    pub m_user_o: Signal<Out, Bits<UW>>,

    /// There is room for a granted request.
    pub grant_room_i: Signal<In, Bit>,
    /// There is room for a denied request.
    pub deny_room_i: Signal<In, Bit>,
    /// A request is committed.
    pub take_o: Signal<Out, Bit>,
    /// It is granted.
    pub granted_o: Signal<Out, Bit>,
    /// The last beat of an answer is handed over.
    pub done_i: Signal<In, Bit>,
    /// Bits 3:0 of the id of that answer.
    pub done_id_i: Signal<In, Bits<4>>,

    order: AnswerOrder,
    /// The register holds a granted request.
    go: Reg<Bit>,
    /// The register holds a denied request.
    no: Reg<Bit>,
    addr: Reg<Bits<AW>>,
    id: Reg<Bits<IW>>,
    len: Reg<Bits<8>>,
    attr: Reg<Bits<21>>,
    user: Reg<Bits<UW>>,
    parity: Reg<Bit>,
    /// The request that is offered has been committed.
    taken: Rails,
    pass: Signal<Local, Bit>,
    have: Signal<Local, Bit>,
    granted: Signal<Local, Bit>,
    committed: Signal<Local, Bit>,
    take: Signal<Local, Bit>,
    leave: Signal<Local, Bit>,
    load: Signal<Local, Bit>,
    room: Signal<Local, Bit>,
    next_go: Signal<Local, Bit>,
    next_no: Signal<Local, Bit>,
    next_addr: Signal<Local, Bits<AW>>,
    next_id: Signal<Local, Bits<IW>>,
    next_len: Signal<Local, Bits<8>>,
    next_attr: Signal<Local, Bits<21>>,
    next_user: Signal<Local, Bits<UW>>,
}

#[hdl]
impl<const AW: usize, const IW: usize, const UW: usize, const COMB: usize> Logic
    for RequestGate<AW, IW, UW, COMB>
{
    fn update(&mut self) {
        regs!(self, go, no, addr, id, len, attr, user, parity);
        clocks!(self, order, taken);
        self.pass.next = self.grant_i.val() & !self.deny_i.val();
        self.committed.next = self.taken.flag_o.val();
        if COMB == 0 {
            self.fault_o.next = self.taken.fault_o.val()
                | (self.go.q.val() & self.no.q.val())
                | (self.parity.q.val()
                    ^ self.go.q.val()
                    ^ self.no.q.val()
                    ^ self.addr.q.val().xor()
                    ^ self.id.q.val().xor()
                    ^ self.len.q.val().xor()
                    ^ self.attr.q.val().xor()
                    ^ self.user.q.val().xor());
            self.have.next = self.go.q.val() | self.no.q.val();
            self.granted.next = self.go.q.val() & !self.no.q.val();
            self.m_addr_o.next = self.addr.q.val();
            self.m_id_o.next = self.id.q.val();
            self.m_len_o.next = self.len.q.val();
            self.m_attr_o.next = self.attr.q.val();
            self.m_user_o.next = self.user.q.val();
        } else {
            self.fault_o.next = self.taken.fault_o.val();
            self.have.next = self.s_valid_i.val();
            self.granted.next = self.committed.val() | self.pass.val();
            self.m_addr_o.next = self.s_addr_i.val();
            self.m_id_o.next = self.s_id_i.val();
            self.m_len_o.next = self.s_len_i.val();
            self.m_attr_o.next = self.s_attr_i.val();
            self.m_user_o.next = self.s_user_i.val();
        }

        self.order.id_i.next = self.m_id_o.val().get_bits::<4>(0);
        self.order.granted_i.next = self.granted.val();
        self.order.done_i.next = self.done_i.val();
        self.order.done_id_i.next = self.done_id_i.val();
        self.room.next = (self.granted.val() & self.grant_room_i.val())
            | (!self.granted.val() & self.deny_room_i.val());
        self.take.next = self.have.val()
            & !self.committed.val()
            & !self.closed_i.val()
            & self.order.may_o.val()
            & self.room.val();
        self.order.take_i.next = self.take.val();
        self.take_o.next = self.take.val();
        self.granted_o.next = self.granted.val();
        self.m_valid_o.next = self.granted.val()
            & !self.closed_i.val()
            & (self.take.val() | (self.have.val() & self.committed.val()));
        self.leave.next =
            (self.m_valid_o.val() & self.m_ready_i.val()) | (self.take.val() & !self.granted.val());
        self.taken.flag_i.next = self.m_valid_o.val() & !self.m_ready_i.val();

        if COMB == 0 {
            self.s_ready_o.next = !self.closed_i.val() & (!self.have.val() | self.leave.val());
        } else {
            self.s_ready_o.next = self.leave.val();
        }
        self.load.next = self.s_valid_i.val() & self.s_ready_o.val();
        if COMB == 0 {
            self.denied_o.next = self.load.val() & !self.pass.val();
        } else {
            self.denied_o.next = self.load.val() & !self.granted.val();
        }

        self.next_go.next = self.go.q.val() & !self.leave.val();
        self.next_no.next = self.no.q.val() & !self.leave.val();
        self.next_addr.next = self.addr.q.val();
        self.next_id.next = self.id.q.val();
        self.next_len.next = self.len.q.val();
        self.next_attr.next = self.attr.q.val();
        self.next_user.next = self.user.q.val();
        if self.load.val() {
            self.next_go.next = self.pass.val();
            self.next_no.next = !self.pass.val();
            self.next_addr.next = self.s_addr_i.val();
            self.next_id.next = self.s_id_i.val();
            self.next_len.next = self.s_len_i.val();
            self.next_attr.next = self.s_attr_i.val();
            self.next_user.next = self.s_user_i.val();
        }
        self.go.d.next = self.next_go.val();
        self.no.d.next = self.next_no.val();
        self.addr.d.next = self.next_addr.val();
        self.id.d.next = self.next_id.val();
        self.len.d.next = self.next_len.val();
        self.attr.d.next = self.next_attr.val();
        self.user.d.next = self.next_user.val();
        self.parity.d.next = self.next_go.val()
            ^ self.next_no.val()
            ^ self.next_addr.val().xor()
            ^ self.next_id.val().xor()
            ^ self.next_len.val().xor()
            ^ self.next_attr.val().xor()
            ^ self.next_user.val().xor();
    }
}
