//! The decode of register accesses.

use super::{Access, RegMap, Register, Request};
use crate::meta::{Describe, attach};
use crate::prelude::*;
use ast::{
    VerilogBlockOrConditional, VerilogConditional, VerilogExpression, VerilogOp, VerilogOpUnary,
    VerilogStatement,
};

/// Which register an access goes to, and whether it may.
///
/// Generated from the register description, whose rules it enforces: rights of the monitor and
/// of every other access, no access beside the first byte of a register, no write without all byte
/// strobes or with ones outside the fields. Combinational.
#[derive(LogicBlock, Module)]
#[module(no_default)]
pub struct RegDecode<const AW: usize, const IW: usize> {
    /// Byte address.
    pub address_i: Signal<In, Bits<AW>>,
    /// The access is a write.
    pub write_i: Signal<In, Bit>,
    /// The access does not come from the monitor.
    pub other_i: Signal<In, Bit>,
    /// Data of a write.
    pub data_i: Signal<In, Bits<32>>,
    /// Bytes of a write.
    pub strobe_i: Signal<In, Bits<4>>,
    /// Number of the register; 0: there is none.
    pub register_o: Signal<Out, Bits<8>>,
    /// Element of the register's group.
    pub index_o: Signal<Out, Bits<IW>>,
    /// The access is within the rights and the rules.
    pub ok_o: Signal<Out, Bit>,
    /// Value of a constant register; zero of others.
    pub constant_o: Signal<Out, Bits<32>>,
    _map: RegMap,
}

impl<const AW: usize, const IW: usize> RegDecode<AW, IW> {
    /// The decode of these registers.
    ///
    /// # Panics
    /// The description breaks a rule.
    pub fn new(map: RegMap) -> Self {
        if let Some(fault) = map.fault() {
            panic!(
                "the registers of {} are described wrongly: {fault}",
                map.name
            );
        }
        assert_eq!(map.address_bits, AW, "bits of an address");
        let most = map.groups.iter().map(|group| group.count).max();
        assert!(most <= Some(1 << IW), "bits of an element");
        RegDecode {
            address_i: Signal::default(),
            write_i: Signal::default(),
            other_i: Signal::default(),
            data_i: Signal::default(),
            strobe_i: Signal::default(),
            register_o: Signal::default(),
            index_o: Signal::default(),
            ok_o: Signal::default(),
            constant_o: Signal::default(),
            _map: map,
        }
    }
}

impl<const AW: usize, const IW: usize> Logic for RegDecode<AW, IW> {
    fn update(&mut self) {
        let found = self._map.find(Request {
            address: self.address_i.val().to_u64(),
            write: self.write_i.val(),
            other: self.other_i.val(),
            data: self.data_i.val().to_u64(),
            strobe: self.strobe_i.val().to_u64(),
        });
        self.register_o.next = found.number.into();
        self.index_o.next = found.index.into();
        self.ok_o.next = found.ok;
        self.constant_o.next = found.constant.into();
    }

    fn connect(&mut self) {
        self.register_o.connect();
        self.index_o.connect();
        self.ok_o.connect();
        self.constant_o.connect();
    }

    fn hdl(&self) -> Verilog {
        let mut chain = VerilogBlockOrConditional::None;
        let registers: Vec<_> = self._map.registers().collect();
        for (group, register) in registers.into_iter().rev() {
            let address = group.offset + register.offset;
            // The bits of the address that say which element it is.
            let element = group.size() - group.stride;
            let mut then = vec![assign("register_o", number(register.number))];
            if element != 0 {
                let (low, bits) = (group.stride.ilog2(), group.count.ilog2());
                let index = VerilogExpression::Slice(
                    signal("address_i"),
                    bits as usize,
                    Box::new(number(low.into())),
                );
                then.push(assign(
                    "index_o",
                    VerilogExpression::Cast(Box::new(index), IW),
                ));
            }
            then.extend(ok(register).map(|ok| assign("ok_o", ok)));
            if register.constant {
                then.push(assign("constant_o", number(register.reset())));
            }
            let test = match element {
                0 => binary(*signal("address_i"), VerilogOp::Eq, number(address)),
                _ => {
                    let kept = ((1 << AW) - 1) & !element;
                    let place = binary(*signal("address_i"), VerilogOp::BitAnd, number(kept));
                    binary(place, VerilogOp::Eq, number(address))
                }
            };
            let conditional = VerilogStatement::If(VerilogConditional {
                test,
                then,
                otherwise: chain,
            });
            chain = VerilogBlockOrConditional::Conditional(Box::new(conditional));
        }
        let mut block = vec![
            assign("register_o", number(0)),
            assign("index_o", number(0)),
            assign("ok_o", number(0)),
            assign("constant_o", number(0)),
        ];
        if let VerilogBlockOrConditional::Conditional(first) = chain {
            block.push(*first);
        }
        attach(Self::describe(), Verilog::Combinatorial(block))
    }
}

/// When an access to a register is right; `None`: never.
fn ok(register: &Register) -> Option<VerilogExpression> {
    let may = |right: fn(Access) -> bool| {
        let other = *signal("other_i");
        match (right(register.monitor), right(register.other)) {
            (true, true) => Some(None),
            (true, false) => Some(Some(not(other))),
            (false, true) => Some(Some(other)),
            (false, false) => None,
        }
    };
    let and = |a, b: Option<VerilogExpression>| match b {
        Some(b) => binary(a, VerilogOp::BitAnd, b),
        None => a,
    };
    let read = may(Access::reads).map(|port| and(not(*signal("write_i")), port));
    let write = may(Access::writes).map(|port| {
        let whole = VerilogExpression::Unary(VerilogOpUnary::All, signal("strobe_i"));
        let outside = !register.mask() & 0xffff_ffff;
        let clean = (outside != 0).then(|| {
            let bits = binary(*signal("data_i"), VerilogOp::BitAnd, number(outside));
            binary(bits, VerilogOp::Eq, number(0))
        });
        and(
            and(binary(*signal("write_i"), VerilogOp::BitAnd, whole), port),
            clean,
        )
    });
    match (read, write) {
        (Some(read), Some(write)) => Some(binary(read, VerilogOp::BitOr, write)),
        (read, write) => read.or(write),
    }
}

fn signal(name: &str) -> Box<VerilogExpression> {
    Box::new(VerilogExpression::Signal(format!("${name}")))
}

fn number(value: u64) -> VerilogExpression {
    VerilogExpression::Literal(value.into())
}

fn not(value: VerilogExpression) -> VerilogExpression {
    VerilogExpression::Unary(VerilogOpUnary::Not, Box::new(value))
}

fn binary(left: VerilogExpression, op: VerilogOp, right: VerilogExpression) -> VerilogExpression {
    VerilogExpression::Paren(Box::new(VerilogExpression::Binary(
        Box::new(left),
        op,
        Box::new(right),
    )))
}

fn assign(name: &str, value: VerilogExpression) -> VerilogStatement {
    VerilogStatement::Assignment(*signal(&format!("{name}$next")), value)
}
