//! The private data of a worker: path, killers, counters, clock.

use cleave_shared_memory::Plain;
use cleave_tt::Table;

use crate::search::control::Control;
use crate::search::history::{History, Moved};
use crate::search::value;
use crate::{Game, Move, Position, Rules, Step, repetition};

/// The maximum length of a line in plies.
pub const MAX_PLY: usize = 128;

/// The maximum number of steps of the game that a search gets. Earlier steps cannot matter.
const PAST: usize = 128;

/// The part of the tree that is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Plain)]
pub enum Width {
    /// Unpromising moves and nodes are pruned or reduced.
    #[default]
    Selective,
    /// All moves are searched to the full depth. The value depends only on the position, the path
    /// and the depth.
    Full,
}

/// The data about a ply that later nodes of the line need.
#[derive(Clone, Copy, Plain)]
pub(crate) struct Trail {
    /// The move that led there.
    pub(crate) moved: Option<Moved>,
    /// The evaluation for the side to move, unless it is in check.
    pub(crate) eval: Option<i32>,
}

/// The data that a worker needs before its first job.
#[derive(Clone, Copy, Plain)]
pub struct Setup {
    past: [Step; PAST],
    len: u8,
    pub(crate) depth: i32,
    pub(crate) rules: Rules,
    pub(crate) width: Width,
}

impl Setup {
    /// Creates the setup for a search of a game's position.
    pub fn new(game: &Game, width: Width) -> Setup {
        let steps = game.steps();
        let recent = &steps[steps.len().saturating_sub(PAST)..];
        let mut past = [recent[0]; PAST];
        past[..recent.len()].copy_from_slice(recent);
        Setup { past, len: recent.len() as u8, depth: 1, rules: game.rules, width }
    }
}

/// The private data of a worker.
pub struct SearchContext<'a> {
    pub(crate) table: Option<Table<'a>>,
    pub(crate) history: &'a History,
    pub(crate) setup: Setup,
    path: Vec<Step>,
    pub(crate) trail: [Trail; MAX_PLY],
    pub(crate) killers: [[Move; 2]; MAX_PLY],
    pub(crate) nodes: u64,
    /// Limits and host, for the main worker only.
    pub(crate) control: Option<Control<'a>>,
    pub(crate) is_stopped: bool,
    /// True if the results that nodes absorb may be wrong.
    pub(crate) is_presumed: bool,
    /// The worker's share of the root's moves: the first move, and the distance to the next.
    pub(crate) share: (usize, usize),
}

/// The number of nodes between two looks at the clock.
const CLOCK_INTERVAL: u64 = 1024;

impl<'a> SearchContext<'a> {
    /// Creates the context of a worker that searches until it is stopped.
    pub fn new(table: Option<Table<'a>>, history: &'a History, setup: &Setup) -> SearchContext<'a> {
        let mut context = SearchContext {
            table,
            history,
            setup: *setup,
            path: vec![setup.past[0]; PAST + MAX_PLY],
            trail: [Trail { moved: None, eval: None }; MAX_PLY],
            killers: [[Move::NONE; 2]; MAX_PLY],
            nodes: 0,
            control: None,
            is_stopped: false,
            is_presumed: false,
            share: (0, 1),
        };
        context.prepare(setup);
        context
    }

    /// Returns true if the worker learns in this history.
    pub fn learns_in(&self, history: &History) -> bool {
        std::ptr::eq(self.history, history)
    }

    pub(crate) fn prepare(&mut self, setup: &Setup) {
        self.setup = *setup;
        let len = usize::from(setup.len);
        self.path[..len].copy_from_slice(&setup.past[..len]);
    }

    /// Returns the place of a ply's step in the path.
    fn place(&self, ply: usize) -> usize {
        usize::from(self.setup.len) - 1 + ply
    }

    pub(crate) fn step(&self, ply: usize) -> Step {
        self.path[self.place(ply)]
    }

    pub(crate) fn set_step(&mut self, ply: usize, step: Step) {
        let place = self.place(ply);
        self.path[place] = step;
    }

    /// Returns the history score of a quiet move after the line to this ply.
    #[inline]
    pub(crate) fn quiet_score(&self, ply: usize, moved: Moved) -> i32 {
        self.history.score(self.line_before(ply), moved)
    }

    /// Returns the last move of the line to a ply, and the move before it.
    pub(crate) fn line_before(&self, ply: usize) -> [Option<Moved>; 2] {
        let earlier = if ply > 0 { self.trail[ply - 1].moved } else { None };
        [self.trail[ply].moved, earlier]
    }

    /// Returns the value of the position at a ply, if it repeats.
    #[inline]
    pub(crate) fn repetition(&self, position: &Position, ply: usize) -> Option<i32> {
        let verdict =
            repetition(position, self.steps(ply), self.setup.len.into(), self.setup.rules)?;
        Some(value::of_verdict(verdict, ply))
    }

    pub(crate) fn steps(&self, ply: usize) -> &[Step] {
        &self.path[..=self.place(ply)]
    }

    pub(crate) fn is_full_width(&self) -> bool {
        self.setup.width == Width::Full
    }

    pub(crate) fn add_killer(&mut self, ply: usize, mv: Move) {
        let killers = &mut self.killers[ply];
        if killers[0] != mv {
            *killers = [mv, killers[0]];
        }
    }

    #[inline]
    pub(crate) fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CLOCK_INTERVAL) {
            self.look_at_clock();
        }
        let nodes = self.nodes;
        self.is_stopped |= self.control.as_ref().is_some_and(|it| it.is_at_node_limit(nodes));
    }

    pub(crate) fn look_at_clock(&mut self) {
        let nodes = self.nodes;
        self.is_stopped |= self.control.as_mut().is_some_and(|control| control.must_stop(nodes));
    }

    /// Returns true if there is a line to play, or if nothing limits the search.
    pub(crate) fn has_line(&self) -> bool {
        self.control.as_ref().is_none_or(|control| control.has_line)
    }

    /// Looks at the clock while others search. They may get no processor, so the search stops when the move is due, even
    /// without a move to play.
    pub(crate) fn look_at_clock_while_idle(&mut self) {
        let nodes = self.nodes;
        self.is_stopped |= self.control.as_mut().is_some_and(|control| control.is_due(nodes));
    }
}
