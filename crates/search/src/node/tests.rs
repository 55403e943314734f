//! Tests the decisions of a node: when to pass, which moves to leave out, when to trust the table, and what to learn.

use cleave_board::{Move, Position, Value};
use cleave_movegen::legal_moves;
use cleave_smp::instrument::{Task, Traced};
use cleave_tt::Bound;

use super::{Absorbed, Action, ChessNode, Effort, Job, NodeType, Opened};
use crate::bench;
use crate::context::SearchContext;
use crate::line::Line;
use crate::params;
use crate::table::TtHit;
use crate::testing::{live_child, mv, root, scout, with_worker};
use crate::units::{Depth, Ply};

/// Runs a test with the node after a move of the root, searched with a null window below `beta`.
fn with_child(
    fen: &str,
    text: &str,
    (beta, depth, node_type): (i32, i32, NodeType),
    test: impl FnOnce(&mut ChessNode, &mut SearchContext),
) {
    let position = Position::from_fen(fen).expect("a legal position");
    with_worker(&position, |context| {
        let parent = root(context, (-5_000, 5_000), 20);
        let job = scout(Action::Move(mv(&position, text)), beta, depth, node_type);
        test(&mut live_child(context, &parent, &job), context);
    });
}

/// Returns all moves that a node hands out if all of them fail low.
fn handed_out(node: &mut ChessNode, context: &mut SearchContext) -> Vec<Move> {
    let mut moves = Vec::new();
    while let Some(job) = node.next(context) {
        if let Action::Move(mv) = job.action {
            moves.push(mv);
        }
        let low = node.alpha - 10;
        assert!(matches!(node.absorb(context, &job, -low, &Line::EMPTY), Absorbed::Continue));
    }
    moves
}

/// A side that is still ahead after passing has a cutoff. A mate found by a side that has moved twice does not count.
#[test]
fn a_pass_that_fails_high_is_a_cutoff() {
    for (value, expected) in [(50, 50), (Value::mate_in(9).get(), 0)] {
        with_child(Position::START_FEN, "a3", (0, 9, NodeType::All), |node, context| {
            let pass = node.next(context).unwrap();
            assert_eq!(pass.action, Action::Null);
            match node.absorb(context, &pass, Value::new(-value), &Line::EMPTY) {
                Absorbed::Settled(found) => assert_eq!(found, Value::new(expected)),
                other => panic!("{other:?}"),
            }
        });
    }
}

/// A side with one piece left may be in zugzwang, and so may any side at great depth. Real moves must confirm the
/// cutoff, and neither side passes meanwhile.
#[test]
fn a_doubtful_pass_is_verified() {
    let rook_ending = "r3k3/pppp4/8/8/8/8/PPPP4/R3K3 w - - 0 1";
    let start = Position::START_FEN;
    for (fen, depth) in [(rook_ending, 11), (start, params::null_verify_depth().get())] {
        for is_real in [true, false] {
            with_child(fen, "a3", (-300, depth, NodeType::All), |node, context| {
                let pass = node.next(context).unwrap();
                assert_eq!(pass.action, Action::Null);
                let high = Value::new(290);
                assert!(matches!(
                    node.absorb(context, &pass, high, &Line::EMPTY),
                    Absorbed::Continue
                ));
                let verify = node.next(context).unwrap();
                assert_eq!(verify.action, Action::Verify);
                assert_eq!((verify.alpha, verify.beta), (node.alpha, node.beta));

                let mut same = live_child(context, node, &verify);
                assert!(same.static_eval >= same.beta, "it would pass");
                let job = same.next(context).unwrap();
                assert!(matches!(job.action, Action::Move(_)), "{job:?}");
                let reply = scout(job.action, -300, 9, NodeType::All);
                let mut after = live_child(context, &same, &reply);
                assert!(after.static_eval >= after.beta, "it would pass");
                assert!(matches!(after.next(context).unwrap().action, Action::Move(_)));

                let value = Value::new(if is_real { -300 } else { -301 });
                let done = node.absorb(context, &verify, value, &Line::EMPTY);
                assert_eq!(matches!(done, Absorbed::Settled(_)), is_real, "{done:?}");
            });
        }
    }
}

