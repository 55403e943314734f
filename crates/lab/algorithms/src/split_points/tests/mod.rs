//! Tests the meaning of each algorithm in whole searches, stepped in random order and checked after every step.

mod crafty;
mod eldest;
mod narrowing;

use std::collections::{BTreeSet, HashMap};

use super::Jamboree;
use super::fields::{OlderBlocks, OlderBody};
use super::memory::View;
use super::policy::SplitPolicy;
use crate::Arena;
use crate::algorithms::Algorithm;
use crate::testing::TinyNode;
use cleave_smp::Common;
use cleave_smp::Node;
use cleave_smp::Params;
use cleave_smp::WorkerId;
use cleave_smp::instrument::Traced;
use cleave_smp::random::{Rng, mix};
use cleave_smp::seam::{BLOCKS_PER_WORKER, BlockId};
use cleave_smp::seam::{Blocks, Extra};
use cleave_smp::{RootSearch, Step, Worker};

pub(super) type Forest = Arena<TinyNode>;

fn blocks(arena: &Forest) -> &OlderBlocks<TinyNode> {
    &arena.memory().older.blocks
}

fn view(arena: &Forest) -> View<'_, TinyNode> {
    View { common: arena, memory: &arena.memory().older }
}

/// Returns the best job of all.
pub(super) fn best_job(arena: &Forest) -> Option<BlockId> {
    view(arena).best_job(|_| true)
}

const WORKERS: usize = 6;
const DEPTH: i32 = 7;

/// More steps than any of the searches takes.
const MOST_STEPS: u32 = 1_000_000;

/// One step of a search.
struct Moved<'s> {
    arena: &'s Forest,
    worker: WorkerId,
    step: Step,
    /// The block on which the worker has its claim after the step.
    claim: Option<BlockId>,
    /// The block at which the worker waited before the step.
    awaited: Option<BlockId>,
    /// The number of workers that were idle or waited before the step.
    idle: u32,
    /// The blocks in use before the step, and whether each was stopped.
    before: &'s HashMap<usize, bool>,
    /// The same after the step.
    after: &'s HashMap<usize, bool>,
}

impl Moved<'_> {
    /// Returns the blocks freed in the step although no stop had reached them: their values went up.
    fn finished(&self) -> impl Iterator<Item = BlockId> {
        let gone = self.before.iter().filter(|(index, _)| !self.after.contains_key(index));
        gone.filter(|&(_, &was_stopped)| !was_stopped).map(|(&index, _)| BlockId::from_index(index))
    }

    /// Returns the nodes in blocks, with the claims on each.
    fn nodes(&self) -> Vec<(TinyNode, u32)> {
        self.blocks().iter().map(|(_, body)| (body.node, body.claims.out())).collect()
    }

    /// Returns the blocks in use with their content.
    fn blocks(&self) -> Vec<(BlockId, OlderBody<TinyNode>)> {
        let lock_context = self.arena.lock_context(WorkerId::MAIN);
        let body = |block| *blocks(self.arena).block(block).body.lock(&lock_context).unwrap();
        let blocks = self.after.keys().map(|&index| BlockId::from_index(index));
        blocks.map(|block| (block, body(block))).collect()
    }
}

fn blocks_in_use(arena: &Forest) -> HashMap<usize, bool> {
    fn of<X: Extra<TinyNode>>(
        common: &Common<TinyNode>,
        blocks: &Blocks<TinyNode, X>,
    ) -> HashMap<usize, bool> {
        let in_use = common.team().flat_map(|id| {
            let used = blocks.pool(id).free.used();
            let slots = (0..BLOCKS_PER_WORKER).filter(move |slot| used & (1 << slot) != 0);
            slots.map(move |slot| BlockId::new(id, slot))
        });
        in_use.map(|block| (block.index(), blocks.block(block).is_stopped())).collect()
    }
    match arena.memory().selected() {
        Algorithm::Dts => of(arena, arena.memory().dts()),
        _ => of(arena, blocks(arena)),
    }
}

