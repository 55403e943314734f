//! Games with which tree searches are tried and measured, without chess. For tests, examples and the
//! laboratory, and for those who need a game whose truth is known. It depends on `cleave-mcts`, whose
//! [`Game`](cleave_mcts::Game) it implements, and on `cleave-shared-memory`, since `cleave-smp` puts its nodes there.
//!
//! | game | what |
//! |---|---|
//! | [`connect_four`] | the rules on bitboards, a solver, random positions |
//! | [`go`] | the rules on boards up to 13x13, light and pattern playouts |

pub mod connect_four;
pub mod go;
