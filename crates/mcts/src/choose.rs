//! Chooses the child to which a playout goes.

use crate::arena::Arena;
use crate::node::{Children, NodeId};
use crate::params::{FirstPlay, Formula, Params, Unobserved};
use crate::proof::Proof;
use crate::random::Random;
use crate::tally::Counts;

/// Returns the child with the highest score, and among equal children a random one. A won child is taken at once, a
/// lost child only if all are lost.
pub(crate) fn choose(
    arena: &Arena,
    node: NodeId,
    children: Children,
    params: &Params,
    random: &mut Random,
) -> NodeId {
    if node == NodeId::ROOT
        && let Some(line) = missing_line(arena, children, params.lines)
    {
        return line;
    }
    let scale = Scale::of(arena, node, params);
    let mut best = (NodeId(children.first), f64::NEG_INFINITY);
    let mut equals = 0;
    for id in children.ids() {
        let child = &arena[id];
        let counts = child.tally.counts();
        let score = match counts.proof {
            Proof::Win => return id,
            Proof::Loss => LOST,
            _ => scale.score(counts, child.pending(), child.prior()),
        };
        if score > best.1 {
            (best, equals) = ((id, score), 1);
        } else if score == best.1 {
            equals += 1;
            if random.below(equals) == 0 {
                best.0 = id;
            }
        }
    }
    best.0
}

/// Returns the unvisited child of the root with the best prior, if fewer than `lines` children have been visited.
fn missing_line(arena: &Arena, children: Children, lines: u32) -> Option<NodeId> {
    if lines <= 1 {
        return None;
    }
    let is_new = |&id: &NodeId| arena[id].tally.counts().visits == 0 && arena[id].pending() == 0;
    let visited = children.number - children.ids().filter(is_new).count() as u32;
    let by_prior =
        |one: &NodeId, other: &NodeId| arena[*one].prior().total_cmp(&arena[*other].prior());
    children.ids().filter(is_new).max_by(by_prior).filter(|_| visited < lines)
}

/// The score of a lost child, below all other scores.
const LOST: f64 = -1.0e300;

/// The common part of the scores of a node's children.
struct Scale<'p> {
    params: &'p Params,
    /// The part of the exploration that depends on the node.
    exploration: f64,
    /// The mean of the node for the player to move.
    mean: f64,
    /// The value of the node from its evaluation.
    evaluation: f64,
}

impl Scale<'_> {
    fn of<'p>(arena: &Arena, node: NodeId, params: &'p Params) -> Scale<'p> {
        let node = &arena[node];
        let counts = node.tally.counts();
        // The choosing playout itself is under way through the node.
        let others = node.pending().saturating_sub(1);
        let visits = f64::from(counts.visits) + weight(params.unobserved, others);
        let exploration = match params.formula {
            Formula::Uct { exploration } => exploration * ln(visits.max(1.0)).sqrt(),
            Formula::Puct { exploration } => exploration * visits.max(1.0).sqrt(),
        };
        let mean = 1.0 - counts.mean().unwrap_or(0.5);
        Scale { params, exploration, mean, evaluation: node.evaluation().unwrap_or(mean) }
    }

    fn score(&self, counts: Counts, pending: u32, prior: f32) -> f64 {
        let unobserved = weight(self.params.unobserved, pending);
        let visits = f64::from(counts.visits) + unobserved;
        let mean = match (counts.mean(), self.params.unobserved) {
            (Some(mean), Unobserved::VirtualLoss(_)) if !counts.proof.is_known() => {
                mean * f64::from(counts.visits) / visits
            }
            (Some(mean), _) => mean,
            (None, Unobserved::VirtualLoss(_)) if pending > 0 => 0.0,
            (None, _) => match self.params.first_play {
                FirstPlay::AtOnce if unobserved > 0.0 => self.mean,
                FirstPlay::AtOnce => return f64::MAX,
                FirstPlay::Fixed(share) => share,
                FirstPlay::Reduced(by) => self.mean - by,
                FirstPlay::BelowEvaluation(by) => self.evaluation - by,
            },
        };
        let exploration = match self.params.formula {
            // An unvisited child that is not visited at once explores like a child that was visited once.
            Formula::Uct { .. } => self.exploration / visits.max(1.0).sqrt(),
            Formula::Puct { .. } => self.exploration * f64::from(prior) / (1.0 + visits),
        };
        mean + exploration
    }
}

/// Returns the number of visits for which playouts under way count.
fn weight(unobserved: Unobserved, pending: u32) -> f64 {
    match unobserved {
        Unobserved::Ignored => 0.0,
        Unobserved::VirtualLoss(losses) => f64::from(pending) * f64::from(losses),
        Unobserved::Watched => f64::from(pending),
    }
}

/// Returns the natural logarithm of a number of at least 1. The standard library's may differ in the last digit between
/// machines, and runs must be exactly repeatable.
fn ln(x: f64) -> f64 {
    let exponent = (x.to_bits() >> 52) as i32 - 1023;
    let mantissa = f64::from_bits(x.to_bits() & ((1 << 52) - 1) | 1023 << 52);
    // ln m = 2 artanh((m - 1) / (m + 1)), and the argument is at most a third.
    let y = (mantissa - 1.0) / (mantissa + 1.0);
    let square = y * y;
    let series = (0..12).rev().fold(0.0, |sum, k| sum * square + 1.0 / f64::from(2 * k + 1));
    f64::from(exponent) * std::f64::consts::LN_2 + 2.0 * y * series
}

#[cfg(all(test, not(loom)))]
mod tests {
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
}
