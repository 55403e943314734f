//! A short search of another position before each timed search, so that P_seq has more than one tree.
//!
//! A parallel search differs from run to run; P_seq always searches the same tree. But a chess search is chaotic: the
//! history of a few hundred nodes can make it half as large again, or reduce it to two thirds. The standard deviation
//! of its logarithm is 0.34 at 300,000 nodes. With one run of P_seq for each position, 24 positions cannot show a
//! difference below 7 percent, however many runs a team has. So every run but the first begins with a memory that is
//! not quite empty. P_seq makes the perturbation for every program, so that all programs begin alike.

use cleave_board::Position;
use cleave_search::{Limits, Root, Searcher, Undisturbed, bench};

/// Its nodes: enough to change the search that follows, too few to teach it anything.
pub const NODES: u64 = 1_000;
/// Perturbations by the same position differ by this many nodes.
pub const MORE: u64 = 100;

/// Positions of the bench, by number from 0, in which [`NODES`] nodes teach too little. Most of those nodes are
/// quiescence, and leave no history. Measured at depth 11 on the 24 positions of dts24: after the first of them P_seq
/// searched the same tree as after nothing in 21 positions, after the second in 8, after any other in none.
const WITHOUT_EFFECT: [usize; 2] = [1, 22];

/// Clears the searcher's memory and makes perturbation `number`. Number 0 is none: the reference run.
pub fn perturb(searcher: &mut Searcher, number: u64) {
    searcher.new_game();
    let Some(before) = number.checked_sub(1) else { return };
    let positions = positions();
    let count = positions.len() as u64;
    // The same position comes again, with more nodes.
    search_first(
        searcher,
        &positions[(before % count) as usize],
        NODES + MORE * (before / count % 100),
    );
}

/// Clears the searcher's memory and makes a perturbation without a number: no sample has its number of nodes.
pub fn perturb_apart(searcher: &mut Searcher) {
    searcher.new_game();
    search_first(searcher, &positions()[0], NODES + MORE / 2);
}

fn search_first(searcher: &mut Searcher, position: &Position, nodes: u64) {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    searcher.search_sequentially(&Root::from(*position), &limits, &mut Undisturbed);
}

/// Returns the searched positions; the first one belongs to perturbation 1.
fn positions() -> Vec<Position> {
    let numbered = bench::positions().enumerate();
    numbered
        .filter(|(number, _)| !WITHOUT_EFFECT.contains(number))
        .map(|(_, found)| found)
        .collect()
}

#[cfg(test)]
mod tests {
    use cleave_search::SearchMode;
    use cleave_search::team::Backend;

    use super::*;

    fn search(searcher: &mut Searcher, position: &Position, depth: u32) -> u64 {
        let (root, limits) = (Root::from(*position), Limits::to_depth(depth));
        searcher.search(&root, &limits, &mut Undisturbed).nodes
    }

    fn nodes(searcher: &mut Searcher, number: u64) -> u64 {
        perturb(searcher, number);
        search(searcher, &Position::start(), 11)
    }

    #[test]
    fn each_perturbation_leads_to_another_search_and_the_same_each_time() {
        let mut searcher = Searcher::new(4).unwrap();
        let count = positions().len() as u64;
        let numbers = [0, 1, 2, 3, 1 + count];
        let first = numbers.map(|number| nodes(&mut searcher, number));
        let mut different = first.to_vec();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), numbers.len(), "{first:?}");
        assert_eq!(numbers.map(|number| nodes(&mut searcher, number)), first);
        perturb_apart(&mut searcher);
        let apart = search(&mut searcher, &Position::start(), 11);
        assert!(!first.contains(&apart), "{apart} is one of {first:?}");
        // Without a perturbation the memory is empty.
        searcher.new_game();
        assert_eq!(search(&mut searcher, &Position::start(), 11), first[0]);
    }

    /// One position proves nothing: the start has a tree of its own after what leaves others as they are.
    #[test]
    fn no_perturbation_leaves_the_trees_of_other_positions_as_they_are() {
        let mut searcher = Searcher::new(4).unwrap();
        let roots: Vec<_> = bench::positions().skip(4).step_by(4).take(6).collect();
        let mut trees = |number| -> Vec<u64> {
            let nodes = |root| {
                perturb(&mut searcher, number);
                search(&mut searcher, root, 9)
            };
            roots.iter().map(nodes).collect()
        };
        let without = trees(0);
        for number in 1..=positions().len() as u64 {
            let perturbed = trees(number);
            let same = without.iter().zip(&perturbed).filter(|(one, other)| one == other).count();
            assert!(same <= 1, "{number}: {same} of {} trees are the same", without.len());
        }
    }

    #[test]
    fn a_team_of_one_searches_the_perturbed_tree_of_p_seq() {
        for backend in [Backend::Fork, Backend::Thread] {
            let mut team = Searcher::new(4).unwrap();
            team.set_mode(SearchMode::Parallel { workers: 1, backend }).unwrap();
            // Forked workers exist before the perturbation, as they do when searches are timed.
            nodes(&mut team, 0);
            let mut alone = Searcher::new(4).unwrap();
            assert_eq!(nodes(&mut team, 2), nodes(&mut alone, 2));
        }
    }
}
