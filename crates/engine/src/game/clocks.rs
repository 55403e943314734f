//! The clocks of both sides.
//!
//! A GUI reports before each move what its clocks show (`time`, `otim`), and the engine believes it.
//! The clocks here run as well, for GUIs that do not report.

use std::time::{Duration, Instant};

use cleave_board::Color;
use cleave_search::Clock;
use serde::{Deserialize, Serialize};

use crate::game::Game;
use cleave_clock::level::TimeControl;

/// The clocks of both sides. Those that run, and what a GUI has reported, are not saved.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Clocks {
    control: TimeControl,
    left: [Duration; 2],
    /// The number of moves that each side had made when the control was set.
    counted_from: [u32; 2],
    /// The moves of the control that each side had made by then.
    made_before: [u32; 2],
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
            TimeControl::Game(level) if level.first.time.is_zero() => level.increment,
            TimeControl::Game(level) => level.first.time,
        };
        *self = Clocks {
            control: self.control,
            left: [left; 2],
            counted_from: Color::ALL.map(|color| game.moves_by(color)),
            made_before: [0; 2],
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
                self.set_left(color, left);
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
            let made = self.made(mover, game);
            self.left[mover.index()] += level.increment + level.time_after(made);
        }
        self.start(game.side());
    }

    /// What the clock of this side shows.
    pub fn left(&self, color: Color) -> Duration {
        self.left[color.index()].saturating_sub(self.used(color))
    }

    /// How long the clock of this side has been running.
    pub fn used(&self, color: Color) -> Duration {
        match self.running {
            Some((side, since)) if side == color => since.elapsed(),
            _ => Duration::ZERO,
        }
    }

    /// The time available for the next move of this side.
    pub fn for_search(&self, color: Color, game: &Game) -> Clock {
        match self.control {
            TimeControl::PerMove(time) => Clock::PerMove(time),
            TimeControl::Game(level) => Clock::Game {
                remaining: self.left(color),
                increment: level.increment,
                moves_to_go: level.moves_to_go(self.made(color, game)),
            },
        }
    }

    /// What this side's clock shows from now on.
    pub fn set_left(&mut self, color: Color, left: Duration) {
        self.left[color.index()] = left;
        if let Some((_, since)) = self.running.as_mut().filter(|running| running.0 == color) {
            *since = Instant::now();
        }
    }

    /// Sets the moves that this side has to make before its next time control.
    ///
    /// # Errors
    /// The control has no period of so many moves.
    pub fn set_moves_to_go(
        &mut self,
        color: Color,
        to_go: u32,
        game: &Game,
    ) -> Result<(), &'static str> {
        let TimeControl::Game(level) = self.control else {
            return Err("there is no chess clock: 'level' or 'time' sets one");
        };
        let first = level.first.moves.ok_or("the time control is for the whole game")?;
        let later = level.later.moves.unwrap_or(0);
        let made = match to_go {
            1.. if to_go <= first => first - to_go,
            1.. if to_go <= later => later - (to_go - first),
            _ => return Err("no period of the time control has so many moves"),
        };
        self.counted_from[color.index()] = game.moves_by(color);
        self.made_before[color.index()] = made;
        Ok(())
    }

    /// The moves of the control that this side has to make before the next one, if there is one.
    pub fn moves_to_go(&self, color: Color, game: &Game) -> Option<u32> {
        match self.control {
            TimeControl::PerMove(_) => None,
            TimeControl::Game(level) => level.moves_to_go(self.made(color, game)),
        }
    }

    /// The time control.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// The moves of the control that this side has made.
    fn made(&self, color: Color, game: &Game) -> u32 {
        let since = game.moves_by(color).saturating_sub(self.counted_from[color.index()]);
        self.made_before[color.index()].saturating_add(since)
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
    fn a_clock_is_set_after_a_restart() {
        let mut game = Game::from_position(Position::start());
        let mut clocks = Clocks::default();
        assert!(clocks.set_moves_to_go(Color::White, 5, &game).is_err(), "no chess clock");
        clocks.set_control(TimeControl::periods("40/120/20/60").unwrap(), &game);
        clocks.set_left(Color::White, Duration::from_secs(90));
        clocks.set_moves_to_go(Color::White, 2, &game).unwrap();
        clocks.set_moves_to_go(Color::Black, 40, &game).unwrap();
        for bad in [0, 41] {
            assert!(clocks.set_moves_to_go(Color::White, bad, &game).is_err(), "{bad}");
        }
        let to_go = |clocks: &Clocks, game: &Game| {
            [Color::White, Color::Black].map(|color| clocks.moves_to_go(color, game).unwrap())
        };
        assert_eq!(to_go(&clocks, &game), [2, 40]);
        advance(&mut game, &mut clocks);
        advance(&mut game, &mut clocks);
        assert_eq!(to_go(&clocks, &game), [1, 39]);
        advance(&mut game, &mut clocks);
        assert_eq!(to_go(&clocks, &game), [20, 39]);
        assert!(clocks.left(Color::White) > Duration::from_secs(3600), "an hour was added");
    }

    #[test]
    fn any_number_of_moves_can_be_counted() {
        let mut game = Game::from_position(Position::start());
        let mut clocks = Clocks::default();
        clocks.set_control(TimeControl::periods("4000000000/9/4294967295/9").unwrap(), &game);
        clocks.set_moves_to_go(Color::White, 4_000_000_001, &game).unwrap();
        assert_eq!(clocks.moves_to_go(Color::White, &game), Some(4_000_000_001));
        clocks.made_before = [u32::MAX; 2];
        advance(&mut game, &mut clocks);
        assert_eq!(clocks.made(Color::White, &game), u32::MAX);
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
