//! The critical path of a tree: how much any number of workers could gain from it.
//!
//! A parallel algorithm says which children of a node may be searched beside each other and which must
//! wait: its *joining rule*. For the tree that P_seq searches, and a [`Rule`], there is a longest chain of
//! nodes that must wait for each other. With W nodes in all and C in that chain, W / C is the most that
//! workers without number can gain under the rule, however cheap it is to share and however well they
//! are placed. What an algorithm gains less than that is waste, waiting and cost.
//!
//! ```text
//!   PV node, ybwc                       chain: 1 + 9 + max(4, 6, 3) = 16 of 23 nodes
//!
//!      open ─ 1 ─► first child ─ 9 ─┬─► second ─ 4 ─►│
//!                                   ├─► third ── 6 ─►│ done
//!                                   └─► fourth ─ 3 ─►│
//! ```
//!
//! [`search`] is the recursive driver ([`cleave_smp::driver`]) with a clock for each rule, which takes
//! one unit for a node and is set back where jobs run beside each other. The tree is that of P_seq: a
//! child is searched with the bound that its elder brothers have left, although it does not wait for
//! them. So W / C is a bound for workers that guess every bound right, and a real team may gain more only
//! by searching another, smaller tree. A child that must be searched again does so in the same job. Of a
//! node that is cut off only the child that does it counts.

mod path;
mod rule;
mod trace;

pub use path::CriticalPath;
pub use rule::Rule;
pub use trace::search;
