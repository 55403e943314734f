//! The evaluator keeps hidden layers and updates them.

use std::fmt;

use cleave_board::{Color, Position, Value};

use crate::changes::Changes;
use crate::inputs::View;
use crate::network::Network;
use crate::parameters::Neurons;

/// A network with the hidden layers of the position last evaluated. Each worker has its own.
#[derive(Clone)]
pub struct NetworkEvaluator {
    network: Network,
    /// Indexed by whether White and whether Black sees the board mirrored, because mirroring
    /// changes the inputs.
    known: [[Known; 2]; 2],
}

/// A position and its two hidden layers, White's and Black's.
#[derive(Clone)]
struct Known {
    position: Position,
    neurons: [Neurons; 2],
}

impl NetworkEvaluator {
    /// Creates an evaluator with this network.
    pub fn new(network: Network) -> NetworkEvaluator {
        let known = ["K7", "7K"].map(|white| {
            ["k7", "7k"].map(|black| {
                let fen = format!("{black}/8/8/8/8/8/8/{white} w - - 0 1");
                Known::new(Position::from_fen(&fen).expect("bare kings are legal"), &network)
            })
        });
        NetworkEvaluator { network, known }
    }

    /// Returns the network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Returns the same value as [`Network::evaluate`]. It is the faster, the less the position
    /// differs from the last one.
    pub fn evaluate(&mut self, position: &Position) -> Value {
        let [white, black] = Color::ALL.map(|color| View::is_mirrored(position, color));
        let known = &mut self.known[usize::from(white)][usize::from(black)];
        let changes = Changes::between(&known.position, position);
        known.position = *position;
        self.network.update(&mut known.neurons, &changes, position)
    }
}

impl Known {
    fn new(position: Position, network: &Network) -> Known {
        let mut neurons = network.empty_board();
        network.update(&mut neurons, &Changes::from_nothing(&position), &position);
        Known { position, neurons }
    }
}

impl fmt::Debug for NetworkEvaluator {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("NetworkEvaluator").finish_non_exhaustive()
    }
}
