//! The program's loop: runs the search that is due, or else waits for a line and executes it.

use std::io;

use cleave_clock::Clock;
use cleave_io::{Backlog, Effect, Event, Input, Line, Listener as _, SearchKind, Wait};
use cleave_xiangqi::search::{Host, Signal, Thinking};
use cleave_xiangqi::{Position, perft};

use crate::bench::Bench;
use crate::command::{Action, Activity, Refusal, Reply, SearchTask, Task};
use crate::protocols::console;
use crate::protocols::uci::{self, Dialect};
use crate::session::{Engine, Session};

/// Subtrees up to this depth are counted without a look at the input; that takes a few milliseconds.
const UNINTERRUPTED: u32 = 2;

/// The engine, and its session with a GUI or a person.
pub(crate) struct Conversation {
    engine: Engine,
}

impl Conversation {
    pub(crate) fn begin(mut engine: Engine) -> Conversation {
        console::begin(&mut engine.session);
        Conversation { engine }
    }

    /// Runs until `quit`, the end of input, or until no program reads the output any more.
    pub(crate) fn run(&mut self) {
        while self.engine.session.is_open && self.engine.session.output.is_open() {
            let session = &mut self.engine.session;
            if let Some(event) = session.input.next_urgent() {
                self.handle(event);
            } else if let Some(search) = session.due_search() {
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

    /// Ends the conversation. An error is an error of standard input or output.
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
            Event::Line(bad) => session.protocol.refuse_unreadable(session, &bad),
            Event::Interrupt => session.is_open = !session.is_person,
            Event::End => session.is_open = false,
        }
    }

    fn execute(&mut self, line: &str) -> Reply {
        let Engine { session, .. } = &mut self.engine;
        if session.protocol.is_handed_over(line) {
            uci::begin(session, &Dialect::Uci);
        }
        let (command, arguments) = match session.protocol.find(line) {
            Err(Refusal::Unknown) => return session.protocol.other(&mut self.engine, line),
            found => found?,
        };
        match command.action {
            Action::AtOnce(run) | Action::Stops(run) => run(session, arguments),
            Action::Waits(run) | Action::Interrupts(run) => run(&mut self.engine, arguments),
            Action::Starts(plan) => match plan(session, arguments)? {
                Task::Search(search) => {
                    self.search(&search);
                    Ok(())
                }
                Task::Perft { depth } => self.perft(depth),
                Task::Bench { depth } => self.bench(depth),
            },
            Action::FollowsStart => Ok(()),
        }
    }

    /// Searches; the protocol decides about the outcome.
    fn search(&mut self, search: &SearchTask) {
        let Engine { session, searcher } = &mut self.engine;
        let mut listener = Listener::new(session, *search.root.position(), search.activity);
        listener.is_endless = search.limits.is_endless();
        let outcome = searcher.search(&search.root, &search.limits, &mut listener);
        let is_abandoned = listener.backlog.end(&mut session.input);
        let activity = session.running.take().unwrap_or(search.activity);
        if !is_abandoned || session.protocol.answers_all() {
            session.protocol.conclude(session, activity, &outcome);
        }
    }

    /// Does something other than a search of the game, and listens meanwhile.
    fn measure<T>(
        &mut self,
        root: Position,
        work: impl FnOnce(&mut Listener<'_>) -> T,
    ) -> Result<T, Refusal> {
        let session = &mut self.engine.session;
        let mut listener = Listener::new(session, root, Activity::Measuring);
        let result = work(&mut listener);
        let Listener { backlog, .. } = listener;
        let is_stopped = backlog.is_stopped();
        backlog.end(&mut session.input);
        session.running = None;
        if is_stopped { Err("interrupted".into()) } else { Ok(result) }
    }

    /// Counts the lines of play of this length, move by move.
    fn perft(&mut self, depth: u32) -> Reply {
        let root = *self.engine.session.game.position();
        let mut all = 0;
        for mv in root.legal_moves() {
            let leaves =
                self.measure(root, |listener| count(&root.make(mv), depth - 1, listener))?;
            all += leaves;
            let mv = self.engine.session.notation().write(&root, mv);
            self.engine.session.line(format!("{mv}: {leaves}"));
        }
        self.engine.session.line(format!("\nNodes searched: {all}"));
        Ok(())
    }

    fn bench(&mut self, depth: u32) -> Reply {
        let mut bench = Bench::begin()?;
        for position in Bench::positions() {
            let row = self.measure(position, |listener| bench.search(position, depth, listener))?;
            self.engine.session.line(row);
        }
        self.engine.session.line(bench.total());
        Ok(())
    }
}

/// Counts lines of play, with a look at the input now and then. A count that is stopped is too small.
fn count(position: &Position, depth: u32, listener: &mut Listener<'_>) -> u64 {
    if listener.attend() != Signal::Continue {
        return 0;
    }
    if depth <= UNINTERRUPTED {
        return perft(position, depth);
    }
    let moves = position.legal_moves().into_iter();
    moves.map(|mv| count(&position.make(mv), depth - 1, listener)).sum()
}

/// The session as a running search sees it.
struct Listener<'a> {
    session: &'a mut Session,
    root: Position,
    /// True if only the host ends the search once its clock runs.
    is_endless: bool,
    backlog: Backlog,
}

impl<'a> Listener<'a> {
    fn new(session: &'a mut Session, root: Position, activity: Activity) -> Listener<'a> {
        (session.running, session.must_stop) = (Some(activity), false);
        let backlog = Backlog::begin(&mut session.input);
        Listener { session, root, is_endless: false, backlog }
    }

    fn activity(&self) -> Activity {
        self.session.running.unwrap_or(Activity::Thinking)
    }
}

impl cleave_io::Listener for Listener<'_> {
    fn backlog(&mut self) -> &mut Backlog {
        &mut self.backlog
    }

