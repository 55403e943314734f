//! Two markers for data that several processes may share.
//!
//! A parallel search on forked processes keeps its nodes in one shared mapping. A node there must
//! mean the same to every process that reads it, so it may hold numbers and indices but no pointer:
//! a `Vec` made by one process after the fork points nowhere in another. And it may have no `Drop`,
//! since nobody owns it: the process that wrote it may have been killed.
//!
//! * [`Plain`]: a value that may be copied into shared memory and out of it.
//! * [`Shareable`]: a thing that may *live* there, used by all at once through `&`, and for which
//!   all-zero bytes, as the system hands them out, are a valid beginning.
//!
//! Both are claimed by a macro that takes the type apart field by field and lets the compiler check
//! each; a field forgotten, or added later, does not compile. `Copy + Send` alone would let a
//! `&'static str` pass.
//!
//! ```
//! #[derive(Clone, Copy)]
//! struct Square(u8);
//! cleave_plain::plain!(struct Square(index));
//!
//! #[derive(Clone, Copy)]
//! enum Action { Move { from: Square, to: Square }, Null }
//! cleave_plain::plain!(enum Action { Move { from, to }, Null });
//!
//! fn needs_plain<T: cleave_plain::Plain>() {}
//! needs_plain::<[Option<Action>; 4]>();
//! ```
//!
//! A pointer is found out:
//!
//! ```compile_fail
//! #[derive(Clone, Copy)]
//! struct Named { id: u32, name: &'static str }
//! cleave_plain::plain!(struct Named { id, name });
//! ```
//!
//! and so is a field left out:
//!
//! ```compile_fail
//! #[derive(Clone, Copy)]
//! struct Pair { left: u32, right: u32 }
//! cleave_plain::plain!(struct Pair { left });
//! ```
#![allow(unsafe_code)]

use std::sync::atomic::{
    AtomicBool, AtomicI8, AtomicI16, AtomicI32, AtomicI64, AtomicU8, AtomicU16, AtomicU32,
    AtomicU64,
};

/// A value that means the same in every process: numbers and indices, no pointer, no `Drop`.
///
/// Claim it with [`plain!`].
///
/// # Safety
/// No byte of the value may be an address, nor depend on anything that a forked process does not
/// share with the one that made the value.
pub unsafe trait Plain: Copy + Send + Sync + 'static {}

/// A thing that may live in memory shared by processes, beginning as all-zero bytes.
///
/// Claim it with [`shareable!`].
///
/// # Safety
/// All-zero bytes must be a valid value, and no byte may be an address, as for [`Plain`].
pub unsafe trait Shareable: Send + Sync + 'static {}

macro_rules! marked {
    ($marker:ident: $($type:ty),*) => {
        // SAFETY: numbers, and cells of numbers, for which any bits or at least all zeros will do.
        $(unsafe impl $marker for $type {})*
    };
}

marked!(Plain: (), bool, u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize);
marked!(Shareable: (), bool, u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize);
marked!(Shareable: AtomicBool, AtomicU8, AtomicU16, AtomicU32, AtomicU64);
marked!(Shareable: AtomicI8, AtomicI16, AtomicI32, AtomicI64);

// SAFETY: made of plain values only.
unsafe impl<T: Plain, const LEN: usize> Plain for [T; LEN] {}
// SAFETY: as above.
unsafe impl<T: Plain> Plain for Option<T> {}
// SAFETY: as above.
unsafe impl<A: Plain, B: Plain> Plain for (A, B) {}
// SAFETY: all zeros are valid for each element.
unsafe impl<T: Shareable, const LEN: usize> Shareable for [T; LEN] {}

/// Checks at compile time that a field is plain; for the macros.
#[doc(hidden)]
pub const fn require_plain<T: Plain>(_: &T) {}

/// Checks at compile time that a field is shareable; for the macros.
#[doc(hidden)]
pub const fn require_shareable<T: Shareable>(_: &T) {}

/// Claims [`Plain`] for a struct or an enum, naming every field; see the page of the crate.
#[macro_export]
macro_rules! plain {
    (struct $name:ident { $($field:ident),* $(,)? }) => {
        $crate::plain!(@claim [] $name, $name { $($field),* } => { $($field)* });
    };
    (struct $name:ident<$param:ident: $bound:ident> { $($field:ident),* $(,)? }) => {
        $crate::plain!(@claim [$param: $bound] $name, $name { $($field),* } => { $($field)* });
    };
    (struct $name:ident ( $($field:ident),* $(,)? )) => {
        $crate::plain!(@claim [] $name, $name($($field),*) => { $($field)* });
    };
    (enum $name:ident {
        $($variant:ident $({ $($named:ident),* $(,)? })? $(( $($placed:ident),* $(,)? ))?),* $(,)?
    }) => {
        $crate::plain!(@claim [] $name, $(
            $name::$variant $({ $($named),* })? $(( $($placed),* ))?
                => { $($($named)*)? $($($placed)*)? }
        ),*);
    };
    (@claim [$($param:ident: $bound:ident)?] $name:ident,
     $($pattern:pat => { $($field:ident)* }),*) => {
        const _: () = {
            #[allow(dead_code)]
            const fn every_field_is_plain$(<$param: $bound>)?(value: &$name$(<$param>)?) {
                match value {
                    $($pattern => { $($crate::require_plain($field);)* })*
                }
            }
        };
        // SAFETY: every field is `Plain`; the function above does not compile otherwise.
        #[allow(unsafe_code)]
        unsafe impl$(<$param: $bound>)? $crate::Plain for $name$(<$param>)? {}
    };
}

/// Claims [`Shareable`] for a struct, naming every field.
///
/// ```
/// use std::sync::atomic::AtomicI16;
///
/// struct History { quiet: [[AtomicI16; 64]; 64] }
/// cleave_plain::shareable!(struct History { quiet });
/// ```
#[macro_export]
macro_rules! shareable {
    (struct $name:ident$(<$param:ident: $bound:ident>)? { $($field:ident),* $(,)? }) => {
        const _: () = {
            #[allow(dead_code)]
            const fn every_field_is_shareable$(<$param: $bound>)?(value: &$name$(<$param>)?) {
                let $name { $($field),* } = value;
                $($crate::require_shareable($field);)*
            }
        };
        // SAFETY: every field is `Shareable`; the function above does not compile otherwise.
        #[allow(unsafe_code)]
        unsafe impl$(<$param: $bound>)? $crate::Shareable for $name$(<$param>)? {}
    };
}