/// Searches a tree with a team, passes every step to `look`, and returns the number of joins.
fn search(algorithm: Algorithm, root: TinyNode, seed: u64, look: impl FnMut(&Moved<'_>)) -> u64 {
    let params = Params::default().with(|params| {
        params.min_thread_depth = 2;
        params.min_thread_share = 0;
    });
    search_with(&params, algorithm, root, seed, look)
}

/// As [`search`], with these parameters.
fn search_with(
    params: &Params,
    algorithm: Algorithm,
    root: TinyNode,
    seed: u64,
    mut look: impl FnMut(&Moved<'_>),
) -> u64 {
    let arena: Forest = Arena::new(WORKERS).unwrap();
    arena.memory().select(algorithm);
    let mut team: Vec<_> = (0..WORKERS).map(|id| Worker::new(&arena, WorkerId::new(id))).collect();
    team[0].begin(&mut 0, &RootSearch::of(&root, &0), params).unwrap();
    let mut rng = Rng::new(seed);
    for steps in 0.. {
        assert!(steps < MOST_STEPS, "{algorithm}: everybody waits for ever");
        if arena.is_over() {
            break;
        }
        let is_idle = |worker: &&Worker<'_, TinyNode>| worker.is_idle() || worker.is_waiting();
        let idle = team.iter().filter(is_idle).count() as u32;
        let worker = &mut team[rng.below(WORKERS as u64) as usize];
        let awaited = worker.is_waiting().then(|| *worker.owned_blocks().last().unwrap());
        let before = blocks_in_use(&arena);
        let step = worker.step(&mut 0).unwrap();
        let (id, claim, after) = (worker.id(), worker.claimed_block(), blocks_in_use(&arena));
        look(&Moved {
            arena: &arena,
            worker: id,
            step,
            claim,
            awaited,
            idle,
            before: &before,
            after: &after,
        });
    }
    assert_eq!(arena.memory().blocks_in_use(), 0);
    assert_eq!(arena.outcome().unwrap().value, Some(sequential(root)));
    team.iter().map(|worker| worker.counters().joins).sum()
}

fn sequential(root: TinyNode) -> i32 {
    let mut stack = vec![TinyNode::default(); TinyNode::STACK];
    stack[0] = root;
    cleave_smp::driver::search(&mut 0, &mut stack, &mut cleave_smp::driver::Never).unwrap()
}

/// Returns the keys of the nodes on the leftmost branch.
fn leftmost_branch(root: &TinyNode) -> Vec<u64> {
    std::iter::successors(Some(root.trace_key()), |key| Some(mix(*key)))
        .take(DEPTH as usize)
        .collect()
}

#[test]
fn only_the_root_is_shared_under_root() {
    let root = TinyNode::root(DEPTH);
    let joins = search(Algorithm::Root, root, 1, |moved| {
        assert!(moved.nodes().iter().all(|(node, _)| node.trace_key() == root.trace_key()));
    });
    assert!(joins > 0);
}

#[test]
fn pv_split_shares_only_the_leftmost_branch() {
    let root = TinyNode::root(DEPTH);
    let branch = leftmost_branch(&root);
    let mut shared = Vec::new();
    search(Algorithm::PvSplit, root, 1, |moved| {
        for (node, claims) in moved.nodes() {
            assert!(branch.contains(&node.trace_key()), "{node:?}");
            if claims > 1 && !shared.contains(&node.trace_key()) {
                shared.push(node.trace_key());
            }
        }
    });
    assert!(shared.len() > 2, "{shared:?}");
    // On the way back up, the lowest ply comes first.
    let plies = shared.iter().map(|key| branch.iter().position(|other| other == key));
    assert!(plies.rev().is_sorted());
}

/// Returns, for each join, the nodes from the joined block up to the root.
fn chains_joined(algorithm: Algorithm) -> Vec<Vec<TinyNode>> {
    let mut chains = Vec::new();
    for seed in 0..10 {
        search(algorithm, TinyNode::root(DEPTH), seed, |moved| {
            let (Step::Joined, Some(block)) = (moved.step, moved.claim) else { return };
            let lock_context = moved.arena.lock_context(WorkerId::MAIN);
            let node =
                |block| blocks(moved.arena).block(block).body.lock(&lock_context).unwrap().node;
            let chain = std::iter::once(block).chain(blocks(moved.arena).chain_above(block));
            chains.push(chain.map(node).collect());
        });
    }
    chains
}

/// No child may be left two plies above a joined node, and so on up to the branch.
#[test]
fn epvs_goes_two_plies_deeper_when_no_child_is_left() {
    let branch = leftmost_branch(&TinyNode::root(DEPTH));
    let mut levels = BTreeSet::new();
    for chain in chains_joined(Algorithm::Epvs) {
        let level = chain.iter().position(|node| branch.contains(&node.trace_key())).unwrap();
        assert!(chain[..=level].iter().step_by(2).skip(1).all(TinyNode::is_handed_out), "{level}");
        levels.insert(level);
    }
    assert_eq!(levels.into_iter().collect::<Vec<_>>(), [0, 2, 4]);
}

/// Six workers are three groups of two at the root, whose leaders are 0, 2 and 4.
#[test]
fn tree_splitting_binds_a_worker_to_the_nodes_of_the_leader_of_its_group() {
    let leaders = [(1, (0, 1)), (2, (0, 0)), (3, (2, 1)), (4, (0, 0)), (5, (4, 1))];
    let (mut joined, mut before_the_eldest) = (BTreeSet::new(), 0);
    for seed in 0..10 {
        search(Algorithm::TreeSplitting, TinyNode::root(DEPTH), seed, |moved| {
            for (node, claims) in moved.nodes() {
                let searched = node.split_hint().unwrap().searched;
                before_the_eldest += u32::from(claims > 1 && searched == 0);
            }
            let (Step::Joined, Some(block)) = (moved.step, moved.claim) else { return };
            let ply = blocks(moved.arena).chain_above(block).count();
            joined.insert((moved.worker.index(), (block.owner().index(), ply)));
        });
    }
    assert_eq!(joined.into_iter().collect::<Vec<_>>(), leaders);
    assert!(before_the_eldest > 0, "no elder brother is waited for");
}

#[test]
fn a_helper_of_dpvs_takes_children_of_its_controller_and_comes_back_from_it() {
    let (mut grows, mut shrinks) = (0, 0);
    for seed in 0..10 {
        let mut last = HashMap::new();
        search(Algorithm::Dpvs, TinyNode::root(DEPTH), seed, |moved| {
            let (Step::Joined, Some(block)) = (moved.step, moved.claim) else { return };
            let (memory, serial) = (view(moved.arena).memory, moved.arena.team_state().serial());
            assert_eq!(block.owner(), memory.controller(moved.worker, serial));
            let before = last.insert(moved.worker.index(), block.owner()).unwrap_or(WorkerId::MAIN);
            grows += u32::from(before == WorkerId::MAIN && block.owner() != before);
            shrinks += u32::from(before != WorkerId::MAIN && block.owner() == WorkerId::MAIN);
        });
    }
    assert!(grows > 0 && shrinks > 0, "{grows}, {shrinks}");
}

/// Until then it may only become the helper of one of its controller's helpers.
#[test]
fn a_helper_of_dpvs_is_bound_until_its_controller_has_come_to_its_end() {
    let mut went_down = 0;
    for seed in 0..10 {
        let mut last = HashMap::new();
        search(Algorithm::Dpvs, TinyNode::root(DEPTH), seed, |moved| {
            let serial = moved.arena.team_state().serial();
            let controller = |id| view(moved.arena).memory.controller(id, serial);
            let now = controller(moved.worker);
            let before = last.insert(moved.worker.index(), now).unwrap_or(WorkerId::MAIN);
            let mut blocks = moved.before.keys().map(|&index| BlockId::from_index(index));
            if now != before && blocks.any(|block| block.owner() == before) {
                assert_eq!(controller(now), before);
                went_down += 1;
            }
        });
    }
    assert!(went_down > 0);
}

/// Returns the number of steps in which idle workers found nothing for them although a block could be joined.
fn looks_in_vain(algorithm: Algorithm) -> u32 {
    let mut looks = 0;
    for seed in 0..10 {
        search(algorithm, TinyNode::root(DEPTH), seed, |moved| {
            let is_idle = moved.step == Step::Idle && !moved.arena.is_over();
            looks += u32::from(is_idle && best_job(moved.arena).is_some());
        });
    }
    looks
}

/// This distinguishes it from helpful masters, where an idle worker takes any work.
#[test]
fn a_helper_of_dpvs_does_not_touch_blocks_that_others_share() {
    assert_eq!(looks_in_vain(Algorithm::YbwcHelpful), 0);
    assert!(looks_in_vain(Algorithm::Dpvs) > 0);
}

/// Returns how often the worker that made a block took its value up, and how often another did.
fn carriers(algorithm: Algorithm) -> [u32; 2] {
    let mut carriers = [0; 2];
    search(algorithm, TinyNode::root(DEPTH), 2, |moved| {
        for block in moved.finished() {
            carriers[usize::from(block.owner() != moved.worker)] += 1;
        }
    });
    carriers
}

#[test]
fn the_owner_carries_the_value_up() {
    for algorithm in [
        Algorithm::Root,
        Algorithm::PvSplit,
        Algorithm::Epvs,
        Algorithm::Dpvs,
        Algorithm::Ybwc,
        Algorithm::YbwcHelpful,
        Algorithm::TreeSplitting,
        Algorithm::Crafty22,
        Algorithm::Crafty25,
    ] {
        let [owner, another] = carriers(algorithm);
        assert!(owner > 0 && another == 0, "{algorithm}: {owner}, {another}");
    }
}

#[test]
fn the_last_one_out_carries_the_value_up_from_a_block_without_an_owner() {
    for algorithm in [Algorithm::Dts, Algorithm::Jamboree, Algorithm::Mwf] {
        let [maker, another] = carriers(algorithm);
        assert!(maker > 0 && another > 0, "{algorithm}: {maker}, {another}");
    }
}

/// This includes a cutoff that a client finds: the block stays its owner's until the owner has been there.
#[test]
fn a_value_found_by_a_client_waits_for_the_owner() {
    let mut left = 0;
    search(Algorithm::Ybwc, TinyNode::root_with_cutoffs(DEPTH), 3, |moved| {
        let lock_context = moved.arena.lock_context(WorkerId::MAIN);
        for &index in moved.after.keys() {
            let block = BlockId::from_index(index);
            let body = blocks(moved.arena).block(block).body.lock(&lock_context).unwrap();
            if body.extra.found.is_some() && body.extra.is_owned {
                assert!(body.claims.is_settled());
                left += 1;
            }
        }
    });
    assert!(left > 0, "no client has found a cutoff: nothing was tested");
}

/// Returns the number of joins by waiting workers. Each must be below the block at which the worker waited.
fn joins_of_waiting_owners(algorithm: Algorithm) -> u32 {
    let mut joins = 0;
    for seed in 0..10 {
        search(algorithm, TinyNode::root(DEPTH), seed, |moved| {
            // It may have found no job there.
            let joined = moved.claim.filter(|_| moved.step == Step::Joined);
            if let (Some(block), Some(awaited)) = (joined, moved.awaited) {
                assert!(view(moved.arena).is_below(block, awaited), "{block:?}, {awaited:?}");
                joins += 1;
            }
        });
    }
    joins
}

#[test]
fn a_waiting_owner_helps_below_its_own_block_and_nowhere_else() {
    assert_eq!(joins_of_waiting_owners(Algorithm::Ybwc), 0);
    assert!(joins_of_waiting_owners(Algorithm::YbwcHelpful) > 0);
}

#[test]
fn an_idle_worker_takes_the_node_nearest_the_root_of_all_or_of_its_victim() {
    let arena: Forest = Arena::new(2).unwrap();
    let post = |owner, priority| {
        let pool = blocks(&arena).pool(WorkerId::new(owner));
        let slot = pool.free.take().unwrap();
        pool.post(slot, priority);
        blocks(&arena).active_pools().mark_active(owner);
        BlockId::new(WorkerId::new(owner), slot)
    };
    let oldest = [(0, 7), (1, 9)].map(|(owner, priority)| {
        post(owner, priority - 1);
        post(owner, priority)
    });
    let choices = |thief| {
        let mut policy = Jamboree::new(WorkerId::new(thief));
        (0..40).map(|_| policy.choose(view(&arena), None).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(best_job(&arena), Some(oldest[1]));
    assert!(oldest.iter().all(|block| choices(0).contains(block)), "both are victims");
    assert!(choices(0).iter().all(|block| oldest.contains(block)), "never the younger work");
    assert_eq!(choices(0), choices(0), "the seed decides");
    assert_ne!(choices(0), choices(1));
}
