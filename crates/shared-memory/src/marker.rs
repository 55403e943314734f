//! The two markers, and the built-in types that have them.

use std::num::NonZeroU64;
use std::sync::atomic::{
    AtomicBool, AtomicI8, AtomicI16, AtomicI32, AtomicI64, AtomicU8, AtomicU16, AtomicU32,
    AtomicU64,
};

use crossbeam_utils::CachePadded;

/// A value that may be copied into shared memory and out of it. It means the same in every process:
/// it has numbers and indices, but no pointer and no `Drop`.
///
/// # Safety
/// No byte of the value may be an address. No byte may depend on anything that a forked process
/// does not share with the process that made the value. The derive of the same name checks this.
#[diagnostic::on_unimplemented(note = "`Plain` can be derived where every field is `Plain`")]
pub unsafe trait Plain: Copy + Send + Sync + 'static {}

/// A value that may *live* in memory shared by processes. It begins as all-zero bytes, and all
/// processes use it at the same time through `&`.
///
/// # Safety
/// All-zero bytes must be a valid value, and no byte may be an address, as for [`Plain`]. The derive
/// of the same name checks this.
#[diagnostic::on_unimplemented(
    note = "`Shareable` can be derived where every field is `Shareable`"
)]
pub unsafe trait Shareable: Send + Sync + 'static {}

macro_rules! mark {
    ($marker:ident: $($type:ty),*) => {
        // SAFETY: numbers, and cells of numbers. They hold no address, and zero bits are valid.
        $(unsafe impl $marker for $type {})*
    };
}

mark!(Plain: (), bool, u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize);
mark!(Plain: NonZeroU64);
mark!(Shareable: (), bool, u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize);
mark!(Shareable: AtomicBool, AtomicU8, AtomicU16, AtomicU32, AtomicU64);
mark!(Shareable: AtomicI8, AtomicI16, AtomicI32, AtomicI64);

// SAFETY: an array has only plain values.
unsafe impl<T: Plain, const LEN: usize> Plain for [T; LEN] {}
// SAFETY: as above.
unsafe impl<T: Plain> Plain for Option<T> {}
// SAFETY: as above.
unsafe impl<A: Plain, B: Plain> Plain for (A, B) {}
// SAFETY: all zeros are valid for each element.
unsafe impl<T: Shareable, const LEN: usize> Shareable for [T; LEN] {}
// SAFETY: a value and padding.
unsafe impl<T: Shareable> Shareable for CachePadded<T> {}

#[cfg(test)]
mod tests {
    use super::*;

    /// x86-64 processors fetch lines of 64 bytes in pairs.
    #[test]
    #[cfg(target_arch = "x86_64")]
    fn a_padded_value_has_two_cache_lines_to_itself() {
        assert_eq!(
            (align_of::<CachePadded<AtomicU8>>(), size_of::<CachePadded<AtomicU8>>()),
            (128, 128)
        );
    }
}
