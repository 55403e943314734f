//! Tests the choice of a child.

use super::*;
use crate::game::Move;
use crate::value::Value;

#[test]
fn the_logarithm_is_exact_enough() {
    for x in [1.0, 1.5, 1.999, 2.0, 10.0, 12_345.0, 3.3e7] {
        assert!((ln(x) - f64::ln(x)).abs() < 1e-11, "{x}");
    }
}

/// Returns a root with two children of 10 visits each. The first has a mean of 0.55, the second 0.5.
fn two_children() -> (Arena, Children) {
    let mut arena = Arena::new(3);
    arena.truncate(3);
    let children = Children { first: 1, number: 2 };
    arena[NodeId::ROOT].tally.add(20, 20 * 2048);
    arena[NodeId::ROOT].publish(children);
    for (id, share) in [(1, 0.55), (2, 0.5)] {
        arena[NodeId(id)].reset(Move(id), 0.5);
        arena[NodeId(id)].tally.add(10, (10.0 * share * 4096.0) as u64);
    }
    (arena, children)
}

fn chosen(arena: &Arena, children: Children, unobserved: Unobserved) -> u32 {
    let params = Params { unobserved, ..Params::default() };
    choose(arena, NodeId::ROOT, children, &params, &mut Random::of(1, 1)).0
}

#[test]
fn a_playout_under_way_turns_others_away_unless_it_is_ignored() {
    let (arena, children) = two_children();
    for unobserved in [Unobserved::Ignored, Unobserved::VirtualLoss(1), Unobserved::Watched] {
        assert_eq!(chosen(&arena, children, unobserved), 1);
    }
    for _ in 0..5 {
        arena[NodeId::ROOT].begin();
        arena[NodeId(1)].begin();
    }
    arena[NodeId::ROOT].begin();
    assert_eq!(chosen(&arena, children, Unobserved::Ignored), 1);
    assert_eq!(chosen(&arena, children, Unobserved::VirtualLoss(1)), 2);
    assert_eq!(chosen(&arena, children, Unobserved::Watched), 2);
}

/// The second child is unvisited.
#[test]
fn other_children_are_visited_if_the_best_disappoints() {
    let (arena, children) = two_children();
    arena[NodeId(2)].tally.set(Counts::default());
    let chosen = |first_play| {
        let formula = Formula::Uct { exploration: 0.0 };
        let params = Params { formula, first_play, ..Params::default() };
        choose(&arena, NodeId::ROOT, children, &params, &mut Random::of(1, 1)).0
    };
    assert_eq!(chosen(FirstPlay::Reduced(0.1)), 1);
    assert_eq!(chosen(FirstPlay::BelowEvaluation(0.1)), 1, "the node has no evaluation");
    arena[NodeId::ROOT].note_evaluation(Value::of_share(0.6));
    assert_eq!(chosen(FirstPlay::BelowEvaluation(0.1)), 1);
    assert_eq!(chosen(FirstPlay::BelowEvaluation(0.04)), 2);
}

#[test]
fn wanted_lines_are_visited_at_the_root_first() {
    let (arena, children) = two_children();
    arena[NodeId(2)].tally.set(Counts::default());
    let chosen = |node, lines| {
        let (formula, first_play) = (Formula::Uct { exploration: 0.0 }, FirstPlay::Fixed(0.0));
        let params = Params { formula, first_play, lines, ..Params::default() };
        choose(&arena, node, children, &params, &mut Random::of(1, 1)).0
    };
    assert_eq!((chosen(NodeId::ROOT, 1), chosen(NodeId(1), 2)), (1, 1));
    assert_eq!((chosen(NodeId::ROOT, 2), chosen(NodeId::ROOT, 9)), (2, 2));
    arena[NodeId(2)].begin();
    assert_eq!(chosen(NodeId::ROOT, 2), 1, "a playout is on its way to child 0");
}

