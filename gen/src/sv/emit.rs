//! Emits a whole design: every block once, sub-modules first.

use super::emitted::{Emitted, ModuleNames, Port, RegisterName, SvFile};
use super::error::{Diagnostic, EmitError, Fault};
use super::ir::{Module, NetKind, Shape};
use super::lower::{self, Child};
use super::probe::{self, RawBlock, RawKind};
use super::{check, flow, print, schedule};
use indexmap::IndexMap;
use pimtee_hdl::meta::{Leaf, ModuleInfo};
use pimtee_hdl::rust_hdl::core::prelude::Block;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// When registers take their reset value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ResetKind {
    /// As soon as `rst_ni` is low.
    #[default]
    Async,
    /// At the clock edge while `rst_ni` is low.
    Sync,
}

/// How a design is emitted.
#[derive(Clone, Debug)]
pub struct EmitOptions {
    /// Name of the top module; `None`: the block's own name with its parameters.
    pub top: Option<String>,
    /// Reset of control state.
    pub reset: ResetKind,
    /// Comments with the `file:line` of the Rust source.
    pub locators: bool,
    /// Name and version of the generator, for the headers.
    pub generator: String,
    /// Short hash of the configuration, for the headers.
    pub config_hash: String,
}

/// Emits `block` and all below it.
///
/// # Errors
/// Every fault of every block, each with its place in the Rust source.
pub fn emit(block: &dyn Block, options: &EmitOptions) -> Result<Emitted, EmitError> {
    let raw = probe::read("top", block);
    let top = match (&options.top, &raw.kind) {
        (Some(name), _) => name.clone(),
        (
            None,
            RawKind::Module {
                info: Some(info), ..
            },
        ) => module_name(info),
        (None, _) => raw.name.clone(),
    };
    let mut emitter = Emitter {
        options,
        top,
        files: IndexMap::new(),
        names: Vec::new(),
        diagnostics: Vec::new(),
        ports: Vec::new(),
        params: Vec::new(),
    };
    let top = emitter.block(&raw, true);
    if !emitter.diagnostics.is_empty() {
        emitter.diagnostics.dedup();
        return Err(EmitError(emitter.diagnostics));
    }
    let top = top.expect("a block without faults has a name").module;
    let package = package(&top, &emitter.params, options);
    let mut files = vec![package];
    files.extend(emitter.files.into_iter().map(|(name, text)| SvFile {
        name: format!("{name}.sv"),
        text,
    }));
    Ok(Emitted {
        top,
        files,
        ports: emitter.ports,
        names: emitter.names,
    })
}

fn package_name(top: &str) -> String {
    format!("{top}_pkg")
}

/// The package of a top: its parameters, for those who instantiate it.
fn package(top: &str, params: &[(String, String)], options: &EmitOptions) -> SvFile {
    let name = package_name(top);
    let doc = format!("Parameters that made {top}, for those who instantiate it.");
    let mut text = print::header(&name, &doc, &[], options);
    text += &format!("package {name};\n\n");
    for (param, value) in params {
        if value.parse::<u64>().is_ok() {
            text += &format!("  localparam int {param} = {value};\n");
        }
    }
    text += &format!(
        "  localparam logic [47:0] CONFIG_HASH = 48'h{};\n",
        options.config_hash
    );
    text += "\nendpackage\n";
    SvFile {
        name: format!("{name}.sv"),
        text,
    }
}

struct Emitter<'a> {
    options: &'a EmitOptions,
    /// Name of the top module, and prefix of all others: designs can stand side by side.
    top: String,
    /// Text by module name, sub-modules first.
    files: IndexMap<String, String>,
    names: Vec<ModuleNames>,
    diagnostics: Vec<Diagnostic>,
    /// Ports and parameters of the module emitted last: in the end, of the top.
    ports: Vec<Port>,
    params: Vec<(String, String)>,
}

