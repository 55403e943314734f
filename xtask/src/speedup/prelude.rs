//! What is searched before a search, so that P_seq has more than one tree.
//!
//! A parallel search is another one each time; P_seq is always the same. But a chess search is
//! chaotic: a few hundred nodes of history before it are enough to make it half as large again, or
//! two thirds of what it was (the standard deviation of its logarithm is 0.34 at 300,000 nodes). With
//! one run of P_seq for each position, 24 positions tell 7 percent and no more, however many runs a
//! team has. So every run but the first begins with a memory that is not quite empty. The prelude is
//! played by P_seq whoever comes after it, so that all programs begin with the same.

use cleave_board::Position;
use cleave_search::bench::{self, Undisturbed};
use cleave_search::{Limits, Root, Searcher};

/// Nodes of it: enough to move something, too few to have learnt anything.
const NODES: u64 = 1_000;
const MORE: u64 = 100;

/// Forgets everything, and searches prelude `number`. Number 0 is none: the reference run.
pub(super) fn play(searcher: &mut Searcher, number: u64) {
    searcher.new_game();
    let Some(before) = number.checked_sub(1) else { return };
    let positions: Vec<Position> = bench::positions().collect();
    let count = positions.len() as u64;
    let root = Root { position: positions[(before % count) as usize], history: Vec::new() };
    // Longer each time round, to be another one.
    let nodes = NODES + MORE * (before / count % 100);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    searcher.search_sequentially(&root, &limits, &mut Undisturbed);
}

#[cfg(test)]
mod tests {
    use cleave_search::{Backend, Program};

    use super::*;

    fn nodes(searcher: &mut Searcher, number: u64) -> u64 {
        play(searcher, number);
        let root = Root { position: Position::start(), history: Vec::new() };
        let limits = Limits { depth: Some(11), ..Limits::default() };
        searcher.search(&root, &limits, &mut Undisturbed).nodes
    }

    #[test]
    fn each_prelude_leads_to_another_search_and_the_same_each_time() {
        let mut searcher = Searcher::new(4).unwrap();
        let count = bench::positions().count() as u64;
        let numbers = [0, 1, 2, 3, 1 + count];
        let first = numbers.map(|number| nodes(&mut searcher, number));
        let mut different = first.to_vec();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), numbers.len(), "{first:?}");
        assert_eq!(numbers.map(|number| nodes(&mut searcher, number)), first);
        // Without a prelude the memory is empty.
        searcher.new_game();
        let root = Root { position: Position::start(), history: Vec::new() };
        let limits = Limits { depth: Some(11), ..Limits::default() };
        assert_eq!(searcher.search(&root, &limits, &mut Undisturbed).nodes, first[0]);
    }

    #[test]
    fn what_a_team_finds_is_what_p_seq_finds() {
        for backend in [Backend::Fork, Backend::Thread] {
            let mut team = Searcher::new(4).unwrap();
            team.set_program(Program::Parallel { workers: 1, backend }).unwrap();
            // Forked workers are there before the prelude, as they are when time is taken.
            nodes(&mut team, 0);
            let mut alone = Searcher::new(4).unwrap();
            assert_eq!(nodes(&mut team, 2), nodes(&mut alone, 2));
        }
    }
}
