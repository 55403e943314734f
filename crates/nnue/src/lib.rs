//! A small neural network as evaluation, in integers, kept up to date by differences (NNUE). Use it alone
//! to evaluate positions with a network of your own, or to train one: the trainer uses the same
//! [`inputs`], and makes the [`Parameters`]. Of Cleave's crates it needs `cleave-board` alone.
//!
//! # The idea
//! Yu Nasu's (2018, for shogi): the first layer of a network whose inputs are 'this man stands on this
//! square' need not be computed anew for each position. A move changes two inputs or three, and a sum
//! changes by what those contribute. What remains is small, so that a processor without further help
//! evaluates millions of positions a second.
//!
//! ```text
//!  768 inputs, as White sees them ──► 128 neurons ─┐ side to move first
//!            the same weights                      ├─► 8 outputs, of which the number of men selects one
//!  768 inputs, as Black sees them ──► 128 neurons ─┘
//! ```
//!
//! * **Two perspectives.** Each side sees its own men at the bottom of the board. The same weights serve
//!   both, so that the network cannot prefer a colour.
//! * **Mirroring.** If the king of a perspective stands on files e to h, it sees the board mirrored left
//!   to right, so that its king is always on files a to d. What is learnt on one wing holds on the other.
//! * **SCReLU.** A neuron is cut to 0..=1 and squared. The square lets a neuron multiply inputs
//!   by each other, with which a small layer expresses more.
//! * **Output buckets.** Openings and endings weigh the same neurons differently: [`bucket`].
//!
//! # Integers
//! Sixteen bits hold the first layer, where 255 stands for 1.0. Output weights are at most 127, so that
//! a neuron times its weight has sixteen bits again, and one instruction (`pmaddwd`) multiplies by the
//! neuron once more and sums in 32 bits. [`Network::new`] refuses numbers with which a sum could
//! overflow, so that every build of the program computes the same value to the bit.
//!
//! # Differences
//! The hidden layer usually belongs to a node of the search, and is copied down the tree. Here nodes are
//! plain data that workers share, and a worker that joins should copy little. So [`NetworkEvaluator`],
//! of which each worker has one, remembers the position that it evaluated last. The difference to the
//! next is a few men, since a search evaluates parent, child and sibling in turn. Where a king crosses the
//! middle of the board, most inputs change. So the evaluator remembers a position for each combination of
//! wings that the kings may be on, and crossing costs a difference, too.
//!
//! ```
//! use cleave_board::{Color, Position};
//! use cleave_nnue::{Network, NetworkEvaluator, Parameters, inputs};
//!
//! // A network that knows one thing: a queen on d1 is worth two pawns.
//! let queen = Position::from_fen("4k3/8/8/8/8/8/8/K2Q4 w - - 0 1").unwrap();
//! let bare = Position::from_fen("4k3/8/8/8/8/8/8/K7 w - - 0 1").unwrap();
//! let input = inputs(&queen, Color::White).find(|it| !inputs(&bare, Color::White).any(|other| other == *it));
//! let mut parameters = Parameters::zero();
//! parameters.input_weights[input.unwrap()].0[0] = 255; // 1.0
//! parameters.output_weights[0][0].0[0] = 32; // 0.5, for the mover's queen
//! parameters.output_weights[0][1].0[0] = -32; // -0.5, for the other side's
//! let network = Network::new(parameters).unwrap();
//! let network = Network::read(&network.to_bytes()).unwrap();
//!
//! let mut evaluator = NetworkEvaluator::new(network);
//! assert_eq!(evaluator.evaluate(&queen).get(), 200);
//! assert_eq!(evaluator.evaluate(&queen.flipped()).get(), 200);
//! assert_eq!(evaluator.evaluate(&bare).get(), 0);
//! ```

mod changes;
mod evaluator;
mod file;
mod inputs;
mod layers;
mod network;
mod parameters;

pub use evaluator::NetworkEvaluator;
pub use file::NetworkError;
pub use inputs::{INPUTS, inputs, inputs_of_men};
pub use network::{Network, bucket, bucket_of_men};
pub use parameters::{
    BIAS_ONE, BUCKETS, CENTIPAWNS, HIDDEN, INPUT_LIMIT, INPUT_ONE, Neurons, OUTPUT_LIMIT,
    OUTPUT_ONE, Parameters,
};
