//! The game on the board.

use cleave_xiangqi::{
    Color, Move, MoveTextError, Position, Rules, Step, Verdict, ending, parse_coordinates,
    parse_move,
};
use cleave_xiangqi_search::Root;

/// A position, and the moves that led to it.
pub(crate) struct Game {
    positions: Vec<Position>,
    steps: Vec<Step>,
}

impl Game {
    pub(crate) fn from(start: Position) -> Game {
        Game { positions: vec![start], steps: vec![Step::first(&start)] }
    }

    pub(crate) fn position(&self) -> &Position {
        self.positions.last().expect("a game has a position")
    }

    /// Moves made so far, of both sides.
    pub(crate) fn plies(&self) -> usize {
        self.positions.len() - 1
    }

    /// Moves made by each side.
    pub(crate) fn made(&self) -> [u32; 2] {
        let side = self.position().side();
        Color::ALL.map(|color| (self.plies() as u32 + u32::from(color != side)) / 2)
    }

    /// The move must be legal.
    pub(crate) fn play(&mut self, mv: Move) {
        let before = *self.position();
        let after = before.make(mv);
        self.steps.push(Step::new(&before, mv, &after));
        self.positions.push(after);
    }

    /// Takes back the last moves; false if there are not so many.
    pub(crate) fn take_back(&mut self, plies: usize) -> bool {
        if plies > self.plies() {
            return false;
        }
        let left = self.positions.len() - plies;
        self.positions.truncate(left);
        self.steps.truncate(left);
        true
    }

    pub(crate) fn root(&self, rules: Rules) -> Root {
        Root { position: *self.position(), steps: self.steps.clone(), rules }
    }

    /// The result and the reason, if the game is over, as xboard has them.
    pub(crate) fn result(&self, rules: Rules) -> Option<String> {
        use cleave_xiangqi::Reason::{Checkmate, Material, QuietPlies, Repetition, Stalemate};
        let position = self.position();
        let (verdict, reason) = ending(position, &self.steps, rules)?;
        let side = position.side();
        let winner = if verdict == Verdict::Win { side } else { !side };
        let score = match verdict {
            Verdict::Draw => "1/2-1/2",
            _ if winner == Color::Red => "1-0",
            _ => "0-1",
        };
        let why = match reason {
            Checkmate => format!("{winner} mates"),
            Stalemate => format!("{side} has no legal move"),
            Repetition if verdict == Verdict::Draw => "Draw by repetition".into(),
            Repetition => format!("{winner} wins: the other side must not repeat its moves"),
            QuietPlies => "Draw: sixty moves of each side without a capture".into(),
            Material => "Draw: nothing is left to attack with".into(),
        };
        Some(format!("{score} {{{why}}}"))
    }
}

/// Whether a GUI calls Red's first rank 0 or 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum FirstRank {
    /// As UCCI and Pikafish have it.
    #[default]
    Zero,
    /// As Fairy-Stockfish has it.
    One,
}

impl FirstRank {
    pub(crate) fn other(self) -> FirstRank {
        match self {
            FirstRank::Zero => FirstRank::One,
            FirstRank::One => FirstRank::Zero,
        }
    }

    /// Reads a legal move, in coordinates of this kind or in any notation.
    pub(crate) fn read(self, position: &Position, text: &str) -> Result<Move, MoveTextError> {
        match (self, parse_coordinates(text, 1)) {
            (FirstRank::One, Ok(mv)) if position.is_legal(mv) => Ok(mv),
            (FirstRank::One, Ok(_)) => Err(MoveTextError::Illegal(text.into())),
            _ => parse_move(position, text),
        }
    }
}
