//! The order in which a node hands out its moves, what the search learns for it, and how deep each move is searched.

use cleave_smp::{Absorbed, Node, NodeType, Opened};
use cleave_tt::{Bound, Entry, Mapping, Table};

use super::{Effort, Job, XiangqiNode};
use crate::search::context::{SearchContext, Setup, Width};
use crate::search::history::{History, Moved};
use crate::search::line::Line;
use crate::search::searcher::Searcher;
use crate::search::value::MATES;
use crate::search::{Limits, evaluate};
use crate::{Game, Move, Position};

/// Two rooks have many moves that lose nothing, and nothing to capture.
const QUIET: &str = "3k5/9/9/9/9/9/9/R7R/9/4K4 w - - 0 1";

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect(fen)
}

/// Calls `body` with an empty history.
fn with_history(body: impl FnOnce(&History)) {
    let (mut searcher, game) = (Searcher::new(1).expect("memory"), Game::from(Position::start()));
    searcher.search_by(&game, &Limits::to_depth(1), &mut |_: &_| {}, |parts| {
        body(parts.arena.shared());
    });
}

/// Calls `body` with a context for searches from this position, without a table.
fn search_from(fen: &str, width: Width, body: impl FnOnce(&mut SearchContext<'_>, Position)) {
    let position = position(fen);
    let setup = Setup::new(&Game::from(position), width);
    with_history(|history| body(&mut SearchContext::new(None, history, &setup), position));
}

/// Returns a live node of this type and depth, with a null window below its evaluation.
fn node_of(position: Position, node_type: NodeType, depth: i32) -> XiangqiNode {
    let static_eval = evaluate(&position);
    let (alpha, beta) = (static_eval - 10, static_eval - 9);
    let is_in_check = position.in_check();
    let node = XiangqiNode::default();
    XiangqiNode { position, depth, alpha, beta, node_type, is_in_check, static_eval, ..node }
}

/// Returns all jobs of a node if no result changes it.
fn jobs(context: &SearchContext<'_>, mut node: XiangqiNode) -> Vec<Job> {
    std::iter::from_fn(|| node.next_job(context)).collect()
}

/// Returns the moves of the child after a move of this position, in their order.
fn order_after(context: &mut SearchContext<'_>, parent: &XiangqiNode, mv: Move) -> Vec<Move> {
    let mut child = XiangqiNode::default();
    child.enter(context, parent, &parent.scout(mv));
    child.list_moves(context);
    child.moves.all().to_vec()
}

/// Searches the child after a move. All its moves up to the nth fail, and the nth refutes. Returns the nth move.
fn refute(context: &mut SearchContext<'_>, parent: &XiangqiNode, mv: Move, nth: usize) -> Move {
    let mut child = XiangqiNode::default();
    child.enter(context, parent, &Job { depth: 9, ..parent.scout(mv) });
    for number in 1.. {
        let job = child.next_job(context).expect("a refutation is left");
        let value = if number == nth { child.beta } else { child.alpha };
        let full = Job { depth: job.full_depth, ..job };
        match child.absorb(context, &full, -value, &Line::EMPTY) {
            Absorbed::Settled(_) => return job.mv,
            Absorbed::Continue => {}
            Absorbed::Research(_) => panic!("nothing was reduced"),
        }
    }
    unreachable!("the loop is endless")
}

#[test]
fn winning_captures_come_first_then_killers_quiet_moves_and_losing_captures() {
    // The horse is loose. A rook guards the soldier.
    search_from("n2k4r/9/9/9/R7p/9/9/9/9/4K4 w - - 0 1", Width::Selective, |context, position| {
        let find = |text: &str| crate::parse_coordinates(text, 0).expect(text);
        let [horse, soldier, killer, best] = ["a5a9", "a5i5", "a5d5", "a5a0"].map(find);
        context.killers[0] = [killer, Move::NONE];
        let mut node = node_of(position, NodeType::All, 5);
        node.table_move = best;
        node.list_moves(context);
        let order = node.moves.all();
        assert_eq!(order[..3], [best, horse, killer]);
        assert_eq!(order.last(), Some(&soldier), "{order:?}");
    });
}

#[test]
fn a_quiet_move_that_has_refuted_comes_first_after_a_sibling() {
    search_from(Position::START_FEN, Width::Selective, |context, position| {
        let parent = node_of(position, NodeType::All, 10);
        let [first, second, ..] = position.legal_moves()[..] else { panic!("too few") };
        let before = order_after(context, &parent, second);
        let refutation = refute(context, &parent, first, 20);
        assert_ne!(before[0], refutation);
        // By the scores alone, another move would be first.
        let other = *before.iter().find(|&&mv| mv != refutation).expect("many moves");
        let child = position.make(first);
        context.history.update([None, None], Moved::by(&child, other), 5_000);
        assert_eq!(order_after(context, &parent, second)[0], refutation);
    });
}

#[test]
fn a_move_that_has_refuted_comes_early_at_other_plies_and_moves_that_failed_come_late() {
    search_from(Position::START_FEN, Width::Selective, |context, position| {
        let parent = node_of(position, NodeType::All, 10);
        let [first, second, ..] = position.legal_moves()[..] else { panic!("too few") };
        let refutation = refute(context, &parent, first, 20);
        let deeper = XiangqiNode { ply: 4, ..parent };
        let after = order_after(context, &deeper, second);
        assert_eq!(after[0], refutation);
        let failed = order_after(context, &XiangqiNode { ply: 4, ..parent }, first);
        let before: Vec<Move> = position.make(first).legal_moves().into_iter().collect();
        assert_ne!(failed[1], before[0], "it failed where another move refuted");
    });
}

#[test]
fn no_move_is_searched_to_more_than_one_ply_less_than_its_node() {
    for fen in [QUIET, Position::START_FEN] {
        search_from(fen, Width::Selective, |context, position| {
            for node_type in [NodeType::Pv, NodeType::Cut, NodeType::All] {
                for depth in 1..12 {
                    for job in jobs(context, node_of(position, node_type, depth)) {
                        assert!((0..depth).contains(&job.depth), "{job:?}");
                        assert_eq!(job.full_depth, depth - 1);
                    }
                }
            }
        });
    }
}

#[test]
fn a_shallow_node_tries_few_quiet_moves_and_half_of_them_if_it_gets_worse() {
    search_from(QUIET, Width::Selective, |context, position| {
        let tried = |depth, is_improving| {
            let node = node_of(position, NodeType::All, depth);
            // The first move has been found too weak.
            let best_value = node.alpha;
            jobs(context, XiangqiNode { is_improving, best_value, ..node }).len()
        };
        // Four, and the square of the depth.
        assert_eq!([1, 2, 3].map(|depth| tried(depth, true)), [5, 8, 13]);
        assert_eq!([1, 2, 3].map(|depth| tried(depth, false)), [2, 4, 6]);
    });
    search_from(QUIET, Width::Full, |context, position| {
        let all = position.legal_moves().len();
        assert_eq!(jobs(context, node_of(position, NodeType::All, 2)).len(), all);
    });
}

/// Returns the reduction of each move.
fn reductions(context: &SearchContext<'_>, node: XiangqiNode) -> Vec<i32> {
    jobs(context, node).iter().map(|job| job.full_depth - job.depth).collect()
}

#[test]
fn late_moves_are_reduced_more_and_one_ply_less_on_the_best_line() {
    search_from(QUIET, Width::Selective, |context, position| {
        let all = reductions(context, node_of(position, NodeType::All, 9));
        assert!(all.is_sorted(), "{all:?}");
        assert_eq!(all[..2], [0, 0]);
        // The last move keeps more than half of its depth.
        assert!((2..=4).contains(all.last().expect("moves")), "{all:?}");
        let best_line = reductions(context, node_of(position, NodeType::Pv, 9));
        let one_less: Vec<i32> = all.iter().map(|plies| (plies - 1).max(0)).collect();
        assert_eq!(best_line, one_less);
    });
}

#[test]
fn a_late_move_that_has_often_refuted_is_reduced_less() {
    search_from(QUIET, Width::Selective, |context, position| {
        let node = node_of(position, NodeType::All, 9);
        let late = *node_of_listed(node, context).last().expect("moves");
        let before = node.reduction(context, late, 20);
        context.history.update([None, None], Moved::by(&position, late), 7_000);
        assert!(node.reduction(context, late, 20) < before);
    });
}

fn node_of_listed(mut node: XiangqiNode, context: &SearchContext<'_>) -> Vec<Move> {
    node.list_moves(context);
    node.moves.all().to_vec()
}

#[test]
fn answers_to_check_at_the_root_are_not_reduced() {
    // Rooks and cannons can go between.
    let check = "3kr4/9/9/9/R7R/C7C/9/9/9/4K4 w - - 0 1";
    search_from(check, Width::Selective, |context, position| {
        context.setup.depth = 14;
        let moves: Vec<Move> = position.legal_moves().into_iter().collect();
        let root = XiangqiNode::root(context, &position, moves[0], &moves, (-500, 500));
        assert!(position.in_check() && moves.len() >= 5);
        assert!(reductions(context, root).iter().all(|&plies| plies == 0));
    });
}

#[test]
fn passing_is_searched_less_deep_the_more_the_evaluation_exceeds_beta() {
    search_from(QUIET, Width::Selective, |context, position| {
        let depths = [0, 149, 150, 299, 300, 449, 450, 2_000].map(|surplus| {
            let node = node_of(position, NodeType::Cut, 12);
            let (alpha, beta) = (node.static_eval - surplus - 1, node.static_eval - surplus);
            let mut node = XiangqiNode { alpha, beta, null_is_pending: true, ..node };
            let job = node.next_job(context).expect("the null move");
            assert!(job.effort == Effort::Null && node.split_hint().is_none());
            job.depth
        });
        let most = depths[0];
        assert_eq!(depths.map(|depth| most - depth), [0, 0, 1, 1, 2, 2, 3, 3]);
    });
}

#[test]
fn a_move_with_the_whole_window_is_on_the_best_line() {
    let node = node_of(position(QUIET), NodeType::Pv, 5);
    let mv = node.position.legal_moves()[0];
    let wide = XiangqiNode { beta: node.alpha + 30, ..node };
    assert_eq!(wide.full(mv).node_type, NodeType::Pv);
    assert_eq!(node.full(mv).node_type, NodeType::Cut);
}

/// Opens the node after the first move, to this depth, with what the table knows about it.
fn open(
    width: Width,
    depth: i32,
    known: Option<Entry>,
    window: impl Fn(i32) -> i32,
) -> (XiangqiNode, Opened<i32>) {
    let root = position(QUIET);
    let mv = root.legal_moves()[0];
    let child = root.make(mv);
    let mapping = Mapping::new(1).expect("memory");
    let table = Table::over(mapping.words(), MATES);
    if let Some(entry) = known {
        table.store(child.key(), 1, entry);
    }
    let setup = Setup::new(&Game::from(root), width);
    let mut result = None;
    with_history(|history| {
        let mut context = SearchContext::new(Some(table), history, &setup);
        let parent = node_of(root, NodeType::All, depth + 1);
        let beta = window(evaluate(&child));
        let job = Job { alpha: beta - 1, beta, depth, ..parent.scout(mv) };
        let mut node = XiangqiNode::default();
        node.enter(&mut context, &parent, &job);
        let opened = node.open(&mut context, &job);
        result = Some((node, opened));
    });
    result.expect("it was opened")
}

fn entry(mv: Move, value: i32) -> Entry {
    let (value, bound) = (value as i16, Bound::Lower);
    Entry { mv: mv.bits(), value, eval: 0, depth: 0, bound, pv: false }
}

#[test]
fn a_deep_node_without_a_move_from_the_table_is_searched_a_ply_less() {
    let (root, above) = (position(QUIET), |eval| eval + 10);
    let child = root.make(root.legal_moves()[0]);
    let known = entry(child.legal_moves()[0], evaluate(&child) - 1);
    let depth = |depth, known| open(Width::Selective, depth, known, above).0.depth;
    assert_eq!([3, 4, 6].map(|plies| depth(plies, None)), [3, 3, 5]);
    assert_eq!([3, 4, 6].map(|plies| depth(plies, Some(known))), [3, 4, 6]);
}

#[test]
fn a_value_from_the_table_refines_the_evaluation_unless_all_is_searched() {
    let root = position(QUIET);
    let child = root.make(root.legal_moves()[0]);
    let eval = evaluate(&child);
    let known = Some(entry(child.legal_moves()[0], eval + 70));
    let found = |width| open(width, 5, known, |eval| eval + 200).0.static_eval;
    assert_eq!(found(Width::Selective), eval + 70);
    assert_eq!(found(Width::Full), eval);
}

#[test]
fn a_node_whose_evaluation_is_far_above_the_window_fails_high() {
    let (node, opened) = open(Width::Selective, 2, None, |eval| eval - 400);
    let Opened::Value(value) = opened else { panic!("it was to be pruned") };
    assert!((node.beta..=node.static_eval).contains(&value), "{value}");
}

#[test]
fn scouts_have_keys_by_position_and_move_and_other_jobs_have_none() {
    use cleave_algorithms::Keys;
    let node = node_of(position(QUIET), NodeType::Pv, 5);
    let after = XiangqiNode { position: position(Position::START_FEN), ..node };
    let moves = node.position.legal_moves();
    let key = |node: &XiangqiNode, mv| node.job_key(&node.scout(mv)).expect("scouts have one");
    assert_ne!(key(&node, moves[0]), key(&node, moves[1]));
    assert_ne!(key(&node, moves[0]), key(&after, moves[0]));
    // The window plays no part: workers search the same move with different windows.
    let shifted = XiangqiNode { alpha: node.alpha + 5, beta: node.beta + 5, ..node };
    assert_eq!(key(&node, moves[0]), key(&shifted, moves[0]));
    assert_eq!(node.job_key(&node.full(moves[0])), None);
}

#[test]
fn a_worker_takes_over_the_position_and_the_depth_of_each_search() {
    search_from(QUIET, Width::Selective, |context, position| {
        let mut other = Game::from(Position::start());
        other.play(Position::start().legal_moves()[0]);
        let mut setup = Setup::new(&other, Width::Full);
        setup.depth = 7;
        assert_eq!(context.step(0).key, position.key());
        cleave_smp::Context::prepare(context, &setup);
        assert_eq!(context.step(0).key, other.position().key());
        assert!(context.is_full_width() && context.setup.depth == 7);
    });
}
