//! Chooses the child to which a playout goes.

use crate::arena::Arena;
use crate::node::{Children, NodeId};
use crate::params::{FirstPlay, Formula, Params, Unobserved};
use crate::proof::Proof;
use crate::random::Random;
use crate::tally::Counts;

/// Returns the child with the highest score, and among equal children a random one. A won child is taken at once, a
/// pruned child only if all others are lost, and a lost child only if all are lost.
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
    if arena[node].tally.counts().visits < params.trust_from {
        return drawn(arena, children, random);
    }
    let scale = Scale::of(arena, node, params);
    let bar = params.prune.map(|errors| (errors, best_lower_bound(arena, children, errors)));
    let mut best = (NodeId(children.first), f64::NEG_INFINITY);
    let mut equals = 0;
    for id in children.ids() {
        let child = &arena[id];
        let counts = child.tally.counts();
        let score = match counts.proof {
            Proof::Win => return id,
            Proof::Loss => LOST,
            _ if bar.is_some_and(|(errors, bar)| upper_bound(counts, errors) < bar) => PRUNED,
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
/// The score of a pruned child, below all scores but a lost child's.
const PRUNED: f64 = -1.0e299;

/// Returns a random child, in proportion to the priors. A won child is taken at once, a lost child only if all are lost.
fn drawn(arena: &Arena, children: Children, random: &mut Random) -> NodeId {
    const STEPS: u32 = 1 << 24;
    let proof = |id: NodeId| arena[id].tally.counts().proof;
    if let Some(won) = children.ids().find(|&id| proof(id) == Proof::Win) {
        return won;
    }
    let is_open = |&id: &NodeId| proof(id) != Proof::Loss;
    // Another worker may prove a child meanwhile, so the sum is over a list.
    let open: Vec<NodeId> = children.ids().filter(is_open).collect();
    let prior = |id: &NodeId| f64::from(arena[*id].prior());
    let sum: f64 = open.iter().map(prior).sum();
    let mut rest = sum * f64::from(random.below(STEPS)) / f64::from(STEPS);
    for id in &open {
        rest -= prior(id);
        if rest < 0.0 {
            return *id;
        }
    }
    // No prior is above 0, or all children are lost.
    *open.last().unwrap_or(&NodeId(children.first))
}

/// Returns the highest lower bound of the means of all visited children.
fn best_lower_bound(arena: &Arena, children: Children, errors: f64) -> f64 {
    let of_child = |id: NodeId| {
        let counts = arena[id].tally.counts();
        Some(counts.mean()? - errors * standard_error(counts.visits))
    };
    children.ids().filter_map(of_child).fold(f64::NEG_INFINITY, f64::max)
}

/// Returns the upper bound of a child's mean; above all others for a child without visits.
fn upper_bound(counts: Counts, errors: f64) -> f64 {
    counts.mean().map_or(f64::INFINITY, |mean| mean + errors * standard_error(counts.visits))
}

/// Returns the standard error of a mean of wins and losses, as if both were equally likely.
fn standard_error(visits: u32) -> f64 {
    0.5 / f64::from(visits.max(1)).sqrt()
}

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
mod tests;
