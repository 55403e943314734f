//! Chess problems: does the side to move mate in so many moves?
//!
//! A search for the best move leaves out what is unlikely to matter, so it finds most mates soon and proves none to be
//! absent. Here nothing is left out: the *attacker*, who is to move at the root, tries every move, and the *defender* every
//! reply. The answer is the shortest mate with the longest defence, or that there is none.
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
//! It asks for a mate in 1, then in 2, and so on. Each question is a tree of yes and no: a node of the attacker is a yes if
//! one move is, a node of the defender if all replies are. A table holds what has been answered, with the move that
//! answers it, which is tried first next time (`table.rs`). The attacker's last move must give check, and is looked for
//! without a node. All else depends on the order of moves: the attacker's checks that leave few replies come first, and
//! the replies that have refuted most (`order.rs`).
//!
//! The tree is searched by Dynamic Tree Splitting, of which this is the plainest user: a node is 640 bytes of
//! data with the one trait that the machine asks for (`node.rs`), and a team of [`cleave_smp::dts`] shares it.
//!
//! # What is exact
//!
//! Stalemate, the fifty-move rule and positions in which nobody can mate are draws. Repetitions are not looked for: the
//! shortest mate repeats no position. Only what the game has repeated before the root may come out otherwise than an arbiter
//! would have it.

mod node;
mod order;
mod prover;
mod solver;
mod table;

pub use prover::{Answer, MOST_MOVES, Prover};
