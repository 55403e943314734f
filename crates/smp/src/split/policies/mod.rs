//! The split-point algorithms, a file each.

mod dpvs;
mod dts;
mod epvs;
mod jamboree;
mod pv_split;
mod root_only;
mod ybwc;
mod ybwc_helpful;

pub(crate) use dpvs::Dpvs;
pub(crate) use dts::Dts;
pub(crate) use epvs::Epvs;
pub(crate) use jamboree::Jamboree;
pub(crate) use pv_split::PvSplit;
pub(crate) use root_only::RootOnly;
pub(crate) use ybwc::Ybwc;
pub(crate) use ybwc_helpful::YbwcHelpful;

#[cfg(test)]
mod tests;
