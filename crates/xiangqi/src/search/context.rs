//! What a worker keeps to itself: path, killers, counters, clock.

use cleave_shared_memory::Plain;
use cleave_tt::Table;

use crate::search::control::Control;
use crate::search::history::{History, Moved};
use crate::search::value;
use crate::{Game, Move, Position, Rules, Step, repetition};

/// Plies that a line may have.
pub const MAX_PLY: usize = 128;

/// Steps of the game that a search is told: all since the last capture that can matter.
const PAST: usize = 128;

/// Which part of the tree is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Plain)]
pub enum Width {
    /// Moves and nodes of little promise are pruned or reduced.
    #[default]
    Selective,
    /// All moves are searched to the full depth: the value depends on the position, the path and the depth
    /// alone.
    Full,
}

/// What later nodes of the line want to know of a ply.
#[derive(Clone, Copy, Plain)]
pub(crate) struct Trail {
    /// The move that led there.
    pub(crate) moved: Option<Moved>,
    /// The evaluation for the side to move, unless it is in check.
    pub(crate) eval: Option<i32>,
}

/// What a worker must know before its first job.
#[derive(Clone, Copy, Plain)]
pub struct Setup {
    past: [Step; PAST],
    len: u8,
    pub(crate) depth: i32,
    pub(crate) rules: Rules,
    pub(crate) width: Width,
}

impl Setup {
    /// To begin the search of a game's position.
    pub fn new(game: &Game, width: Width) -> Setup {
        let steps = game.steps();
        let recent = &steps[steps.len().saturating_sub(PAST)..];
        let mut past = [recent[0]; PAST];
        past[..recent.len()].copy_from_slice(recent);
        Setup { past, len: recent.len() as u8, depth: 1, rules: game.rules, width }
    }
}

/// What a worker keeps to itself.
pub struct SearchContext<'a> {
    pub(crate) table: Option<Table<'a>>,
    pub(crate) history: &'a History,
    pub(crate) setup: Setup,
    path: Vec<Step>,
    pub(crate) trail: [Trail; MAX_PLY],
    pub(crate) killers: [[Move; 2]; MAX_PLY],
    pub(crate) nodes: u64,
    /// The main worker's.
    pub(crate) control: Option<Control<'a>>,
    pub(crate) is_stopped: bool,
    /// What nodes take in may be wrong.
    pub(crate) is_presumed: bool,
    /// The share of the root's moves that it searches: the first, and the distance to the next.
    pub(crate) share: (usize, usize),
}

/// Nodes between two looks at the clock.
const CLOCK_INTERVAL: u64 = 1024;

impl<'a> SearchContext<'a> {
    /// A worker that searches until it is told to stop.
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

    /// True if this is the history in which it learns.
    pub fn learns_in(&self, history: &History) -> bool {
        std::ptr::eq(self.history, history)
    }

    pub(crate) fn prepare(&mut self, setup: &Setup) {
        self.setup = *setup;
        let len = usize::from(setup.len);
        self.path[..len].copy_from_slice(&setup.past[..len]);
    }

    /// Where the step of a ply lies in the path.
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

    /// What a quiet move of this piece after the line to this ply is worth by experience.
    #[inline]
    pub(crate) fn quiet_score(&self, ply: usize, moved: Moved) -> i32 {
        self.history.score(self.line_before(ply), moved)
    }

    /// The last move of the line to a ply, and the one before it.
    pub(crate) fn line_before(&self, ply: usize) -> [Option<Moved>; 2] {
        let earlier = if ply > 0 { self.trail[ply - 1].moved } else { None };
        [self.trail[ply].moved, earlier]
    }

    /// The value of the position at a ply, if it repeats.
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
}
