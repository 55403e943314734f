//! One side of a match: an engine that is started again when it fails, its limit and its clock.

use std::path::PathBuf;
use std::time::Duration;

use cleave_kit::Result;
use cleave_kit::games::clock::TimeControl;

use super::uci::{Answer, Engine, Fault};

/// The limit of an engine's search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Limit {
    Nodes(u64),
    MoveTime(Duration),
    Clock(TimeControl),
}

/// A program with options.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    pub(crate) program: PathBuf,
    pub(crate) options: Vec<(String, String)>,
}

/// How time is measured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timing {
    pub(crate) limit: Limit,
    /// An engine may overstep its time by this much.
    pub(crate) margin: Duration,
    /// How long nothing is waited for that takes no time.
    pub(crate) patience: Duration,
}

/// A contestant.
pub(crate) struct Contestant {
    setup: Setup,
    timing: Timing,
    engine: Option<Engine>,
    /// The time on the clock, if there is one.
    remaining: Duration,
    lowest: Duration,
}

impl Contestant {
    pub(crate) fn new(setup: Setup, timing: Timing) -> Contestant {
        let none = Duration::ZERO;
        Contestant { setup, timing, engine: None, remaining: none, lowest: none }
    }

    /// Changes options from the next game on, those that the setup has.
    pub(crate) fn set(&mut self, options: &[(String, String)]) {
        for (name, value) in options {
            let known = self.setup.options.iter_mut().find(|(known, _)| known == name);
            let (_, known) = known.expect("an option of the setup");
            known.clone_from(value);
        }
        // An engine that has failed is started with them.
        if self.engine.as_mut().is_some_and(|engine| engine.set(options).is_err()) {
            self.engine = None;
        }
    }

    /// Prepares a game, with a new process if the last one failed.
    ///
    /// # Errors
    /// The program cannot be started.
    pub(super) fn new_game(&mut self) -> Result<()> {
        if let Limit::Clock(control) = self.timing.limit {
            (self.remaining, self.lowest) = (control.base, control.base);
        }
        if self.engine.as_mut().is_some_and(|engine| engine.new_game().is_err()) {
            self.engine = None;
        }
        if self.engine.is_none() {
            let Setup { program, options } = &self.setup;
            self.engine = Some(Engine::start(program, options, self.timing.patience)?);
            // A failure shows again at the first move, and loses the game.
            let _ = self.engine.as_mut().map(Engine::new_game);
        }
        Ok(())
    }

    /// Returns the time on the clock, if there is one.
    pub(super) fn remaining(&self) -> Duration {
        self.remaining
    }

    /// Returns the least time left after a move of this game, if there is a clock.
    pub(super) fn lowest(&self) -> Option<Duration> {
        matches!(self.timing.limit, Limit::Clock(_)).then_some(self.lowest)
    }

    /// Returns the answer to a position, with these times on the clocks of White and Black. An engine that fails is
    /// ended.
    pub(super) fn think(&mut self, position: &str, clocks: [Duration; 2]) -> Result<Answer, Fault> {
        let (go, budget) = self.question(clocks);
        let engine = self.engine.as_mut().ok_or(Fault::Crash)?;
        let answer = engine.go(position, &go, budget).and_then(|answer| self.punch(answer));
        if answer.is_err() {
            self.engine = None;
        }
        answer
    }

    /// Ends an engine that has broken the rules.
    pub(super) fn dismiss(&mut self) {
        self.engine = None;
    }

    /// Returns the question, and the time that the answer may take.
    fn question(&self, clocks: [Duration; 2]) -> (String, Duration) {
        match self.timing.limit {
            Limit::Nodes(nodes) => (format!("go nodes {nodes}"), Duration::ZERO),
            Limit::MoveTime(time) => (format!("go movetime {}", time.as_millis()), time),
            Limit::Clock(TimeControl { increment, .. }) => {
                // An engine with nothing on its clock has at least the margin.
                let [white, black] = clocks.map(|time| time.as_millis().max(1));
                let increment = increment.as_millis();
                let go =
                    format!("go wtime {white} btime {black} winc {increment} binc {increment}");
                (go, self.remaining)
            }
        }
    }

    /// Stops the clock.
    fn punch(&mut self, answer: Answer) -> Result<Answer, Fault> {
        let allowed = match self.timing.limit {
            Limit::Nodes(_) => return Ok(answer),
            Limit::MoveTime(time) => time,
            Limit::Clock(_) => self.remaining,
        };
        self.remaining = self.remaining.saturating_sub(answer.took);
        self.lowest = self.lowest.min(self.remaining);
        if let Limit::Clock(control) = self.timing.limit {
            self.remaining += control.increment;
        }
        if answer.took > allowed + self.timing.margin { Err(Fault::Late) } else { Ok(answer) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);
    const MARGIN: Duration = Duration::from_millis(20);

    fn contestant(limit: Limit) -> Contestant {
        let setup = Setup { program: "nobody".into(), options: Vec::new() };
        let mut contestant =
            Contestant::new(setup, Timing { limit, margin: MARGIN, patience: SECOND });
        (contestant.remaining, contestant.lowest) = (SECOND, SECOND);
        contestant
    }

    fn answer(took: Duration) -> Answer {
        Answer { mv: "e2e4".into(), value: cleave_board::Value::ZERO, took }
    }

    #[test]
    fn time_may_be_overstepped_by_the_margin_and_no_more() {
        let clock = Limit::Clock(TimeControl { base: SECOND, increment: MARGIN });
        let just_more = MARGIN + Duration::from_nanos(1);
        for limit in [clock, Limit::MoveTime(SECOND)] {
            assert!(contestant(limit).punch(answer(SECOND + MARGIN)).is_ok());
            let late = contestant(limit).punch(answer(SECOND + just_more)).unwrap_err();
            assert_eq!(late, Fault::Late);
        }
        assert!(contestant(Limit::Nodes(1)).punch(answer(9 * SECOND)).is_ok());
    }

    #[test]
    fn a_clock_runs_down_and_gets_its_increment_after_the_move() {
        let increment = Duration::from_millis(30);
        let mut white = contestant(Limit::Clock(TimeControl { base: SECOND, increment }));
        let (go, budget) = white.question([SECOND, SECOND / 4]);
        assert_eq!(go, "go wtime 1000 btime 250 winc 30 binc 30");
        assert_eq!(budget, SECOND);
        white.punch(answer(Duration::from_millis(800))).unwrap();
        assert_eq!(white.remaining().as_millis(), 230);
        white.punch(answer(Duration::from_millis(10))).unwrap();
        assert_eq!(
            (white.remaining().as_millis(), white.lowest().unwrap().as_millis()),
            (250, 200)
        );
        white.punch(answer(Duration::from_millis(260))).unwrap();
        assert_eq!((white.remaining(), white.lowest().unwrap()), (increment, Duration::ZERO));
        assert_eq!(contestant(Limit::Nodes(7)).question([SECOND; 2]).0, "go nodes 7");
        assert_eq!(contestant(Limit::MoveTime(SECOND)).question([SECOND; 2]).0, "go movetime 1000");
    }
}
