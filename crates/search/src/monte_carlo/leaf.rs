//! The value of a leaf and the priors of its moves.
//!
//! One search provides both. Its value becomes the leaf's value through a logistic function. Its best move, the history
//! that all leaves share, and the face value of moves make the priors.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use cleave_board::{Move, Position, Value};
use cleave_mcts::{Evaluation, Evaluator, Playouts, Random, exp};
use cleave_movegen::{attacked, gives_check};
use cleave_smp::driver::{Interrupt, Never, search};
use cleave_smp::{Node, Opened};

use super::LeafValue;
use super::game::{ChessGame, chess_move};
use crate::context::setup::RootSetup;
use crate::context::worker_state::WorkerState;
use crate::context::{SearchContext, SharedRefs};
use crate::control::host::Undisturbed;
use crate::control::{Control, Limits};
use crate::node::ChessNode;
use crate::ordering::history::{HISTORY_MAX, Quiets};
use crate::ordering::tactics::{is_tactical, victim_value};
use crate::path::{GameKeys, Path};
use crate::units::{Depth, Ply};

/// The least depth of an urgent leaf's search, in plies: about a millisecond. A shallower search shows little.
const LEAST: i32 = 3;

/// The window of an iteration, about the value of the last one, in centipawns.
const MARGIN: i32 = 40;

/// The first iteration with such a window: before it values change much.
const FIRST_NARROW: i32 = 5;

/// Centipawns that multiply the odds of a win by e: 400 Elo multiply them by ten.
const SCALE: f64 = 174.0;

/// The addends to the logarithm of a prior, up to a common addend.
mod weight {
    /// The best move of the search of the leaf.
    pub(super) const BEST: f32 = 4.0;
    /// The exchange on its square loses material.
    pub(super) const LOSES: f32 = -1.5;
    /// A capture or promotion that loses nothing. Each pawn that it wins counts in addition.
    pub(super) const TACTICAL: f32 = 0.5;
    pub(super) const PAWN: f32 = 0.1;
    /// A check that loses nothing.
    pub(super) const CHECK: f32 = 0.5;
    /// The full history of one table; there are four.
    pub(super) const HISTORY: f32 = 1.0;
}

/// The ply of a leaf in its search: one below a root that takes no part.
const LEAF: Ply = Ply::new(1);

/// The data that the leaves of a search share.
#[derive(Default)]
pub struct Leaves {
    number: AtomicU64,
    plies: AtomicU64,
    deepest: AtomicU64,
    /// The move is due: searches under way end with the result that they have.
    pub(super) is_urgent: AtomicBool,
}

impl Leaves {
    fn note(&self, ply: u32) {
        self.number.fetch_add(1, Relaxed);
        self.plies.fetch_add(ply.into(), Relaxed);
        self.deepest.fetch_max(ply.into(), Relaxed);
    }

    /// Returns the mean depth of the leaves in the tree, at least 1.
    pub(super) fn mean_depth(&self) -> u32 {
        (self.plies.load(Relaxed) / self.number.load(Relaxed).max(1)).max(1) as u32
    }

    /// Returns the greatest depth of a leaf.
    pub(super) fn deepest(&self) -> u32 {
        self.deepest.load(Relaxed) as u32
    }
}

impl Interrupt<ChessNode> for &Leaves {
    fn is_raised(&mut self) -> bool {
        self.is_urgent.load(Relaxed)
    }
}

/// Evaluates the leaves of one worker.
pub struct LeafSearch<'s> {
    pub(super) shared: SharedRefs<'s>,
    pub(super) state: &'s mut WorkerState,
    pub(super) setup: RootSetup,
    pub(super) value: LeafValue,
    pub(super) leaves: &'s Leaves,
    pub(super) stack: Vec<ChessNode>,
    /// The key of the leaf searched last, and its best move.
    pub(super) searched: (u64, Move),
    pub(super) playouts: Playouts,
}

impl LeafSearch<'_> {
    /// Searches a leaf by alpha-beta.
    fn search(&mut self, game: &ChessGame) -> Evaluation {
        let mut host = Undisturbed;
        let control = Control::start(&Limits::default(), &mut host);
        let mut context = SearchContext::new(self.shared, self.state, control);
        // A leaf has an odd ply in its search, and contempt belongs to the root of the tree.
        let is_roots_turn = game.ply.is_multiple_of(2);
        let contempt = if is_roots_turn { -self.setup.contempt } else { self.setup.contempt };
        let root = game.position;
        context.prepare(&RootSetup { root, game: keys(game), contempt, ..self.setup });
        context.path.enter(LEAF, &root, game.moved);
        let (best, value) = deepen(&mut context, &mut self.stack, self.leaves, self.value.depth());
        self.searched = (root.key().0, best);
        let work = context.nodes().min(u32::MAX.into()) as u32;
        Evaluation { value: cleave_mcts::Value::of_share(share(value)), work }
    }
}

