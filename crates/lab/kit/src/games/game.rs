//! One game, from an opening to its end or its adjudication.

use cleave_board::{Color, Key, Move, Position, Value};
use cleave_movegen::legal_moves;
use serde::{Deserialize, Serialize};

use super::player::Player;

/// When a game ends before the rules end it: when the values of both sides agree on the result.
#[derive(Clone, Copy, Debug)]
pub struct Adjudication {
    /// A game is won when the values have been at least this many centipawns for [`WON_PLIES`] plies.
    won: i32,
    /// A game is drawn when the values have been at most this many centipawns for [`DRAWN_PLIES`] plies,
    /// from ply [`DRAWN_FROM`] on.
    drawn: i32,
}

const WON_PLIES: usize = 5;
const DRAWN_PLIES: usize = 10;
const DRAWN_FROM: usize = 70;
/// A game of this many plies is drawn.
const LONGEST: usize = 400;

impl Adjudication {
    /// As early as the result is sure, for matches.
    pub const EARLY: Adjudication = Adjudication { won: 1_000, drawn: 8 };
    /// Later, so that positions with a large advantage are played as well.
    pub const LATE: Adjudication = Adjudication { won: 2_000, drawn: 5 };
    /// Only the rules end a game, or its length.
    pub const NEVER: Adjudication = Adjudication { won: i32::MAX, drawn: -1 };
}

/// The result from White's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameResult {
    /// White wins.
    WhiteWins,
    /// Neither wins.
    Draw,
    /// Black wins.
    BlackWins,
}

impl GameResult {
    /// Returns the result of a game that this side has lost.
    pub fn loss_of(side: Color) -> GameResult {
        match side {
            Color::White => GameResult::BlackWins,
            Color::Black => GameResult::WhiteWins,
        }
    }

    /// 1, 0.5 or 0.
    pub fn points(self) -> f64 {
        match self {
            GameResult::WhiteWins => 1.0,
            GameResult::Draw => 0.5,
            GameResult::BlackWins => 0.0,
        }
    }
}

/// A move of the game, the position it was played in, and its value.
pub struct Turn {
    /// Before the move.
    pub position: Position,
    /// What was played.
    pub mv: Move,
    /// For the side to move.
    pub value: Value,
}

/// Plays a game; White is `players[0]`. A player whose flag falls loses.
pub fn play(opening: Position, mut players: [&mut Player; 2]) -> (Vec<Turn>, GameResult) {
    for player in &mut players {
        player.new_game();
    }
    let think = |position: &Position, history: &[Key]| {
        players[position.side().index()].think(position, history)
    };
    play_by(opening, think, &Adjudication::EARLY)
}

