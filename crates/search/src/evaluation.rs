//! The evaluation of positions: by hand-written terms, or by a network.

use cleave_board::{Position, Value};
use cleave_eval::{Evaluator, damped, known_ending};
use cleave_nnue::{Network, NetworkEvaluator};

use crate::bench;

/// An evaluation with its caches. Each worker has its own.
#[derive(Clone, Debug)]
pub enum Evaluation {
    /// Terms written by hand, with tuned weights.
    HandWritten(Evaluator),
    /// A network. Endings that need no evaluation have their value from a table or a rule.
    Network(Box<NetworkEvaluator>),
}

impl Evaluation {
    /// Creates an evaluation by this network.
    pub fn by_network(network: Network) -> Evaluation {
        Evaluation::Network(Box::new(NetworkEvaluator::new(network)))
    }

    /// Creates an evaluation by the program's own network.
    pub fn by_built_in_network() -> Evaluation {
        Evaluation::by_network(Network::built_in())
    }

    /// Returns the value of a position for the side to move, within [`Value::EVAL_MAX`]. It depends on the position
    /// alone.
    #[inline]
    pub fn evaluate(&mut self, position: &Position) -> Value {
        match self {
            Evaluation::HandWritten(evaluator) => evaluator.evaluate(position),
            Evaluation::Network(evaluator) => known_ending(position)
                .unwrap_or_else(|| damped(position, evaluator.evaluate(position))),
        }
    }

    /// Returns a hash of the evaluation: of its values in the positions of the bench, and of all weights of a network.
    /// It is the same on every machine.
    pub fn fingerprint(&self) -> u64 {
        let mut evaluation = self.clone();
        let values = bench::positions().map(|position| evaluation.evaluate(&position).get() as u64);
        let weights = match self {
            Evaluation::HandWritten(_) => 0,
            // The file of a network ends with its checksum.
            Evaluation::Network(evaluator) => evaluator
                .network()
                .to_bytes()
                .last_chunk()
                .map_or(0, |&checksum| u32::from_le_bytes(checksum)),
        };
        values.fold(weights.into(), |hash: u64, value| {
            (hash.rotate_left(7) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    }

    /// Prefetches the memory that the evaluation of this position will read.
    #[inline(always)]
    pub(crate) fn prefetch(&self, position: &Position) {
        if let Evaluation::HandWritten(evaluator) = self {
            evaluator.prefetch(position);
        }
    }
}

/// The hand-written evaluation.
impl Default for Evaluation {
    fn default() -> Evaluation {
        Evaluation::HandWritten(Evaluator::new())
    }
}

#[cfg(test)]
mod tests {
    use cleave_nnue::Parameters;

    use super::*;

    /// Returns a network that gives each position this many centipawns.
    fn constant(centipawns: i32) -> Evaluation {
        let mut parameters = Parameters::zero();
        parameters.output_bias.fill(centipawns * cleave_nnue::BIAS_ONE / cleave_nnue::CENTIPAWNS);
        Evaluation::by_network(Network::new(parameters).unwrap())
    }

    fn value(evaluation: &mut Evaluation, fen: &str) -> i32 {
        evaluation.evaluate(&Position::from_fen(fen).unwrap()).get()
    }

    #[test]
    fn each_evaluation_has_its_fingerprint() {
        let mut almost = Network::built_in().parameters().clone();
        // It changes the value of hardly any position.
        almost.output_bias[0] += 1;
        let almost = Network::new(Box::new(almost)).unwrap();
        let (by_hand, built_in) = (Evaluation::default(), Evaluation::by_built_in_network());
        assert_eq!(by_hand.fingerprint(), Evaluation::default().fingerprint());
        assert_eq!(built_in.fingerprint(), Evaluation::by_built_in_network().fingerprint());
        assert_ne!(by_hand.fingerprint(), built_in.fingerprint());
        assert_ne!(Evaluation::by_network(almost).fingerprint(), built_in.fingerprint());
    }

    #[test]
    fn a_network_knows_endings() {
        let mut network = constant(110);
        let mut by_hand = Evaluation::default();
        for clock in [0, 10, 54] {
            let fen = format!("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - {clock} 99");
            assert_eq!(value(&mut network, &fen), 110, "whatever the clock of the fifty-move rule");
        }
        assert_eq!(value(&mut network, "7k/8/8/6K1/2B4P/8/8/8 w - - 0 1"), 0, "the wrong bishop");
        for known in ["4k3/8/8/8/8/8/8/4KB2 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 b - - 0 1"] {
            assert_eq!(value(&mut network, known), value(&mut by_hand, known), "{known}");
        }
    }
}
