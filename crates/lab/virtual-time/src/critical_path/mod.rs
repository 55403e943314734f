//! The critical path of a tree: how much any number of workers could gain from it.
//!
//! A parallel algorithm has a *joining rule*: which children of a node may be searched at the same time, and which must
//! wait. For the tree that P_seq searches, and a [`Rule`], there is a longest chain of nodes that must wait for each
//! other. Let W be all nodes, and C the nodes in that chain. Then W / C is the most that an unlimited number of workers
//! can gain under the rule, however cheap it is to share and however well they are placed. The rest of the gain of an
//! algorithm is lost to waste, waiting and cost.
//!
//! ```text
//!   PV node, ybwc                       chain: 1 + 9 + max(4, 6, 3) = 16 of 23 nodes
//!
//!      open ─ 1 ─► first child ─ 9 ─┬─► second ─ 4 ─►│
//!                                   ├─► third ── 6 ─►│ done
//!                                   └─► fourth ─ 3 ─►│
//! ```
//!
//! [`search`] is the recursive driver ([`cleave_smp::driver`]) with a clock for each rule. The clock takes one unit for
//! a node, and is set back where jobs run at the same time. The tree is P_seq's: a child is searched with the bound of
//! its elder brothers, although it does not wait for them. W / C is therefore a bound for workers that guess every
//! bound right. A real team may gain more only by searching another, smaller tree. A child that must be searched again
//! does so in the same job. At a node that is cut off only the child that cuts it off counts.

mod path;
mod rule;
mod trace;

pub use path::CriticalPath;
pub use rule::Rule;
pub use trace::search;