#[test]
fn late_quiet_moves_of_a_shallow_node_are_left_out() {
    for depth in 1..=4 {
        with_child(Position::START_FEN, "a3", (31, depth, NodeType::All), |node, context| {
            let most = params::late_move_count(Depth::new(depth), node.improving);
            let moves = handed_out(node, context);
            assert_eq!(moves.len(), usize::from(most).min(20), "depth {depth}: {moves:?}");
        });
    }
}

/// No quiet move raises the evaluation by nine pawns. One must be searched, because it may be mate.
#[test]
fn futile_quiet_moves_are_left_out_after_the_first() {
    with_child(Position::START_FEN, "a3", (1_000, 4, NodeType::All), |node, context| {
        assert_eq!(handed_out(node, context).len(), 1);
        assert!(node.best_value < Value::new(1_000) && node.best_value >= node.static_eval);
    });
}

#[test]
fn moves_with_a_bad_history_are_left_out_of_a_shallow_node() {
    for (are_blamed, expected) in [(false, 20), (true, 1)] {
        with_child(Position::START_FEN, "a3", (31, 4, NodeType::All), |node, context| {
            let moves = legal_moves(&node.position);
            let (best, tried) = moves.as_slice().split_first().expect("there are 20 moves");
            for _ in 0..20 * u32::from(are_blamed) {
                node.history(context).reward(&node.position, Depth::new(10), *best, tried);
            }
            assert_eq!(handed_out(node, context).len(), expected, "{are_blamed}");
        });
    }
}

/// A quiet move that loses the queen is left out of a shallow node, however good its history.
#[test]
fn a_good_history_does_not_save_a_move_that_loses_a_queen() {
    let fen = "rnb1kbnr/pppppppp/4P3/3q4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1";
    with_child(fen, "a3", (31, 4, NodeType::All), |node, context| {
        let [safe, losing] = ["Nc6", "Qd3"].map(|text| mv(&node.position, text));
        for mv in [safe, losing] {
            node.history(context).reward(&node.position, Depth::new(10), mv, &[]);
        }
        let moves = handed_out(node, context);
        assert!(moves.contains(&safe) && !moves.contains(&losing), "{moves:?}");
    });
}

/// A side far above beta is not searched at all, unless beta is near mate.
#[test]
fn an_evaluation_far_above_beta_is_a_cutoff_of_a_shallow_node() {
    let depth = params::reverse_futility_depth().get();
    for (depth, beta, is_cutoff) in
        [(depth, -1_000, true), (depth + 1, -1_000, false), (depth, -20_001, false)]
    {
        let position = Position::start();
        with_worker(&position, |context| {
            let parent = root(context, (-25_000, 25_000), 20);
            let job = scout(Action::Move(mv(&position, "a3")), beta, depth, NodeType::Cut);
            let mut node = ChessNode::default();
            node.enter(context, &parent, &job);
            let opened = node.open(context, &job);
            let is_between = |value: Value| value > Value::new(beta) && value < node.static_eval;
            let is_cut = matches!(opened, Opened::Value(value) if is_between(value));
            assert_eq!(is_cut, is_cutoff, "depth {depth}, beta {beta}: {opened:?}");
        });
    }
}

/// If the side to move is almost mated, the value after a pass means nothing.
#[test]
fn no_pass_at_a_window_near_mate() {
    for (beta, passes) in [(-20_000, false), (-19_999, true)] {
        with_child(Position::START_FEN, "a3", (beta, 9, NodeType::All), |node, context| {
            let job = node.next(context).unwrap();
            assert_eq!(job.action == Action::Null, passes, "{beta}");
        });
    }
}

#[test]
fn a_capture_that_loses_a_queen_is_left_out_of_a_shallow_node() {
    let fen = "6k1/5ppp/8/8/8/2P1q3/1P4PP/R4R1K w - - 0 1";
    for (depth, are_searched) in [(4, false), (12, true)] {
        with_child(fen, "h3", (2_000, depth, NodeType::All), |node, context| {
            let losing = mv(&node.position, "Qxc3");
            let moves = handed_out(node, context);
            assert_eq!(moves.contains(&losing), are_searched, "{moves:?}");
        });
    }
}

