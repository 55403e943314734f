//! Evaluates positions with a small neural network, in integers, updated by differences (NNUE). Use this crate to
//! evaluate positions with a network of your own, or to train one. A trainer uses the same [`inputs`] and makes the
//! [`Parameters`]. The only other crate of Cleave that it needs is `cleave-board`.
//!
//! # The idea
//! The idea is Yu Nasu's (2018, for shogi). Each input of the network means 'this man is on this square'. The first
//! layer need not be computed anew for each position. A move changes two or three inputs, and each sum changes by the
//! contributions of these inputs. The rest of the network is small, so a processor evaluates millions of positions a
//! second without a graphics processor.
//!
//! ```text
//!  768 inputs, as White sees them ──► 128 neurons ─┐ side to move first
//!            the same weights                      ├─► 8 outputs, of which the number of men selects one
//!  768 inputs, as Black sees them ──► 128 neurons ─┘
//! ```
//!
//! * **Two perspectives.** Each side sees its own men at the bottom of the board. The same weights serve
//!   both, so that the network cannot prefer a colour.
//! * **Mirroring.** If the king of a perspective is on files e to h, the perspective sees the board mirrored left to
//!   right. So its king is always on files a to d, and knowledge about one wing applies to the other.
//! * **SCReLU.** A neuron is cut to 0..=1 and squared. The square multiplies inputs by each other, so a small layer
//!   expresses more.
//! * **Output buckets.** Openings and endings weigh the same neurons differently: [`bucket`].
//!
//! # Integers
//! The first layer has sixteen-bit numbers, in which 255 means 1.0. Output weights are at most 127, so a neuron times
//! its weight fits in sixteen bits. One instruction (`pmaddwd`) multiplies by the neuron once more and sums in 32 bits.
//! [`Network::new`] refuses numbers with which a sum could overflow. So every build of the program computes the same
//! value to the bit.
//!
//! # Differences
//! In most engines the hidden layer belongs to a node of the search and is copied down the tree. Here nodes are plain
//! data that workers share, and a worker that joins should copy little. So each worker has a [`NetworkEvaluator`],
//! which keeps the position that it evaluated last. The next position differs by a few men, because a search evaluates
//! parent, child and sibling in turn. When a king crosses the middle of the board, most inputs change. So the evaluator
//! keeps one position for each combination of wings that the kings may be on. Crossing then costs only a difference
//! too.
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
