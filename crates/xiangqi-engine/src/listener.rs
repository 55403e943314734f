//! What listens while a search runs: it executes what can be executed at once, and ends the search for
//! the rest.

use cleave_io::{Event, Line, Wait};
use cleave_xiangqi::Position;
use cleave_xiangqi_search::{Host, Signal, Thinking};

use crate::command::{Action, Activity, Refusal, find};
use crate::session::Session;

/// Lines that may wait for a move; more are refused.
const MAX_HELD: usize = 1_000;

/// Lines handled in a row before the search goes on: endless input must not stop its clock.
const MAX_AT_A_TIME: usize = 100;

/// The session as a running search sees it.
pub(crate) struct Listener<'a> {
    session: &'a mut Session,
    root: Position,
    /// Only the host ends the search.
    is_endless: bool,
    held: Vec<Event>,
    is_stopped: bool,
    is_abandoned: bool,
}

impl<'a> Listener<'a> {
    pub(crate) fn new(session: &'a mut Session, root: Position, is_endless: bool) -> Listener<'a> {
        let (is_stopped, is_abandoned) = (false, false);
        Listener { session, root, is_endless, held: Vec::new(), is_stopped, is_abandoned }
    }

    /// The search is over. What waits is put back, and the result counts; or it was abandoned for these
    /// events, to be handled before anything else is searched.
    pub(crate) fn end(self) -> Option<Vec<Event>> {
        if self.is_abandoned {
            return Some(self.held);
        }
        self.session.input.put_back(self.held);
        None
    }

    fn handle(&mut self, event: Event) -> Option<Signal> {
        match event {
            Event::Line(Line::Text(line)) => self.handle_line(line),
            Event::Line(bad) => {
                self.session.refuse(bad.text(), &"the line cannot be read".into());
                None
            }
            Event::Interrupt => self.session.is_person.then(|| self.stop()),
            Event::End => {
                // What ends by itself may go on.
                let is_endless = self.is_endless || self.activity() != Activity::Thinking;
                self.held.push(Event::End);
                is_endless.then(|| self.abandon())
            }
        }
    }

    fn activity(&self) -> Activity {
        self.session.running.unwrap_or(Activity::Thinking)
    }

    fn handle_line(&mut self, line: String) -> Option<Signal> {
        if self.activity() == Activity::Pondering
            && self.held.is_empty()
            && let Some(clock) = self.session.protocol.ponder_hit(self.session, &line)
        {
            self.session.running = Some(Activity::Thinking);
            return Some(Signal::PonderHit(clock));
        }
        let (command, arguments) = match find(self.session.protocol.commands(), &line) {
            Ok(found) => found,
            Err(Refusal::Unknown) if self.gives_way() => {
                // A bare move, or what is wrong with the line.
                return Some(self.hold_and_abandon(line));
            }
            Err(refusal) => {
                self.session.refuse(&line, &refusal);
                return None;
            }
        };
        match command.action {
            Action::AtOnce(run) => {
                if let Err(refusal) = run(self.session, arguments) {
                    self.session.refuse(&line, &refusal);
                }
                None
            }
            Action::Ignored => None,
            Action::Stops => Some(self.stop()),
            Action::Interrupts(_) | Action::Becomes(_) => Some(self.hold_and_abandon(line)),
            Action::Waits(_) | Action::Starts(_) => self.hold(line),
        }
    }

    /// True if the search is nobody's move to wait for.
    fn gives_way(&self) -> bool {
        self.activity() != Activity::Thinking && !self.session.protocol.answers_all()
    }

    /// The line waits for the engine's move; for analysis it does not.
    fn hold(&mut self, line: String) -> Option<Signal> {
        if self.gives_way() {
            return Some(self.hold_and_abandon(line));
        }
        if self.held.len() >= MAX_HELD {
            self.session.refuse(&line, &Refusal::NotNow);
            return None;
        }
        self.held.push(Event::Line(Line::Text(line)));
        None
    }

    fn hold_and_abandon(&mut self, line: String) -> Signal {
        self.held.push(Event::Line(Line::Text(line)));
        self.abandon()
    }

    fn abandon(&mut self) -> Signal {
        self.is_abandoned = true;
        self.stop()
    }

    fn stop(&mut self) -> Signal {
        self.is_stopped = true;
        Signal::Stop
    }
}

impl Host for Listener<'_> {
    fn poll(&mut self, _: u64) -> Signal {
        for _ in 0..MAX_AT_A_TIME {
            // The end of the input comes again at every look.
            if self.is_stopped || self.held.last() == Some(&Event::End) {
                break;
            }
            let Some(event) = self.session.input.next_event(Wait::Never) else { break };
            if let Some(signal) = self.handle(event) {
                return signal;
            }
        }
        if !self.session.output.is_open() {
            self.abandon();
        }
        if self.is_stopped { Signal::Stop } else { Signal::Continue }
    }

    fn thinking(&mut self, line: &Thinking) {
        if self.session.settings.shows_thinking {
            let text = self.session.protocol.thinking(self.session, &self.root, line);
            self.session.line(text);
        }
    }
}
