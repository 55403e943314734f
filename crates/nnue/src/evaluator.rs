//! The evaluator, which remembers hidden layers.

use arrayvec::ArrayVec;
use cleave_board::{Bitboard, Color, PieceKind, Position, Value};

use crate::inputs::{View, is_mirrored};
use crate::layers;
use crate::network::Network;
use crate::parameters::Neurons;

/// A network with the hidden layers of the positions last evaluated. Each worker has its own.
#[derive(Clone, Debug)]
pub struct NetworkEvaluator {
    network: Network,
    /// By perspective, and whether it sees the board mirrored.
    layers: [[Layer; 2]; 2],
}

impl NetworkEvaluator {
    /// An evaluator with this network.
    pub fn new(network: Network) -> NetworkEvaluator {
        let layers = Color::ALL.map(|color| {
            [false, true].map(|mirrored| Layer::new(&network, View::new(color, mirrored)))
        });
        NetworkEvaluator { network, layers }
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The same as [`Network::evaluate`], faster the less the position differs from the last one.
    pub fn evaluate(&mut self, position: &Position) -> Value {
        let [white, black] = &mut self.layers;
        let white = &mut white[usize::from(is_mirrored(position, Color::White))];
        let black = &mut black[usize::from(is_mirrored(position, Color::Black))];
        let (white, black) =
            (white.moved_to(position, &self.network), black.moved_to(position, &self.network));
        match position.side() {
            Color::White => self.network.output(position, white, black),
            Color::Black => self.network.output(position, black, white),
        }
    }
}

/// The hidden layer of a view, for the position that was last seen so.
#[derive(Clone, Debug)]
struct Layer {
    view: View,
    position: Position,
    neurons: Neurons,
}

impl Layer {
    fn new(network: &Network, view: View) -> Layer {
        let position = Position::start();
        Layer { view, position, neurons: network.neurons_in(&position, view) }
    }

    /// The neurons for this position.
    #[inline(always)]
    fn moved_to(&mut self, position: &Position, network: &Network) -> &Neurons {
        let mut added = ArrayVec::<usize, 32>::new();
        let mut removed = ArrayVec::<usize, 32>::new();
        for square in changed(&self.position, position) {
            if let Some(piece) = self.position.piece_on(square) {
                removed.push(self.view.input(piece, square));
            }
            if let Some(piece) = position.piece_on(square) {
                added.push(self.view.input(piece, square));
            }
        }
        layers::update(&mut self.neurons, network.parameters(), &added, &removed);
        self.position = *position;
        &self.neurons
    }
}

/// The squares on which two positions differ.
#[inline(always)]
fn changed(a: &Position, b: &Position) -> Bitboard {
    let mut changed = a.color(Color::White) ^ b.color(Color::White)
        | a.color(Color::Black) ^ b.color(Color::Black);
    for kind in PieceKind::ALL {
        changed |= a.kind(kind) ^ b.kind(kind);
    }
    changed
}
