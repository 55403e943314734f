//! One game, from an opening to its end or to a verdict.

use cleave_board::{Color, Key, Move, Position, Value};
use cleave_movegen::legal_moves;

use super::player::Player;

/// A game is given up when both sides have seen at least this for [`WON_PLIES`] plies.
const WON: i32 = 1_000;
const WON_PLIES: usize = 5;
/// A game is drawn when both sides have seen at most this for [`DRAWN_PLIES`] plies, late.
const DRAWN: i32 = 8;
const DRAWN_PLIES: usize = 10;
const DRAWN_FROM: usize = 70;
/// No game is longer than this, in plies.
const LONGEST: usize = 400;

/// The result from White's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GameResult {
    WhiteWins,
    Draw,
    BlackWins,
}

impl GameResult {
    fn loss_of(side: Color) -> GameResult {
        match side {
            Color::White => GameResult::BlackWins,
            Color::Black => GameResult::WhiteWins,
        }
    }

    /// 1, 0.5 or 0.
    pub(crate) fn points(self) -> f64 {
        match self {
            GameResult::WhiteWins => 1.0,
            GameResult::Draw => 0.5,
            GameResult::BlackWins => 0.0,
        }
    }
}

/// A move of the game: where it was played, and what the player thought of it.
pub(crate) struct Turn {
    pub(crate) position: Position,
    pub(crate) mv: Move,
    /// For the side to move.
    pub(crate) value: Value,
}

/// Plays a game; White is `players[0]`.
pub(crate) fn play(opening: Position, mut players: [&mut Player; 2]) -> (Vec<Turn>, GameResult) {
    for player in &mut players {
        player.new_game();
    }
    let mut position = opening;
    let mut history: Vec<Key> = Vec::new();
    let mut turns: Vec<Turn> = Vec::new();
    loop {
        let result = by_rule(&position, &history).or_else(|| by_verdict(&turns));
        if let Some(result) = result {
            return (turns, result);
        }
        let (mv, value) = players[position.side().index()].think(&position, &history);
        turns.push(Turn { position, mv, value });
        history.push(position.key());
        position = position.make(mv);
    }
}

/// The result if the rules end the game here.
fn by_rule(position: &Position, history: &[Key]) -> Option<GameResult> {
    if legal_moves(position).as_slice().is_empty() {
        return Some(match position.in_check() {
            true => GameResult::loss_of(position.side()),
            false => GameResult::Draw,
        });
    }
    let seen = history.iter().filter(|&&key| key == position.key()).count();
    let drawn =
        seen >= 2 || position.halfmove_clock() >= 100 || position.is_insufficient_material();
    drawn.then_some(GameResult::Draw)
}

/// The result if the players agree on it.
fn by_verdict(turns: &[Turn]) -> Option<GameResult> {
    let last = |plies: usize| turns.len().checked_sub(plies).map(|from| &turns[from..]);
    // From White's point of view.
    let value = |turn: &Turn| match turn.position.side() {
        Color::White => turn.value.get(),
        Color::Black => -turn.value.get(),
    };
    if let Some(last) = last(WON_PLIES) {
        if last.iter().all(|turn| value(turn) >= WON) {
            return Some(GameResult::WhiteWins);
        }
        if last.iter().all(|turn| value(turn) <= -WON) {
            return Some(GameResult::BlackWins);
        }
    }
    let quiet = last(DRAWN_PLIES).is_some_and(|last| {
        turns.len() >= DRAWN_FROM && last.iter().all(|turn| value(turn).abs() <= DRAWN)
    });
    (quiet || turns.len() >= LONGEST).then_some(GameResult::Draw)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_in_one_ends_the_game() {
        let mut players = [0, 1].map(|_| Player::new(None, 500).unwrap());
        let [white, black] = &mut players;
        let opening = Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1").unwrap();
        let (turns, result) = play(opening, [white, black]);
        assert_eq!((turns.len(), result), (1, GameResult::WhiteWins));
        let opening = Position::from_fen("r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1").unwrap();
        let [white, black] = &mut players;
        assert_eq!(play(opening, [white, black]).1, GameResult::BlackWins);
    }

    #[test]
    fn rules_end_games() {
        let by_rule =
            |fen: &str, history: &[Key]| super::by_rule(&Position::from_fen(fen).unwrap(), history);
        assert_eq!(by_rule(Position::START_FEN, &[]), None);
        let key = Position::start().key();
        assert_eq!(by_rule(Position::START_FEN, &[key]), None);
        assert_eq!(by_rule(Position::START_FEN, &[key, key]), Some(GameResult::Draw));
        let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
        assert_eq!(by_rule(stalemate, &[]), Some(GameResult::Draw));
        let fifty = "7k/8/6K1/8/8/8/8/R7 b - - 100 90";
        assert_eq!(by_rule(fifty, &[]), Some(GameResult::Draw));
        let bare = "7k/8/6K1/8/8/8/8/1B6 w - - 0 1";
        assert_eq!(by_rule(bare, &[]), Some(GameResult::Draw));
    }

    #[test]
    fn players_agree_on_a_result() {
        let turns = |value: i32, plies: usize| -> Vec<Turn> {
            (0..plies)
                .scan(Position::start(), |position, _| {
                    let here = *position;
                    *position = position.make_null();
                    let value = if here.side().is_white() { value } else { -value };
                    Some(Turn { position: here, mv: Move::NONE, value: Value::new(value) })
                })
                .collect()
        };
        assert_eq!(by_verdict(&turns(1500, 4)), None);
        assert_eq!(by_verdict(&turns(1500, 5)), Some(GameResult::WhiteWins));
        assert_eq!(by_verdict(&turns(-1500, 5)), Some(GameResult::BlackWins));
        assert_eq!(by_verdict(&turns(0, 69)), None);
        assert_eq!(by_verdict(&turns(0, 70)), Some(GameResult::Draw));
        assert_eq!(by_verdict(&turns(50, 399)), None);
        assert_eq!(by_verdict(&turns(50, 400)), Some(GameResult::Draw));
    }
}
