//! Writes random modules within the rules of `docs/add-a-block.md`.

use crate::rng::Rng;
use crate::scope::{Features, GENERIC, LEAST_GENERIC_WIDTH, Loop, Scope, Ty, Value};
use std::fmt::Write;

/// Seed of the modules of `make verify`.
pub const DEFAULT_SEED: u64 = 1;
/// Modules in `make verify`.
pub const DEFAULT_MODULES: usize = 60;

/// Widths of signals, the frequent ones several times. Few different ones: the compiler translates
/// rust-hdl's operations again for each.
const WIDTHS: &[usize] = &[
    1, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 7, 7, 8, 8, 9, 11, 13, 16, 17, 23, 31, 32, 33, 33, 40, 63, 64,
    65, 65, 100, 128, 129, 167,
];

/// Random modules.
pub struct Design {
    /// The modules, in order.
    pub modules: Vec<Module>,
    /// How often each construct was written.
    pub features: Features,
}

/// A random module with its sub-modules.
pub struct Module {
    /// Name of the type.
    pub name: String,
    /// Rust source.
    pub source: String,
    /// It shall be emitted with a synchronous reset.
    pub synchronous: bool,
    inputs: Vec<String>,
    outputs: Vec<String>,
}

/// The modules of a seed. A module depends on the seed and on its number alone.
pub fn generate(seed: u64, count: usize) -> Design {
    let mut features = Features::new();
    let modules = (0..count)
        .map(|number| module(seed, number, &mut features))
        .collect();
    Design { modules, features }
}

impl Design {
    /// One Rust file with all modules and the list of them.
    pub fn rust_source(&self) -> String {
        let mut out = String::new();
        let mut list = String::new();
        for module in &self.modules {
            let Module {
                name,
                source,
                synchronous,
                ..
            } = module;
            let folder = name.to_lowercase();
            let (inputs, outputs) = (module.inputs.join(", "), module.outputs.join(", "));
            let _ = writeln!(
                out,
                "mod {folder} {{\nuse pimtee_hdl::prelude::*;\n{source}\ndut!({name}, [{inputs}], [{outputs}]);\n}}"
            );
            let _ = writeln!(
                list,
                "crate::Generated {{ name: \"{name}\", source: {source:?}, synchronous: {synchronous}, \
                 make: || Box::new({folder}::{name}::default()) }},"
            );
        }
        out + "pub fn modules() -> Vec<crate::Generated> {\nvec![\n" + &list + "]\n}\n"
    }
}

fn module(seed: u64, number: usize, features: &mut Features) -> Module {
    let mut rng = Rng::new(seed ^ (number as u64).wrapping_mul(0xd134_2543_de82_ef95));
    let name = format!("M{number:03}");
    let synchronous = rng.chance(25);
    let mut writer = Writer {
        name: name.clone(),
        synchronous,
        rng: &mut rng,
        features,
        source: String::new(),
        types: 0,
        consts: vec![],
        variants: vec![],
    };
    for i in 0..2 {
        let value = match writer.rng.below(4) {
            0 => writer.rng.word() | 1 << 63,
            1 => 1 + writer.rng.below(200) as u64,
            _ => 1 + writer.rng.below(2) as u64,
        };
        writer.consts.push((format!("K{i}"), value));
        let _ = writeln!(writer.source, "const K{i}: u64 = {value:#x};");
    }
    let top = writer.block(2);
    let names = |ports: &[Port]| ports.iter().map(|port| port.name.clone()).collect();
    Module {
        inputs: names(&top.inputs),
        outputs: names(&top.outputs),
        source: writer.source,
        name,
        synchronous,
    }
}

/// A port of a written block.
#[derive(Clone)]
struct Port {
    name: String,
    ty: Ty,
    len: Option<usize>,
}

/// A written block, as its parent sees it.
#[derive(Clone)]
struct Child {
    /// Type with its parameters.
    ty: String,
    inputs: Vec<Port>,
    outputs: Vec<Port>,
}

/// Writes one module and its sub-modules.
struct Writer<'a> {
    name: String,
    synchronous: bool,
    rng: &'a mut Rng,
    features: &'a mut Features,
    source: String,
    /// Blocks written so far.
    types: usize,
    consts: Vec<(String, u64)>,
    variants: Vec<Vec<String>>,
}