/// Plays a game with the moves that `think` finds, with their values; `None` loses. The keys belong to the positions
/// before this one.
pub fn play_by(
    opening: Position,
    mut think: impl FnMut(&Position, &[Key]) -> Option<(Move, Value)>,
    adjudication: &Adjudication,
) -> (Vec<Turn>, GameResult) {
    let mut position = opening;
    let mut history: Vec<Key> = Vec::new();
    let mut turns: Vec<Turn> = Vec::new();
    loop {
        let result = by_rule(&position, &history).or_else(|| by_adjudication(&turns, adjudication));
        if let Some(result) = result {
            return (turns, result);
        }
        let Some((mv, value)) = think(&position, &history) else {
            return (turns, GameResult::loss_of(position.side()));
        };
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

/// The result if the values of both sides agree on it.
fn by_adjudication(
    turns: &[Turn],
    &Adjudication { won, drawn }: &Adjudication,
) -> Option<GameResult> {
    let last = |plies: usize| turns.len().checked_sub(plies).map(|from| &turns[from..]);
    // From White's point of view.
    let value = |turn: &Turn| match turn.position.side() {
        Color::White => turn.value.get(),
        Color::Black => -turn.value.get(),
    };
    if let Some(last) = last(WON_PLIES) {
        if last.iter().all(|turn| value(turn) >= won) {
            return Some(GameResult::WhiteWins);
        }
        if last.iter().all(|turn| value(turn) <= -won) {
            return Some(GameResult::BlackWins);
        }
    }
    let quiet = last(DRAWN_PLIES).is_some_and(|last| {
        turns.len() >= DRAWN_FROM && last.iter().all(|turn| value(turn).abs() <= drawn)
    });
    (quiet || turns.len() >= LONGEST).then_some(GameResult::Draw)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::clock::{GameClock, TimeControl, parse_pace};
    use super::super::player::{SMALL_HASH, Thinking};
    use super::*;

    /// A player with a second and no increment, at this many nodes a second.
    fn player_with_clock(nodes_per_second: &str) -> Player {
        let control = TimeControl { base: Duration::from_secs(1), increment: Duration::ZERO };
        let clock = GameClock::new(control, parse_pace(nodes_per_second).unwrap());
        Player::new(None, Thinking::Clock(clock), SMALL_HASH).unwrap()
    }

    #[test]
    fn a_game_by_the_clock_stays_within_the_clock() {
        let (mut white, mut black) = (player_with_clock("9000"), player_with_clock("9000"));
        let opening = Position::from_fen("8/5pk1/6p1/7p/7P/5KP1/5P2/8 w - - 0 1").unwrap();
        let (turns, result) = play(opening, [&mut white, &mut black]);
        for player in [&white, &black] {
            let usage = player.clock_use().unwrap();
            assert!(usage.lowest > Duration::ZERO, "{usage:?}");
            assert!((0.1..1.0).contains(&usage.share), "{usage:?}");
        }
        // Nodes measure the time, so the same game comes again.
        let (again, same_result) = play(opening, [&mut white, &mut black]);
        let moves = |turns: &[Turn]| turns.iter().map(|turn| turn.mv).collect::<Vec<_>>();
        assert_eq!((moves(&again), same_result), (moves(&turns), result));
    }

    #[test]
    fn a_player_whose_flag_falls_loses() {
        // A second is one node, and a search takes more.
        let (mut white, mut black) = (player_with_clock("1"), player_with_clock("9000"));
        let (turns, result) = play(Position::start(), [&mut white, &mut black]);
        assert_eq!((turns.len(), result), (0, GameResult::BlackWins));
        let lowest = [&white, &black].map(|player| player.clock_use().unwrap().lowest);
        assert_eq!(lowest, [Duration::ZERO, Duration::from_secs(1)]);
    }

    #[test]
    fn a_mate_in_one_ends_the_game() {
        let mut players =
            [0, 1].map(|_| Player::new(None, Thinking::Nodes(500), SMALL_HASH).unwrap());
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
    fn values_that_agree_end_games() {
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
        let by_adjudication = |turns: &[Turn]| super::by_adjudication(turns, &Adjudication::EARLY);
        assert_eq!(by_adjudication(&turns(1500, 4)), None);
        assert_eq!(by_adjudication(&turns(1500, 5)), Some(GameResult::WhiteWins));
        assert_eq!(by_adjudication(&turns(-1500, 5)), Some(GameResult::BlackWins));
        assert_eq!(by_adjudication(&turns(0, 69)), None);
        assert_eq!(by_adjudication(&turns(0, 70)), Some(GameResult::Draw));
        assert_eq!(by_adjudication(&turns(50, 399)), None);
        assert_eq!(by_adjudication(&turns(50, 400)), Some(GameResult::Draw));
        assert_eq!(super::by_adjudication(&turns(1500, 5), &Adjudication::LATE), None);
        let never = |turns: &[Turn]| super::by_adjudication(turns, &Adjudication::NEVER);
        assert_eq!([never(&turns(30_000, 99)), never(&turns(0, 399))], [None, None]);
    }
}
