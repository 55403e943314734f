//! The clocks of both sides.
//!
//! A GUI reports before each move what its clocks show (`time`, `otim`), and the engine believes it.
//! The clocks here run as well, for GUIs that do not report.

use std::time::{Duration, Instant};

use cleave_board::Color;
use cleave_search::Clock;
use serde::{Deserialize, Serialize};

use crate::game::Game;
use crate::level::{Level, TimeControl};

/// The clocks of both sides. Those that run, and what a GUI has reported, are not saved.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Clocks {
    control: TimeControl,
    left: [Duration; 2],
    /// The number of moves that each side had made when the control was set.
    counted_from: [u32; 2],
    #[serde(skip)]
    running: Option<(Color, Instant)>,
    #[serde(skip)]
    reported: Reported,
}

/// What the GUI's clocks show. The times are those of engine and opponent, whose colours a `go` that
/// follows may change.
#[derive(Clone, Copy, Debug, Default)]
struct Reported {
    engine: Option<Duration>,
    opponent: Option<Duration>,
}

impl Clocks {
    /// Sets the time control and fills the clocks; moves count from here.
    pub fn set_control(&mut self, control: TimeControl, game: &Game) {
        self.control = control;
        self.reset(game);
    }

    /// Fills and stops the clocks; moves count from here.
    pub fn reset(&mut self, game: &Game) {
        let left = match self.control {
            TimeControl::PerMove(time) => time,
            // Some servers call 10 seconds 'base 0'; without a base this much is safe.
            TimeControl::Game(level) if level.base.is_zero() => level.increment,
            TimeControl::Game(level) => level.base,
        };
        *self = Clocks {
            control: self.control,
            left: [left; 2],
            counted_from: Color::ALL.map(|color| game.moves_by(color)),
            running: None,
            reported: Reported::default(),
        };
    }

    /// The GUI reports what the engine's clock shows.
    pub fn report_engine(&mut self, left: Duration) {
        self.reported.engine = Some(left);
    }

    /// The GUI reports what the opponent's clock shows.
    pub fn report_opponent(&mut self, left: Duration) {
        self.reported.opponent = Some(left);
    }

    /// Sets the clocks to what was reported last, if the engine plays this side.
    pub fn apply_reports(&mut self, engine: Color) {
        let reported = std::mem::take(&mut self.reported);
        for (color, reported) in [(engine, reported.engine), (!engine, reported.opponent)] {
            if let Some(left) = reported {
                self.left[color.index()] = left;
                if let Some((_, since)) = self.running.as_mut().filter(|run| run.0 == color) {
                    *since = Instant::now();
                }
            }
        }
    }

    /// Starts the clock of this side, if it is not running.
    pub fn start(&mut self, color: Color) {
        if self.running.is_none_or(|(side, _)| side != color) {
            self.running = Some((color, Instant::now()));
        }
    }

    /// Stops both clocks.
    pub fn stop(&mut self) {
        if let Some((color, since)) = self.running.take() {
            let left = &mut self.left[color.index()];
            *left = left.saturating_sub(since.elapsed());
        }
    }

    /// The side that made the last move of `game` presses its clock.
    pub fn press(&mut self, game: &Game) {
        let mover = !game.side();
        self.stop();
        if let TimeControl::Game(level) = self.control {
            let left = &mut self.left[mover.index()];
            *left += level.increment;
            let made = game.moves_by(mover).saturating_sub(self.counted_from[mover.index()]);
            if level.moves.is_some_and(|moves| made > 0 && made.is_multiple_of(moves)) {
                *left += level.base;
            }
        }
        self.start(game.side());
    }

    /// What the clock of this side shows.
    pub fn left(&self, color: Color) -> Duration {
        let used = match self.running {
            Some((side, since)) if side == color => since.elapsed(),
            _ => Duration::ZERO,
        };
        self.left[color.index()].saturating_sub(used)
    }

    /// The time available for the next move of this side.
    pub fn for_search(&self, color: Color, game: &Game) -> Clock {
        match self.control {
            TimeControl::PerMove(time) => Clock::PerMove(time),
            TimeControl::Game(level) => Clock::Game {
                remaining: self.left(color),
                increment: level.increment,
                moves_to_go: self.moves_to_go(level, color, game),
            },
        }
    }

    fn moves_to_go(&self, level: Level, color: Color, game: &Game) -> Option<u32> {
        let moves = level.moves?;
        let made = game.moves_by(color).saturating_sub(self.counted_from[color.index()]);
        Some(moves - made % moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cleave_board::Position;
    use cleave_movegen::legal_moves;

    fn advance(game: &mut Game, clocks: &mut Clocks) {
        game.play(legal_moves(game.position())[0]);
        clocks.press(game);
    }

    fn clocks(level: &str, game: &Game) -> Clocks {
        let mut clocks = Clocks::default();
        clocks.set_control(TimeControl::level(level).unwrap(), game);
        clocks
    }

    fn to_go(clocks: &Clocks, game: &Game) -> Option<u32> {
        match clocks.for_search(game.side(), game) {
            Clock::Game { moves_to_go, .. } => moves_to_go,
            _ => None,
        }
    }

    #[test]
    fn a_new_period_adds_its_time() {
        let mut game = Game::from_position(Position::start());
        let mut clocks = clocks("2 1 0", &game);
        assert_eq!(to_go(&clocks, &game), Some(2));
        advance(&mut game, &mut clocks);
        advance(&mut game, &mut clocks);
        assert_eq!(to_go(&clocks, &game), Some(1));
        advance(&mut game, &mut clocks);
        assert!(clocks.left(Color::White) > Duration::from_secs(110), "a minute was added");
        assert!(clocks.left(Color::Black) < Duration::from_secs(61));
        advance(&mut game, &mut clocks);
        assert_eq!(to_go(&clocks, &game), Some(2));
    }

    #[test]
    fn a_level_set_in_mid_game_counts_moves_from_there() {
        let mut game = Game::from_position(Position::start());
        let mut clocks = clocks("40 60 0", &game);
        for _ in 0..6 {
            advance(&mut game, &mut clocks);
        }
        clocks.set_control(TimeControl::level("20 22 0").unwrap(), &game);
        assert_eq!(to_go(&clocks, &game), Some(20));
    }

    #[test]
    fn reported_times_belong_to_the_side_the_engine_gets() {
        let game = Game::from_position(Position::start());
        let mut clocks = clocks("0 5 0", &game);
        clocks.report_engine(Duration::from_secs(10));
        clocks.report_opponent(Duration::from_secs(20));
        clocks.apply_reports(Color::White);
        assert_eq!(clocks.left(Color::White), Duration::from_secs(10));
        assert_eq!(clocks.left(Color::Black), Duration::from_secs(20));
        clocks.apply_reports(Color::Black);
        assert_eq!(clocks.left(Color::White), Duration::from_secs(10), "a report counts once");
    }

    #[test]
    fn the_increment_is_added_and_the_time_used_taken_off() {
        let mut game = Game::from_position(Position::start());
        let mut clocks = clocks("0 1 2", &game);
        clocks.start(Color::White);
        std::thread::sleep(Duration::from_millis(20));
        advance(&mut game, &mut clocks);
        let left = clocks.left(Color::White);
        assert!(left > Duration::from_secs(61) && left <= Duration::from_millis(61_980));
    }
}
