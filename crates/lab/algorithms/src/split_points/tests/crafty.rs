//! Tests what tells the two generations of Crafty's parallel search apart from each other and from the other algorithms
//! with owners.

use cleave_smp::{NodeType, SplitHint};

use super::super::offers::Offering;
use super::super::policy::Candidate;
use super::super::position::TreePosition;
use super::super::{Crafty22, Crafty25};
use super::*;

const BOTH: [Algorithm; 2] = [Algorithm::Crafty22, Algorithm::Crafty25];

/// Returns a block at this ply, with its first child known.
fn candidate(ply: u16, depth: i32, searched: u16) -> Candidate {
    Candidate {
        split_hint: SplitHint { node_type: NodeType::All, searched },
        depth,
        position: TreePosition { ply, ..TreePosition::ROOT },
        eldest_is_known: searched > 0,
        is_held_back: false,
        out: 1,
        places: 1,
    }
}

/// Returns the number of places that the policy offers in a block, in a team with so many idle workers and so many
/// blocks of the owner that no worker has joined.
fn places<P: SplitPolicy>(candidate: Candidate, idle: u32, untaken: u32) -> u32 {
    P::places(&mut Offering {
        candidate,
        params: &Params::default(),
        idle: &mut |most| idle.min(most),
        untaken: &|| untaken,
    })
}

#[test]
fn crafty_22_splits_for_the_idle_after_a_move_at_a_share_of_the_depth() {
    let places = |candidate, idle| places::<Crafty22>(candidate, idle, 0);
    let deep = candidate(2, 8, 1);
    assert_eq!([0, 1, 2, 3, 4, 9].map(|idle| places(deep, idle)), [0, 1, 2, 3, 3, 3]);
    assert_eq!(places(candidate(2, 8, 0), 9), 0, "no move has been searched");
    // The whole depth is 10, and the share 40 %.
    assert_eq!([(6, 4), (7, 3)].map(|(ply, depth)| places(candidate(ply, depth, 1), 9)), [3, 0]);
}

#[test]
fn crafty_25_splits_for_the_idle_or_gratuitously_far_from_the_leaves() {
    let any = u32::MAX;
    let of_depth = |depth, searched| places::<Crafty25>(candidate(0, depth, searched), 0, 0);
    assert_eq!([9, 10].map(|depth| of_depth(depth, 1)), [0, any], "nobody is idle");
    assert_eq!(of_depth(10, 2), 0, "it has been asked after the first move");
    let for_idle = |depth, searched| places::<Crafty25>(candidate(9, depth, searched), 1, 0);
    assert_eq!([4, 5].map(|depth| for_idle(depth, 3)), [0, any], "one is idle");
    assert_eq!(for_idle(9, 0), 0, "no move has been searched");
    let with_untaken = |untaken| places::<Crafty25>(candidate(0, 10, 1), 1, untaken);
    assert_eq!([5, 6].map(with_untaken), [any, 0]);
}

#[test]
fn crafty_25_joins_by_twice_the_depth_less_the_moves() {
    let params = Params::default();
    let priority = |depth, searched| Crafty25::priority(&candidate(9, depth, searched), &params);
    let in_order = [priority(5, 12), priority(5, 2), priority(6, 3), priority(6, 1)];
    assert!(in_order.is_sorted_by(|low, high| low < high) && in_order[0] > 0, "{in_order:?}");
    assert_eq!(priority(5, 1), priority(6, 3), "a ply is worth two moves");
    let closed = Candidate { places: 0, ..candidate(9, 5, 1) };
    assert_eq!(Crafty25::priority(&closed, &params), 0);
}

#[test]
fn crafty_25_limits_the_workers_of_a_block_only_far_from_the_root() {
    let is_open = |ply, depth, out| {
        let block = Candidate { out, places: u32::MAX, ..candidate(ply, depth, 1) };
        Crafty25::priority(&block, &Params::default()) > 0
    };
    assert_eq!([7, 8, 9].map(|out| is_open(5, 8, out)), [true, false, false]);
    assert_eq!([7, 8, 9].map(|out| is_open(4, 8, out)), [true; 3], "half the remaining depth");
}

/// Returns the most jobs of a block that are out at a time, with six workers and eight children at each node.
fn most_workers_at_a_block(algorithm: Algorithm) -> u32 {
    let mut most = 0;
    for seed in 0..4 {
        search(algorithm, TinyNode::wide_root(4), seed, |moved| {
            let claims = moved.nodes().into_iter().map(|(_, claims)| claims);
            most = most.max(claims.max().unwrap_or(0));
        });
    }
    most
}

#[test]
fn crafty_22_has_at_most_four_workers_at_a_block() {
    assert_eq!(most_workers_at_a_block(Algorithm::Crafty22), 4);
    assert!(most_workers_at_a_block(Algorithm::Crafty25) > 4);
}

/// The other algorithms take the frontier from the parameters.
#[test]
fn crafty_22_splits_no_node_below_a_share_of_the_depth() {
    let least = |share| {
        let params = Params::default().with(|params| params.min_thread_share = share);
        let mut least = i32::MAX;
        search_with(&params, Algorithm::Crafty22, TinyNode::root(7), 1, |moved| {
            let offered = moved.blocks().into_iter().filter(|(_, body)| body.extra.is_offered);
            least = least.min(offered.map(|(_, body)| body.node.depth()).min().unwrap_or(least));
        });
        least
    };
    // 2.8, 4.2 and 1.4 of 7 plies.
    assert_eq!([40, 60, 20].map(least), [3, 5, 2]);
}