#[test]
fn a_deep_node_leaves_nothing_out() {
    for position in bench::positions() {
        let Some(first) = legal_moves(&position).into_iter().next() else { continue };
        let expected = legal_moves(&position.make(first)).len();
        if expected == 0 || position.make(first).is_insufficient_material() {
            continue;
        }
        with_child(
            &position.to_fen(),
            &first.to_string(),
            (-2_000, 14, NodeType::All),
            |node, w| {
                assert_eq!(handed_out(node, w).len(), expected, "{position}");
            },
        );
    }
}

/// A value from the table does not show how near the fifty-move rule is.
#[test]
fn the_table_is_not_trusted_near_the_fifty_move_rule() {
    for (clock, is_believed) in [(10, true), (95, false)] {
        let fen = format!("8/5k2/8/8/8/5K2/4R3/8 w - - {clock} 80");
        let position = Position::from_fen(&fen).expect("a legal position");
        with_worker(&position, |context| {
            let step = mv(&position, "Re1");
            let (depth, bound, value) = (Depth::new(9), Bound::Lower, Value::new(400));
            let hit = TtHit { mv: Move::NONE, value, eval: Value::NONE, depth, bound, pv: false };
            context.shared.table.store(&position.make(step), Ply::ROOT.next(), &hit);
            let parent = root(context, (-5_000, 5_000), 8);
            let job = scout(Action::Move(step), 100, 7, NodeType::All);
            let mut node = ChessNode::default();
            node.enter(context, &parent, &job);
            let opened = node.open(context, &job);
            let is_cut = matches!(opened, Opened::Value(found) if found == value);
            assert_eq!(is_cut, is_believed, "{clock}");
        });
    }
}

#[test]
fn a_cutoff_teaches_the_moves_tried() {
    let fen = "4k3/8/8/3p4/8/2N1p3/8/4K3 b - - 0 1";
    with_child(fen, "Kd7", (400, 6, NodeType::All), |node, context| {
        let mut tried = Vec::new();
        let best = loop {
            let mut job = node.next(context).unwrap();
            let Action::Move(mv) = job.action else { panic!("no pass: {job:?}") };
            let is_tactical = node.is_tactical(mv);
            let value = Value::new(if tried.len() >= 2 && !is_tactical { 500 } else { 0 });
            while let Absorbed::Research(again) = node.absorb(context, &job, -value, &Line::EMPTY) {
                job = again;
            }
            if value >= node.beta {
                break mv;
            }
            tried.push(mv);
        };
        let history = context.shared.history;
        let quiets = node.history(context);
        let learnt = |mv| match node.is_tactical(mv) {
            true => history.capture(&node.position, mv),
            false => quiets.of(&node.position, mv),
        };
        assert!(learnt(best) > 0);
        assert!(tried.iter().any(|&mv| node.is_tactical(mv)));
        assert!(tried.iter().any(|&mv| !node.is_tactical(mv)));
        for mv in tried {
            assert!(learnt(mv) < 0, "{mv}");
        }
        assert_eq!(context.killers(node.ply)[0], best);
    });
}

/// The parent's type determines the child's. The first child of a CUT node must prove the cutoff and is an ALL node.
/// Any child of an ALL node is a CUT node.
#[test]
fn children_have_the_types_of_knuth_and_moore() {
    let types = |node: &mut ChessNode, context: &mut SearchContext| {
        let jobs = std::iter::from_fn(|| node.next(context)).map(|job| job.node_type);
        jobs.take(2).collect::<Vec<_>>()
    };
    for (parent, first) in [(NodeType::Cut, NodeType::All), (NodeType::All, NodeType::Cut)] {
        with_child(Position::START_FEN, "a3", (100, 9, parent), |node, context| {
            assert_eq!(types(node, context), [first, NodeType::Cut], "{parent:?}");
        });
    }
    with_worker(&Position::start(), |context| {
        let mut node = root(context, (-100, 100), 9);
        assert_eq!(types(&mut node, context), [NodeType::Pv, NodeType::Cut]);
    });
}

