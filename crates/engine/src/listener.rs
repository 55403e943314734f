//! The ear of a running search: it reads what comes in, obeys what can be obeyed at once, and ends
//! the search for the rest.

use std::time::{Duration, Instant};

use cleave_board::{Move, Position};
use cleave_movegen::parse_move;
use cleave_search::{Host, Signal, Status, Thinking, Verdict};

use crate::commands::{self, Action, Order};
use crate::dialect::Dialect;
use crate::input::{Event, Wait};
use crate::lines::Line;
use crate::refusal::{Refusal, Reply};
use crate::session::{Activity, Role, Running, Session};
use crate::thinking;

/// What still runs when all input is read may take this long to end; `quit` has a second.
const GRACE: Duration = Duration::from_millis(700);

/// Lines that may wait for a move; more are refused.
const MAX_HELD: usize = 1000;

/// Lines obeyed in a row before the search gets on: who writes without end must not stop its clock.
const MAX_AT_A_TIME: usize = 100;

/// How a search came to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finish {
    /// By itself, or because the move is wanted now: its result counts.
    Complete,
    /// For these events, to be dealt with before anything else is searched.
    Abandoned(Vec<Event>),
}

/// The session as a running search sees it.
pub struct Listener<'a> {
    session: &'a mut Session,
    root: Position,
    held: Vec<Event>,
    stopped: bool,
    abandoned: bool,
}

