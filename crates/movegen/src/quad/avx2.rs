//! Four words as an AVX2 register.

#![allow(unsafe_code)]

use std::arch::x86_64::{
    __m256i, _mm256_and_si256, _mm256_andnot_si256, _mm256_cmpeq_epi64, _mm256_or_si256,
    _mm256_setzero_si256, _mm256_sllv_epi64, _mm256_srlv_epi64,
};

/// Four words.
#[derive(Clone, Copy)]
pub(crate) struct Quad(__m256i);

impl Quad {
    #[inline(always)]
    pub(crate) const fn new(words: [u64; 4]) -> Quad {
        // SAFETY: both types are 32 bytes of integers, and any bits are valid in both.
        Quad(unsafe { std::mem::transmute::<[u64; 4], __m256i>(words) })
    }

    #[inline(always)]
    pub(crate) const fn words(self) -> [u64; 4] {
        // SAFETY: as in `new`.
        unsafe { std::mem::transmute::<__m256i, [u64; 4]>(self.0) }
    }

    #[inline(always)]
    pub(crate) fn and(self, other: Quad) -> Quad {
        // SAFETY: this module is compiled only for targets with AVX2. All operations below need it.
        Quad(unsafe { _mm256_and_si256(self.0, other.0) })
    }

    #[inline(always)]
    pub(crate) fn or(self, other: Quad) -> Quad {
        // SAFETY: the target has AVX2.
        Quad(unsafe { _mm256_or_si256(self.0, other.0) })
    }

    /// Returns the bits of `self` that are not in `other`.
    #[inline(always)]
    pub(crate) fn without(self, other: Quad) -> Quad {
        // SAFETY: the target has AVX2.
        Quad(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }

    /// Keeps each word whose counterpart in `condition` is not zero, and clears the others.
    #[inline(always)]
    pub(crate) fn where_any(self, condition: Quad) -> Quad {
        // SAFETY: the target has AVX2.
        let none = unsafe { _mm256_cmpeq_epi64(condition.0, _mm256_setzero_si256()) };
        self.without(Quad(none))
    }

    /// Shifts each word left by its own distance, which is less than 64.
    #[inline(always)]
    pub(crate) fn left(self, by: Quad) -> Quad {
        // SAFETY: the target has AVX2.
        Quad(unsafe { _mm256_sllv_epi64(self.0, by.0) })
    }

    /// Shifts each word right by its own distance, which is less than 64.
    #[inline(always)]
    pub(crate) fn right(self, by: Quad) -> Quad {
        // SAFETY: the target has AVX2.
        Quad(unsafe { _mm256_srlv_epi64(self.0, by.0) })
    }
}