#[test]
fn a_won_child_is_taken_and_a_lost_one_avoided() {
    let (arena, children) = two_children();
    arena[NodeId(1)].tally.prove(Proof::Loss);
    assert_eq!(chosen(&arena, children, Unobserved::Ignored), 2);
    arena[NodeId(1)].tally.set(Counts::default());
    arena[NodeId(2)].tally.prove(Proof::Win);
    assert_eq!(chosen(&arena, children, Unobserved::Ignored), 2, "before an unvisited child");
}

/// Returns a root with a child for each number of visits, mean and prior.
fn children_with(all: &[(u32, f64, f32)]) -> (Arena, Children) {
    let number = all.len() as u32;
    let mut arena = Arena::new(number + 1);
    arena.truncate(number + 1);
    let children = Children { first: 1, number };
    arena[NodeId::ROOT].publish(children);
    for (id, &(visits, share, prior)) in (1..).zip(all) {
        let sum = (f64::from(visits) * share * 4096.0).round() as u64;
        arena[NodeId(id)].reset(Move(id), prior);
        arena[NodeId(id)].tally.add(visits, sum);
        arena[NodeId::ROOT].tally.add(visits, sum);
    }
    (arena, children)
}

fn chosen_by(formula: Formula, all: &[(u32, f64, f32)]) -> u32 {
    let (arena, children) = children_with(all);
    let params = Params { formula, first_play: FirstPlay::Fixed(0.0), ..Params::default() };
    choose(&arena, NodeId::ROOT, children, &params, &mut Random::of(1, 1)).0
}

/// The first child has the better mean, the second the better prior.
#[test]
fn statistics_count_from_a_number_of_visits_on() {
    let (arena, children) = children_with(&[(10, 0.9, 0.25), (10, 0.1, 0.75), (0, 0.0, 0.0)]);
    let times = |trust_from| {
        let formula = Formula::Uct { exploration: 0.0 };
        let first_play = FirstPlay::Fixed(0.0);
        let params = Params { formula, first_play, trust_from, ..Params::default() };
        let mut times = [0; 3];
        for playout in 0..400 {
            let random = &mut Random::of(1, playout);
            times[choose(&arena, NodeId::ROOT, children, &params, random).index() - 1] += 1;
        }
        times
    };
    assert_eq!(times(20), [400, 0, 0]);
    let [first, second, third] = times(21);
    assert!((70..130).contains(&first) && second == 400 - first && third == 0, "{first}");
}

