//! The rules for a line that comes in while a search runs.
//!
//! | the line | limited search | until stopped | background | measuring |
//! |---|---|---|---|---|
//! | [`Beside`](Effect::Beside): `isready`, `d` | at once | at once | at once | at once |
//! | [`Stops`](Effect::Stops): `stop`, `?` | ends it, with its move | ends it, with its move | ends it | ends it |
//! | a ponder hit | – | at once | at once | – |
//! | [`Waits`](Effect::Waits): `setoption`, `position`, `ucinewgame` | is held | is held | gives way | is held |
//! | [`Starts`](Effect::Starts): `go`, `bench` | is held | ends it, with its move | gives way | is held |
//! | [`Interrupts`](Effect::Interrupts): `quit` | ends it | ends it | ends it | 0.7 s |
//! | the end of input | 0.7 s | ends it | ends it | 0.7 s |
//!
//! A *limited* search ends by itself, and a client waits for its move. A search *until stopped* is the answer to
//! `go infinite` or `go ponder`: its move is sent when the GUI asks for it. A *background* search ponders or analyses in a
//! game that the engine keeps. No client waits for its result, so it gives way to any line, and begins anew after it.
//!
//! Held lines are executed in their order after the search. **A line that releases a search never waits behind a held
//! line.** `stop`, `ponderhit`, `quit`, `isready` and the end of input act at once. Only a held line that starts
//! another search changes this. A `ponderhit` behind it means the new search and waits with it. A `stop` ends both
//! searches.

use std::time::{Duration, Instant};

use cleave_clock::{Clock, Signal};

use crate::{Event, Input, Line, Wait};

/// Lines that may wait for a move; more are refused.
const MAX_HELD: usize = 1_000;

/// Lines handled in a row before the search continues. Endless input must not stop its clock.
const MAX_AT_A_TIME: usize = 100;

/// A search that must end soon may take this long. GUIs give `quit` a second.
const GRACE: Duration = Duration::from_millis(700);

/// The kinds of a running search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchKind {
    /// It ends by itself, and a client waits for its move.
    Limited,
    /// A command ends it, and a client waits for its move then.
    UntilStopped,
    /// No client waits for its result.
    Background,
    /// It is a count or a measurement: `bench`, `perft`.
    Measuring,
}

/// The effects of a line on a running search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing: the line is executed at once.
    Beside,
    /// Ends the search, and any that a held line starts.
    Stops,
    /// As `Beside`, but about the search that a held line starts, if there is one.
    FollowsStart,
    /// The line waits for the end of the search.
    Waits,
    /// As `Waits`, and starts a search.
    Starts,
    /// Ends the search without its result.
    Interrupts,
}

/// The lines that wait for the end of a search, and how the search must end.
#[derive(Debug)]
pub struct Backlog {
    held: Vec<Event>,
    /// One of the held lines starts a search.
    holds_start: bool,
    is_stopped: bool,
    is_abandoned: bool,
    deadline: Option<Instant>,
}

impl Backlog {
    /// Begins with a search, which reads the events for which the last one was abandoned.
    pub fn begin(input: &mut Input) -> Backlog {
        input.forget_urgency();
        let (held, deadline) = (Vec::new(), None);
        Backlog { held, holds_start: false, is_stopped: false, is_abandoned: false, deadline }
    }

    /// Returns the held lines to the input after the search. Returns true if the search was abandoned for them. Then
    /// they go before any other search.
    pub fn end(self, input: &mut Input) -> bool {
        input.put_back(self.held, self.is_abandoned);
        self.is_abandoned
    }

    /// Returns true if something has ended the search.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    fn stop(&mut self) {
        self.is_stopped = true;
    }

    fn abandon(&mut self) {
        (self.is_stopped, self.is_abandoned) = (true, true);
    }

    /// Returns true if no more lines are to be read. The end of input comes again at every look.
    fn is_complete(&self) -> bool {
        self.is_stopped || self.held.last() == Some(&Event::End)
    }

    fn hold(&mut self, line: String, effect: Effect) {
        self.holds_start |= effect == Effect::Starts;
        self.held.push(Event::Line(Line::Text(line)));
    }
}