impl Emitter<'_> {
    fn block(&mut self, raw: &RawBlock, is_top: bool) -> Option<Child> {
        match &raw.kind {
            RawKind::Module {
                info: Some(info),
                body,
            } => {
                let mut children = BTreeMap::new();
                for child in &raw.children {
                    if let RawKind::Leaf(Leaf::Register { .. }) = child.kind {
                        continue;
                    }
                    if let Some(lowered) = self.block(child, false) {
                        children.insert(child.name.clone(), lowered);
                    }
                }
                if !self.diagnostics.is_empty() {
                    return None;
                }
                let name = match is_top {
                    true => self.top.clone(),
                    false => format!("{}_{}", self.top, module_name(info)),
                };
                match lower::lower(raw, info, body, &name, &children) {
                    Ok(module) => self.module(module),
                    Err(diagnostics) => {
                        self.diagnostics.extend(diagnostics);
                        None
                    }
                }
            }
            RawKind::Leaf(leaf @ Leaf::Memory { .. }) => {
                let mut module = lower::lower_memory(raw, leaf)?;
                module.name = format!("{}_{}", self.top, module.name);
                let paths = if leaf_reads_at_once(leaf) {
                    BTreeMap::from([("rdata_o".to_string(), vec!["raddr_i".to_string()])])
                } else {
                    BTreeMap::new()
                };
                let live = vec![true; module.nets.len()];
                Some(self.finish(module, &live, paths))
            }
            RawKind::Leaf(Leaf::Register { .. }) => {
                self.unsupported(raw, "a register alone cannot be emitted; use it in a block");
                None
            }
            RawKind::Foreign(what) => {
                self.unsupported(raw, &format!("{what} is not translated"));
                None
            }
            RawKind::Module { info: None, .. } => {
                self.unsupported(
                    raw,
                    "the block has no description; put #[derive(Module)] on the type and #[hdl] \
                     on its `impl Logic`",
                );
                None
            }
        }
    }

    fn unsupported(&mut self, raw: &RawBlock, message: &str) {
        self.diagnostics.push(Diagnostic {
            fault: Fault::Unsupported,
            module: raw.name.clone(),
            message: message.into(),
            location: format!("field `{}`", raw.name),
        });
    }

    fn module(&mut self, mut module: Module) -> Option<Child> {
        let found = check::check(&module, module.name == self.top);
        if !found.is_empty() {
            self.diagnostics.extend(found);
            return None;
        }
        let (writes, _) = flow::writes(&module, &module.body);
        let paths = flow::paths(&module, &flow::graph(&module, &writes));
        let mut live = schedule::prune(&mut module);
        schedule::shape(&mut module, &mut live);
        Some(self.finish(module, &live, paths))
    }

    /// Prints the module unless the same text is there already.
    fn finish(
        &mut self,
        mut module: Module,
        live: &[bool],
        paths: BTreeMap<String, Vec<String>>,
    ) -> Child {
        let wanted = module.name.clone();
        let package = package_name(&self.top);
        let mut variant = 1;
        loop {
            let text = print::module(&module, live, self.options);
            match self.files.get(&module.name) {
                Some(present) if *present == text => break,
                None if module.name != package => {
                    self.names.push(names(&module));
                    self.files.insert(module.name.clone(), text);
                    break;
                }
                _ => {
                    variant += 1;
                    module.name = format!("{wanted}_v{variant}");
                }
            }
        }
        self.ports = module
            .nets
            .iter()
            .filter(|net| matches!(net.kind, NetKind::Input | NetKind::Output))
            .map(|net| Port {
                name: net.name(),
                dir: print::direction(net.kind),
                width: net.width * net.elements(),
            })
            .collect();
        self.params.clone_from(&module.params);
        Child {
            module: module.name,
            paths,
        }
    }
}

fn leaf_reads_at_once(leaf: &Leaf) -> bool {
    matches!(
        leaf,
        Leaf::Memory {
            registered_read: false,
            ..
        }
    )
}

/// The block's name with its parameters: `deny_counter_w8`.
fn module_name(info: &ModuleInfo) -> String {
    let mut name = info.name.clone();
    for param in &info.params {
        let value = match param.width {
            Some(width) => width.to_string(),
            None => param.value.clone(),
        };
        name += &format!("_{}{value}", param.name.to_lowercase());
    }
    name
}

fn names(module: &Module) -> ModuleNames {
    let signals = module
        .nets
        .iter()
        .map(|net| (net.rust.clone(), net.name()))
        .collect();
    let instances = module
        .instances
        .iter()
        .map(|instance| (instance.rust.clone(), instance.modules.clone()))
        .collect();
    let registers = module
        .registers
        .iter()
        .map(|register| module.net(register.q))
        .filter(|q| q.shape == Shape::Scalar)
        .map(|q| RegisterName {
            name: q.name(),
            width: q.width,
        })
        .collect();
    ModuleNames {
        registers,
        module: module.name.clone(),
        source: module.location.clone(),
        signals,
        instances,
        folded_away: module.folded_away.clone(),
    }
}
