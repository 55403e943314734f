//! The clocks of both sides.
//!
//! A GUI tells what its clocks show before each move (`time`, `otim`); that is believed. The clocks
//! here run all the same, for whoever does not tell.

use std::time::{Duration, Instant};

use cleave_board::Color;
use cleave_search::Clock;

use crate::game::Game;
use crate::level::{Level, TimeControl};

/// The clocks of both sides.
#[derive(Clone, Debug, Default)]
pub struct Clocks {
    control: TimeControl,
    left: [Duration; 2],
    /// Moves that each side had made when the control was set.
    counted_from: [u32; 2],
    running: Option<(Color, Instant)>,
    told: Told,
}

/// What the GUI's clocks show. They belong to engine and opponent, whichever side that turns out to
/// be: a `go` that follows may change it.
#[derive(Clone, Copy, Debug, Default)]
struct Told {
    engine: Option<Duration>,
    opponent: Option<Duration>,
}

impl Clocks {
    /// Sets the time control, with full clocks and the moves counted from here.
    pub fn set_control(&mut self, control: TimeControl, game: &Game) {
        self.control = control;
        self.reset(game);
    }

    /// Full clocks, standing still, the moves counted from here.
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
            told: Told::default(),
        };
    }

    /// The GUI tells what the engine's clock shows.
    pub fn tell_engine(&mut self, left: Duration) {
        self.told.engine = Some(left);
    }

    /// The GUI tells what the opponent's clock shows.
    pub fn tell_opponent(&mut self, left: Duration) {
        self.told.opponent = Some(left);
    }

    /// What was told last holds for the engine on this side.
    pub fn believe(&mut self, engine: Color) {
        let told = std::mem::take(&mut self.told);
        for (color, told) in [(engine, told.engine), (!engine, told.opponent)] {
            if let Some(left) = told {
                self.left[color.index()] = left;
                if let Some((_, since)) = self.running.as_mut().filter(|run| run.0 == color) {
                    *since = Instant::now();
                }
            }
        }
    }

    /// The clock of this side runs, if it does not already.
    pub fn start(&mut self, color: Color) {
        if self.running.is_none_or(|(side, _)| side != color) {
            self.running = Some((color, Instant::now()));
        }
    }

    /// Both clocks stand still.
    pub fn stop(&mut self) {
        if let Some((color, since)) = self.running.take() {
            let left = &mut self.left[color.index()];
            *left = left.saturating_sub(since.elapsed());
        }
    }

    /// The side that has just moved, the last of `game`, presses its clock.
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

    /// What the clock of the side to move shows.
    pub fn left(&self, color: Color) -> Duration {
        let used = match self.running {
            Some((side, since)) if side == color => since.elapsed(),
            _ => Duration::ZERO,
        };
        self.left[color.index()].saturating_sub(used)
    }

    /// The time at hand for the next move of this side.
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
    fn a_period_ends_and_the_next_begins() {
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
    fn a_level_in_mid_game_counts_from_there() {
        let mut game = Game::from_position(Position::start());
        let mut clocks = clocks("40 60 0", &game);
        for _ in 0..6 {
            advance(&mut game, &mut clocks);
        }
        clocks.set_control(TimeControl::level("20 22 0").unwrap(), &game);
        assert_eq!(to_go(&clocks, &game), Some(20));
    }

    #[test]
    fn what_is_told_belongs_to_the_side_the_engine_gets() {
        let game = Game::from_position(Position::start());
        let mut clocks = clocks("0 5 0", &game);
        clocks.tell_engine(Duration::from_secs(10));
        clocks.tell_opponent(Duration::from_secs(20));
        clocks.believe(Color::White);
        assert_eq!(clocks.left(Color::White), Duration::from_secs(10));
        assert_eq!(clocks.left(Color::Black), Duration::from_secs(20));
        clocks.believe(Color::Black);
        assert_eq!(clocks.left(Color::White), Duration::from_secs(10), "told once, believed once");
    }

    #[test]
    fn increments_are_added_and_time_is_used() {
        let mut game = Game::from_position(Position::start());
        let mut clocks = clocks("0 1 2", &game);
        clocks.start(Color::White);
        std::thread::sleep(Duration::from_millis(20));
        advance(&mut game, &mut clocks);
        let left = clocks.left(Color::White);
        assert!(left > Duration::from_secs(61) && left <= Duration::from_millis(61_980));
    }
}
