//! `#[hdl]`.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use std::collections::BTreeSet;
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::{
    Block, Error, Expr, ExprPath, GenericParam, Ident, ImplItem, ItemImpl, LitInt, Result, Stmt,
    StmtMacro, Token, parse_quote,
};

pub fn expand(item: ItemImpl) -> Result<TokenStream> {
    let [ImplItem::Fn(update)] = item.items.as_slice() else {
        return Err(Error::new(
            item.span(),
            "#[hdl] expects an impl block whose only function is `fn update(&mut self)`",
        ));
    };
    if update.sig.ident != "update" {
        return Err(Error::new(
            update.sig.span(),
            "#[hdl] expects `fn update(&mut self)`",
        ));
    }
    let generics = &item.generics;
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let ty = &item.self_ty;
    let consts = constants(&update.block, &item);
    let const_names = consts.iter().map(ToString::to_string);
    let const_idents = consts.iter();
    let body = located(&update.block)?;

    Ok(quote! {
        impl #impl_generics ::pimtee_hdl::meta::Kernel for #ty #where_clause {
            #[::pimtee_hdl::rust_hdl::prelude::hdl_gen]
            fn update(&mut self) #body
        }

        impl #impl_generics Logic for #ty #where_clause {
            fn update(&mut self) {
                ::pimtee_hdl::meta::Kernel::update(self)
            }
            fn connect(&mut self) {
                ::pimtee_hdl::meta::Kernel::connect(self)
            }
            fn hdl(&self) -> Verilog {
                let mut info = <Self as ::pimtee_hdl::meta::Describe>::describe();
                #(info.consts.push(::pimtee_hdl::meta::Param::constant(
                    #const_names, ::pimtee_hdl::meta::ConstValue::const_value(&#const_idents)
                ));)*
                ::pimtee_hdl::meta::attach(info, ::pimtee_hdl::meta::Kernel::hdl(self))
            }
        }
    })
}

/// Upper-case names in the body that are not generic parameters: module-level constants, whose
/// values the back end cannot see otherwise.
fn constants(block: &Block, item: &ItemImpl) -> BTreeSet<Ident> {
    struct Collect(BTreeSet<Ident>);
    impl<'a> Visit<'a> for Collect {
        fn visit_expr_path(&mut self, path: &'a ExprPath) {
            if let Some(ident) = path.path.get_ident() {
                let text = ident.to_string();
                let upper = text
                    .chars()
                    .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
                if upper {
                    self.0.insert(ident.clone());
                }
            }
        }
    }
    let mut collect = Collect(BTreeSet::new());
    collect.visit_block(block);
    for param in &item.generics.params {
        match param {
            GenericParam::Const(c) => collect.0.remove(&c.ident),
            GenericParam::Type(t) => collect.0.remove(&t.ident),
            GenericParam::Lifetime(_) => false,
        };
    }
    collect.0
}

/// The block with shorthands expanded and a position before every statement.
fn located(block: &Block) -> Result<Block> {
    let mut stmts = Vec::new();
    for stmt in &block.stmts {
        let position = format!("@loc {}:{}", stmt.span().file(), stmt.span().start().line);
        stmts.push(parse_quote!(comment!(#position);));
        match stmt {
            Stmt::Macro(StmtMacro { mac, .. }) if mac.path.is_ident("regs") => {
                let registers: Instances = mac.parse_body()?;
                stmts.extend(registers.connect(mac.path.span(), true));
            }
            Stmt::Macro(StmtMacro { mac, .. }) if mac.path.is_ident("clocks") => {
                let blocks: Instances = mac.parse_body()?;
                stmts.extend(blocks.connect(mac.path.span(), false));
            }
            Stmt::Expr(expr, semi) => stmts.push(Stmt::Expr(located_expr(expr)?, *semi)),
            other => stmts.push(other.clone()),
        }
    }
    Ok(Block {
        brace_token: block.brace_token,
        stmts,
    })
}

fn located_expr(expr: &Expr) -> Result<Expr> {
    let mut expr = expr.clone();
    match &mut expr {
        Expr::If(conditional) => {
            conditional.then_branch = located(&conditional.then_branch)?;
            if let Some((_, otherwise)) = &mut conditional.else_branch {
                **otherwise = located_expr(otherwise)?;
            }
        }
        Expr::Block(block) => block.block = located(&block.block)?,
        Expr::ForLoop(for_loop) => for_loop.body = located(&for_loop.body)?,
        Expr::Match(matching) => {
            for arm in &mut matching.arms {
                *arm.body = match arm.body.as_ref() {
                    Expr::Block(_) => located_expr(&arm.body)?,
                    other => {
                        let block = located(&parse_quote!({ #other; }))?;
                        parse_quote!(#block)
                    }
                };
            }
        }
        _ => {}
    }
    Ok(expr)
}

/// `self, a, b[4]`: names of sub-blocks, arrays with their length.
struct Instances(Vec<(Ident, Option<ArrayLength>)>);

enum ArrayLength {
    Literal(LitInt),
    Param(Ident),
}

impl Parse for Instances {
    fn parse(input: ParseStream) -> Result<Self> {
        input.parse::<Token![self]>()?;
        let mut instances = Vec::new();
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            if input.is_empty() {
                break;
            }
            let name: Ident = input.parse()?;
            let length = if input.peek(syn::token::Bracket) {
                let inner;
                syn::bracketed!(inner in input);
                Some(if inner.peek(LitInt) {
                    ArrayLength::Literal(inner.parse()?)
                } else {
                    ArrayLength::Param(inner.parse()?)
                })
            } else {
                None
            };
            instances.push((name, length));
        }
        Ok(Instances(instances))
    }
}

impl Instances {
    fn connect(&self, span: Span, hold: bool) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        for (name, length) in &self.0 {
            let Some(length) = length else {
                stmts.extend(connect_one(&quote!(self.#name), span, hold));
                continue;
            };
            let bound = match length {
                ArrayLength::Literal(literal) => quote!(#literal),
                ArrayLength::Param(param) => quote!(#param),
            };
            let body = connect_one(&quote!(self.#name[i]), span, hold);
            stmts.push(parse_quote!(for i in 0..#bound { #(#body)* }));
        }
        stmts
    }
}

fn connect_one(target: &TokenStream, span: Span, hold: bool) -> Vec<Stmt> {
    let mut stmts: Vec<Stmt> = vec![
        parse_quote!(#target.clk_i.next = self.clk_i.val();),
        parse_quote!(#target.rst_ni.next = self.rst_ni.val();),
    ];
    if hold {
        let hold = quote_spanned!(span=> #target.d.next = #target.q.val(););
        stmts.push(parse_quote!(#hold));
    }
    stmts
}
