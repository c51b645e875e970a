//! `#[derive(Module)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, Error, Expr, Fields, GenericParam, Lit, Meta, Result};

#[derive(Default)]
struct Options {
    name: Option<String>,
    no_default: bool,
    keep: bool,
}

pub fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Struct(data) = &input.data else {
        return Err(Error::new(
            input.span(),
            "Module can only be derived for a struct",
        ));
    };
    let Fields::Named(fields) = &data.fields else {
        return Err(Error::new(input.span(), "a module needs named fields"));
    };
    let options = options(&input.attrs)?;
    let ident = &input.ident;
    let (impl_generics, type_generics, where_clause) = input.generics.split_for_impl();

    let name = options
        .name
        .unwrap_or_else(|| snake_case(&ident.to_string()));
    let doc = doc_text(&input.attrs);
    let keep = options.keep;
    let line = ident.span().start().line as u32;
    let params = input
        .generics
        .params
        .iter()
        .filter_map(|param| match param {
            GenericParam::Const(c) => {
                let ident = &c.ident;
                let name = ident.to_string();
                Some(quote!(::pimtee_hdl::meta::Param::constant(
                    #name, ::pimtee_hdl::meta::ConstValue::const_value(&#ident)
                )))
            }
            GenericParam::Type(t) => {
                let ident = &t.ident;
                let name = ident.to_string();
                Some(quote!(::pimtee_hdl::meta::Param::of_type::<#ident>(#name)))
            }
            GenericParam::Lifetime(_) => None,
        });
    let field_infos = fields.named.iter().map(|field| {
        let name = field.ident.as_ref().map(ToString::to_string);
        let doc = doc_text(&field.attrs);
        let line = field.span().start().line as u32;
        quote!(::pimtee_hdl::meta::Field { name: #name.into(), doc: #doc.into(), line: #line })
    });
    let default = if options.no_default {
        TokenStream::new()
    } else {
        let inits = fields.named.iter().map(|field| {
            let name = &field.ident;
            let value = default_value(&field.ty);
            quote!(#name: #value)
        });
        quote! {
            impl #impl_generics ::core::default::Default for #ident #type_generics #where_clause {
                fn default() -> Self {
                    Self { #(#inits,)* }
                }
            }
        }
    };
    Ok(quote! {
        #default

        impl #impl_generics ::pimtee_hdl::meta::Describe for #ident #type_generics #where_clause {
            fn describe() -> ::pimtee_hdl::meta::ModuleInfo {
                ::pimtee_hdl::meta::ModuleInfo {
                    name: #name.into(),
                    doc: #doc.into(),
                    params: vec![#(#params,)*],
                    consts: vec![],
                    file: file!().into(),
                    line: #line,
                    keep: #keep,
                    fields: vec![#(#field_infos,)*],
                }
            }
        }
    })
}

/// Arrays of any length, which `Default` does not cover.
fn default_value(ty: &syn::Type) -> TokenStream {
    match ty {
        syn::Type::Array(array) => {
            let element = default_value(&array.elem);
            quote!(::core::array::from_fn(|_| #element))
        }
        _ => quote!(::core::default::Default::default()),
    }
}

fn options(attrs: &[Attribute]) -> Result<Options> {
    let mut options = Options::default();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("module")) {
        attr.parse_nested_meta(|meta| {
            if meta.path.is_ident("name") {
                let name: syn::LitStr = meta.value()?.parse()?;
                options.name = Some(name.value());
                Ok(())
            } else if meta.path.is_ident("no_default") {
                options.no_default = true;
                Ok(())
            } else if meta.path.is_ident("keep") {
                options.keep = true;
                Ok(())
            } else {
                Err(meta.error("expected `name = \"…\"`, `no_default` or `keep`"))
            }
        })?;
    }
    Ok(options)
}

fn doc_text(attrs: &[Attribute]) -> String {
    let lines = attrs.iter().filter_map(|attr| match &attr.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(text) => Some(text.value().trim_end().trim_start_matches(' ').to_string()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn snake_case(name: &str) -> String {
    let mut out = String::new();
    let chars: Vec<char> = name.chars().collect();
    for (i, c) in chars.iter().enumerate() {
        let after_lower = i > 0 && !chars[i - 1].is_uppercase();
        let before_lower = i > 0
            && chars[i - 1].is_uppercase()
            && chars.get(i + 1).is_some_and(|next| next.is_lowercase());
        if c.is_uppercase() && (after_lower || before_lower) {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out
}
