//! Solves chess problems: does the side to move mate in N moves?
//!
//! A search for the best move skips moves that are unlikely to matter. So it finds most mates soon, but cannot prove
//! that there is no mate. This search skips nothing. The *attacker*, the side to move at the root, tries every move,
//! and the *defender* every reply. The answer is the shortest mate with the longest defence, or a proof that there is
//! no mate.
//!
//! ```
//! use cleave_board::Position;
//! use cleave_mates::{Answer, Prover};
//! use cleave_movegen::line_text;
//!
//! let problem = Position::from_fen("6qk/7p/6PK/8/R5p1/1B6/1P6/8 w - - 0 1")?;
//! let mut prover = Prover::new(&problem, 2, 1)?;
//! let Answer::Mate(line) = prover.prove(&mut |_| true) else { panic!("a mate in 2") };
//! assert_eq!(line_text(&problem, line), "1. Ra8 g3 2. g7#");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it searches
//!
//! The search looks for a mate in 1, then in 2, and so on. Each question is a tree of yes and no. A node of the
//! attacker is a yes if one of its moves leads to a yes. A node of the defender is a yes if all replies lead to a yes.
//! A table keeps the answers, each with the move that decided it; the next search of the node tries this move first
//! (`table.rs`). The attacker's last move must give check, and is found without a node. The rest depends on the order
//! of moves. The attacker tries checks that leave few replies first, and the defender the replies that have refuted
//! most (`order.rs`).
//!
//! Dynamic Tree Splitting searches the tree. This crate is its simplest user. A node is 640 bytes of data with the one
//! required trait (`node.rs`). A team of [`cleave_smp::dts`] shares the tree.
//!
//! A long mate may be found with a thousandth of the nodes of that proof, if nobody asks whether there is a shorter one.
//! [`Prover::find`] always goes on where the least is left to prove (`proof_numbers/`), so it follows a chain of checks to
//! its end before it tries quiet moves.
//!
//! # Exactness
//!
//! Stalemate, the fifty-move rule and positions in which neither side can mate are draws. The search ignores
//! repetitions, because the shortest mate repeats no position. Only if the game has repeated positions before the root
//! may the answer differ from an arbiter's.

mod entry;
mod node;
mod order;
mod proof_numbers;
mod prover;
mod rules;
mod solver;
mod table;

pub use prover::{Answer, MOST_MOVES, Prover};
