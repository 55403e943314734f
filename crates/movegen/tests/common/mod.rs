//! Random games, played by Cleave and cozy-chess side by side.

use cleave_board::{Move, Position};
use cleave_movegen::legal_moves;

/// Marsaglia's xorshift: the same games on every machine.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % n
    }
}

/// Returns the move for cozy-chess, which also writes castling as king takes rook.
pub(crate) fn to_cozy(mv: Move) -> cozy_chess::Move {
    mv.to_string().parse().expect("coordinate text")
}

/// Returns all legal moves as sorted text.
pub(crate) fn our_moves(position: &Position) -> Vec<String> {
    let mut moves: Vec<String> =
        legal_moves(position).into_iter().map(|mv| mv.to_string()).collect();
    moves.sort();
    moves
}

pub(crate) fn cozy_moves(board: &cozy_chess::Board) -> Vec<String> {
    let mut moves = Vec::new();
    board.generate_moves(|set| {
        moves.extend(set.into_iter().map(|mv| mv.to_string()));
        false
    });
    moves.sort();
    moves
}

/// Returns the start position of a random game; every second game is chess960.
fn start(random: &mut Random, game: usize) -> cozy_chess::Board {
    if game.is_multiple_of(2) {
        cozy_chess::Board::default()
    } else {
        cozy_chess::Board::double_chess960_startpos(
            random.below(960) as u32,
            random.below(960) as u32,
        )
    }
}

/// Plays `games` random games and calls `visit` with every position.
pub(crate) fn random_games(games: usize, mut visit: impl FnMut(&Position, &cozy_chess::Board)) {
    let mut random = Random(0x1997_1D75);
    for game in 0..games {
        let mut board = start(&mut random, game);
        let mut position = Position::from_fen(&format!("{board:#}")).expect("a legal FEN");
        for _ in 0..150 {
            visit(&position, &board);
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.below(moves.len())];
            position = position.make(mv);
            board.play(to_cozy(mv));
        }
    }
}