impl Writer<'_> {
    /// Writes a block with up to `levels` levels of sub-blocks.
    fn block(&mut self, levels: usize) -> Child {
        let name = if self.types == 0 {
            self.name.clone()
        } else {
            format!("{}{}", self.name, char::from(b'A' + self.types as u8 - 1))
        };
        self.types += 1;
        let mut kinds = Vec::new();
        if levels > 0 {
            let count = match self.rng.below(100) {
                0..=44 if levels == 2 => 1,
                45..=59 if levels == 2 => 2,
                0..=29 => 1,
                _ => 0,
            };
            for _ in 0..count {
                kinds.push(if self.rng.chance(35) {
                    self.parametrised()
                } else {
                    vec![self.block(levels - 1)]
                });
            }
        }
        let state = (self.rng.chance(60)).then(|| self.enumeration());
        let mut scope = Scope::new(self.rng, self.features);
        scope.consts.clone_from(&self.consts);
        scope.variants.clone_from(&self.variants);
        let mut block = BlockWriter {
            scope,
            synchronous: self.synchronous,
            fields: String::new(),
            defaults: String::new(),
            body: String::new(),
            indent: 2,
            arrays: vec![],
            count: 0,
            widths: vec![],
            inputs: vec![],
            outputs: vec![],
        };
        block.write(kinds, state, levels == 2);
        let BlockWriter {
            fields,
            defaults,
            body,
            inputs,
            outputs,
            ..
        } = block;
        let _ = write!(
            self.source,
            "/// Block {name}.\n#[derive(LogicBlock, Module)]\n#[module(no_default)]\n\
             pub struct {name} {{\n{fields}}}\n\
             impl Default for {name} {{\n    fn default() -> Self {{\n        {name} {{\n{defaults}        }}\n    }}\n}}\n\
             #[hdl]\nimpl Logic for {name} {{\n    fn update(&mut self) {{\n{body}    }}\n}}\n"
        );
        Child {
            ty: name,
            inputs,
            outputs,
        }
    }

    fn enumeration(&mut self) -> usize {
        let number = self.variants.len();
        let count = self.rng.between(2, 6);
        let names: Vec<String> = (0..count).map(|i| format!("V{i}")).collect();
        let _ = writeln!(
            self.source,
            "#[derive(Copy, Clone, PartialEq, Debug, LogicState)]\npub enum S{number} {{ {} }}",
            names.join(", ")
        );
        let path = |variant: &String| format!("S{number}::{variant}");
        self.variants.push(names.iter().map(path).collect());
        number
    }

    /// Writes a block with const generics; gives one or two sets of parameters for it.
    fn parametrised(&mut self) -> Vec<Child> {
        let name = format!("{}{}", self.name, char::from(b'A' + self.types as u8 - 1));
        self.types += 1;
        let mut scope = Scope::new(self.rng, self.features);
        scope.hit("const generics");
        for name in ["a_i", "b_i", "acc.q"] {
            scope.add(format!("self.{name}.val()"), Ty::Bits(GENERIC));
        }
        scope.add("self.go_i.val()".into(), Ty::Bit);
        let wide = Ty::Bits(GENERIC);
        let (first, second) = (scope.rng.below(3), scope.rng.between(1, 3));
        let mut e = |ty, depth| scope.expr(ty, depth);
        let in_loop = format!("({} ^ self.a_i.val())", e(wide, 1));
        let body = format!(
            "        regs!(self, acc, hist[N]);
        self.acc.d.next = {};
        for i in 1..N {{
            self.hist[i].d.next = self.hist[i - 1].q.val();
        }}
        self.hist[0].d.next = self.a_i.val() ^ self.b_i.val();
        for i in 0..N {{
            self.taps[i].next = {in_loop} + self.hist[i].q.val();
            if i + 1 == N {{
                self.taps[i].next = {};
            }}
        }}
        self.y_o.next = {};
        if MODE == {first} {{
            self.y_o.next = self.taps[0].val();
            if {} {{
                self.acc.d.next = {};
            }}
        }} else if MODE < {second} {{
            self.y_o.next = {} - self.taps[N - 1].val();
        }} else {{
            if {} {{
                self.y_o.next = self.taps[1].val();
            }}
        }}
        self.f_o.next = {} ^ self.taps[0].val().xor() ^ self.taps[N - 1].val().any();
        self.parity_o.next = self.a_i.val().xor() ^ self.b_i.val().xor() ^ self.acc.q.val().xor();
",
            e(wide, 2),
            e(wide, 1),
            e(wide, 2),
            e(Ty::Bit, 1),
            e(wide, 2),
            e(wide, 2),
            e(Ty::Bit, 2),
            e(Ty::Bit, 2),
        );
        let _ = write!(
            self.source,
            "/// Block {name}, whose width W is at least {LEAST_GENERIC_WIDTH}.\n\
             #[derive(LogicBlock, Module)]\n\
             pub struct {name}<const W: usize, const MODE: usize, const N: usize> {{
    pub clk_i: Signal<In, Clock>,
    pub rst_ni: Signal<In, Bit>,
    pub a_i: Signal<In, Bits<W>>,
    pub b_i: Signal<In, Bits<W>>,
    pub go_i: Signal<In, Bit>,
    pub y_o: Signal<Out, Bits<W>>,
    pub f_o: Signal<Out, Bit>,
    pub parity_o: Signal<Out, Bit>,
    acc: Reg<Bits<W>>,
    hist: [Reg<Bits<W>>; N],
    taps: [Signal<Local, Bits<W>>; N],
}}
#[hdl]
impl<const W: usize, const MODE: usize, const N: usize> Logic for {name}<W, MODE, N> {{
    fn update(&mut self) {{\n{body}    }}\n}}\n"
        );
        (0..self.rng.between(1, 2))
            .map(|_| {
                let width = *self.rng.pick(WIDTHS);
                let width = width.max(LEAST_GENERIC_WIDTH);
                let (mode, n) = (self.rng.below(4), self.rng.between(2, 5));
                let port = |name: &str, ty| Port {
                    name: name.into(),
                    ty,
                    len: None,
                };
                Child {
                    ty: format!("{name}<{width}, {mode}, {n}>"),
                    inputs: vec![
                        port("a_i", Ty::Bits(width)),
                        port("b_i", Ty::Bits(width)),
                        port("go_i", Ty::Bit),
                    ],
                    outputs: vec![
                        port("y_o", Ty::Bits(width)),
                        port("f_o", Ty::Bit),
                        port("parity_o", Ty::Bit),
                    ],
                }
            })
            .collect()
    }
}