impl<'a> Listener<'a> {
    /// Listens for a search of `root` that is about to begin.
    pub fn new(session: &'a mut Session, activity: Activity, root: Position) -> Listener<'a> {
        let deadline = session.leaves_by;
        session.running = Some(Running { activity, root, status: None, move_now: false, deadline });
        Listener { session, root, held: Vec::new(), stopped: false, abandoned: false }
    }

    /// The search is over; what could not be obeyed meanwhile is next.
    pub fn end(self) -> Finish {
        self.session.running = None;
        if self.abandoned {
            return Finish::Abandoned(self.held);
        }
        self.session.input.put_back(self.held);
        Finish::Complete
    }

    /// True if the search was told to end.
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Reads and obeys what has come in.
    pub fn attend(&mut self) -> Signal {
        for _ in 0..MAX_AT_A_TIME {
            if self.stopped || self.has_heard_end() {
                break;
            }
            let Some(event) = self.session.input.next_event(Wait::Never) else {
                break;
            };
            if let Some(signal) = self.hear(event) {
                return signal;
            }
        }
        if !self.session.output.is_open() {
            self.abandon();
        } else if self.is_wanted_now() {
            self.stopped = true;
        }
        if self.stopped { Signal::Stop } else { Signal::Continue }
    }

    /// True if there is nothing more to read: the end comes again at every look.
    fn has_heard_end(&self) -> bool {
        self.held.last() == Some(&Event::End)
    }

    fn is_wanted_now(&self) -> bool {
        self.session.running.as_ref().is_some_and(|running| {
            running.move_now || running.deadline.is_some_and(|deadline| Instant::now() > deadline)
        })
    }

    fn activity(&self) -> Activity {
        self.session.activity().unwrap_or(Activity::Thinking)
    }

    fn abandon(&mut self) {
        self.abandoned = true;
        self.stopped = true;
    }

    fn hear(&mut self, event: Event) -> Option<Signal> {
        match event {
            Event::Line(Line::Text(line)) => return self.hear_line(line),
            Event::Line(bad) => commands::refuse(self.session, &bad),
            Event::Interrupt => self.interrupt(),
            Event::End => self.hear_end(),
        }
        None
    }

    fn hear_line(&mut self, line: String) -> Option<Signal> {
        let order = Order::read(&line);
        if let Some(signal) = self.ponder_hit(&order) {
            return Some(signal);
        }
        let waits = matches!(self.activity(), Activity::Thinking | Activity::Measuring);
        match order.action {
            Action::AtOnce(obey) => self.obey(obey, &order),
            Action::AfterMove(obey) if !waits => self.obey(obey, &order),
            // Who pipes in `bench` and `quit` wants both; a second is what `quit` may take.
            Action::Interrupts(_) if self.activity() == Activity::Measuring => {
                self.hurry();
                self.hold(line);
            }
            Action::Interrupts(_) => {
                self.abandon();
                self.hold(line);
            }
            Action::UnlessThinking(_) if self.activity() == Activity::Thinking => {
                self.refuse("the engine is about to move, and that changes the position", &line);
            }
            Action::AfterMove(_) | Action::Queues(_) | Action::UnlessThinking(_)
                if self.held.len() >= MAX_HELD =>
            {
                self.refuse("too many lines wait already", &line);
            }
            Action::AfterMove(_) | Action::Queues(_) | Action::UnlessThinking(_) => {
                if !waits {
                    self.abandon();
                }
                self.hold(line);
            }
        }
        None
    }

    fn obey(&mut self, obey: fn(&mut Session, &str) -> Reply, order: &Order) {
        log::debug!("< {}", order.line);
        let reply = obey(self.session, order.arguments);
        self.session.answer(reply, order.line);
    }

    fn refuse(&mut self, why: &'static str, line: &str) {
        log::debug!("< {line}");
        self.session.answer(Err(Refusal::NotNow(why)), line);
    }

    fn hold(&mut self, line: String) {
        self.held.push(Event::Line(Line::Text(line)));
    }

    /// If the opponent plays the expected move, pondering becomes thinking.
    fn ponder_hit(&mut self, order: &Order) -> Option<Signal> {
        let (Activity::Pondering(expected), Role::Plays(engine)) =
            (self.activity(), self.session.role)
        else {
            return None;
        };
        let text = order.move_text()?;
        // A move behind commands that wait must wait for them too.
        if !self.held.is_empty() || parse_move(self.session.game.position(), text) != Ok(expected) {
            return None;
        }
        log::debug!("< {} (as expected)", order.line);
        self.session.play(expected);
        if let Some(running) = &mut self.session.running {
            running.activity = Activity::Thinking;
        }
        Some(Signal::PonderHit(self.session.clocks.for_search(engine, &self.session.game)))
    }

    /// A person at the keyboard has pressed Ctrl-C. GUIs send this signal for reasons of their own.
    fn interrupt(&mut self) {
        if self.session.dialect == Dialect::Xboard {
            return;
        }
        self.stopped = true;
        match self.activity() {
            Activity::Thinking => {}
            Activity::Analysing => self.session.role = Role::Watches,
            Activity::Pondering(_) => self.session.settings.ponder = false,
            Activity::Measuring => self.abandoned = true,
        }
    }

    fn hear_end(&mut self) {
        self.held.push(Event::End);
        match self.activity() {
            Activity::Pondering(_) | Activity::Analysing => self.abandon(),
            Activity::Thinking | Activity::Measuring => {
                // The moves that still wait for an answer share this time.
                self.session.leaves_by.get_or_insert_with(|| Instant::now() + GRACE);
                self.hurry();
            }
        }
    }

    /// What runs gets a little time to end by itself.
    fn hurry(&mut self) {
        let deadline = self.session.leaves_by.unwrap_or_else(|| Instant::now() + GRACE);
        if let Some(running) = &mut self.session.running {
            running.deadline.get_or_insert(deadline);
        }
    }

    /// A person has no use for the bounds of the first second.
    fn is_shown(&self, line: &Thinking) -> bool {
        let early_bound = line.verdict != Verdict::Exact && line.elapsed < Duration::from_secs(1);
        self.session.settings.post && !(early_bound && self.session.dialect == Dialect::Console)
    }

    fn best(&self, line: &Thinking) -> Option<Move> {
        line.line.first().copied().filter(|_| line.rank == 1)
    }
}

impl Host for Listener<'_> {
    fn poll(&mut self, status: &Status) -> Signal {
        if let Some(running) = &mut self.session.running {
            running.status = Some(status.clone());
        }
        self.attend()
    }

    fn thinking(&mut self, line: &Thinking) {
        let activity = self.activity();
        if activity == Activity::Measuring {
            return;
        }
        if let (Activity::Thinking | Activity::Analysing, Some(best)) = (activity, self.best(line))
        {
            self.session.outlook.note(&self.root, best);
        }
        if self.is_shown(line) {
            self.session.output.line(match self.session.dialect {
                Dialect::Xboard => thinking::for_gui(&self.root, line),
                Dialect::Console => thinking::for_person(&self.root, line),
            });
        }
    }
}
