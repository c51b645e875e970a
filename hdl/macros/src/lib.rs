//! Macros around rust-hdl's own: `#[derive(Module)]` records what a block is called, what its
//! contract says and which parameters made it; `#[hdl]` adds source positions to every statement
//! and expands the register shorthands. rust-hdl's `#[hdl_gen]` still does the translation.

use proc_macro::TokenStream;

mod hdl;
mod module;

/// Derives the block's description (`Describe`) and its `Default`.
///
/// The doc comments of the type and of its fields become the contract in the header of the
/// emitted module. `#[module(name = "…")]` replaces the name, which is otherwise the type's name
/// in snake case; `#[module(no_default)]` leaves `Default` to the author;
/// `#[module(keep)]` makes synthesis keep the boundary of the emitted module.
#[proc_macro_derive(Module, attributes(module))]
pub fn derive_module(input: TokenStream) -> TokenStream {
    let input = syn::parse_macro_input!(input as syn::DeriveInput);
    module::derive(&input)
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}

/// Goes on `impl Logic for X`; its only function is `fn update(&mut self)`.
///
/// Inside `update`, `regs!(self, a, b[4])` connects the clock and the reset of registers and lets
/// them hold their value by default; `clocks!(self, sub)` connects clock and reset only.
#[proc_macro_attribute]
pub fn hdl(_arguments: TokenStream, item: TokenStream) -> TokenStream {
    let item = syn::parse_macro_input!(item as syn::ItemImpl);
    hdl::expand(item)
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}
