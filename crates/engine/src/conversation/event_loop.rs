//! The program's loop: runs the search that is due, or else waits for a line and executes it.

use cleave_board::Position;
use cleave_io::{Event, Input, Line, Output, Wait};
use cleave_search::{Clock, SearcherError};

use super::dispatch::execute_beside;
use super::listener::Listener;
use super::protocol::{Action, ParsedLine, Protocol};
use crate::client::Client;
use crate::client::palette::Palette;
use crate::commands::settings::set_or_show;
use crate::engine::{Engine, cluster, observer};
use crate::options::game_log;
use crate::refusal::{Refusal, Reply};
use crate::session::Session;
use crate::session::running::RunningSearch;
use crate::task::{Activity, SearchTask, Task};

/// The engine, and the current protocol.
pub struct EventLoop {
    /// The engine.
    pub engine: Engine,
    pub(super) protocol: &'static dyn Protocol,
}

impl EventLoop {
    /// Begins a conversation in this protocol. `interactive` means that a person types.
    ///
    /// # Errors
    /// The system refuses the memory, most of which is for a table of `table_mib` MiB.
    pub fn start(
        protocol: &'static dyn Protocol,
        input: Input,
        output: Output,
        interactive: bool,
        table_mib: Option<usize>,
    ) -> Result<EventLoop, SearcherError> {
        let client = Client::new(input, output, protocol.wording(), interactive);
        let engine = Engine::new(Session::new(client), table_mib)?;
        let mut event_loop = EventLoop { engine, protocol };
        protocol.begin(&mut event_loop.engine.session);
        Ok(event_loop)
    }

    /// Runs until `quit`, the end of input, or the closing of the output by its reader.
    pub fn run(&mut self) {
        while self.engine.session.is_open() && self.engine.session.client.output.is_open() {
            if let Some(event) = self.engine.session.client.input.next_urgent() {
                self.handle(event);
            } else if let Some(search) = self.protocol.due_search(&mut self.engine.session) {
                self.search(&search);
            } else if let Some(line) = self.engine.session.next_scripted_line() {
                self.handle(Event::Line(line));
            } else if let Some(event) = self.engine.session.client.input.next_event(Wait::Never) {
                self.handle(event);
            } else {
                self.wait();
            }
        }
    }

    /// Handles a line or another event.
    pub fn handle(&mut self, event: Event) {
        let session = &mut self.engine.session;
        match event {
            Event::Line(Line::Text(line)) => {
                if let Some(task) = self.execute(&line) {
                    let reply = self.perform(task);
                    self.engine.session.client.answer(reply, &line);
                }
            }
            Event::Line(bad) => self.protocol.refuse_line(session, &bad),
            Event::Interrupt => self.protocol.interrupt(session),
            Event::End => {
                self.protocol.end(session);
                session.quit();
            }
        }
        // From the first line on, the protocol is known.
        self.engine.session.client.release();
        self.engine.report_missing_processors();
        self.keep_logs();
    }

    /// Brings the log of the game up to date, and says which log of the conversation has ended.
    fn keep_logs(&mut self) {
        if self.protocol.keeps_game() {
            game_log::update(&mut self.engine);
        }
        self.engine.session.client.report_transcripts();
    }

    /// Executes a line. Returns the task that it starts.
    fn execute(&mut self, line: &str) -> Option<Task> {
        let Engine { session, .. } = &mut self.engine;
        let parsed = self.protocol.read(line);
        let reply = match parsed.action {
            _ if session.is_editing() => {
                log::debug!("< {line}");
                session.edit(line)
            }
            // The other protocol executes the line, and logs it then.
            Ok(Action::SwitchesTo(protocol)) => {
                self.hand_over(protocol);
                return self.execute(line);
            }
            _ => {
                log::debug!("< {line}");
                if execute_beside(session, self.protocol, &parsed) {
                    return None;
                }
                match self.execute_alone(parsed) {
                    Ok(Some(task)) => return Some(task),
                    reply => reply.map(drop),
                }
            }
        };
        self.engine.session.client.answer(reply, line);
        None
    }

