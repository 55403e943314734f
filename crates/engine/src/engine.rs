//! The program's loop: do what is due, else wait for a line and obey it.

use std::collections::VecDeque;

use cleave_board::{Color, Move, Position};
use cleave_movegen::{legal_moves, to_san};
use cleave_search::{Limits, Outcome, Refused, Root, Searcher};

use crate::commands::{Action, Order, refuse};
use crate::dialect::Dialect;
use crate::ending::Ending;
use crate::input::{Event, Wait};
use crate::lines::Line;
use crate::listener::{Finish, Listener};
use crate::memory;
use crate::offers;
use crate::session::{Activity, Role, Session};
use crate::thinking;

/// The prompt of the console.
const PROMPT: &str = "> ";

/// A session and the searcher that works for it.
pub struct Engine {
    /// All but the search.
    pub session: Session,
    /// The search.
    pub searcher: Searcher,
    /// The size of the table, in MiB.
    pub table_mib: usize,
    /// What the last search was abandoned for; it goes before the next.
    urgent: VecDeque<Event>,
}

impl Engine {
    /// An engine for this session, with a table of this many MiB or of the default size.
    ///
    /// # Errors
    /// The system refuses the memory.
    pub fn new(session: Session, table_mib: Option<usize>) -> Result<Engine, Refused> {
        let (searcher, table_mib) = memory::searcher(table_mib)?;
        Ok(Engine { session, searcher, table_mib, urgent: VecDeque::new() })
    }

    /// Runs until `quit`, the end of input, or until nobody reads the output any more.
    pub fn run(&mut self) {
        while self.session.open && self.session.output.is_open() {
            if let Some(event) = self.urgent.pop_front() {
                self.hear(event);
            } else if self.session.is_engine_to_move() {
                self.think();
            } else if let Some(event) = self.session.input.next_event(Wait::Never) {
                self.hear(event);
            } else {
                self.prompt();
                self.pass_the_time();
            }
        }
    }

    /// Obeys a line, or what else has come in.
    pub fn hear(&mut self, event: Event) {
        match event {
            Event::Line(Line::Text(line)) => self.obey(&line),
            Event::Line(bad) => refuse(&mut self.session, &bad),
            Event::Interrupt => {
                if self.session.dialect == Dialect::Console {
                    self.session.output.line("\nNothing to interrupt; 'quit' leaves.");
                }
            }
            Event::End => self.session.open = false,
        }
    }

    fn obey(&mut self, line: &str) {
        log::debug!("< {line}");
        let order = Order::read(line);
        let reply = match order.action {
            Action::AtOnce(obey) | Action::AfterMove(obey) => {
                obey(&mut self.session, order.arguments)
            }
            Action::Queues(obey) | Action::UnlessThinking(obey) | Action::Interrupts(obey) => {
                obey(self, order.arguments)
            }
        };
        self.session.answer(reply, line);
    }

    /// A prompt for a person, unless analysis is about to fill the screen.
    fn prompt(&mut self) {
        let to_person = self.session.interactive && self.session.dialect == Dialect::Console;
        if to_person && self.session.role != Role::Analyses {
            self.session.output.prompt(PROMPT);
        }
    }

    /// While the opponent thinks: analyses, ponders, or sleeps until something comes in.
    fn pass_the_time(&mut self) {
        match (self.session.role, self.expected_move()) {
            (Role::Analyses, _) if self.session.has_moves_to_search() => self.analyse(),
            (Role::Plays(_), Some(mv)) if self.session.settings.ponder => self.ponder(mv),
            _ => {
                if let Some(event) = self.session.input.next_event(Wait::Forever) {
                    self.hear(event);
                }
            }
        }
    }

    /// The engine's own move: out of the book, or by search.
    fn think(&mut self) {
        self.session.clocks.start(self.session.game.side());
        let in_book = self.session.settings.own_book;
        if let Some(mv) =
            in_book.then(|| self.session.book.choose(self.session.game.position())).flatten()
        {
            // The book knows no value; an offer is declined by moving on.
            self.session.outlook.forget_value();
            self.session.play_own(mv);
            return;
        }
        self.show_head();
        let limits = self.limits(self.session.game.side());
        let root = self.session.game.root();
        if let Some(outcome) = self.search(Activity::Thinking, &root, &limits) {
            self.conclude(&outcome);
        }
    }

