//! Artificial trees: their right value is known.
//!
//! A [`Shape`] gives the seed, height, branching factor and move ordering of a tree. Every child is
//! computed by a hash, so a tree can have any size and takes no memory. The search has everything
//! that makes splitting hard: scouts and re-searches, sequential phases before the moves and between
//! them, and principal variations. Each node checks the worker's path, so that a worker that joins
//! with a wrong path is found out at once.
//!
//! ```
//! use cleave_virtual_time::artificial::{self, Shape};
//!
//! let shape = Shape { height: 6, branching: 5, ..Shape::default() };
//! let found = artificial::sequential(&shape);
//! assert_eq!(found.value, artificial::minimax(&shape));
//! ```

pub mod badly_ordered;
mod deepening;
mod explorer;
mod leaf_count;
mod node;
mod random;
mod run_virtual;
mod searches;
mod shape;
mod soak;
mod wrong;

pub use deepening::{Deepened, Deepening};
pub use explorer::{Explorer, StopControl, Visits};
pub use leaf_count::{knuth_moore_leaves, minimax};
pub use node::{ArtificialNode, Job, Line, PathStep};
pub use random::{random_deepening, random_params, random_params_ahead, random_shape};
pub use run_virtual::{Virtual, run_virtual, run_virtual_by, virtual_deepening, virtual_trial};
pub use searches::{Found, Parallel, helper, parallel, parallel_with, sequential};
pub use shape::{Place, Shape};
pub use soak::{Happened, SoakSettings, faulty_helper, soak};
pub use wrong::Wrong;
