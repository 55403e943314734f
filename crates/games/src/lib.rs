//! Games for testing and measuring tree searches, other than chess. They serve tests, examples and
//! the laboratory, and users who need a game with known values. The crate depends on `cleave-mcts`,
//! whose [`Game`](cleave_mcts::Game) it implements. It depends on `cleave-shared-memory` because
//! `cleave-smp` puts nodes there.
//!
//! | game | content |
//! |---|---|
//! | [`connect_four`] | the rules on bitboards, a solver, random positions |
//! | [`go`] | the rules on boards up to 13x13, light and pattern playouts |

pub mod connect_four;
pub mod go;