/// Passes each block that its owner offers, with the number of workers idle then, to `look`.
fn offers(algorithm: Algorithm, mut look: impl FnMut(&OlderBody<TinyNode>, u32)) {
    for seed in 0..3 {
        let mut offered = BTreeSet::new();
        search(algorithm, TinyNode::root(6), seed, |moved| {
            let blocks = moved.blocks().into_iter();
            let now = blocks.filter(|(_, body)| body.extra.is_offered);
            let now: HashMap<usize, _> = now.map(|(id, body)| (id.index(), body)).collect();
            offered.retain(|index| now.contains_key(index));
            for (index, body) in now {
                if offered.insert(index) {
                    look(&body, moved.idle);
                }
            }
        });
    }
}

/// A worker that has just left its last block is seen as idle after its first look for work.
#[test]
fn crafty_22_splits_only_when_others_are_idle_and_for_no_more() {
    let mut places = BTreeSet::new();
    offers(Algorithm::Crafty22, |body, idle| {
        assert!((1..=idle.min(3)).contains(&body.extra.places), "{idle} are idle");
        places.insert(body.extra.places);
    });
    assert_eq!(places.into_iter().collect::<Vec<_>>(), [1, 2, 3]);
}

/// The frontier of these searches is 2.
#[test]
fn crafty_25_splits_gratuitously_after_the_first_move_from_twice_the_frontier_on() {
    let (mut gratuitous, mut requested) = (0, 0);
    offers(Algorithm::Crafty25, |body, idle| {
        if idle == 0 {
            let searched = body.node.split_hint().unwrap().searched;
            assert!(body.node.depth() >= 4 && searched == 1, "{:?}", body.node);
            gratuitous += 1;
        }
        requested += u32::from(idle > 0 && body.node.depth() < 4);
    });
    assert!(gratuitous > 0 && requested > 0, "{gratuitous}, {requested}");
}

/// One worker alone would offer a block at each of ten plies.
#[test]
fn an_owner_of_crafty_25_has_at_most_six_blocks_that_no_worker_has_joined() {
    let arena: Forest = Arena::new(2).unwrap();
    arena.memory().select(Algorithm::Crafty25);
    let mut owner = Worker::new(&arena, WorkerId::MAIN);
    let params = Params::default().with(|params| {
        params.min_thread_depth = 1;
        params.min_thread_share = 0;
    });
    let root = TinyNode::root(10);
    owner.begin(&mut 0, &RootSearch::of(&root, &0), &params).unwrap();
    let (mut most_owned, mut most_untaken) = (0, 0);
    for _ in 0..20_000 {
        owner.step(&mut 0).unwrap();
        let owned = owner.owned_blocks();
        let untaken = owned.iter().filter(|&&id| blocks(&arena).block(id).extra().is_untaken());
        most_owned = most_owned.max(owned.len());
        most_untaken = most_untaken.max(untaken.count());
    }
    assert_eq!((most_owned, most_untaken), (10, 6));
}

#[test]
fn a_worker_is_refused_its_own_blocks() {
    let arena: Forest = Arena::new(2).unwrap();
    let own = WorkerId::new(1);
    for (owner, is_refused) in [(own, true), (WorkerId::MAIN, false)] {
        let block = BlockId::new(owner, 0);
        assert_eq!(Crafty22::new(own).may_join(view(&arena), block), !is_refused);
        assert_eq!(Crafty25::new(own).may_join(view(&arena), block), !is_refused);
    }
}

/// Returns how often a waiting owner joined a block below its own, and how often another.
fn joins_of_waiting_owners(algorithm: Algorithm) -> [u32; 2] {
    let mut joins = [0; 2];
    for seed in 0..4 {
        search(algorithm, TinyNode::root(DEPTH), seed, |moved| {
            let joined = moved.claim.filter(|_| moved.step == Step::Joined);
            if let (Some(block), Some(awaited)) = (joined, moved.awaited) {
                let is_below = view(moved.arena).is_below(block, awaited);
                joins[usize::from(!is_below)] += 1;
            }
        });
    }
    joins
}

#[test]
fn a_waiting_owner_helps_anywhere() {
    for algorithm in BOTH {
        let [below, elsewhere] = joins_of_waiting_owners(algorithm);
        assert!(below > 0 && elsewhere > 0, "{algorithm}: {below}, {elsewhere}");
    }
    assert_eq!(joins_of_waiting_owners(Algorithm::YbwcHelpful)[1], 0);
}

/// A worker that joins takes a place. It returns the place if it leaves while the node searches one child again.
#[test]
fn places_are_taken_and_no_worker_joins_without_one() {
    let mut taken = 0;
    for seed in 0..4 {
        let mut free: HashMap<usize, u32> = HashMap::new();
        search(Algorithm::Crafty22, TinyNode::root(DEPTH), seed, |moved| {
            let joined = moved.claim.filter(|_| moved.step == Step::Joined);
            if let Some(block) = joined {
                assert!(free[&block.index()] > 0, "{block:?} had no place");
                taken += 1;
            }
            free =
                moved.blocks().iter().map(|(id, body)| (id.index(), body.extra.places)).collect();
        });
    }
    assert!(taken > 0);
}
