//! The derives `#[derive(Plain)]` and `#[derive(Shareable)]`. The traits and their rules are in
//! `cleave-shared-memory`, which exports the derives.
//!
//! # Why the generated unsafe code is sound
//!
//! Both traits promise a property of all bytes of a value. The bytes of a struct or an enum belong
//! to its fields, the discriminant or padding. The discriminant and padding hold no address. The
//! generated function compiles only if the type of every field, in every variant, has the trait
//! itself, under the bounds of the type and no others. `Plain` also requires `Copy`, and so no
//! `Drop`; that is a supertrait. `Shareable` requires that all-zero bytes are valid. This holds for
//! a struct if it holds for each field. It need not hold for an enum, so the derive refuses enums.
//! It refuses unions too, because a union does not show which of its fields is valid.

use proc_macro::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Error, Field, parse_macro_input};

/// The crate of the derives.
const HOME: &str = "cleave_shared_memory";

/// A crate that exports the markers and the derives again. Its users need not depend on [`HOME`].
const SMP: &str = "cleave_smp";

/// Implements `Plain` for a struct or an enum if the type of every field is `Plain`.
#[proc_macro_derive(Plain)]
pub fn derive_plain(input: TokenStream) -> TokenStream {
    expand(&parse_macro_input!(input), HOME, "Plain", plain_fields)
}

/// Implements `Shareable` for a struct if the type of every field is `Shareable`.
#[proc_macro_derive(Shareable)]
pub fn derive_shareable(input: TokenStream) -> TokenStream {
    expand(&parse_macro_input!(input), HOME, "Shareable", shareable_fields)
}

/// Implements `Plain` like [`derive_plain`]. `cleave-smp` exports this.
#[proc_macro_derive(PlainInSmp)]
pub fn derive_plain_in_smp(input: TokenStream) -> TokenStream {
    expand(&parse_macro_input!(input), SMP, "Plain", plain_fields)
}

/// Implements `Shareable` like [`derive_shareable`]. `cleave-smp` exports this.
#[proc_macro_derive(ShareableInSmp)]
pub fn derive_shareable_in_smp(input: TokenStream) -> TokenStream {
    expand(&parse_macro_input!(input), SMP, "Shareable", shareable_fields)
}

fn plain_fields(data: &Data) -> Result<Vec<&Field>, &'static str> {
    match data {
        Data::Struct(data) => Ok(data.fields.iter().collect()),
        Data::Enum(data) => Ok(data.variants.iter().flat_map(|variant| &variant.fields).collect()),
        Data::Union(_) => Err("a union does not say which of its fields is valid"),
    }
}

fn shareable_fields(data: &Data) -> Result<Vec<&Field>, &'static str> {
    match data {
        Data::Struct(data) => Ok(data.fields.iter().collect()),
        Data::Enum(_) => Err("all-zero bytes need not be a variant of an enum"),
        Data::Union(_) => Err("a union does not say which of its fields is valid"),
    }
}

/// Returns the implementation of a marker trait for a type, with a check of the fields that
/// `fields` finds.
fn expand(
    input: &DeriveInput,
    home: &str,
    marker: &str,
    fields: fn(&Data) -> Result<Vec<&Field>, &'static str>,
) -> TokenStream {
    let (home, marker) = (format_ident!("{home}"), format_ident!("{marker}"));
    let marker = quote!(::#home::#marker);
    let checked = fields(&input.data).map_err(|reason| Error::new(input.ident.span(), reason));
    checked
        .map_or_else(Error::into_compile_error, |fields| implement(input, &marker, &fields))
        .into()
}

fn implement(
    input: &DeriveInput,
    marker: &proc_macro2::TokenStream,
    fields: &[&Field],
) -> proc_macro2::TokenStream {
    let name = &input.ident;
    let (impl_generics, type_generics, bounds) = input.generics.split_for_impl();
    let checks = fields.iter().map(|field| {
        let field = &field.ty;
        quote_spanned!(field.span()=> check::<#field>();)
    });
    quote! {
        const _: () = {
            fn check<T: #marker>() {}

            fn check_every_field #impl_generics () #bounds {
                #(#checks)*
            }

            // SAFETY: the function above does not compile unless every field has the marker. The
            // page of the derive crate explains why that is enough.
            #[automatically_derived]
            unsafe impl #impl_generics #marker for #name #type_generics #bounds {}
        };
    }
}
