//! The program's loop: run the search that is due, else wait for a line and execute it.

use std::collections::VecDeque;
use std::time::Instant;

use cleave_board::Position;
use cleave_io::{Event, Input, Line, Output, Wait};
use cleave_search::{Clock, Outcome, Searcher, SearcherError, bench};
use cleave_tools::bench::Report;
use cleave_tools::searching;

use super::dispatch::{Rest, dispatch};
use super::listener::{Finish, Listener};
use super::measure::{self, Lines};
use super::problem::Problem;
use super::protocol::Protocol;
use crate::client::Client;
use crate::client::notice::Notice;
use crate::client::palette::Palette;
use crate::engine::cluster::{self, Setting};
use crate::engine::{Engine, statistics};
use crate::options::{game_log, shared, tablebase};
use crate::refusal::{Refusal, Reply};
use crate::session::Session;
use crate::session::running::RunningSearch;
use crate::task::{Activity, Search, Task};

/// The engine, and the protocol in which it is talked to.
pub struct EventLoop {
    /// The engine.
    pub engine: Engine,
    protocol: &'static dyn Protocol,
    /// What the last search was abandoned for; it goes before the next.
    urgent: VecDeque<Event>,
}

impl EventLoop {
    /// Begins a conversation in this protocol. `interactive` says that a person types.
    ///
    /// # Errors
    /// The system refuses the memory, which is that of a table of this many MiB for the most part.
    pub fn start(
        protocol: &'static dyn Protocol,
        input: Input,
        output: Output,
        interactive: bool,
        table_mib: Option<usize>,
    ) -> Result<EventLoop, SearcherError> {
        let client = Client::new(input, output, protocol.wording(), interactive);
        let engine = Engine::new(Session::new(client), table_mib)?;
        let mut event_loop = EventLoop { engine, protocol, urgent: VecDeque::new() };
        protocol.begin(&mut event_loop.engine.session);
        Ok(event_loop)
    }

