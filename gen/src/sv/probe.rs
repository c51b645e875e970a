//! Reads a rust-hdl block through its visitor into a plain tree.

use pimtee_hdl::meta::{LEAF_MARK, Leaf, MODULE_MARK, ModuleInfo};
use pimtee_hdl::rust_hdl::core::ast::{Verilog, VerilogBlock, VerilogStatement};
use pimtee_hdl::rust_hdl::core::prelude::{Atom, AtomKind, Block, Probe, TypeKind};

/// A block as rust-hdl shows it.
pub struct RawBlock {
    /// Field name in the parent; elements of an array end in `$` and their index.
    pub name: String,
    pub kind: RawKind,
    pub atoms: Vec<RawAtom>,
    pub children: Vec<RawBlock>,
}

pub enum RawKind {
    /// Statements with their description.
    Module {
        info: Option<ModuleInfo>,
        body: VerilogBlock,
    },
    /// A block of the library that the back end knows.
    Leaf(Leaf),
    /// Anything else rust-hdl offers (custom text, black boxes); not translated.
    Foreign(&'static str),
}

/// A signal.
#[derive(Clone, Debug)]
pub struct RawAtom {
    /// Field name, with `$` between the parts of an interface.
    pub name: String,
    pub kind: AtomKind,
    pub width: usize,
    pub signed: bool,
    /// Name and variants (`State::Idle`) of an enumeration.
    pub enumeration: Option<(String, Vec<String>)>,
    /// Value of a constant, as rust-hdl prints it.
    pub value: String,
}

/// Reads `block` and all below it.
pub fn read(name: &str, block: &dyn Block) -> RawBlock {
    let mut reader = Reader::default();
    block.accept(name, &mut reader);
    reader
        .done
        .expect("a block visits its own scope exactly once")
}

#[derive(Default)]
struct Reader {
    open: Vec<RawBlock>,
    namespace: Vec<String>,
    done: Option<RawBlock>,
}

impl Probe for Reader {
    fn visit_start_scope(&mut self, name: &str, node: &dyn Block) {
        self.open.push(RawBlock {
            name: name.to_string(),
            kind: kind(node.hdl()),
            atoms: vec![],
            children: vec![],
        });
    }

    fn visit_start_namespace(&mut self, name: &str, _node: &dyn Block) {
        self.namespace.push(name.to_string());
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        let descriptor = signal.descriptor();
        let mut path = self.namespace.clone();
        path.push(name.to_string());
        let atom = RawAtom {
            name: path.join("$"),
            kind: signal.kind(),
            width: signal.bits(),
            signed: matches!(descriptor.kind, TypeKind::Signed(_)),
            enumeration: match descriptor.kind {
                TypeKind::Enum(variants) => Some((descriptor.name, variants)),
                _ => None,
            },
            value: signal.verilog().to_string(),
        };
        if let Some(block) = self.open.last_mut() {
            block.atoms.push(atom);
        }
    }

    fn visit_end_namespace(&mut self, _name: &str, _node: &dyn Block) {
        self.namespace.pop();
    }

    fn visit_end_scope(&mut self, _name: &str, _node: &dyn Block) {
        let Some(block) = self.open.pop() else { return };
        match self.open.last_mut() {
            Some(parent) => parent.children.push(block),
            None => self.done = Some(block),
        }
    }
}

fn kind(verilog: Verilog) -> RawKind {
    match verilog {
        Verilog::Combinatorial(mut body) => {
            let info = match body.first() {
                Some(VerilogStatement::Comment(text)) => text
                    .strip_prefix(MODULE_MARK)
                    .and_then(|json| serde_json::from_str(json).ok()),
                _ => None,
            };
            if info.is_some() {
                body.remove(0);
            }
            RawKind::Module { info, body }
        }
        Verilog::Custom(text) => match text
            .strip_prefix(LEAF_MARK)
            .and_then(|json| serde_json::from_str(json).ok())
        {
            Some(leaf) => RawKind::Leaf(leaf),
            None => RawKind::Foreign("hand-written Verilog text"),
        },
        Verilog::Blackbox(_) => RawKind::Foreign("a black box"),
        Verilog::Wrapper(_) => RawKind::Foreign("a wrapper"),
        Verilog::Empty => RawKind::Module {
            info: None,
            body: vec![],
        },
    }
}
