//! The search against an independent truth: plain minimax, and itself.

use cleave_board::{Key, Position, Value};
use cleave_eval::Evaluator;
use cleave_movegen::{Masks, MoveList, captures, legal_moves};
use cleave_search::settings::Width;
use cleave_search::{Limits, Root, Searcher, Undisturbed, bench};
use proptest::prelude::*;

use crate::program::Program;

/// Negamax without table, move ordering or null windows: every move to the depth, one ply more in check. Only
/// quiescence has a window, because its trees would be too large without one.
struct Minimax {
    evaluator: Evaluator,
    keys: Vec<Key>,
}

impl Minimax {
    fn search(&mut self, position: &Position, depth: i32, ply: usize) -> Value {
        if ply > 0 && self.is_draw(position) {
            return Value::ZERO;
        }
        let depth = depth + i32::from(ply > 0 && position.in_check());
        if depth <= 0 {
            return self.quiesce(position, ply, -Value::INFINITE, Value::INFINITE);
        }
        let moves = legal_moves(position);
        if moves.is_empty() {
            return if position.in_check() { Value::mated_in(ply) } else { Value::ZERO };
        }
        self.keys.push(position.key());
        let values =
            moves.into_iter().map(|mv| -self.search(&position.make(mv), depth - 1, ply + 1));
        let best = values.max().expect("there are moves");
        self.keys.pop();
        best
    }

    fn quiesce(&mut self, position: &Position, ply: usize, alpha: Value, beta: Value) -> Value {
        if self.is_draw(position) {
            return Value::ZERO;
        }
        let masks = Masks::new(position);
        let mut best = Value::mated_in(ply);
        let mut moves = MoveList::new();
        if masks.in_check() {
            moves = legal_moves(position);
        } else {
            best = self.evaluator.evaluate(position);
            captures(position, &masks, &mut moves);
        }
        self.keys.push(position.key());
        for mv in &moves {
            if best >= beta {
                break;
            }
            if masks.in_check() || position.see_ge(mv, 0) {
                let child = position.make(mv);
                best = best.max(-self.quiesce(&child, ply + 1, -beta, -alpha.max(best)));
            }
        }
        self.keys.pop();
        best
    }

    fn is_draw(&self, position: &Position) -> bool {
        let reversible = usize::from(position.halfmove_clock());
        position.is_insufficient_material()
            || reversible >= 100 && (!position.in_check() || !legal_moves(position).is_empty())
            || self.keys.iter().rev().take(reversible).any(|&key| key == position.key())
    }
}

fn full_width(position: &Position, depth: u32) -> Value {
    let mut searcher = Searcher::new(1).unwrap();
    searcher.set_width(Width::Full);
    bench::search(&mut searcher, position, depth, &mut Undisturbed).value
}