    /// Executes a command that must not run during a search. Returns the task that it starts.
    fn execute_alone(&mut self, parsed: ParsedLine<'_>) -> Result<Option<Task>, Refusal> {
        let ParsedLine { arguments, action, .. } = parsed;
        match action? {
            Action::Queues(run)
            | Action::InTurn(run)
            | Action::UnlessThinking(run)
            | Action::Interrupts(run) => run(&mut self.engine, arguments)?,
            Action::Sets(option) => set_or_show(&mut self.engine, option, arguments)?,
            Action::Starts(plan) => return plan(&mut self.engine.session, arguments).map(Some),
            _ => {}
        }
        Ok(None)
    }

    fn hand_over(&mut self, protocol: &'static dyn Protocol) {
        self.protocol = protocol;
        self.engine.session.client.wording = protocol.wording();
        self.engine.session.client.palette = Palette::Plain;
        protocol.begin(&mut self.engine.session);
    }

    /// Waits on the opponent's time: analyses, ponders, or sleeps until an event comes in.
    fn wait(&mut self) {
        let session = &mut self.engine.session;
        session.client.tell_editor(session.game.position());
        if let Some(prompt) = self.protocol.prompt(session) {
            session.client.output.prompt(prompt);
        }
        if let Some(search) = self.protocol.background_search(session) {
            self.search(&search);
        } else if let Some(event) = self.next_event() {
            self.handle(event);
        }
    }

    /// Sleeps until an event comes in. Meanwhile receives messages of other machines, and repeats messages that they
    /// may have missed.
    fn next_event(&mut self) -> Option<Event> {
        let Engine { session, cluster, .. } = &mut self.engine;
        let Some(cluster) = cluster else { return session.client.input.next_event(Wait::Forever) };
        loop {
            cluster.keep_in_touch();
            let event = session.client.input.next_event(Wait::AtMost(cluster::PAUSE));
            if event.is_some() {
                return event;
            }
        }
    }

    fn perform(&mut self, task: Task) -> Reply {
        match task {
            Task::Search(search) => {
                self.search(&search);
                Ok(())
            }
            Task::Perft { depth } => self.perft(depth),
            Task::Mate { moves } => self.mate(moves),
            Task::Bench { depth } => self.bench(depth),
            Task::Autotune { time, saves } => self.autotune(time, saves),
        }
    }

    /// Searches. The protocol decides what the outcome means.
    fn search(&mut self, search: &SearchTask) {
        let mut observers = observer::all();
        for observer in &mut observers {
            observer.begin(&mut self.engine, search, self.protocol);
        }
        let told = self.engine.begin_search(search.activity);
        let running = RunningSearch::of(search);
        let Engine { session, searcher, cluster, .. } = &mut self.engine;
        let mut listener = Listener::new(session, self.protocol, running);
        let outcome = match cluster.as_deref_mut().filter(|_| cluster::may_help(search)) {
            Some(cluster) => cluster.search(searcher, &told, search, &mut listener),
            None => searcher.search(&search.root, &search.limits, &mut listener),
        };
        let is_abandoned = listener.end();
        for observer in &mut observers {
            observer.end(&mut self.engine, search, &outcome);
        }
        let session = &mut self.engine.session;
        if is_abandoned {
            self.protocol.abandon(session, &outcome);
        } else {
            self.protocol.conclude(session, &outcome);
            session.note_lateness();
        }
        self.keep_logs();
    }

    /// Runs work other than a search of the game under a listener. Returns `None` if it was stopped.
    pub(super) fn measure<T>(
        &mut self,
        root: Position,
        work: impl FnOnce(&mut Listener) -> T,
    ) -> Option<T> {
        let session = &mut self.engine.session;
        let running = RunningSearch::new(Activity::Measuring, root, Clock::Unlimited);
        let mut listener = Listener::new(session, self.protocol, running);
        let result = work(&mut listener);
        let stopped = listener.is_stopped();
        listener.end();
        (!stopped).then_some(result)
    }
}