    /// Runs until `quit`, the end of input, or until nobody reads the output any more.
    pub fn run(&mut self) {
        while self.engine.session.is_open() && self.engine.session.client.output.is_open() {
            if let Some(event) = self.urgent.pop_front() {
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

    /// Handles a line, or what else has come in.
    pub fn handle(&mut self, event: Event) {
        match event {
            Event::Line(Line::Text(line)) => self.execute(&line),
            Event::Line(bad) => self.protocol.refuse_line(&mut self.engine.session, &bad),
            Event::Interrupt => self.protocol.interrupt(&mut self.engine.session),
            Event::End => {
                self.protocol.end(&mut self.engine.session);
                self.engine.session.quit();
            }
        }
        // From the first line on, the protocol is known.
        self.engine.session.client.release();
        self.report_missing_processors();
        self.keep_journal();
    }

    /// Says so if there are fewer processors than workers wanted, unless the user knows.
    pub fn report_missing_processors(&mut self) {
        if let Some(warning) = self.engine.take_processor_warning() {
            self.engine.session.client.say(&Notice::Warning(&warning));
        }
    }

    fn keep_journal(&mut self) {
        if self.protocol.keeps_game() {
            game_log::update(&mut self.engine);
        }
    }

    fn execute(&mut self, line: &str) {
        let session = &mut self.engine.session;
        if session.is_editing() {
            log::debug!("< {line}");
            let reply = session.edit(line);
            return session.client.answer(reply, line);
        }
        let reply = match dispatch(session, self.protocol, self.protocol.read(line), false) {
            Rest::Nothing | Rest::Again | Rest::Wait(_) => return,
            Rest::Execute(run, arguments) => run(&mut self.engine, arguments),
            Rest::Perform(task) => self.perform(task),
            Rest::HandOver(protocol) => {
                self.hand_over(protocol);
                return self.execute(line);
            }
        };
        self.engine.session.client.answer(reply, line);
    }

    fn hand_over(&mut self, protocol: &'static dyn Protocol) {
        self.protocol = protocol;
        self.engine.session.client.wording = protocol.wording();
        self.engine.session.client.palette = Palette::Plain;
        protocol.begin(&mut self.engine.session);
    }

    /// While the opponent thinks: analyses, ponders, or sleeps until something comes in.
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

    /// Sleeps until something comes in. Other machines are heard meanwhile, and told again what they
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
        }
    }

    /// Searches; what the outcome means is up to the protocol.
    fn search(&mut self, search: &Search) {
        self.return_urgent();
        self.report_missing_processors();
        if search.activity == Activity::Thinking && self.protocol.keeps_game() {
            self.engine.fit_table_to(search.limits.clock);
        }
        // Analysis is for nobody's side: there a draw is worth 0.
        let settings = &self.engine.session.settings;
        let has_side = search.activity != Activity::Analysing && !settings.analyse_mode;
        let contempt = if has_side { settings.manners.contempt_in_force() } else { 0 };
        self.engine.prepare_search(contempt);
        let mut settings = shared::settings_for_others(&mut self.engine);
        settings.push(Setting::contempt(contempt));
        let Engine { session, searcher, cluster, .. } = &mut self.engine;
        let running =
            RunningSearch::new(search.activity, search.root.position, search.limits.clock);
        let mut listener = Listener::new(session, self.protocol, running);
        let begun = Instant::now();
        let others_may_help = cluster::may_help(search);
        let outcome = match cluster.as_deref_mut().filter(|_| others_may_help) {
            Some(cluster) => cluster.search(searcher, &settings, search, &mut listener),
            None => searcher.search(&search.root, &search.limits, &mut listener),
        };
        let finish = listener.end();
        // Other searches end when the host says so, which may be long after the last node.
        // Playouts are no measure of what the table needs.
        if search.activity == Activity::Thinking && !session.settings.monte_carlo.is_on {
            session.settings.adaptive_hash.learn(outcome.nodes, begun.elapsed());
        }
        self.show_statistics(&outcome);
        if others_may_help {
            self.report_on_cluster();
        }
        self.report_missing_workers(&outcome);
        tablebase::report_problems(&mut self.engine.session);
        match finish {
            Finish::Complete => {
                let session = &mut self.engine.session;
                self.protocol.conclude(session, &outcome);
                session.note_lateness();
            }
            Finish::Abandoned(events) => {
                self.protocol.abandon(&mut self.engine.session, &outcome);
                self.urgent.extend(events);
            }
        }
        self.keep_journal();
    }

    /// Gives what is urgent back to the input, where the listener of the next search reads it: there
    /// may be a `quit` or a `stop` in it.
    fn return_urgent(&mut self) {
        let events = self.urgent.drain(..).collect();
        self.engine.session.client.input.put_back(events);
    }

    /// What the team has done.
    fn show_statistics(&mut self, outcome: &Outcome) {
        let session = &mut self.engine.session;
        let is_shown = session.settings.shown.shows_statistics();
        if let Some(stats) = outcome.stats.as_ref().filter(|_| is_shown) {
            for line in statistics::lines(stats, outcome.torn_rejected) {
                session.client.say(&Notice::Comment(&line));
            }
        }
    }

    /// What the other machines have done, and what is wrong with them.
    fn report_on_cluster(&mut self) {
        let Engine { session, cluster, .. } = &mut self.engine;
        let Some(cluster) = cluster else { return };
        if session.settings.shown.shows_statistics() {
            for line in cluster.statistics() {
                session.client.say(&Notice::Comment(&line));
            }
        }
        for warning in cluster.take_warnings() {
            session.client.say(&Notice::Warning(&warning));
        }
    }

    /// Says so if the team has become smaller than the user knows, or lacks memory.
    fn report_missing_workers(&mut self, outcome: &Outcome) {
        let Engine { session, searcher, known_workers, .. } = &mut self.engine;
        let workers = outcome.stats.as_ref().map_or(0, |stats| stats.workers.len());
        if workers == 0 {
            return;
        }
        if let Some(missing) = searching::missing_tables(searcher) {
            session.client.say(&Notice::Warning(&missing));
        }
        if workers < *known_workers {
            let missing = searching::missing_workers(workers, searcher);
            session.client.say(&Notice::Warning(&missing));
        }
        *known_workers = workers;
    }

    fn perft(&mut self, depth: u32) -> Reply {
        let root = *self.engine.session.game.position();
        let Lines { moves, count, elapsed } = self
            .measure(root, |listener| measure::count_moves(&root, depth, listener))
            .flatten()
            .ok_or(Refusal::NotNow("interrupted"))?;
        let client = &mut self.engine.session.client;
        moves.iter().for_each(|line| client.line(line));
        client.say(&Notice::LinesCounted { count, elapsed });
        Ok(())
    }

    fn mate(&mut self, moves: u32) -> Reply {
        let game = &self.engine.session.game;
        let root = *game.position();
        let mut problem =
            Problem::new(&root, moves, &game.excluded, self.engine.searcher.team_size())?;
        self.measure(root, |listener| problem.solve(listener));
        self.engine.session.client.line(problem.answer());
        Ok(())
    }

    fn bench(&mut self, depth: u32) -> Reply {
        // The session's table may have another size, and then the count would be another.
        let mut searcher = Searcher::new(bench::TABLE_MIB)
            .map_err(|error| Refusal::BadArgument(error.to_string()))?;
        let mut report = Report::begin();
        for position in bench::positions() {
            let outcome = self
                .measure(position, |listener| {
                    bench::search(&mut searcher, &position, depth, listener)
                })
                .ok_or(Refusal::NotNow("interrupted"))?;
            self.engine.session.client.line(report.row(&position, &outcome));
        }
        self.engine.session.client.line(report.total());
        Ok(())
    }

    /// Runs something other than a search of the game under a listener; `None` if it was stopped.
    fn measure<T>(&mut self, root: Position, work: impl FnOnce(&mut Listener) -> T) -> Option<T> {
        self.return_urgent();
        let session = &mut self.engine.session;
        let running = RunningSearch::new(Activity::Measuring, root, Clock::Unlimited);
        let mut listener = Listener::new(session, self.protocol, running);
        let result = work(&mut listener);
        let stopped = listener.is_stopped();
        if let Finish::Abandoned(events) = listener.end() {
            self.urgent.extend(events);
        }
        (!stopped).then_some(result)
    }
}
