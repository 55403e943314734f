//! The session as a running search sees it.

use std::fmt::Display;

use cleave_board::{Move, Position};
use cleave_io::{Backlog, Effect, Input, Line, Listener as _, SearchKind};
use cleave_search::{Clock, Host, Signal, Status, Thinking};

use super::dispatch::{effect, execute_beside};
use super::heartbeat::Heartbeat;
use super::protocol::Protocol;
use crate::client::notice::Notice;
use crate::game::chances::Chances;
use crate::options::tablebase;
use crate::refusal::Refusal;
use crate::session::Session;
use crate::session::running::RunningSearch;
use crate::task::Activity;

/// The session as a running search sees it.
pub struct Listener<'a> {
    session: &'a mut Session,
    protocol: &'static dyn Protocol,
    root: Position,
    backlog: Backlog,
    heartbeat: Heartbeat,
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
        let backlog = Backlog::begin(&mut session.client.input);
        Listener { session, protocol, root, backlog, heartbeat: Heartbeat::default() }
    }

    /// Ends listening with the search. Returns true if the search was abandoned because of a line that came in.
    pub fn end(self) -> bool {
        self.session.running.end();
        self.backlog.end(&mut self.session.client.input)
    }

    /// Returns true if the search was stopped.
    pub fn is_stopped(&self) -> bool {
        self.backlog.is_stopped()
    }

    /// Shows a line while the search goes on.
    pub(super) fn line(&mut self, line: impl Display) {
        self.session.client.line(line);
    }

    fn activity(&self) -> Activity {
        self.session.running.activity().unwrap_or(Activity::Thinking)
    }

    fn answer(&mut self, refusal: Refusal, line: &str) {
        log::debug!("< {line}");
        self.session.client.answer(Err(refusal), line);
    }

    fn best(&self, line: &Thinking) -> Option<Move> {
        line.line.first().copied().filter(|_| line.rank == 1)
    }
}

impl cleave_io::Listener for Listener<'_> {
    fn backlog(&mut self) -> &mut Backlog {
        &mut self.backlog
    }

    fn input(&mut self) -> &mut Input {
        &mut self.session.client.input
    }

    fn search(&self) -> SearchKind {
        match self.activity() {
            Activity::Thinking => SearchKind::Limited,
            Activity::Measuring => SearchKind::Measuring,
            _ if self.protocol.keeps_game() => SearchKind::Background,
            _ => SearchKind::UntilStopped,
        }
    }

    fn effect(&mut self, line: &str) -> Option<Effect> {
        let (activity, is_person) = (self.activity(), self.session.client.interactive);
        let action = self.protocol.read(line).action;
        match action.and_then(|action| effect(action, activity, is_person).map_err(Refusal::NotNow))
        {
            Ok(effect) => Some(effect),
            Err(refusal) => {
                self.answer(refusal, line);
                None
            }
        }
    }

    fn execute(&mut self, line: &str) {
        log::debug!("< {line}");
        execute_beside(self.session, self.protocol, &self.protocol.read(line));
    }

    fn refuse(&mut self, line: &str) {
        self.answer(Refusal::NotNow("too many lines wait already"), line);
    }

    fn refuse_unreadable(&mut self, line: &Line) {
        self.protocol.refuse_line(self.session, line);
    }

    fn ponder_hit(&mut self, line: &str) -> Option<Clock> {
        if !matches!(self.activity(), Activity::Pondering(_)) {
            return None;
        }
        let clock = self.protocol.ponder_hit(self.session, &self.protocol.read(line))?;
        log::debug!("< {line} (as expected)");
        self.session.running.hit();
        Some(clock)
    }

    fn interrupt(&mut self) {
        self.protocol.interrupt(self.session);
    }

    fn must_stop(&self) -> bool {
        self.session.running.must_stop()
    }

    fn is_heard(&self) -> bool {
        self.session.client.output.is_open()
    }

    /// Returns false while the lines of a pipe wait for the move.
    fn reads_lines(&self) -> bool {
        !self.session.settings.batch || self.activity() != Activity::Thinking
    }

    fn note_waiting(&mut self) {
        if self.session.client.interactive {
            let activity = self.activity();
            self.session.client.say(&Notice::Waits(activity));
        }
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
