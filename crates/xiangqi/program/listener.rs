//! What listens while a search runs: it executes what can be executed at once, and ends the search for
//! the rest.

use cleave_clock::Clock;
use cleave_io::{Event, Line, Wait};
use cleave_xiangqi::Position;
use cleave_xiangqi::search::{Host, Signal, Thinking};

use crate::command::{Action, Activity, Refusal, Reply, find};
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

    /// Handles what has come in. The clock, if that is a ponder hit.
    fn handle(&mut self, event: Event) -> Option<Clock> {
        match event {
            Event::Line(Line::Text(line)) => return self.handle_line(&line),
            Event::Line(bad) => {
                self.session.refuse(bad.text(), &"the line cannot be read".into());
            }
            Event::Interrupt => self.is_stopped |= self.session.is_person,
            Event::End => {
                // What ends by itself may go on.
                self.is_abandoned |= self.is_endless || self.activity() != Activity::Thinking;
                self.held.push(Event::End);
            }
        }
        None
    }

    fn activity(&self) -> Activity {
        self.session.running.unwrap_or(Activity::Thinking)
    }

    fn handle_line(&mut self, line: &str) -> Option<Clock> {
        if self.activity() == Activity::Pondering
            && self.held.is_empty()
            && let Some(clock) = self.session.protocol.ponder_hit(self.session, line)
        {
            self.session.running = Some(Activity::Thinking);
            return Some(clock);
        }
        // The search may be nobody's move to wait for.
        let gives_way =
            self.activity() != Activity::Thinking && !self.session.protocol.answers_all();
        let reply = match find(self.session.protocol.commands(), line) {
            Ok((command, arguments)) => match command.action {
                Action::AtOnce(run) => run(self.session, arguments),
                Action::Ignored => Ok(()),
                Action::Stops => {
                    self.is_stopped = true;
                    Ok(())
                }
                Action::Interrupts(_) => self.hold(line, true),
                Action::Waits(_) | Action::Starts(_) => self.hold(line, gives_way),
            },
            // A bare move, or what is wrong with the line.
            Err(Refusal::Unknown) if gives_way => self.hold(line, true),
            Err(refusal) => Err(refusal),
        };
        if let Err(refusal) = reply {
            self.session.refuse(line, &refusal);
        }
        None
    }

    /// The line waits for the end of the search, which is abandoned for it or comes by itself.
    fn hold(&mut self, line: &str, abandons: bool) -> Reply {
        if !abandons && self.held.len() >= MAX_HELD {
            return Err(Refusal::NotNow);
        }
        self.held.push(Event::Line(Line::Text(line.into())));
        self.is_abandoned |= abandons;
        Ok(())
    }

    fn must_stop(&self) -> bool {
        self.is_stopped || self.is_abandoned
    }
}

impl Host for Listener<'_> {
    fn poll(&mut self, _: u64) -> Signal {
        for _ in 0..MAX_AT_A_TIME {
            // The end of the input comes again at every look.
            if self.must_stop() || self.held.last() == Some(&Event::End) {
                break;
            }
            let Some(event) = self.session.input.next_event(Wait::Never) else { break };
            if let Some(clock) = self.handle(event) {
                return Signal::PonderHit(clock);
            }
        }
        self.is_abandoned |= !self.session.output.is_open();
        if self.must_stop() { Signal::Stop } else { Signal::Continue }
    }

    fn thinking(&mut self, line: &Thinking) {
        if self.session.settings.shows_thinking {
            let text = self.session.protocol.thinking(self.session, &self.root, line);
            self.session.line(text);
        }
    }
}