    /// A search on the opponent's time. It may have become the engine's own meanwhile.
    fn ponder(&mut self, expected: Move) {
        if self.session.settings.post && self.session.dialect == Dialect::Xboard {
            // The lines that follow leave this move out; the protocol wants it said first.
            let hint = to_san(self.session.game.position(), expected);
            self.session.output.line(format!("Hint: {hint}"));
        }
        let limits = Limits {
            pondering: true,
            excluded: Vec::new(),
            ..self.limits(!self.session.game.side())
        };
        let root = self.session.game.root_after(expected);
        let outcome = self.search(Activity::Pondering(expected), &root, &limits);
        if let Some(outcome) = outcome.filter(|_| self.session.is_engine_to_move()) {
            self.conclude(&outcome);
        }
    }

    fn analyse(&mut self) {
        self.show_head();
        let limits = Limits {
            multi_pv: self.session.settings.multi_pv,
            excluded: self.session.excluded.clone(),
            ..Limits::default()
        };
        let root = self.session.game.root();
        self.search(Activity::Analysing, &root, &limits);
    }

    /// Searches; the outcome, unless the search was abandoned for something else.
    fn search(&mut self, activity: Activity, root: &Root, limits: &Limits) -> Option<Outcome> {
        // Analysis is for nobody's side: there a draw is worth 0.
        let has_side = activity != Activity::Analysing;
        self.searcher.set_contempt(if has_side { self.session.settings.contempt } else { 0 });
        *self.searcher.split_params() = self.session.settings.split;
        let mut listener = Listener::new(&mut self.session, activity, root.position);
        let outcome = self.searcher.search(root, limits, &mut listener);
        let finish = listener.end();
        self.show_stats(&outcome);
        match finish {
            Finish::Complete => Some(outcome),
            Finish::Abandoned(events) => {
                self.urgent.extend(events);
                None
            }
        }
    }

    /// Runs something else than a search of the game under a listener; `None` if it was abandoned.
    pub fn measure<T>(
        &mut self,
        root: Position,
        work: impl FnOnce(&mut Listener) -> T,
    ) -> Option<T> {
        let mut listener = Listener::new(&mut self.session, Activity::Measuring, root);
        let result = work(&mut listener);
        let stopped = listener.is_stopped();
        if let Finish::Abandoned(events) = listener.end() {
            self.urgent.extend(events);
        }
        (!stopped).then_some(result)
    }

    fn limits(&self, engine: Color) -> Limits {
        let Session { clocks, game, settings, excluded, .. } = &self.session;
        Limits {
            depth: settings.depth,
            pace: settings.pace,
            clock: clocks.for_search(engine, game),
            multi_pv: 1,
            excluded: excluded.clone(),
            ..Limits::default()
        }
    }

    /// The opponent's move to ponder on: legal, and not the end of the game.
    fn expected_move(&self) -> Option<Move> {
        let game = &self.session.game;
        let mv = self.session.outlook.best(game.position())?;
        if !legal_moves(game.position()).contains(&mv) || Ending::of(game).is_some() {
            return None;
        }
        Ending::after(game, mv).is_none().then_some(mv)
    }

    /// The search is done: resign, answer an offer, move.
    fn conclude(&mut self, outcome: &Outcome) {
        let Some(mv) = outcome.best else {
            return;
        };
        // A search that was stopped before its first iteration was done knows a move, and no value.
        self.session.outlook.value = (outcome.depth > 0).then_some(outcome.value);
        if offers::resigns(&mut self.session) || offers::agrees_to_draw(&mut self.session) {
            return;
        }
        offers::offer_draw(&mut self.session);
        self.session.play_own(mv);
        if let Some(reply) = outcome.ponder {
            self.session.outlook.note(self.session.game.position(), reply);
        }
    }

    /// What the team has done, as comments that GUIs leave alone.
    fn show_stats(&mut self, outcome: &Outcome) {
        if let Some(stats) = outcome.stats.as_ref().filter(|_| self.session.settings.post) {
            for line in thinking::statistics(stats, outcome.torn_rejected) {
                self.session.output.line(format!("# {line}"));
            }
        }
    }

    fn show_head(&mut self) {
        if self.session.dialect == Dialect::Console && self.session.settings.post {
            self.session.output.line(thinking::HEAD);
        }
    }
}
