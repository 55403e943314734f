//! What listens while a search runs: it reads what comes in, executes what can be executed at once,
//! and ends the search for the rest.

use cleave_board::{Move, Position};
use cleave_io::{Event, Line, Wait};
use cleave_search::{Host, Signal, Status, Thinking};

use super::dispatch::{Hurry, Rest, dispatch, refuse};
use super::heartbeat::Heartbeat;
use super::protocol::{Action, ParsedLine, Protocol};
use crate::client::notice::Notice;
use crate::game::chances::Chances;
use crate::options::tablebase;
use crate::refusal::Refusal;
use crate::session::Session;
use crate::session::running::RunningSearch;
use crate::task::Activity;

/// Lines that may wait for a move; more are refused.
const MAX_HELD: usize = 1000;

/// Lines handled in a row before the search goes on: endless input must not stop its clock.
const MAX_AT_A_TIME: usize = 100;

/// How a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finish {
    /// By itself, or because the user asked for the move: its result counts.
    Complete,
    /// For these events, to be handled before anything else is searched.
    Abandoned(Vec<Event>),
}

/// The session as a running search sees it.
pub struct Listener<'a> {
    session: &'a mut Session,
    protocol: &'static dyn Protocol,
    root: Position,
    held: Vec<Event>,
    /// One of the lines that wait starts a search.
    holds_start: bool,
    heartbeat: Heartbeat,
    stopped: bool,
    abandoned: bool,
}

impl<'a> Listener<'a> {
    /// Listens for a search that is about to start.
    pub fn new(
        session: &'a mut Session,
        protocol: &'static dyn Protocol,
        search: RunningSearch,
    ) -> Listener<'a> {
        let root = search.root;
        session.running.begin(search);
        Listener {
            session,
            protocol,
            root,
            held: Vec::new(),
            holds_start: false,
            heartbeat: Heartbeat::default(),
            stopped: false,
            abandoned: false,
        }
    }

    /// The search is over; what could not be executed meanwhile is next.
    pub fn end(self) -> Finish {
        self.session.running.end();
        if self.abandoned {
            return Finish::Abandoned(self.held);
        }
        self.session.client.input.put_back(self.held);
        Finish::Complete
    }

    /// True if the search was told to end.
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Reads and handles what has come in.
    pub fn attend(&mut self) -> Signal {
        for _ in 0..MAX_AT_A_TIME {
            if self.stopped || self.has_seen_end() {
                break;
            }
            let Some(event) = self.next_event() else {
                break;
            };
            if let Some(signal) = self.handle(event) {
                return signal;
            }
        }
        if !self.session.client.output.is_open() {
            self.abandon();
        } else if self.session.running.must_stop() {
            self.stopped = true;
        }
        if self.stopped { Signal::Stop } else { Signal::Continue }
    }

    /// What has come in; only signals if the lines of a pipe are to wait for the move.
    fn next_event(&mut self) -> Option<Event> {
        let reads_lines = !self.session.settings.batch || self.activity() != Activity::Thinking;
        let input = &mut self.session.client.input;
        if reads_lines { input.next_event(Wait::Never) } else { input.next_signal() }
    }

    /// True if there is nothing more to read: the end comes again at every look.
    fn has_seen_end(&self) -> bool {
        self.held.last() == Some(&Event::End)
    }

    fn activity(&self) -> Activity {
        self.session.running.activity().unwrap_or(Activity::Thinking)
    }

    fn abandon(&mut self) {
        self.abandoned = true;
        self.stopped = true;
    }

    fn handle(&mut self, event: Event) -> Option<Signal> {
        match event {
            Event::Line(Line::Text(line)) => return self.handle_line(line),
            Event::Line(bad) => self.protocol.refuse_line(self.session, &bad),
            Event::Interrupt => self.protocol.interrupt(self.session),
            Event::End => self.handle_end(),
        }
        None
    }

    fn handle_line(&mut self, line: String) -> Option<Signal> {
        let parsed = self.protocol.read(&line);
        if let Some(signal) = self.ponder_hit(&parsed) {
            return Some(signal);
        }
        let starts = matches!(parsed.action, Ok(Action::Starts(_)));
        match dispatch(self.session, self.protocol, parsed, self.holds_start) {
            Rest::Nothing => return None,
            Rest::Wait(Hurry::No) if self.held.len() >= MAX_HELD => {
                refuse(self.session, &line, Refusal::NotNow("too many lines wait already"));
                return None;
            }
            Rest::Wait(Hurry::No) => self.say_that_it_waits(),
            Rest::Wait(Hurry::Soon) => self.session.running.limit_time(),
            Rest::Wait(Hurry::AtOnce) => self.abandon(),
            // What needs the engine waits, as a search runs.
            _ => {}
        }
        self.holds_start |= starts;
        self.held.push(Event::Line(Line::Text(line)));
        None
    }

    fn say_that_it_waits(&mut self) {
        if self.session.client.interactive {
            let activity = self.activity();
            self.session.client.say(&Notice::Waits(activity));
        }
    }

    /// If the opponent plays the expected move, pondering becomes thinking.
    fn ponder_hit(&mut self, parsed: &ParsedLine) -> Option<Signal> {
        // A move behind commands that wait must wait for them too.
        if !matches!(self.activity(), Activity::Pondering(_)) || !self.held.is_empty() {
            return None;
        }
        let clock = self.protocol.ponder_hit(self.session, parsed)?;
        log::debug!("< {} (as expected)", parsed.line);
        self.session.running.think();
        Some(Signal::PonderHit(clock))
    }

    fn handle_end(&mut self) {
        self.held.push(Event::End);
        match self.activity() {
            Activity::Pondering(_) | Activity::Analysing => self.abandon(),
            Activity::Thinking | Activity::Measuring => self.session.running.quit_soon(),
        }
    }

    fn best(&self, line: &Thinking) -> Option<Move> {
        line.line.first().copied().filter(|_| line.rank == 1)
    }
}

impl Host for Listener<'_> {
    fn poll(&mut self, status: &Status) -> Signal {
        self.session.running.note(status);
        let is_shown =
            self.session.settings.shown.thinking && self.activity() != Activity::Measuring;
        if is_shown && self.heartbeat.is_due(status) {
            self.session.client.say(&Notice::Progress { root: &self.root, status });
        }
        self.attend()
    }

    fn thinking(&mut self, line: &Thinking) {
        tablebase::report_problems(self.session);
        let activity = self.activity();
        if activity == Activity::Measuring {
            return;
        }
        if let (Activity::Thinking | Activity::Analysing, Some(best)) = (activity, self.best(line))
        {
            self.session.game.outlook.note(&self.root, best);
        }
        if self.session.settings.shown.shows(line) {
            let shows_chances = self.session.settings.shown.chances;
            let chances = shows_chances.then(|| Chances::of(line.value, &self.root));
            self.session.client.say(&Notice::Thinking { root: &self.root, line, chances });
        }
    }
}
