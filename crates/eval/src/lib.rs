//! Evaluation: what a position is worth when no one looks further.
//!
//! # How it works
//! **Tapered.** Every number is a pair, a [`Score`]: what a feature is worth in the middlegame and what
//! in the endgame. All features are added up in pairs. At the end the *phase* (how many pieces are
//! left: 24 at the start, 0 with bare kings and pawns) mixes the two halves into one value in
//! centipawns, so that nothing jumps when a piece is exchanged.
//!
//! **Terms by what they look at.** First the cheap ones: material, and pawns and
//! shelter, which look at pawns and kings alone, are remembered in material_table and pawn_table.
//! The rest looks at the pieces: mobility visits each once, adds where it stands (piece_square) and
//! notes its attacks in the survey; then, with all attacks known, come king_safety, threats,
//! passed, outposts, files, space. scale damps endings that are hard to win, and endgames knows a
//! few by heart. value_table remembers what came out.
//!
//! **Written once.** Terms report to a [`Tally`] instead of adding numbers: in play it is a [`Sum`],
//! for [`trace()`] it keeps terms apart, for the tuner it notes which weights a position uses. And
//! they are written for a [`Side`] known to the compiler, so colour costs no instruction.
//!
//! **One table of weights.** [`Weights`] holds every number; the text form in `weights.txt` is what
//! a tuner writes and the compiler reads.
//!
//! ```
//! use cleave_board::Position;
//! use cleave_eval::{DEFAULT_WEIGHTS, Evaluator, trace};
//! let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K2R w K - 0 1").unwrap();
//! let value = Evaluator::new().evaluate(&position);
//! assert!(value.get() > 300);
//! assert_eq!(trace(&position, &DEFAULT_WEIGHTS).value(), value);
//! ```

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
mod survey;
mod tally;
mod threats;
mod trace;
mod value_table;
mod weights;

pub use cleave_board::{Black, White};
pub use evaluator::Evaluator;
pub use features::{Count, Features, features};
pub use score::Score;
pub use side::Side;
pub use tally::{DANGER_DIVISOR, DANGER_LIMIT, Sum, Tally, Term, danger_cost};
pub use trace::{Trace, trace};
pub use weights::{DEFAULT_WEIGHTS, ROWS, Row, WEIGHT_COUNT, Weights, WeightsError};
