//! The program's loop: run the search that is due, else wait for a line and execute it.

use std::collections::VecDeque;
use std::io;

use cleave_io::{Event, Line, Wait};

use crate::command::{Action, Refusal, Reply, SearchTask, find};
use crate::listener::Listener;
use crate::protocols::console;
use crate::session::Engine;

/// The engine, and who talks to it.
pub(crate) struct Conversation {
    engine: Engine,
    /// What the last search was abandoned for; it goes before the next.
    urgent: VecDeque<Event>,
}

impl Conversation {
    pub(crate) fn begin(mut engine: Engine) -> Conversation {
        console::begin(&mut engine.session);
        Conversation { engine, urgent: VecDeque::new() }
    }

    /// Runs until `quit`, the end of input, or until nobody reads the output any more.
    pub(crate) fn run(&mut self) {
        while self.engine.session.is_open && self.engine.session.output.is_open() {
            if let Some(event) = self.urgent.pop_front() {
                self.handle(event);
                continue;
            }
            let session = &mut self.engine.session;
            if let Some(search) = session.due_search() {
                self.search(&search);
            } else if let Some(event) = session.input.next_event(Wait::Never) {
                self.handle(event);
            } else if let Some(search) = session.background_search() {
                self.search(&search);
            } else {
                session.protocol.prompt(session);
                let event = session.input.next_event(Wait::Forever);
                event.into_iter().for_each(|event| self.handle(event));
            }
        }
    }

    /// Ends the conversation. An error is one of standard input or output.
    pub(crate) fn finish(self) -> io::Result<()> {
        let mut session = self.engine.session;
        session.output.finish()?;
        session.input.finish()
    }

    fn handle(&mut self, event: Event) {
        let session = &mut self.engine.session;
        match event {
            Event::Line(Line::Text(line)) => {
                if let Err(refusal) = self.execute(&line) {
                    self.engine.session.refuse(&line, &refusal);
                }
            }
            Event::Line(bad) => session.refuse(bad.text(), &"the line cannot be read".into()),
            Event::Interrupt => session.is_open = !session.is_person,
            Event::End => session.is_open = false,
        }
    }

    fn execute(&mut self, line: &str) -> Reply {
        let Engine { session, .. } = &mut self.engine;
        let (command, arguments) = match find(session.protocol.commands(), line) {
            Err(Refusal::Unknown) => return session.protocol.other(&mut self.engine, line),
            found => found?,
        };
        match command.action {
            Action::AtOnce(run) => run(session, arguments),
            Action::Waits(run) | Action::Interrupts(run) => run(&mut self.engine, arguments),
            Action::Starts(plan) => {
                let search = plan(session, arguments)?;
                self.search(&search);
                Ok(())
            }
            Action::Stops | Action::Ignored => Ok(()),
        }
    }

    /// Searches; what the outcome means is up to the protocol.
    fn search(&mut self, search: &SearchTask) {
        let Engine { session, searcher } = &mut self.engine;
        // There may be a `quit` or a `stop` in it.
        session.input.put_back(self.urgent.drain(..).collect());
        session.running = Some(search.activity);
        let mut listener =
            Listener::new(session, *search.root.position(), search.limits.is_endless());
        let outcome = searcher.search(&search.root, &search.limits, &mut listener);
        let abandoned_for = listener.end();
        let activity = session.running.take().unwrap_or(search.activity);
        match abandoned_for {
            Some(events) => self.urgent.extend(events),
            None => session.protocol.conclude(session, activity, &outcome),
        }
    }
}