/// Returns a position some random moves after one of the bench.
fn random_position() -> impl Strategy<Value = Position> {
    let positions: Vec<Position> = bench::positions().collect();
    (0..positions.len(), proptest::collection::vec(any::<prop::sample::Index>(), 0..12)).prop_map(
        move |(start, choices)| {
            choices.iter().fold(positions[start], |position, choice| {
                let moves = legal_moves(&position);
                if moves.is_empty() { position } else { position.make(*choice.get(&moves)) }
            })
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Alpha-beta, windows, re-searches and move ordering must not change the value.
    #[test]
    fn full_width_search_is_minimax(position in random_position(), depth in 1u32..=2) {
        let mut minimax = Minimax { evaluator: Evaluator::new(), keys: Vec::new() };
        let expected = minimax.search(&position, depth as i32, 0);
        if legal_moves(&position).is_empty() {
            return Ok(());
        }
        prop_assert_eq!(full_width(&position, depth), expected);
    }
}

#[test]
fn same_input_same_tree() {
    let nodes = || {
        let mut searcher = Searcher::new(bench::TABLE_MIB).unwrap();
        let mut sum = 0;
        let nodes = bench::run(&mut searcher, 7, |_, outcome| sum += outcome.nodes);
        assert!(nodes > 0 && nodes == sum);
        nodes
    };
    let first = nodes();
    assert_eq!(nodes(), first);
    assert_eq!(nodes(), first);
}

/// After a new game a used searcher behaves like a new one.
#[test]
fn new_game_forgets_everything() {
    let limits = Limits::to_depth(8);
    let mut searcher = Searcher::new(2).unwrap();
    let root = Root::from(Position::start());
    let fresh = searcher.search(&root, &limits, &mut Undisturbed).nodes;
    let warm = searcher.search(&root, &limits, &mut Undisturbed).nodes;
    assert!(warm < fresh, "the table helps");
    searcher.new_game();
    assert_eq!(searcher.search(&root, &limits, &mut Undisturbed).nodes, fresh);
}

#[test]
fn node_limit_is_exact() {
    for nodes in [5_000, 12_345, 100_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let mut searcher = Searcher::new(2).unwrap();
        let outcome = searcher.search(&Root::from(Position::start()), &limits, &mut Undisturbed);
        assert_eq!(outcome.nodes, nodes);
        assert!(outcome.best.is_some());
    }
}

/// Every line ever shown can be played from the root, and the search has been at its end.
#[test]
fn lines_are_legal() {
    struct Legal(Position);
    impl cleave_search::Host for Legal {
        fn poll(&mut self, _: &cleave_search::Status) -> cleave_search::Signal {
            cleave_search::Signal::Continue
        }
        fn thinking(&mut self, line: &cleave_search::Thinking) {
            line.line.iter().fold(self.0, |position, mv| {
                assert!(legal_moves(&position).as_slice().contains(mv), "{:?}", line.line);
                position.make(*mv)
            });
            assert!(line.selective_depth as usize >= line.line.len(), "{line:?}");
        }
    }
    let groups = Program::Groups(4, 2);
    for program in [Program::Sequential, Program::Threads(2), groups, Program::Virtual(4)] {
        for multi_pv in [1, 3] {
            let mut searcher = Searcher::new(8).unwrap();
            program.set_up(&mut searcher);
            // Idle workers begin the next iteration, and the main worker waits for it when it is given up.
            searcher.split_params().next_from = 2;
            for position in bench::positions() {
                let limits = Limits { depth: Some(8), multi_pv, ..Limits::default() };
                program.search(&mut searcher, &Root::from(position), &limits, &mut Legal(position));
            }
        }
    }
}

/// A forced move is played at once, even if the clock allows more time.
#[test]
fn a_forced_move_is_played_at_once() {
    use std::time::{Duration, Instant};
    let position = Position::from_fen("k7/8/8/1Q6/8/8/7P/7K b - - 0 1").unwrap();
    let only = legal_moves(&position)[0];
    assert_eq!(legal_moves(&position).len(), 1);
    let clock = cleave_search::Clock::PerMove(Duration::from_secs(30));
    let limits = Limits { clock, ..Limits::default() };
    let root = Root::from(position);
    let began = Instant::now();
    let outcome = Searcher::new(2).unwrap().search(&root, &limits, &mut Undisturbed);
    assert_eq!(outcome.best, Some(only));
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
}

/// A host that stops the search at once still gets a move that was searched.
#[test]
fn a_search_stopped_at_once_has_a_move() {
    struct Impatient;
    impl cleave_search::Host for Impatient {
        fn poll(&mut self, _: &cleave_search::Status) -> cleave_search::Signal {
            cleave_search::Signal::Stop
        }
        fn thinking(&mut self, _: &cleave_search::Thinking) {}
    }
    for position in bench::positions() {
        let root = Root::from(position);
        let outcome = Searcher::new(1).unwrap().search(&root, &Limits::default(), &mut Impatient);
        assert!(outcome.best.is_some());
        assert!(outcome.value > -Value::MATE, "{}", outcome.value);
        assert!(outcome.nodes < 20_000, "{}", outcome.nodes);
    }
}