/// An array that is written and can be read.
#[derive(Clone)]
struct Array {
    /// Text before the index.
    before: String,
    /// Text after the index.
    after: String,
    ty: Ty,
    len: usize,
}

impl Array {
    fn read(&self, index: impl std::fmt::Display) -> String {
        format!("{}[{index}]{}.val()", self.before, self.after)
    }
}

/// Something to be assigned.
#[derive(Clone)]
struct Target {
    /// Text before `.next`.
    text: String,
    ty: Ty,
}

/// Writes one block.
struct BlockWriter<'a> {
    scope: Scope<'a>,
    synchronous: bool,
    fields: String,
    defaults: String,
    body: String,
    indent: usize,
    arrays: Vec<Array>,
    /// Fields so far, for their names.
    count: usize,
    /// Widths that the signals of this block share.
    widths: Vec<usize>,
    inputs: Vec<Port>,
    outputs: Vec<Port>,
}

/// Registers of a block that wait for their next value.
struct Registers {
    scalars: Vec<Target>,
    arrays: Vec<(Array, Array)>,
}

impl BlockWriter<'_> {
    fn write(&mut self, children: Vec<Vec<Child>>, state: Option<usize>, top: bool) {
        self.field("pub ", "clk_i", "Signal<In, Clock>", "Signal::default()");
        self.field("pub ", "rst_ni", "Signal<In, Bit>", "Signal::default()");
        for _ in 0..3 {
            let width = self.any_width();
            self.widths.push(width);
        }
        self.write_inputs();
        let registers = self.write_registers(state);
        for _ in 0..self.scope.rng.between(1, 2) {
            self.write_local();
        }
        for kind in children {
            self.write_children(kind);
        }
        if !self.synchronous && self.scope.rng.chance(35) {
            self.write_memory();
        }
        for _ in 0..self.scope.rng.between(0, 2) {
            self.write_local();
        }
        self.write_next_values(&registers);
        self.write_outputs(top, &registers);
    }

    // ---- text -------------------------------------------------------------------------------

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.body, "{}{text}", "    ".repeat(self.indent));
    }

    fn open(&mut self, text: &str) {
        self.line(text);
        self.indent += 1;
    }

    fn close(&mut self, text: &str) {
        self.indent -= 1;
        self.line(text);
    }

    fn field(&mut self, visibility: &str, name: &str, ty: &str, default: &str) {
        let _ = writeln!(self.fields, "    {visibility}{name}: {ty},");
        let _ = writeln!(self.defaults, "            {name}: {default},");
    }

    fn name(&mut self, letter: char) -> String {
        self.count += 1;
        format!("{letter}{}", self.count)
    }

    fn rust(&self, ty: Ty) -> String {
        match ty {
            Ty::Bit => "Bit".into(),
            Ty::Bits(width) => format!("Bits<{width}>"),
            Ty::State(state) => format!("S{state}"),
        }
    }

    fn any_width(&mut self) -> usize {
        *self.scope.rng.pick(WIDTHS)
    }

    fn width(&mut self) -> usize {
        if self.scope.rng.chance(75) {
            *self.scope.rng.pick(&self.widths)
        } else {
            self.any_width()
        }
    }

    fn ty(&mut self) -> Ty {
        if self.scope.rng.chance(20) {
            Ty::Bit
        } else {
            Ty::Bits(self.width())
        }
    }

    /// Makes an array readable, each element and as a whole.
    fn add_array(&mut self, array: Array) {
        for i in 0..array.len {
            self.scope.add(array.read(i), array.ty);
        }
        self.arrays.push(array);
    }

    // ---- signals ----------------------------------------------------------------------------

    fn write_inputs(&mut self) {
        let mut types = vec![Ty::Bit, Ty::Bits(self.scope.rng.between(2, 3))];
        for _ in 0..self.scope.rng.between(1, 3) {
            types.push(self.ty());
        }
        for ty in types {
            let name = format!("{}_i", self.name('a'));
            self.field(
                "pub ",
                &name,
                &format!("Signal<In, {}>", self.rust(ty)),
                "Signal::default()",
            );
            self.scope.add(format!("self.{name}.val()"), ty);
            self.inputs.push(Port {
                name,
                ty,
                len: None,
            });
        }
        if self.scope.rng.chance(40) {
            self.scope.hit("array of ports");
            let (ty, len) = (Ty::Bits(self.width()), self.scope.rng.between(2, 5));
            let name = format!("{}_i", self.name('a'));
            self.field(
                "pub ",
                &name,
                &format!("[Signal<In, {}>; {len}]", self.rust(ty)),
                "std::array::from_fn(|_| Signal::default())",
            );
            self.add_array(Array {
                before: format!("self.{name}"),
                after: String::new(),
                ty,
                len,
            });
            self.inputs.push(Port {
                name,
                ty,
                len: Some(len),
            });
        }
    }

    fn reset_value(&mut self, ty: Ty) -> String {
        match ty {
            Ty::Bit => self.scope.rng.chance(60).to_string(),
            Ty::Bits(width) => self.scope.constant(width),
            Ty::State(state) => {
                let variants = self.scope.variants[state].clone();
                self.scope.rng.pick(&variants).clone()
            }
        }
    }

    fn write_registers(&mut self, state: Option<usize>) -> Registers {
        let mut registers = Registers {
            scalars: vec![],
            arrays: vec![],
        };
        let mut types: Vec<Ty> = state.map(Ty::State).into_iter().collect();
        let least = usize::from(types.is_empty() && self.scope.rng.chance(85));
        for _ in 0..self.scope.rng.between(least, 3) {
            types.push(self.ty());
        }
        let mut list = String::new();
        for ty in types {
            let name = self.name('r');
            let rust = self.rust(ty);
            let fixed = matches!(ty, Ty::State(_)) || self.synchronous;
            let kind = match self.scope.rng.below(10) {
                0..=1 if !fixed => "DataReg",
                2..=3 if !fixed => "ClearReg",
                _ => "Reg",
            };
            self.scope.hit(match kind {
                "DataReg" => "data register",
                "ClearReg" => "register with clear",
                _ => "register with reset",
            });
            let mut value = match kind {
                "Reg" if self.scope.rng.chance(70) => {
                    format!("Reg::new({})", self.reset_value(ty))
                }
                _ => format!("{kind}::default()"),
            };
            if matches!(ty, Ty::Bits(_)) && self.scope.rng.chance(30) {
                self.scope.hit("array of registers");
                let len = self.scope.rng.between(2, 6);
                let _ = write!(list, ", {name}[{len}]");
                value = match kind {
                    "Reg" if self.scope.rng.chance(60) => {
                        let values: Vec<String> = (0..len)
                            .map(|_| format!("Reg::new({})", self.reset_value(ty)))
                            .collect();
                        format!("[{}]", values.join(", "))
                    }
                    _ => format!("std::array::from_fn(|_| {value})"),
                };
                self.field("", &name, &format!("[{kind}<{rust}>; {len}]"), &value);
                let part = |port: &str| Array {
                    before: format!("self.{name}"),
                    after: format!(".{port}"),
                    ty,
                    len,
                };
                self.add_array(part("q"));
                registers.arrays.push((part("d"), part("q")));
                if kind == "ClearReg" {
                    registers.scalars.extend((0..len).map(|i| Target {
                        text: format!("self.{name}[{i}].clear"),
                        ty: Ty::Bit,
                    }));
                }
            } else {
                let _ = write!(list, ", {name}");
                self.field("", &name, &format!("{kind}<{rust}>"), &value);
                self.scope.add(format!("self.{name}.q.val()"), ty);
                registers.scalars.push(Target {
                    text: format!("self.{name}.d"),
                    ty,
                });
                if kind == "ClearReg" {
                    registers.scalars.push(Target {
                        text: format!("self.{name}.clear"),
                        ty: Ty::Bit,
                    });
                }
            }
        }
        if !list.is_empty() {
            self.line(&format!("regs!(self{list});"));
        }
        registers
    }

    // ---- control ----------------------------------------------------------------------------

    fn assign(&mut self, target: &Target, depth: usize) {
        let value = match target.ty {
            Ty::Bit if self.scope.rng.chance(15) => self.scope.rng.chance(50).to_string(),
            Ty::Bits(width) if self.scope.rng.chance(8) => {
                format!("{:#x}u64.into()", self.scope.number(width))
            }
            ty => self.scope.expr(ty, depth),
        };
        self.line(&format!("{}.next = {value};", target.text));
    }

    /// Assigns a signal on every path: its default, then perhaps exceptions.
    fn drive(&mut self, target: &Target) {
        self.assign(target, 2);
        if self.scope.rng.chance(30) {
            self.control(std::slice::from_ref(target), 1);
        }
    }

    /// Assigns some of `targets` on some paths.
    fn branch(&mut self, targets: &[Target], depth: usize) {
        if depth > 0 && self.scope.rng.chance(25) {
            self.scope.hit("nested condition");
            return self.control(targets, depth - 1);
        }
        for _ in 0..self.scope.rng.between(1, targets.len().min(2)) {
            let target = self.scope.rng.pick(targets).clone();
            self.assign(&target, 1);
        }
    }

    fn control(&mut self, targets: &[Target], depth: usize) {
        let states: Vec<Value> = self
            .scope
            .values
            .iter()
            .filter(|value| matches!(value.ty, Ty::State(_)))
            .cloned()
            .collect();
        let narrow: Vec<Value> = self
            .scope
            .values
            .iter()
            .filter(|value| matches!(value.ty, Ty::Bits(2..=5)))
            .cloned()
            .collect();
        match self.scope.rng.below(10) {
            0..=2 if !states.is_empty() => {
                self.scope.hit("match on a state");
                let subject = self.scope.rng.pick(&states).clone();
                let Ty::State(state) = subject.ty else { return };
                let variants = self.scope.variants[state].clone();
                let all = self.scope.rng.chance(50);
                let shown = if all {
                    variants.len()
                } else {
                    self.scope.rng.between(1, variants.len() - 1)
                };
                self.open(&format!("match {} {{", subject.text));
                for variant in &variants[..shown] {
                    self.arm(variant, targets, depth);
                }
                if !all {
                    self.arm("_", targets, depth);
                }
                self.close("}");
            }
            3..=4 if !narrow.is_empty() => {
                self.scope.hit("match on a number");
                let subject = self.scope.rng.pick(&narrow).clone();
                let Ty::Bits(width) = subject.ty else { return };
                self.open(&format!("match {}.index() {{", subject.text));
                let mut labels: Vec<usize> = (0..1 << width).collect();
                labels.retain(|_| self.scope.rng.chance(50));
                for label in labels.into_iter().take(3) {
                    self.arm(&label.to_string(), targets, depth);
                }
                self.arm("_", targets, depth);
                self.close("}");
            }
            _ => {
                self.scope.hit("if and else");
                let condition = self.scope.bit(2);
                self.open(&format!("if {condition} {{"));
                self.branch(targets, depth);
                for _ in 0..self.scope.rng.below(2) {
                    let condition = self.scope.bit(1);
                    self.indent -= 1;
                    self.open(&format!("}} else if {condition} {{"));
                    self.branch(targets, depth);
                }
                if self.scope.rng.chance(50) {
                    self.indent -= 1;
                    self.open("} else {");
                    self.branch(targets, depth);
                }
                self.close("}");
            }
        }
    }

    fn arm(&mut self, label: &str, targets: &[Target], depth: usize) {
        if self.scope.rng.chance(12) {
            self.line(&format!("{label} => {{}}"));
            return;
        }
        self.open(&format!("{label} => {{"));
        self.branch(targets, depth);
        self.close("}");
    }

    // ---- locals -----------------------------------------------------------------------------

    fn write_local(&mut self) {
        match self.scope.rng.below(10) {
            0..=4 => self.write_array(),
            5 => {
                self.scope.hit("constant signal");
                let name = self.name('k');
                let width = self.width();
                self.declare(&name, Ty::Bits(width));
                let value = self.scope.constant(width);
                self.line(&format!("self.{name}.next = {value};"));
                self.scope
                    .add(format!("self.{name}.val()"), Ty::Bits(width));
            }
            6 => self.write_shift_loop(),
            _ => {
                let name = self.name('v');
                let ty = match self.scope.variants.len() {
                    0 => self.ty(),
                    states if self.scope.rng.chance(15) => {
                        self.scope.hit("local state");
                        Ty::State(states - 1)
                    }
                    _ => self.ty(),
                };
                self.declare(&name, ty);
                self.drive(&Target {
                    text: format!("self.{name}"),
                    ty,
                });
                self.scope.add(format!("self.{name}.val()"), ty);
            }
        }
    }

    fn declare(&mut self, name: &str, ty: Ty) {
        let rust = format!("Signal<Local, {}>", self.rust(ty));
        self.field("", name, &rust, "Signal::default()");
    }

    /// A loop whose variable is the amount of a shift.
    fn write_shift_loop(&mut self) {
        self.scope.hit("shift by a loop variable");
        let name = self.name('v');
        let width = self.width();
        let ty = Ty::Bits(width);
        self.declare(&name, ty);
        let target = Target {
            text: format!("self.{name}"),
            ty,
        };
        self.assign(&target, 2);
        let (a, b) = (self.scope.bits(width, 1), self.scope.bits(width, 1));
        let end = self.scope.rng.between(2, 6);
        let method = *self.scope.rng.pick(&["any", "xor", "all"]);
        self.open(&format!("for i in 0..{end} {{"));
        self.open(&format!("if ({a} << i).{method}() {{"));
        self.line(&format!("self.{name}.next = {b} >> i;"));
        self.close("}");
        self.close("}");
        self.scope.add(format!("self.{name}.val()"), ty);
    }

    fn write_array(&mut self) {
        self.scope.hit("array of signals");
        let name = self.name('w');
        let (rows, columns) = (self.scope.rng.between(2, 3), self.scope.rng.between(2, 3));
        let shape = self.scope.rng.below(6);
        let len = if shape == 0 {
            rows * columns
        } else {
            self.scope.rng.between(2, 6)
        };
        let ty = if self.scope.rng.chance(15) {
            Ty::Bit
        } else {
            Ty::Bits(self.width())
        };
        self.field(
            "",
            &name,
            &format!("[Signal<Local, {}>; {len}]", self.rust(ty)),
            "std::array::from_fn(|_| Signal::default())",
        );
        let array = Array {
            before: format!("self.{name}"),
            after: String::new(),
            ty,
            len,
        };
        match shape {
            0 => {
                self.scope.hit("nested loops");
                self.enter("i", rows);
                self.enter("j", columns);
                let at = format!("self.{name}[i * {columns} + j]");
                self.element(&Target { text: at, ty });
                self.leave();
                self.leave();
            }
            1 | 2 => {
                self.scope.hit("running value in an array");
                self.assign(
                    &Target {
                        text: format!("self.{name}[0]"),
                        ty,
                    },
                    2,
                );
                self.enter("i", len - 1);
                let value = self.scope.expr(ty, 2);
                let op = match ty {
                    Ty::Bits(_) => *self.scope.rng.pick(&["+", "-", "|", "^", "&"]),
                    _ => *self.scope.rng.pick(&["|", "^", "&"]),
                };
                self.line(&format!(
                    "self.{name}[i + 1].next = {} {op} {value};",
                    array.read("i")
                ));
                self.leave();
            }
            3 => {
                let fitting = match ty {
                    Ty::Bits(width) => self.scope.values.iter().find(
                        |value| matches!(value.ty, Ty::Bits(w) if w >= width * len && w > width),
                    ),
                    _ => None,
                };
                match (fitting.map(|value| value.text.clone()), ty) {
                    (Some(text), Ty::Bits(width)) => {
                        self.scope.hit("part at a loop variable");
                        self.enter("i", len);
                        let part = format!("{text}.get_bits::<{width}>(i * {width})");
                        let other = self.scope.bits(width, 1);
                        self.line(&format!("self.{name}[i].next = {part} ^ {other};"));
                        self.leave();
                    }
                    _ => self.one_by_one(&array),
                }
            }
            4 => self.one_by_one(&array),
            _ => {
                self.enter("i", len);
                self.element(&Target {
                    text: format!("self.{name}[i]"),
                    ty,
                });
                self.leave();
            }
        }
        self.add_array(array);
    }

    fn one_by_one(&mut self, array: &Array) {
        for i in 0..array.len {
            let text = format!("{}[{i}]{}", array.before, array.after);
            self.drive(&Target { text, ty: array.ty });
        }
    }

    /// Opens a loop from 0; elements of arrays can be read by its variable.
    fn enter(&mut self, variable: &str, end: usize) {
        self.scope.hit("loop");
        self.open(&format!("for {variable} in 0..{end} {{"));
        self.scope.loops.push(Loop {
            variable: variable.into(),
            end,
        });
        for array in self.arrays.clone() {
            if array.len < end {
                continue;
            }
            let index = match self.scope.rng.below(3) {
                0 if array.len > end => format!("{variable} + {}", array.len - end),
                1 => format!("{} - {variable}", end - 1),
                _ => variable.to_string(),
            };
            self.scope.values.push(Value {
                text: array.read(index),
                ty: array.ty,
                in_loop: true,
            });
        }
    }

    fn leave(&mut self) {
        self.close("}");
        let variable = self.scope.loops.pop().map(|l| l.variable);
        let names = |text: &str, variable: &str| {
            text.split(|c: char| !c.is_alphanumeric())
                .any(|word| word == variable)
        };
        self.scope.values.retain(|value| {
            !(value.in_loop && variable.as_ref().is_some_and(|v| names(&value.text, v)))
        });
    }

    /// An element of an array inside a loop, perhaps with conditions on the loop's variable.
    fn element(&mut self, target: &Target) {
        self.assign(target, 2);
        let Some(Loop { variable, end }) = self.scope.loops.last().cloned() else {
            return;
        };
        if self.scope.rng.chance(35) {
            self.scope.hit("condition on a loop variable");
            let op = *self.scope.rng.pick(&["==", "<", ">", "!="]);
            let bound = self.scope.rng.between(1, end);
            self.open(&format!("if {variable} {op} {bound} {{"));
            self.branch(std::slice::from_ref(target), 1);
            if self.scope.rng.chance(40) {
                self.indent -= 1;
                self.open("} else {");
                self.branch(std::slice::from_ref(target), 0);
            }
            self.close("}");
        } else if self.scope.rng.chance(40) {
            self.control(std::slice::from_ref(target), 1);
        }
    }

    // ---- sub-blocks -------------------------------------------------------------------------

    /// Instances of a block, or of the same block with other parameters.
    fn write_children(&mut self, kind: Vec<Child>) {
        let ports_alone = kind[0]
            .inputs
            .iter()
            .chain(&kind[0].outputs)
            .all(|p| p.len.is_none());
        if kind.len() == 1 && ports_alone && self.scope.rng.chance(40) {
            return self.write_array_of_children(&kind[0]);
        }
        let copies = if self.scope.rng.chance(25) { 2 } else { 1 };
        if copies == 2 {
            self.scope.hit("equal sub-modules");
        }
        for child in kind
            .iter()
            .flat_map(|child| std::iter::repeat_n(child, copies))
        {
            self.scope.hit("sub-module");
            let name = self.name('c');
            self.field(
                "",
                &name,
                &child.ty,
                &format!("{}::default()", child.ty.replace('<', "::<")),
            );
            self.line(&format!("clocks!(self, {name});"));
            for port in &child.inputs {
                let text = format!("self.{name}.{}", port.name);
                match port.len {
                    None => self.drive(&Target { text, ty: port.ty }),
                    Some(len) => {
                        self.enter("i", len);
                        self.element(&Target {
                            text: format!("{text}[i]"),
                            ty: port.ty,
                        });
                        self.leave();
                    }
                }
            }
            for port in &child.outputs {
                let before = format!("self.{name}.{}", port.name);
                match port.len {
                    None => self.scope.add(format!("{before}.val()"), port.ty),
                    Some(len) => {
                        self.add_array(Array {
                            before,
                            after: String::new(),
                            ty: port.ty,
                            len,
                        });
                    }
                }
            }
        }
    }

    fn write_array_of_children(&mut self, child: &Child) {
        self.scope.hit("array of sub-modules");
        let name = self.name('c');
        let len = self.scope.rng.between(2, 3);
        let new = format!(
            "std::array::from_fn(|_| {}::default())",
            child.ty.replace('<', "::<")
        );
        self.field("", &name, &format!("[{}; {len}]", child.ty), &new);
        self.line(&format!("clocks!(self, {name}[{len}]);"));
        for port in &child.inputs {
            self.enter("i", len);
            self.element(&Target {
                text: format!("self.{name}[i].{}", port.name),
                ty: port.ty,
            });
            self.leave();
        }
        for port in &child.outputs {
            self.add_array(Array {
                before: format!("self.{name}"),
                after: format!(".{}", port.name),
                ty: port.ty,
                len,
            });
        }
    }

    fn write_memory(&mut self) {
        let kind = *self.scope.rng.pick(&["Ram1", "Ram2", "RegFile"]);
        self.scope.hit(match kind {
            "Ram1" => "memory with one port",
            "Ram2" => "memory with two ports",
            _ => "register file",
        });
        let (width, address) = (self.width(), self.scope.rng.between(1, 4));
        let name = self.name('m');
        self.field(
            "",
            &name,
            &format!("{kind}<Bits<{width}>, {address}>"),
            &format!("{kind}::default()"),
        );
        self.line(&format!("self.{name}.clk_i.next = self.clk_i.val();"));
        let mut ports = vec![("we_i", Ty::Bit), ("wdata_i", Ty::Bits(width))];
        match kind {
            "Ram1" => ports.push(("addr_i", Ty::Bits(address))),
            _ => ports.extend([
                ("waddr_i", Ty::Bits(address)),
                ("raddr_i", Ty::Bits(address)),
            ]),
        }
        for (port, ty) in ports {
            self.drive(&Target {
                text: format!("self.{name}.{port}"),
                ty,
            });
        }
        self.scope
            .add(format!("self.{name}.rdata_o.val()"), Ty::Bits(width));
    }

    // ---- the end ----------------------------------------------------------------------------

    fn write_next_values(&mut self, registers: &Registers) {
        for target in &registers.scalars {
            if target.text.ends_with(".clear") {
                self.drive(target);
            }
        }
        let mut targets: Vec<Target> = registers
            .scalars
            .iter()
            .filter(|target| !target.text.ends_with(".clear"))
            .cloned()
            .collect();
        for (d, q) in &registers.arrays {
            match self.scope.rng.below(3) {
                0 => {
                    self.scope.hit("shift register");
                    let condition = self.scope.bit(2);
                    self.open(&format!("if {condition} {{"));
                    let first = self.scope.expr(d.ty, 2);
                    self.line(&format!("{}[0].d.next = {first};", d.before));
                    self.enter("i", d.len - 1);
                    self.line(&format!("{}[i + 1].d.next = {};", d.before, q.read("i")));
                    self.leave();
                    self.close("}");
                }
                1 => {
                    self.enter("i", d.len);
                    let target = Target {
                        text: format!("{}[i].d", d.before),
                        ty: d.ty,
                    };
                    let index = self.scope.values.iter().find(
                        |value| matches!(value.ty, Ty::Bits(w) if (1..20).contains(&w) && 1 << w >= d.len),
                    );
                    match index.cloned() {
                        Some(Value {
                            text,
                            ty: Ty::Bits(width),
                            ..
                        }) => {
                            self.scope.hit("element chosen by a signal");
                            self.open(&format!("if {text} == i.to_bits::<{width}>() {{"));
                            self.branch(&[target], 1);
                            self.close("}");
                        }
                        _ => self.element(&target),
                    }
                    self.leave();
                }
                _ => targets.extend((0..d.len).map(|i| Target {
                    text: format!("{}[{i}].d", d.before),
                    ty: d.ty,
                })),
            }
        }
        // Registers that hold their value most of the time show little.
        for target in &targets {
            if self.scope.rng.chance(60) {
                self.assign(target, 2);
            }
        }
        if !targets.is_empty() {
            for _ in 0..self.scope.rng.between(1, 2) {
                self.control(&targets, 2);
            }
            for target in &targets {
                if !self.body.contains(&format!("{}.next", target.text)) {
                    self.control(std::slice::from_ref(target), 1);
                }
            }
        }
    }

    fn write_outputs(&mut self, top: bool, registers: &Registers) {
        let mut types = vec![Ty::Bits(self.width())];
        for _ in 0..self.scope.rng.between(1, 2) {
            types.push(self.ty());
        }
        if let Some(state) = self.scope.variants.len().checked_sub(1)
            && self.scope.rng.chance(30)
            && (top || !self.arrays.is_empty())
        {
            self.scope.hit("state on a port");
            types.push(Ty::State(state));
        }
        for ty in types {
            let name = format!("{}_o", self.name('y'));
            let rust = format!("Signal<Out, {}>", self.rust(ty));
            self.field("pub ", &name, &rust, "Signal::default()");
            self.drive(&Target {
                text: format!("self.{name}"),
                ty,
            });
            if self.scope.rng.chance(30) {
                self.scope.hit("output read back");
                self.scope.add(format!("self.{name}.val()"), ty);
            }
            self.outputs.push(Port {
                name,
                ty,
                len: None,
            });
        }
        if self.scope.rng.chance(30) {
            self.scope.hit("array of ports");
            let (ty, len) = (Ty::Bits(self.width()), self.scope.rng.between(2, 4));
            let name = format!("{}_o", self.name('y'));
            self.field(
                "pub ",
                &name,
                &format!("[Signal<Out, {}>; {len}]", self.rust(ty)),
                "std::array::from_fn(|_| Signal::default())",
            );
            self.enter("i", len);
            self.element(&Target {
                text: format!("self.{name}[i]"),
                ty,
            });
            self.leave();
            self.outputs.push(Port {
                name,
                ty,
                len: Some(len),
            });
        }
        for target in &registers.scalars {
            if target.text.ends_with(".d") && self.scope.rng.chance(20) {
                self.scope.hit("next value read");
                self.scope.add(format!("{}.val()", target.text), target.ty);
            }
        }
        self.write_parity();
    }

    /// An output that shows every signal, so that no difference stays hidden and no bit is
    /// without a reader. What nothing reads is left out now and then: the back end drops it.
    fn write_parity(&mut self) {
        let mut terms = Vec::new();
        for value in self.scope.values.clone() {
            let plain = !value.text.contains('[');
            if plain && !self.body.contains(&value.text) && self.scope.rng.chance(40) {
                self.scope.hit("signal that nothing reads");
                continue;
            }
            terms.push(match value.ty {
                Ty::Bit => value.text,
                Ty::Bits(_) => format!("{}.xor()", value.text),
                Ty::State(state) => {
                    format!("({} == {})", value.text, self.scope.variants[state][1])
                }
            });
        }
        let name = "parity_o".to_string();
        self.field("pub ", &name, "Signal<Out, Bit>", "Signal::default()");
        self.line(&format!("self.{name}.next = {};", terms.join(" ^ ")));
        self.outputs.push(Port {
            name,
            ty: Ty::Bit,
            len: None,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_always_gives_the_same_modules() {
        let source = |seed, count| generate(seed, count).rust_source();
        assert_eq!(source(7, 5), source(7, 5));
        assert_ne!(source(7, 5), source(8, 5));
    }

    #[test]
    fn a_module_does_not_depend_on_how_many_there_are() {
        let source = |count| generate(7, count).modules.swap_remove(2).source;
        assert_eq!(source(3), source(9));
    }

    #[test]
    fn the_default_modules_hold_every_construct() {
        let design = generate(DEFAULT_SEED, DEFAULT_MODULES);
        for (feature, count) in &design.features {
            println!("{count:6} {feature}");
        }
        let rare: Vec<_> = design
            .features
            .iter()
            .filter(|(_, count)| **count < 4)
            .collect();
        assert!(rare.is_empty(), "written fewer than four times: {rare:?}");
        assert_eq!(
            design.features.len(),
            FEATURES,
            "{:?}",
            design.features.keys()
        );
    }

    /// How many constructs the generator can write.
    const FEATURES: usize = 58;
}