/// Returns the positions before the leaf.
fn keys(game: &ChessGame) -> GameKeys {
    GameKeys::new(&game.keys[..game.keys.len().saturating_sub(1)])
}

/// Searches the position of the context to depth 1, 2 and so on. Each iteration leaves its best moves in the table for
/// the next. Returns the best move and the value of the last finished iteration.
fn deepen(
    context: &mut SearchContext,
    stack: &mut [ChessNode],
    mut leaves: &Leaves,
    most: Depth,
) -> (Move, Value) {
    let position = *context.root_position();
    let mut found = (Move::NONE, Value::ZERO);
    for depth in most.get().min(1)..=most.get() {
        let full = (-Value::INFINITE, Value::INFINITE);
        let is_narrow = depth >= FIRST_NARROW && !found.1.is_decisive();
        let mut window = if is_narrow { (found.1 - MARGIN, found.1 + MARGIN) } else { full };
        loop {
            let opened = stack[0].open_leaf(context, &position, LEAF, window, Depth::new(depth));
            let value = match opened {
                Opened::Value(value) => Some(value),
                Opened::Live if depth <= LEAST => search(context, stack, &mut Never),
                Opened::Live => search(context, stack, &mut leaves),
            };
            match value {
                None => return found,
                Some(value) if value <= window.0 => window.0 = full.0,
                Some(value) if value >= window.1 => window.1 = full.1,
                Some(value) => {
                    let best = stack[0].line().moves().first();
                    found = (best.copied().unwrap_or(Move::NONE), value);
                    break;
                }
            }
        }
    }
    found
}

impl Evaluator<ChessGame> for LeafSearch<'_> {
    const EVALUATES_FIRST: bool = true;

    fn evaluate(&mut self, game: &ChessGame, random: &mut Random) -> Evaluation {
        self.leaves.note(game.ply);
        match self.value {
            LeafValue::Random => self.playouts.evaluate(game, random),
            _ => self.search(game),
        }
    }

    fn priors(&mut self, game: &ChessGame, moves: &[cleave_mcts::Move], priors: &mut Vec<f32>) {
        let position = &game.position;
        let best = if self.searched.0 == position.key().0 { self.searched.1 } else { Move::NONE };
        let mut path = Path::new(position, &keys(game));
        path.enter(LEAF, position, game.moved);
        let quiets = self.shared.history.quiets(position, attacked(position), &path, LEAF);
        priors.extend(moves.iter().map(|&mv| {
            let mv = chess_move(mv);
            let best = if mv == best { weight::BEST } else { 0.0 };
            exp((best + promise(position, &quiets, mv)).into()) as f32
        }));
        let sum: f32 = priors.iter().sum();
        priors.iter_mut().for_each(|prior| *prior /= sum);
    }
}

/// Returns the promise of a move without a search.
fn promise(position: &Position, quiets: &Quiets<'_>, mv: Move) -> f32 {
    let history = quiets.of(position, mv) as f32 / HISTORY_MAX as f32 * weight::HISTORY;
    if !position.see_ge(mv, 0) {
        return history + weight::LOSES;
    }
    let check = if gives_check(position, mv) { weight::CHECK } else { 0.0 };
    if !is_tactical(position, mv) {
        return history + check;
    }
    history + check + weight::TACTICAL + weight::PAWN * victim_value(position, mv) as f32 / 100.0
}

/// Returns the share of a win that a value is worth.
pub(super) fn share(value: Value) -> f64 {
    match value.is_decisive() {
        true if value > Value::ZERO => 1.0,
        true => 0.0,
        false => 1.0 / (1.0 + exp(-f64::from(value.get()) / SCALE)),
    }
}

/// Returns the value that is worth this share, at most 40 pawns.
pub fn value_of(share: f64) -> Value {
    let odds = (share / (1.0 - share)).clamp(1e-10, 1e10);
    Value::new((SCALE * odds.ln()).round() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{mv, with_worker};

    /// No history outweighs the best move of a search.
    #[test]
    fn a_good_history_promises_something_and_not_too_much() {
        let start = Position::start();
        with_worker(&start, |context| {
            let push = mv(&start, "a3");
            let (history, reached) = (context.shared.history, attacked(&start));
            let quiets = history.quiets(&start, reached, &context.path, Ply::ROOT);
            assert_eq!(promise(&start, &quiets, push), 0.0);
            for _ in 0..30 {
                quiets.reward(&start, Depth::new(10), push, &[]);
            }
            let promise = promise(&start, &quiets, push);
            assert!(promise > 0.5 && promise <= weight::BEST, "{promise}");
        });
    }

    #[test]
    fn the_depth_of_the_leaves_is_their_mean() {
        let leaves = Leaves::default();
        assert_eq!((leaves.mean_depth(), leaves.deepest()), (1, 0), "there are none");
        [2, 3, 7].into_iter().for_each(|ply| leaves.note(ply));
        assert_eq!((leaves.mean_depth(), leaves.deepest()), (4, 7));
    }
}
