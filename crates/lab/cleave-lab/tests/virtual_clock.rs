//! A search limited by virtual time, by every algorithm.

use cleave_board::Position;
use cleave_lab::chess::VirtualSearch;
use cleave_movegen::legal_moves;
use cleave_search::team::Algorithm;
use cleave_search::{Limits, Outcome, Root, Searcher, Undisturbed};
use cleave_virtual_time::virtual_time::{Machine, Ticks, VirtualRun};

const FEN: &str = "r2qkbnr/ppp2p1p/2n5/3P4/2BP1pb1/2N2p2/PPPQ2PP/R1B2RK1 b kq -";

/// Workers finish the node that they are at, wait for a lock if need be, and leave.
const GRACE: Ticks = Ticks(100_000);

fn search(searcher: &mut Searcher, workers: usize, time: Ticks) -> (Outcome, VirtualRun) {
    searcher.new_game();
    let position = Position::from_fen(FEN).unwrap();
    let search = VirtualSearch { machine: Machine::new(workers), time: Some(time) };
    let found = search.run(searcher, &Root::from(position), &Limits::default(), &mut Undisturbed);
    let (outcome, run) = found.unwrap();
    let best = outcome.best.expect("there is a legal move");
    assert!(legal_moves(&position).into_iter().any(|mv| mv == best), "{best}");
    (outcome, run)
}

fn searchers() -> impl Iterator<Item = (Algorithm, usize, Searcher)> {
    let teams = |algorithm| [1, 4, 16].map(|workers| (algorithm, workers));
    Algorithm::ALL.into_iter().flat_map(teams).map(|(algorithm, workers)| {
        let mut searcher = Searcher::new(4).unwrap();
        searcher.set_algorithm(algorithm);
        (algorithm, workers, searcher)
    })
}

#[test]
fn a_search_ends_when_its_time_is_up_and_is_the_same_every_time() {
    const TIME: Ticks = Ticks(3_000_000);
    for (algorithm, workers, mut searcher) in searchers() {
        let (outcome, run) = search(&mut searcher, workers, TIME);
        assert!((TIME..TIME + GRACE).contains(&run.time), "{algorithm}, {workers}: {run:?}");
        let stats = outcome.stats.as_ref().expect("a team has searched");
        assert_eq!(outcome.nodes, stats.nodes(), "{algorithm}, {workers}");
        // A worker's last step may end later than the last step of the worker that leaves last.
        for account in &run.accounts {
            let total = account.total();
            assert!(
                (run.time..run.time + GRACE).contains(&total),
                "{algorithm}, {workers}: {run:?}"
            );
        }
        let (again, same_run) = search(&mut searcher, workers, TIME);
        assert_eq!((again.best, again.line, same_run), (outcome.best, outcome.line, run));
    }
}

#[test]
fn more_time_searches_deeper_and_too_little_one_iteration() {
    for (algorithm, workers, mut searcher) in searchers() {
        let mut depth = |time| search(&mut searcher, workers, time).0.depth;
        assert_eq!(depth(Ticks(1)), 1, "{algorithm}, {workers}");
        assert!(depth(Ticks(4_000_000)) > depth(Ticks(100_000)), "{algorithm}, {workers}");
    }
}
