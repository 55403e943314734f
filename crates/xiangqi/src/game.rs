//! A game, and its end.

use crate::{
    Move, Position, Reason, Rules, Step, Verdict, is_material_insufficient, quiet_plies_draw,
    repetition,
};

/// A game from its beginning to the position on the board.
///
/// ```
/// use cleave_xiangqi::{Game, Position, parse_move};
/// let mut game = Game::from(Position::start());
/// for text in "h2e2 b9c7 e2h2 c7b9 h2e2 b9c7 e2h2 c7b9".split(' ') {
///     assert_eq!(game.ending(), None);
///     game.play(parse_move(game.position(), text).unwrap());
/// }
/// assert!(game.ending().is_some());
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    positions: Vec<Position>,
    steps: Vec<Step>,
    /// The rules of repetition.
    pub rules: Rules,
}

impl From<Position> for Game {
    fn from(start: Position) -> Game {
        Game::new(start, Rules::default())
    }
}

impl Game {
    /// Creates a game that begins with this position.
    pub fn new(start: Position, rules: Rules) -> Game {
        Game { positions: vec![start], steps: vec![Step::first(&start)], rules }
    }

    /// Returns the position on the board.
    pub fn position(&self) -> &Position {
        self.positions.last().expect("a game has a position")
    }

    /// Returns the steps of the game, the last of which leads to the position.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the number of moves made so far by both sides.
    pub fn plies(&self) -> usize {
        self.positions.len() - 1
    }

    /// Makes a legal move.
    pub fn play(&mut self, mv: Move) {
        let next = self.position().make(mv);
        self.steps.push(Step::new(self.position(), mv, &next));
        self.positions.push(next);
    }

    /// Takes back the last `plies` moves. Returns false if there are fewer.
    pub fn take_back(&mut self, plies: usize) -> bool {
        let Some(left) = self.plies().checked_sub(plies) else { return false };
        self.positions.truncate(left + 1);
        self.steps.truncate(left + 1);
        true
    }

    /// Returns the result for the side to move and its reason, if the game is over.
    pub fn ending(&self) -> Option<(Verdict, Reason)> {
        let (position, steps) = (self.position(), self.steps());
        if !position.has_legal_move() {
            let reason = if position.in_check() { Reason::Checkmate } else { Reason::Stalemate };
            return Some((Verdict::Loss, reason));
        }
        if is_material_insufficient(position) {
            return Some((Verdict::Draw, Reason::Material));
        }
        if let Some(verdict) = repetition(position, steps, steps.len(), self.rules) {
            return Some((verdict, Reason::Repetition));
        }
        quiet_plies_draw(position, steps).then_some((Verdict::Draw, Reason::QuietPlies))
    }
}
