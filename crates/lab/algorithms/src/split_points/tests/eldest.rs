//! Tests which jobs wait for the eldest child, and which do not.

use super::*;

/// Until then the brothers wait.
#[test]
fn no_worker_joins_before_the_eldest_is_known() {
    for algorithm in [
        Algorithm::Root,
        Algorithm::PvSplit,
        Algorithm::Epvs,
        Algorithm::Dpvs,
        Algorithm::Ybwc,
        Algorithm::YbwcHelpful,
        Algorithm::Jamboree,
        Algorithm::Crafty22,
        Algorithm::Crafty25,
    ] {
        let joins = search(algorithm, TinyNode::root_with_cutoffs(DEPTH), 1, |moved| {
            for (node, claims) in moved.nodes() {
                let eldest_is_known = node.split_hint().unwrap().searched > 0;
                assert!(claims < 2 || eldest_is_known, "{algorithm}: {claims} at {node:?}");
            }
        });
        assert!(joins > 0, "{algorithm}");
    }
}

/// This also holds if one right brother has been refuted meanwhile, because that is not a bound for the others.
#[test]
fn the_rest_of_a_right_brother_waits_for_the_eldest() {
    let (mut held_back, mut after_the_eldest) = (0, 0);
    for seed in 0..10 {
        search(Algorithm::Mwf, TinyNode::root_with_bound(DEPTH, 10), seed, |moved| {
            let in_use = moved.blocks();
            for (block, body) in &in_use {
                held_back += u32::from(body.extra.is_held_back);
                let is_past_first = body.node.split_hint().unwrap().searched > 0;
                if !body.extra.position.is_right_brother()
                    || !is_past_first
                    || body.claims.out() == 0
                {
                    continue;
                }
                let mut chain = blocks(moved.arena).chain_above(*block);
                let branch =
                    chain.find(|&above| blocks(moved.arena).block(above).extra().off_branch() == 0);
                let of_branch =
                    in_use.iter().filter(|(_, other)| other.extra.position.is_leftmost());
                let mut under_way = of_branch.filter(|(_, other)| !other.claims.is_stopped());
                let eldest =
                    under_way.find(|(_, other)| other.link.map(|link| link.block) == branch);
                assert!(eldest.is_none(), "{block:?} does not wait");
                after_the_eldest += 1;
            }
        });
    }
    assert!(held_back > 0 && after_the_eldest > 0, "{held_back}, {after_the_eldest}");
}

/// A node may take in its eldest child and at once request a child that it has put off. Then the eldest is known, and
/// the other child is not mistaken for it.
#[test]
fn the_eldest_is_known_although_another_child_is_searched_next() {
    let mut brothers = 0;
    for seed in 0..10 {
        search(Algorithm::Mwf, TinyNode::root_that_puts_off(DEPTH), seed, |moved| {
            for (_, body) in moved.blocks() {
                let is_back = body.node.is_first_searched();
                assert_eq!(body.extra.eldest_is_known, is_back, "{:?}", body.node);
                if body.link.is_some_and(|link| link.job == TinyNode::PUT_OFF) {
                    assert!(!body.extra.position.is_eldest, "{:?}", body.node);
                    brothers += 1;
                }
            }
        });
    }
    assert!(brothers > 0);
}

/// The first search of a child may lead to a second, and its value counts only after that.
#[test]
fn the_eldest_is_not_known_before_it_has_been_searched_again() {
    let mut before = 0;
    for algorithm in [Algorithm::Ybwc, Algorithm::Jamboree, Algorithm::Mwf] {
        search(algorithm, TinyNode::root_that_searches_again(4), 1, |moved| {
            for (_, body) in moved.blocks() {
                let is_back = body.node.is_first_searched();
                assert_eq!(body.extra.eldest_is_known, is_back, "{algorithm}: {:?}", body.node);
                before += u32::from(!is_back);
            }
        });
    }
    assert!(before > 0);
}

/// A node need not identify a child as its first when it hands it out.
#[test]
fn the_eldest_is_known_once_the_first_child_has_been_searched() {
    for algorithm in [Algorithm::Root, Algorithm::Dpvs, Algorithm::Ybwc, Algorithm::Jamboree] {
        let root = TinyNode::root_with_first_in_sequence(DEPTH);
        let joins = search(algorithm, root, 1, |moved| {
            for (_, body) in moved.blocks() {
                assert_eq!(
                    body.extra.eldest_is_known,
                    body.node.is_first_searched(),
                    "{algorithm}"
                );
            }
        });
        assert!(joins > 0, "{algorithm}");
    }
}
