//! Chess in virtual time: repeatable, independent of what was searched before, and worth its workers.

use cleave_board::{Move, Position};
use cleave_lab::chess::{VirtualSearch, trace_critical_path};
use cleave_search::team::Algorithm;
use cleave_search::{Limits, Outcome, Root, Searcher, Undisturbed, bench};
use cleave_virtual_time::critical_path::Rule;
use cleave_virtual_time::virtual_time::{Machine, VirtualRun};

/// Searches a position with cleared tables.
fn search(
    searcher: &mut Searcher,
    machine: Machine,
    position: Position,
    limits: &Limits,
) -> (Outcome, VirtualRun) {
    searcher.new_game();
    let root = Root::from(position);
    VirtualSearch::on(machine).run(searcher, &root, limits, &mut Undisturbed).unwrap()
}

fn assert_line_is_legal(position: &Position, line: &[Move]) {
    let mut position = *position;
    for &mv in line {
        assert!(cleave_movegen::legal_moves(&position).into_iter().any(|legal| legal == mv));
        position = position.make(mv);
    }
}

#[test]
fn a_virtual_search_repeats_exactly() {
    let run = |algorithm, seed, memory| {
        let mut team = Searcher::new(memory).unwrap();
        team.set_algorithm(algorithm);
        let machine = Machine { seed, jitter: 5, ..Machine::new(16) };
        let (found, run) = search(&mut team, machine, Position::start(), &Limits::to_depth(9));
        assert_line_is_legal(&Position::start(), &found.line);
        assert_eq!(team.blocks_in_use(), 0, "blocks have leaked");
        (found.nodes, run)
    };
    for algorithm in Algorithm::ALL {
        let first = run(algorithm, 1, 4);
        assert_eq!(run(algorithm, 1, 4), first);
        assert_ne!(run(algorithm, 2, 4).1.hash, first.1.hash);
    }
}

/// The main worker checks the limit, busy or idle.
#[test]
fn a_virtual_search_respects_a_node_limit() {
    for workers in [1, 8, 64] {
        let mut team = Searcher::new(4).unwrap();
        let limits = Limits { nodes: Some(40_000), ..Limits::default() };
        let (found, _) = search(&mut team, Machine::new(workers), Position::start(), &limits);
        // Nodes not published yet, and those searched while the main worker sleeps.
        let late = if workers == 1 { 0 } else { (512 + 4_500) * workers as u64 };
        let stopped = found.nodes >= 40_000 && found.nodes <= 40_000 + late;
        assert!(stopped, "{workers} workers, {} nodes", found.nodes);
    }
}

#[test]
fn a_virtual_search_does_not_depend_on_the_search_before_it() {
    let mut team = Searcher::new(4).unwrap();
    let mut run = |workers, depth| {
        search(&mut team, Machine::new(workers), Position::start(), &Limits::to_depth(depth)).1.hash
    };
    let first = run(16, 8);
    run(64, 9);
    assert_eq!(run(16, 8), first);
}

/// Many search the same root, and meet in the table: the depth is reached sooner than by one.
#[test]
fn workers_that_meet_in_the_table_gain_time() {
    let time = |algorithm, workers| -> u64 {
        let mut team = Searcher::new(16).unwrap();
        team.set_algorithm(algorithm);
        let of = |position| {
            let (found, run) =
                search(&mut team, Machine::new(workers), position, &Limits::to_depth(10));
            let stats = found.stats.unwrap();
            assert!(stats.workers.iter().skip(1).all(|worker| worker.counters.joins > 0));
            run.time.0
        };
        bench::positions().step_by(9).map(of).sum()
    };
    let one = time(Algorithm::SharedTable, 1);
    for algorithm in [
        Algorithm::Lazy,
        Algorithm::Abdada,
        Algorithm::AbdadaSimplified,
        Algorithm::AbdadaApproximate,
    ] {
        let four = time(algorithm, 4);
        assert!(four < one * 8 / 10, "{one} ns by one, {four} ns by four workers of {algorithm}");
    }
}

#[test]
fn tracing_the_critical_path_changes_nothing_in_the_search() {
    let mut searcher = Searcher::new(4).unwrap();
    let root = Root::from(Position::start());
    let alone = searcher.search(&root, &Limits::to_depth(9), &mut Undisturbed);
    searcher.new_game();
    let (traced, path) = trace_critical_path(&mut searcher, &root, &Limits::to_depth(9));
    assert_eq!((traced.nodes, traced.value, traced.line), (alone.nodes, alone.value, alone.line));
    assert_eq!(path.work, alone.nodes);
    let gains = Rule::ALL.map(|rule| path.parallelism(rule));
    assert!(gains.iter().all(|&gain| gain > 1.0), "{gains:?}");
    assert!(path.parallelism(Rule::Unlimited) > path.parallelism(Rule::Dts), "{gains:?}");
    // The leftmost branch goes on below the first move of the root, the largest subtree.
    let [root, pv_split] = [Rule::Root, Rule::PvSplit].map(|rule| path.parallelism(rule));
    assert!(pv_split > 1.2 * root, "{gains:?}");
}