/// Internal iterative reduction: a search with less depth finds a move for the next iteration.
#[test]
fn a_deep_node_without_a_table_move_is_searched_less_deep() {
    let least = params::iir_depth().get();
    for (depth, node_type, expected) in [
        (least - 1, NodeType::Cut, least - 1),
        (least, NodeType::Cut, least - 1),
        (9, NodeType::Cut, 8),
        (9, NodeType::All, 9),
    ] {
        with_child(Position::START_FEN, "a3", (400, depth, node_type), |node, _| {
            assert_eq!(node.depth, Depth::new(expected), "{depth} {node_type:?}");
        });
    }
}

/// The data that a recording stores about a node and a job that it has handed out.
#[test]
fn a_node_describes_its_search() {
    with_child(Position::START_FEN, "a3", (400, 7, NodeType::All), |node, context| {
        let job = node.next(context).unwrap();
        let Action::Move(mv) = job.action else { panic!("no pass: {job:?}") };
        let node: &dyn Fn(Option<&Job>) -> Task = &|job| node.task(job);
        let task = Task {
            action: mv.bits().into(),
            alpha: 399,
            beta: 400,
            depth: 7,
            node_type: Some(NodeType::All),
        };
        assert_eq!(node(Some(&job)), task);
        assert_eq!(node(None), Task { action: 0, ..task });
        let nodes = cleave_smp::Context::nodes(context);
        assert!(nodes > 0 && nodes == context.nodes());
    });
}

/// Returns the plies by which the first search of each move is reduced.
fn reductions(node: &mut ChessNode, context: &mut SearchContext) -> Vec<i32> {
    let jobs = std::iter::from_fn(|| node.next(context));
    jobs.map(|job| job.full_depth.get() - job.depth.get()).collect()
}

#[test]
fn late_moves_are_reduced_by_number_type_and_history() {
    let child = |node_type, are_blamed: bool| {
        let mut found = Vec::new();
        with_child(Position::START_FEN, "a3", (400, 12, node_type), |node, context| {
            let moves = legal_moves(&node.position);
            let (best, tried) = moves.as_slice().split_first().expect("there are 20 moves");
            for _ in 0..20 * u32::from(are_blamed) {
                node.history(context).reward(&node.position, Depth::new(10), *best, tried);
            }
            found = reductions(node, context);
        });
        found
    };
    let all = child(NodeType::All, false);
    assert_eq!((all.len(), all[0]), (20, 0), "the first move is not reduced");
    assert!(all.is_sorted() && all[19] >= 2, "{all:?}");
    let cut = child(NodeType::Cut, false);
    assert!(cut[10] > all[10], "{cut:?} {all:?}");
    let blamed = child(NodeType::All, true);
    assert!(blamed[10] > all[10], "{blamed:?} {all:?}");
    with_worker(&Position::start(), |context| {
        let pv = reductions(&mut root(context, (-100, 400), 12), context);
        assert!(pv[10] < all[10], "{pv:?} {all:?}");
    });
}

/// A reduced scout that beats alpha by much is searched deeper than its siblings. One that beats it by little is
/// searched less deep.
#[test]
fn the_depth_of_a_research_depends_on_the_scout() {
    with_worker(&Position::start(), |context| {
        let parent = root(context, (-500, 500), 12);
        let push = scout(Action::Move(mv(&Position::start(), "a3")), 400, 12, NodeType::All);
        let mut node = live_child(context, &parent, &push);
        let mut again = |found: i32| {
            let first = node.next(context).unwrap();
            node.absorb(context, &first, Value::new(-399), &Line::EMPTY);
            let job = Job { effort: Effort::Reduced, ..node.next(context).unwrap() };
            let Absorbed::Research(again) =
                node.absorb(context, &job, Value::new(-found), &Line::EMPTY)
            else {
                panic!("it beats alpha");
            };
            again.depth.get() - job.full_depth.get()
        };
        assert_eq!([again(402), again(420), again(520)], [-1, 0, 1]);
    });
}