/// A program that listens while it searches.
pub trait Listener {
    /// Returns the lines that wait for the end of the search.
    fn backlog(&mut self) -> &mut Backlog;

    /// Returns the source of lines.
    fn input(&mut self) -> &mut Input;

    /// Returns the kind of the search that runs.
    fn search(&self) -> SearchKind;

    /// Returns the effect of a line on the search; `None` if it was refused.
    fn effect(&mut self, line: &str) -> Option<Effect>;

    /// Executes a line while the search goes on.
    fn execute(&mut self, line: &str);

    /// Refuses a line, because too many wait.
    fn refuse(&mut self, line: &str);

    /// Refuses a line that cannot be read.
    fn refuse_unreadable(&mut self, line: &Line);

    /// Executes a line if it reports that the opponent has played the expected move. Returns the clock to search by
    /// from now on; `None` for any other line, or if the search does not ponder.
    fn ponder_hit(&mut self, line: &str) -> Option<Clock>;

    /// Handles SIGINT.
    fn interrupt(&mut self);

    /// Returns true if a command has ended the search.
    fn must_stop(&self) -> bool;

    /// Returns true while the other end reads the output.
    fn is_heard(&self) -> bool;

    /// Returns true unless lines stay in the input during this search.
    fn reads_lines(&self) -> bool {
        true
    }

    /// Called when a line begins to wait.
    fn note_waiting(&mut self) {}

    /// Reads and handles the input. Returns what the search must do.
    fn attend(&mut self) -> Signal {
        for _ in 0..MAX_AT_A_TIME {
            if self.backlog().is_complete() || self.must_stop() {
                break;
            }
            let reads_lines = self.reads_lines();
            let input = self.input();
            let event =
                if reads_lines { input.next_event(Wait::Never) } else { input.next_signal() };
            let Some(event) = event else { break };
            if let Some(clock) = self.handle(event) {
                return Signal::PonderHit(clock);
            }
        }
        let is_late = self.input().has_ended_before(GRACE)
            || self.backlog().deadline.is_some_and(|deadline| Instant::now() > deadline);
        if !self.is_heard() {
            self.backlog().abandon();
        } else if is_late || self.must_stop() {
            self.backlog().stop();
        }
        if self.backlog().is_stopped { Signal::Stop } else { Signal::Continue }
    }

    /// Handles an event. Returns the clock of a ponder hit.
    fn handle(&mut self, event: Event) -> Option<Clock> {
        match event {
            Event::Line(Line::Text(line)) => return self.handle_line(line),
            Event::Line(bad) => self.refuse_unreadable(&bad),
            Event::Interrupt => self.interrupt(),
            Event::End => {
                if let SearchKind::UntilStopped | SearchKind::Background = self.search() {
                    self.backlog().abandon();
                }
                self.backlog().held.push(Event::End);
            }
        }
        None
    }

    /// Executes a line, or holds it. Returns the clock of a ponder hit.
    fn handle_line(&mut self, line: String) -> Option<Clock> {
        let holds_start = self.backlog().holds_start;
        if !holds_start && let Some(clock) = self.ponder_hit(&line) {
            return Some(clock);
        }
        let effect = self.effect(&line)?;
        match (effect, self.search()) {
            (Effect::Beside, _) => return self.execute_now(&line),
            (Effect::Stops | Effect::FollowsStart, _) if !holds_start => {
                return self.execute_now(&line);
            }
            // It stops the search of the held line as well.
            (Effect::Stops, _) => self.execute(&line),
            (Effect::Interrupts, SearchKind::Measuring) => {
                // A script with `bench` and `quit` needs both.
                let soon = Instant::now() + GRACE;
                self.backlog().deadline.get_or_insert(soon);
            }
            (Effect::Interrupts, _) | (_, SearchKind::Background) => self.backlog().abandon(),
            (Effect::Starts, SearchKind::UntilStopped) => self.backlog().stop(),
            _ if self.backlog().held.len() >= MAX_HELD => {
                self.refuse(&line);
                return None;
            }
            _ => self.note_waiting(),
        }
        self.backlog().hold(line, effect);
        None
    }

    /// Executes a line while the search goes on.
    fn execute_now(&mut self, line: &str) -> Option<Clock> {
        self.execute(line);
        None
    }
}

#[cfg(test)]
mod tests;
