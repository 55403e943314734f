//! A search stopped in the middle of an iteration plays the move that it showed last.

use cleave_board::{Move, Position};
use cleave_movegen::{legal_moves, parse_move};
use cleave_search::team::Algorithm;
use cleave_search::{
    Host, Limits, Outcome, Root, Searcher, Signal, Status, Thinking, Undisturbed, Verdict, bench,
};

use crate::program::Program;

/// The number of positions on which each search mode is tested.
const POSITIONS: usize = 200;

/// The number of positions on which each of the other algorithms is tested.
const FEW_POSITIONS: usize = 20;

/// Records the lines it is shown.
#[derive(Default)]
struct Audience {
    lines: Vec<Thinking>,
}

impl Host for Audience {
    fn poll(&mut self, _: &Status) -> Signal {
        Signal::Continue
    }

    fn thinking(&mut self, line: &Thinking) {
        self.lines.push(line.clone());
    }
}

/// Pseudo-random numbers, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        ((self.0 >> 33) as usize) % bound
    }
}

/// Returns positions some random moves after those of the bench, with more than one legal move.
fn positions(numbers: &mut Numbers) -> Vec<Position> {
    let starts: Vec<Position> = bench::positions().collect();
    let mut positions = Vec::new();
    while positions.len() < POSITIONS {
        let mut position = starts[numbers.below(starts.len())];
        for _ in 0..numbers.below(8) {
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            position = position.make(moves[numbers.below(moves.len())]);
        }
        if legal_moves(&position).len() > 1 {
            positions.push(position);
        }
    }
    positions
}

fn stop_at(
    program: Program,
    searcher: &mut Searcher,
    position: Position,
    nodes: usize,
    multi_pv: usize,
) -> (Outcome, Vec<Thinking>) {
    let limits = Limits { nodes: Some(nodes as u64), multi_pv, ..Limits::default() };
    let mut audience = Audience::default();
    let outcome = program.search(searcher, &Root::from(position), &limits, &mut audience);
    (outcome, audience.lines)
}

/// Returns the line that was shown last for the best move.
fn last_shown(lines: &[Thinking]) -> &[Move] {
    lines.iter().rfind(|line| line.rank == 1).map_or(&[], |line| &line.line)
}

fn plays_what_it_shows(program: Program) {
    by_algorithm_plays_what_it_shows(Algorithm::Dts, program, POSITIONS);
}

/// Stops searches in this mode at random node counts, at `count` positions. Continues with more positions until a tenth
/// of `count` searches have been stopped with a line to show.
fn by_algorithm_plays_what_it_shows(algorithm: Algorithm, program: Program, count: usize) {
    let mut numbers = Numbers(1);
    let mut searcher = Searcher::new(4).unwrap();
    searcher.set_algorithm(algorithm);
    program.set_up(&mut searcher);
    searcher.set_processors(4);
    // A worker with only a share of the moves has no best move before all shares are in.
    let wanted = if algorithm == Algorithm::Uidpabs { 0 } else { count / 10 };
    let mut unfinished = 0;
    for (number, position) in positions(&mut numbers).into_iter().enumerate() {
        if number >= count && unfinished >= wanted {
            break;
        }
        if number % 4 == 0 {
            searcher.new_game();
        }
        let multi_pv = 1 + usize::from(number % 5 == 0);
        let nodes = 200 + numbers.below(8_000);
        let (found, lines) = stop_at(program, &mut searcher, position, nodes, multi_pv);
        // A search stopped in its first iteration may have shown nothing.
        if lines.is_empty() {
            continue;
        }
        let shown = last_shown(&lines);
        let search = format!("{algorithm} {program:?} {position:?} {nodes}");
        assert_eq!(found.best, shown.first().copied(), "{search}: {lines:?}");
        assert_eq!(found.line, shown, "{search}");
        unfinished += usize::from(lines.iter().any(|line| line.depth > found.depth));
    }
    assert!(unfinished >= wanted, "{algorithm}: {unfinished} stopped with something to show");
}

#[test]
fn the_sequential_program_plays_what_it_shows() {
    plays_what_it_shows(Program::Sequential);
}

#[test]
fn two_workers_play_what_they_show() {
    plays_what_it_shows(Program::Threads(2));
}

