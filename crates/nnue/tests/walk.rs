//! Plays random games.

use cleave_board::{Move, MoveKind, Position};
use cleave_movegen::legal_moves;

use crate::common::Random;

/// Start positions. Castling, promotions, en passant and kings that cross the middle are all a few
/// moves away.
const STARTS: [&str; 6] = [
    Position::START_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/8/3k4/8/8/4K3/8/8 w - - 0 1",
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
];

/// The kinds of moves that a random walk contained.
#[derive(Default)]
pub(crate) struct Met {
    pub(crate) castled: u32,
    pub(crate) promoted: u32,
    pub(crate) en_passant: u32,
    pub(crate) crossed: u32,
}

impl Met {
    fn note(&mut self, position: &Position, mv: Move) {
        let moves_king = position.king(position.side()) == mv.from();
        let crosses = mv.from().file().index() / 4 != mv.to().file().index() / 4;
        self.castled += u32::from(mv.kind() == MoveKind::Castle);
        self.promoted += u32::from(mv.promotion().is_some());
        self.en_passant += u32::from(mv.kind() == MoveKind::EnPassant);
        self.crossed += u32::from(moves_king && crosses);
    }
}

/// Returns true for castling and en passant, which a random game seldom contains.
fn is_rare(mv: Move) -> bool {
    matches!(mv.kind(), MoveKind::Castle | MoveKind::EnPassant)
}

/// Calls `visit` with the positions of a random walk: games to their end or to move 60, one after
/// another.
pub(crate) fn walk(steps: usize, mut visit: impl FnMut(&Position)) -> Met {
    let mut random = Random(0x1997_2018);
    let mut met = Met::default();
    let mut done = 0;
    while done < steps {
        let fen = STARTS[random.below(STARTS.len())];
        let mut position = Position::from_fen(fen).expect("a legal position");
        for _ in 0..120 {
            visit(&position);
            done += 1;
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            let rare = moves.into_iter().find(|mv| is_rare(*mv)).filter(|_| random.below(2) == 0);
            let mv = rare.unwrap_or_else(|| moves[random.below(moves.len())]);
            met.note(&position, mv);
            position = position.make(mv);
        }
    }
    met
}
