//! What is generated from the description of a block's registers, one module for each kind of file.

mod c_header;
mod markdown;
mod rust;
mod systemrdl;

pub use c_header::c_header;
pub use markdown::markdown;
pub use rust::rust;
pub use systemrdl::systemrdl;

use pimtee_hdl::regs::{Access, Group};

/// An access as documents abbreviate it.
fn short(access: Access) -> &'static str {
    match access {
        Access::None => "none",
        Access::ReadOnly => "ro",
        Access::WriteOnly => "wo",
        Access::ReadWrite => "rw",
        Access::WriteOneToSet => "w1s",
        Access::WriteOneToClear => "w1c",
    }
}

/// The name of a register alone: that of its group is no part of it in `control` and where both are
/// the same.
fn within<'n>(group: &Group, name: &'n str) -> &'n str {
    let rest = name.strip_prefix(group.name);
    rest.and_then(|rest| rest.strip_prefix('_')).unwrap_or(name)
}

/// Lines of a comment.
fn comment(prefix: &str, text: &str) -> String {
    format!("{prefix} {text}\n")
}