#[test]
fn a_node_that_is_not_trusted_takes_a_won_child_and_avoids_a_lost_one() {
    let chosen = |proofs: &[(usize, Proof)]| {
        let (arena, children) = two_children();
        for &(child, proof) in proofs {
            arena[NodeId(child as u32)].tally.prove(proof);
        }
        let params = Params { trust_from: 1_000, ..Params::default() };
        let choose = |playout| {
            choose(&arena, NodeId::ROOT, children, &params, &mut Random::of(1, playout)).0
        };
        let mut all: Vec<u32> = (0..100).map(choose).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    assert_eq!(chosen(&[]), [1, 2]);
    assert_eq!(chosen(&[(2, Proof::Win)]), [2]);
    assert_eq!(chosen(&[(1, Proof::Loss)]), [2]);
    assert_eq!(chosen(&[(1, Proof::Loss), (2, Proof::Loss)]), [1]);
}

/// The second child would be explored. Its mean is 0.4 below the first child's, and the errors of both are 0.05 and
/// 0.1.
#[test]
fn a_child_that_is_worse_beyond_doubt_is_pruned() {
    let (arena, children) = children_with(&[(100, 0.8, 0.5), (25, 0.4, 0.5)]);
    let chosen = |prune| {
        let formula = Formula::Uct { exploration: 2.0 };
        let params = Params { formula, prune, ..Params::default() };
        choose(&arena, NodeId::ROOT, children, &params, &mut Random::of(1, 1)).0
    };
    assert_eq!([None, Some(3.0), Some(2.0)].map(chosen), [2, 2, 1]);
    arena[NodeId(1)].tally.prove(Proof::Loss);
    assert_eq!(chosen(Some(2.0)), 2, "a pruned child is better than a lost one");
}

#[test]
fn equal_children_are_chosen_equally_often() {
    let (arena, children) = children_with(&[(10, 0.5, 0.5); 3]);
    let mut times = [0; 3];
    for playout in 0..300 {
        let random = &mut Random::of(1, playout);
        let id = choose(&arena, NodeId::ROOT, children, &Params::default(), random);
        times[id.index() - 1] += 1;
    }
    assert!(times.iter().all(|times| (70..130).contains(times)), "{times:?}");
}

#[test]
fn a_child_with_fewer_visits_or_a_better_prior_is_explored() {
    let uct = Formula::Uct { exploration: 1.0 };
    let puct = Formula::Puct { exploration: 1.0 };
    for formula in [uct, puct] {
        assert_eq!(chosen_by(formula, &[(20, 0.5, 0.5), (5, 0.5, 0.5)]), 2, "{formula:?}");
        assert_eq!(chosen_by(formula, &[(5, 0.5, 0.5), (20, 0.5, 0.5)]), 1, "{formula:?}");
    }
    assert_eq!(chosen_by(puct, &[(10, 0.5, 0.2), (10, 0.5, 0.8)]), 2);
    assert_eq!(chosen_by(puct, &[(10, 0.5, 0.8), (10, 0.5, 0.2)]), 1);
}

/// The first child is better, the second has fewer visits. The third is only on the way.
#[test]
fn watched_playouts_under_way_widen_the_search() {
    let (arena, children) = children_with(&[(10, 0.6, 0.5), (5, 0.5, 0.5), (0, 0.0, 0.0)]);
    let params = Params {
        formula: Formula::Puct { exploration: 0.5 },
        first_play: FirstPlay::Fixed(0.0),
        unobserved: Unobserved::Watched,
        ..Params::default()
    };
    let chosen = || choose(&arena, NodeId::ROOT, children, &params, &mut Random::of(1, 1)).0;
    assert_eq!(chosen(), 1);
    for _ in 0..30 {
        arena[NodeId::ROOT].begin();
        arena[NodeId(3)].begin();
    }
    assert_eq!(chosen(), 2, "as after 45 visits");
}

#[test]
fn a_virtual_loss_changes_only_children_with_playouts_under_way() {
    let (arena, children) = children_with(&[(10, 0.55, 0.5), (100, 0.54, 0.5)]);
    let chosen = |losses| {
        let formula = Formula::Uct { exploration: 0.0 };
        let unobserved = Unobserved::VirtualLoss(losses);
        let params = Params { formula, unobserved, ..Params::default() };
        choose(&arena, NodeId::ROOT, children, &params, &mut Random::of(1, 1)).0
    };
    assert_eq!([1, 3].map(chosen), [1, 1]);
    arena[NodeId(2)].tally.set(Counts::default());
    assert_eq!(chosen(1), 2, "an unvisited child is visited at once");
    arena[NodeId(2)].begin();
    assert_eq!(chosen(1), 1, "but not by two playouts");
}

/// The mean of the first child is 0.9 of 10 visits; with 7 virtual losses it is 0.53, with 8 it is 0.5.
#[test]
fn virtual_losses_lower_the_mean_as_real_ones_would() {
    let (arena, children) = children_with(&[(10, 0.9, 0.5), (10, 0.51, 0.5)]);
    let formula = Formula::Uct { exploration: 0.0 };
    let params = Params { formula, ..Params::default() };
    let chosen = || choose(&arena, NodeId::ROOT, children, &params, &mut Random::of(1, 1)).0;
    for _ in 0..7 {
        arena[NodeId(1)].begin();
        assert_eq!(chosen(), 1);
    }
    arena[NodeId(1)].begin();
    assert_eq!(chosen(), 2);
}
