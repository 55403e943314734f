//! Static evaluation: the value of a chess position without search, from hand-written terms with tuned weights. Use
//! this crate to explain a position term by term ([`trace()`]), to tune weights, or in an engine of your own. It
//! depends on `cleave-board` and `cleave-shared-memory`.
//!
//! # How it works
//! **Tapered.** Every number is a pair, a [`Score`]: the worth of a feature in the middlegame and in the endgame.
//! Features are summed as pairs. At the end the *phase* interpolates between the halves, so that the value does not
//! jump when a piece is exchanged. The phase depends on the pieces left: 24 at the start, 0 with kings and pawns alone.
//!
//! **Terms grouped by their inputs.** `material_table` keeps the material terms. `pawn_table` keeps pawn structure and
//! shelter, which depend on pawns and kings alone. The other terms depend on pieces. `mobility` visits each piece once,
//! adds the worth of its square (`piece_square`) and enters its attacks into `attack_info`. After that come the terms
//! that need all attacks: `king_safety`, `threats`, `passed`, `outposts`, `files` and `space`. `scale` reduces
//! advantages that are hard to win. It reads the counts of `material`, which keeps the scale, so the two refer to each
//! other. `endgames` knows some results, and `value_table` keeps recent values.
//!
//! **Written once.** Terms report to a [`Tally`] instead of adding numbers. In play the tally is a [`Sum`]. For
//! [`trace()`] it keeps terms apart. For the tuner it counts the weights that a position uses. Terms take the [`Side`]
//! as a type, so colour costs no instruction.
//!
//! **One table of weights.** [`Weights`] holds every number. The tuner writes its text form,
//! `weights.txt`, and the compiler reads it.
//!
//! ```
//! use cleave_board::Position;
//! use cleave_eval::{DEFAULT_WEIGHTS, Evaluator, trace};
//! let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K2R w K - 0 1").unwrap();
//! let value = Evaluator::new().evaluate(&position);
//! assert!(value.get() > 300);
//! assert_eq!(trace(&position, &DEFAULT_WEIGHTS).value(), value);
//! ```

mod attack_info;
mod endgames;
mod evaluator;
mod features;
mod files;
mod king_safety;
mod kpk;
mod material;
mod material_table;
mod mobility;
mod outposts;
mod passed;
mod pawn_table;
mod pawns;
mod piece_square;
mod scale;
mod score;
mod shelter;
mod side;
mod space;
mod tally;
mod threats;
mod trace;
mod value_table;
mod weights;

pub use cleave_board::{Black, White};
pub use evaluator::{Evaluator, known_ending};
pub use features::{Count, Features, features};
pub use scale::damped;
pub use score::Score;
pub use side::Side;
pub use tally::{DANGER_DIVISOR, DANGER_LIMIT, Sum, Tally, Term, danger_cost};
pub use trace::{Trace, trace};
pub use weights::{DEFAULT_WEIGHTS, ROWS, Row, WEIGHT_COUNT, Weights, WeightsError};