#[test]
fn two_groups_play_what_they_show() {
    plays_what_it_shows(Program::Groups(4, 2));
}

#[test]
fn four_virtual_workers_play_what_they_show() {
    plays_what_it_shows(Program::Virtual(4));
}

#[test]
fn every_algorithm_plays_what_it_shows() {
    for algorithm in Algorithm::ALL.into_iter().filter(|&other| other != Algorithm::Dts) {
        by_algorithm_plays_what_it_shows(algorithm, Program::Virtual(4), FEW_POSITIONS);
        by_algorithm_plays_what_it_shows(algorithm, Program::Threads(2), FEW_POSITIONS);
    }
}

/// A stopped search plays the best move of the last finished iteration, or a move that has beaten it since.
#[test]
fn the_best_move_of_the_last_iteration_stands() {
    let mut numbers = Numbers(7);
    let mut changed = 0;
    for position in positions(&mut numbers).into_iter().take(120) {
        let mut searcher = Searcher::new(4).unwrap();
        let nodes = 3_000 + numbers.below(20_000);
        let (found, lines) = stop_at(Program::Sequential, &mut searcher, position, nodes, 1);
        let finished = lines
            .iter()
            .rfind(|line| line.depth == found.depth && line.verdict == Verdict::Exact)
            .expect("an iteration has been finished");
        if found.best != finished.line.first().copied() {
            let beaten = lines.iter().rfind(|line| line.depth > found.depth);
            let verdict = beaten.expect("another move must have been shown").verdict;
            assert_eq!(verdict, Verdict::AtLeast, "{position:?}");
            changed += 1;
        }
    }
    assert!(changed > 0, "no search was stopped after a new best move: nothing was tested");
}

/// Every node is counted for one root move: the clock depends on it.
#[test]
fn nodes_of_the_root_moves_sum_to_the_total() {
    let teams = [
        Program::Threads(1),
        Program::Threads(2),
        Program::Processes(2),
        Program::Virtual(4),
        Program::Virtual(16),
    ];
    let of_teams = |algorithm| teams.into_iter().map(move |team| (algorithm, team));
    let by_dts = [Program::Sequential, Program::Groups(4, 1)].map(|team| (Algorithm::Dts, team));
    let all = Algorithm::ALL.into_iter().flat_map(of_teams);
    for (algorithm, program) in by_dts.into_iter().chain(all) {
        let mut searcher = Searcher::new(4).unwrap();
        searcher.set_algorithm(algorithm);
        program.set_up(&mut searcher);
        searcher.set_processors(2);
        // The nodes of a next iteration count as well, whether it is adopted or given up.
        searcher.split_params().next_from = 2;
        for position in bench::positions().step_by(14) {
            for limits in [
                Limits::to_depth(8),
                Limits { nodes: Some(20_000), multi_pv: 2, ..Limits::default() },
            ] {
                let root = Root::from(position);
                let found = program.search(&mut searcher, &root, &limits, &mut Undisturbed);
                let sum: u64 = found.effort.iter().map(|(_, nodes)| nodes).sum();
                assert_eq!(sum, found.nodes, "{algorithm} {program:?} {position:?}");
                assert_eq!(found.effort.first().map(|&(mv, _)| mv), found.best);
            }
        }
    }
}

/// Kxd5 leaves bare kings, a draw after one node; all other nodes belong to the other moves.
#[test]
fn nodes_are_counted_for_the_move_below_which_they_are() {
    let position = Position::from_fen("7k/8/8/3p4/3K4/8/8/8 w - - 0 1").expect("a legal position");
    let capture = parse_move(&position, "Kxd5").expect("a legal move");
    for program in
        [Program::Sequential, Program::Threads(2), Program::Processes(2), Program::Virtual(4)]
    {
        let mut searcher = Searcher::new(4).unwrap();
        program.set_up(&mut searcher);
        searcher.set_processors(2);
        let limits = Limits::to_depth(14);
        let found = program.search(&mut searcher, &Root::from(position), &limits, &mut Undisturbed);
        for &(mv, nodes) in &found.effort {
            let is_capture = mv == capture;
            assert_eq!((1..=60).contains(&nodes), is_capture, "{program:?}: {:?}", found.effort);
        }
    }
}
