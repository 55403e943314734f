//! The pictures of the report, as SVG.

pub(crate) mod algorithms;
pub(super) mod cores;
pub(super) mod curves;
pub(super) mod distributions;
pub(super) mod elo;
pub(super) mod house;
mod picture;
pub(super) mod shares;
pub(super) mod superlinear;
pub(super) mod timeline;
pub(super) mod trees;

pub(super) use picture::Picture;
