//! The older algorithms that share nodes, a file each.
//!
//! They search the same nodes in the same blocks as Dynamic Tree Splitting, and hook into its machine (`dts/`). [hooks]
//! has the hooks, [policy] the differences between them. `fields.rs` and `shared_window.rs` name each other: a block
//! has a window, and the current window is found along blocks.
//!
//! Each page names the source and its published speed-up. Speed-ups on *strongly ordered trees* are ours, in virtual
//! time. The artificial trees have 7 plies and 16 children, and the first child is the best at 9 nodes of 10
//! (`tests/literature.rs` prints and checks them):
//!
//! | workers | 2 | 4 | 8 | 16 | 64 |
//! |---|---|---|---|---|---|
//! | `dts` | 1.84 | 3.41 | 6.58 | 12.6 | 39.0 |
//! | `root` | 1.52 | 2.26 | 3.05 | 3.69 | 3.66 |
//! | `pv-split` | 1.77 | 3.24 | 5.93 | 10.0 | 9.98 |
//! | `epvs` | 1.84 | 3.44 | 6.37 | 11.3 | 22.8 |
//! | `dpvs` | 1.84 | 3.38 | 6.28 | 11.7 | 31.1 |
//! | `ybwc` | 1.84 | 3.39 | 6.33 | 11.8 | 36.8 |
//! | `ybwc-helpful` | 1.84 | 3.40 | 6.42 | 12.0 | 36.0 |
//! | `jamboree` | 1.84 | 3.40 | 6.46 | 11.7 | 35.4 |
//! | `mwf` | 1.81 | 3.27 | 5.84 | 9.70 | 17.2 |
//!
//! While a move of a PV node is searched again with the full window, the node hands out no other. Brothers that fail
//! high meanwhile wait, and are tested again. This is the chess node's rule, the same under every algorithm. Most
//! sources continue with the brothers.
//!
//! Another order of events alone changes these by 2 %. Trees of 16 children give `pv-split` no more
//! to share at a node on 64 workers than on 16. `tree-splitting`, whose groups are thirds, gains
//! 1.95 on 3 workers, 2.42 on 9 and 5.41 on 27.

mod crafty_22;
mod crafty_25;
mod dpvs;
mod epvs;
mod fields;
mod hold_back;
mod jamboree;
mod memory;
mod mwf;
mod narrow;
mod offers;
mod owners;
mod policy;
mod position;
mod pv_split;
mod release;
mod root_only;
mod rules;
mod shared_window;
mod strategy;
mod tree_splitting;
mod ybwc;
mod ybwc_helpful;

pub(crate) use crafty_22::Crafty22;
pub(crate) use crafty_25::Crafty25;
pub(crate) use dpvs::Dpvs;
pub(crate) use epvs::Epvs;
pub(crate) use jamboree::Jamboree;
pub(crate) use memory::OlderMemory;
pub(crate) use mwf::MandatoryWorkFirst;
pub(crate) use pv_split::PvSplit;
pub(crate) use root_only::RootOnly;
pub(crate) use strategy::worker;
pub(crate) use tree_splitting::TreeSplitting;
pub(crate) use ybwc::Ybwc;
pub(crate) use ybwc_helpful::YbwcHelpful;

#[cfg(test)]
mod owner_tests;
#[cfg(test)]
mod tests;