    fn input(&mut self) -> &mut Input {
        &mut self.session.input
    }

    fn search(&self) -> SearchKind {
        match self.activity() {
            Activity::Thinking => SearchKind::Limited,
            Activity::Measuring => SearchKind::Measuring,
            _ if self.session.protocol.answers_all() => SearchKind::UntilStopped,
            _ => SearchKind::Background,
        }
    }

    fn effect(&mut self, line: &str) -> Option<Effect> {
        if self.session.protocol.is_handed_over(line) {
            return Some(Effect::Interrupts);
        }
        match self.session.protocol.find(line).map(|(command, _)| command.action.effect()) {
            Ok(effect) => Some(effect),
            // It may be a move.
            Err(Refusal::Unknown) if !self.session.protocol.answers_all() => Some(Effect::Waits),
            Err(refusal) => {
                self.session.refuse(line, &refusal);
                None
            }
        }
    }

    fn execute(&mut self, line: &str) {
        let reply = match self.session.protocol.find(line) {
            Ok((command, arguments)) => match command.action {
                Action::AtOnce(run) | Action::Stops(run) => run(self.session, arguments),
                _ => Ok(()),
            },
            Err(refusal) => Err(refusal),
        };
        if let Err(refusal) = reply {
            self.session.refuse(line, &refusal);
        }
    }

    fn refuse(&mut self, line: &str) {
        self.session.refuse(line, &Refusal::NotNow);
    }

    fn refuse_unreadable(&mut self, line: &Line) {
        self.session.protocol.refuse_unreadable(self.session, line);
    }

    fn ponder_hit(&mut self, line: &str) -> Option<Clock> {
        if self.activity() != Activity::Pondering {
            return None;
        }
        let clock = self.session.protocol.ponder_hit(self.session, line)?;
        let activity = if self.is_endless { Activity::Analysing } else { Activity::Thinking };
        self.session.running = Some(activity);
        Some(clock)
    }

    fn interrupt(&mut self) {
        self.session.must_stop |= self.session.is_person;
    }

    fn must_stop(&self) -> bool {
        self.session.must_stop
    }

    fn is_heard(&self) -> bool {
        self.session.output.is_open()
    }
}

impl Host for Listener<'_> {
    fn poll(&mut self, _: u64) -> Signal {
        self.attend()
    }

    fn thinking(&mut self, line: &Thinking) {
        if self.session.settings.shows_thinking && self.activity() != Activity::Measuring {
            let text = self.session.protocol.thinking(self.session, &self.root, line);
            self.session.line(text);
        }
    }
}
