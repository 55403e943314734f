//! Endgame tables in the search: real ones with three and four pieces, and invented ones for results that these do not
//! have.

use std::sync::Arc;

use cleave_board::{Color, Key, Move, PieceKind, Position, Value};
use cleave_movegen::{legal_moves, parse_move};
use cleave_search::settings::ProbeLimits;
use cleave_search::team::Algorithm;
use cleave_search::{Limits, Outcome, Root, Searcher, Undisturbed};
use cleave_tablebase::Tablebase;
use cleave_tablebase::{Dtz, Problem, Syzygy, Wdl};

use crate::program::Program;

fn syzygy() -> Arc<Syzygy> {
    let (tables, problems) =
        Syzygy::open(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/syzygy"));
    assert!(problems.is_empty(), "{problems:?}");
    Arc::new(tables)
}

fn searcher(tables: Arc<dyn Tablebase>) -> Searcher {
    let mut searcher = Searcher::new(4).expect("4 MiB are available");
    searcher.set_tablebase(Some(tables));
    searcher
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect("a legal position")
}

fn search(searcher: &mut Searcher, fen: &str, depth: u32) -> Outcome {
    search_by(Program::Sequential, searcher, fen, depth)
}

fn search_by(program: Program, searcher: &mut Searcher, fen: &str, depth: u32) -> Outcome {
    program.search(searcher, &Root::from(position(fen)), &Limits::to_depth(depth), &mut Undisturbed)
}

/// Tables that know all positions with three pieces: the side with the rook has this result.
struct Rooks(Wdl);

impl Tablebase for Rooks {
    fn max_pieces(&self) -> u32 {
        3
    }

    fn probe_wdl(&self, position: &Position) -> Option<Wdl> {
        let rooks = |color| position.pieces(color, PieceKind::Rook).count();
        Some(match rooks(position.side()).cmp(&rooks(!position.side())) {
            std::cmp::Ordering::Greater => self.0,
            std::cmp::Ordering::Equal => Wdl::Draw,
            std::cmp::Ordering::Less => -self.0,
        })
    }

    fn probe_dtz(&self, _: &Position) -> Option<Dtz> {
        None
    }
}

/// White must take the pawn, or the rook is lost. There are four pieces, and the real tables know three.
const TAKE_OR_LOSE: &str = "8/8/8/8/3k4/8/p7/R3K3 w - - 3 1";

#[test]
fn results_below_the_root_are_found_in_every_mode() {
    let tables = syzygy();
    let groups = Program::Groups(3, 1);
    for program in [Program::Sequential, Program::Threads(3), groups, Program::Virtual(4)] {
        for algorithm in Algorithm::ALL {
            let mut searcher = searcher(tables.clone());
            program.set_up(&mut searcher);
            searcher.set_processors(3);
            searcher.set_algorithm(algorithm);
            searcher.split_params().min_thread_depth = 1;
            let found = search_by(program, &mut searcher, TAKE_OR_LOSE, 5);
            assert_eq!(found.best.unwrap().to_string(), "a1a2", "{program:?} {algorithm:?}");
            assert!(found.value >= Value::DECISIVE, "{program:?} {algorithm:?}: {}", found.value);
            assert!(found.tree.tablebase_hits > 0);
        }
    }
    let without = search(&mut Searcher::new(4).unwrap(), TAKE_OR_LOSE, 5);
    assert!(without.value < Value::DECISIVE, "{}", without.value);
    assert_eq!(without.tree.tablebase_hits, 0);
}

#[test]
fn limits_decide_which_positions_are_looked_up() {
    let mut searcher = searcher(syzygy());
    let mut hits = |limits| {
        searcher.set_probing(limits);
        searcher.new_game();
        search(&mut searcher, TAKE_OR_LOSE, 6).tree.tablebase_hits
    };
    assert!(hits(ProbeLimits::ALWAYS) > 0);
    assert_eq!(hits(ProbeLimits { pieces: 2, ..ProbeLimits::ALWAYS }), 0);
    let deep = ProbeLimits { pieces: 3, depth: 50, ..ProbeLimits::ALWAYS };
    assert_eq!(hits(deep), 0);
    // With fewer pieces than the limit, depth does not count.
    assert!(hits(ProbeLimits { pieces: 4, ..deep }) > 0);
}

#[test]
fn a_mate_is_found_although_tables_know_the_win() {
    // Rxh2 leads to a table, and after Kb8 to mate on h8.
    let found = search(&mut searcher(syzygy()), "k7/8/1K6/8/8/8/7r/7R w - - 0 1", 6);
    assert_eq!(found.value, Value::mate_in(3));
    // The same for the mated side: Kxb8, its only move, and h8=Q. The root has more pieces than the tables, which are
    // probed below it.
    let found = search(&mut searcher(syzygy()), "kN6/7P/1K6/8/8/8/6P1/8 b - - 0 1", 6);
    assert_eq!(found.value, Value::mated_in(2));
    assert!(found.tree.tablebase_hits > 0, "Kxb8 leads to a table");
}

#[test]
fn the_fifty_move_rule_turns_cursed_wins_into_draws() {
    for (wdl, fifty_moves, expected) in [
        (Wdl::Win, true, Value::tablebase_win_at(1)),
        (Wdl::CursedWin, true, Value::new(1)),
        (Wdl::CursedWin, false, Value::tablebase_win_at(1)),
    ] {
        let mut searcher = searcher(Arc::new(Rooks(wdl)));
        searcher.set_probing(ProbeLimits { fifty_moves, ..ProbeLimits::ALWAYS });
        let position = position(TAKE_OR_LOSE);
        let take = parse_move(&position, "Rxa2").unwrap();
        let excluded = legal_moves(&position).into_iter().filter(|&mv| mv != take).collect();
        let limits = Limits { depth: Some(4), excluded, ..Limits::default() };
        let found = searcher.search(&Root::from(position), &limits, &mut Undisturbed);
        assert_eq!(found.value, expected, "{wdl:?} {fifty_moves}");
    }
}

/// Real tables without their distances.
struct OnlyResults(Arc<Syzygy>);

impl Tablebase for OnlyResults {
    fn max_pieces(&self) -> u32 {
        self.0.max_pieces()
    }

    fn probe_wdl(&self, position: &Position) -> Option<Wdl> {
        self.0.probe_wdl(position)
    }

    fn probe_dtz(&self, _: &Position) -> Option<Dtz> {
        None
    }
}

/// Tables of which a file has turned out to be useless.
struct Damaged;

impl Tablebase for Damaged {
    fn max_pieces(&self) -> u32 {
        3
    }

    fn probe_wdl(&self, _: &Position) -> Option<Wdl> {
        None
    }

    fn probe_dtz(&self, _: &Position) -> Option<Dtz> {
        None
    }

    fn take_problems(&self) -> Vec<Problem> {
        vec![Problem::NoTables("KQvK.rtbw".into())]
    }
}

#[test]
fn problems_of_the_tables_are_passed_on() {
    let problems = searcher(Arc::new(Damaged)).take_tablebase_problems();
    assert!(matches!(&problems[..], [Problem::NoTables(path)] if path.ends_with("KQvK.rtbw")));
    assert!(Searcher::new(1).expect("1 MiB is available").take_tablebase_problems().is_empty());
}

#[test]
fn without_distances_the_root_keeps_the_result() {
    let tables = syzygy();
    let mut searcher = searcher(Arc::new(OnlyResults(tables.clone())));
    // Black's king attacks three squares of the rook.
    let fen = "8/8/8/3k4/8/2R5/8/K7 w - - 0 1";
    let found = search(&mut searcher, fen, 2);
    assert!(found.value >= Value::DECISIVE, "{}", found.value);
    let position = position(fen);
    let keeps = |mv: Move| result(&tables, &position, mv) == Wdl::Win;
    assert!(found.effort.iter().all(|&(mv, _)| keeps(mv)), "{:?}", found.effort);
    assert_eq!(found.effort.len(), legal_moves(&position).len() - 3);
}

/// The table of results does not show a way to win, so it is also probed below the root. A side that loses or draws
/// needs no way.
#[test]
fn without_distances_the_tables_are_probed_below_a_won_root() {
    for (fen, is_won) in [
        ("8/8/3k4/8/3K4/8/3P4/8 w - - 0 1", true),
        ("8/8/3k4/8/3K4/8/3P4/8 b - - 0 1", false),
        ("8/8/8/3k4/3P4/3K4/8/8 w - - 0 1", false),
    ] {
        let found = search(&mut searcher(Arc::new(OnlyResults(syzygy()))), fen, 4);
        let at_the_root = legal_moves(&position(fen)).len() as u64;
        assert!(found.tree.tablebase_hits >= at_the_root);
        assert_eq!(
            found.tree.tablebase_hits > at_the_root,
            is_won,
            "{fen}: {}",
            found.tree.tablebase_hits
        );
    }
}

/// Returns the result of a move by the tables, for the side that makes it.
fn result(tables: &Syzygy, position: &Position, mv: Move) -> Wdl {
    -tables.probe_wdl(&position.make(mv)).expect("a table")
}

#[test]
fn the_root_keeps_the_result_at_any_depth() {
    let tables = syzygy();
    let mut searcher = searcher(tables.clone());
    let mut kept = 0;
    for king in 0..64u8 {
        for fen in [fen_with_pawn(king, 'w'), fen_with_pawn(king, 'b')] {
            let Ok(position) = Position::from_fen(&fen) else { continue };
            let moves = legal_moves(&position);
            let results: Vec<Wdl> =
                moves.into_iter().map(|mv| result(&tables, &position, mv)).collect();
            let Some(&best) = results.iter().max() else { continue };
            let found = search(&mut searcher, &fen, 1);
            assert_eq!(result(&tables, &position, found.best.unwrap()), best, "{fen}");
            let expected = match best {
                Wdl::Win => found.value >= Value::DECISIVE,
                Wdl::Loss => found.value <= -Value::DECISIVE,
                _ => found.value == Value::ZERO,
            };
            assert!(expected, "{fen}: {}", found.value);
            kept += usize::from(results.iter().any(|&result| result != best));
        }
    }
    assert!(kept > 10, "a choice in {kept} positions");
}

/// Returns a position with White's king on this square, a pawn on e4, and Black's king on e6.
fn fen_with_pawn(king: u8, side: char) -> String {
    let mut board = [' '; 64];
    board[28] = 'P';
    board[44] = 'k';
    if board[king as usize] != ' ' {
        return String::new();
    }
    board[king as usize] = 'K';
    let rank = |rank: usize| {
        let text: String = board[8 * rank..8 * rank + 8].iter().collect();
        (1..=8).rev().fold(text, |text, n| text.replace(&" ".repeat(n), &n.to_string()))
    };
    let ranks: Vec<String> = (0..8).rev().map(rank).collect();
    format!("{} {side} - - 0 1", ranks.join("/"))
}

#[test]
fn excluded_moves_stay_excluded_and_further_lines_are_kept() {
    let mut searcher = searcher(syzygy());
    let position = position("8/8/8/8/8/4k3/7R/4K3 w - - 0 1");
    let root = Root::from(position);
    let all: Vec<Move> = legal_moves(&position).into_iter().collect();
    let only = parse_move(&position, "Rh3+").unwrap();
    let excluded = all.iter().copied().filter(|&mv| mv != only).collect();
    let limits = Limits { depth: Some(3), excluded, ..Limits::default() };
    assert_eq!(searcher.search(&root, &limits, &mut Undisturbed).best, Some(only));
    let limits = Limits { depth: Some(3), multi_pv: all.len(), ..Limits::default() };
    assert_eq!(searcher.search(&root, &limits, &mut Undisturbed).effort.len(), all.len());
}

/// Plays a game of the engine against itself; returns its plies.
fn play(searcher: &mut Searcher, fen: &str, depth: u32) -> usize {
    let mut position = position(fen);
    let mut history: Vec<Key> = Vec::new();
    let winner = Color::White;
    while !legal_moves(&position).is_empty() {
        assert!(position.halfmove_clock() < 100, "{fen}: {}", position.to_fen());
        let seen = history.iter().filter(|&&key| key == position.key()).count();
        assert!(seen < 2, "{fen}: {} a third time", position.to_fen());
        let root = Root { position, history: history.clone() };
        let found = searcher.search(&root, &Limits::to_depth(depth), &mut Undisturbed);
        if position.side() == winner {
            assert!(found.value >= Value::DECISIVE, "{}: {}", position.to_fen(), found.value);
        }
        history.push(position.key());
        position = position.make(found.best.unwrap());
    }
    assert!(position.in_check() && position.side() != winner, "{}", position.to_fen());
    history.len()
}

#[test]
fn won_endings_are_won_in_few_moves_and_before_the_fifty_move_rule() {
    let mut searcher = searcher(syzygy());
    for (fen, most) in [
        ("8/8/8/4k3/8/8/8/R3K3 w - - 0 1", 64),
        ("8/8/8/8/3k4/8/K7/7Q w - - 0 1", 40),
        ("8/8/3k4/8/3K4/8/3P4/8 w - - 0 1", 90),
        // Little time is left, so the shortest way is the only one.
        ("8/8/8/4k3/8/8/8/R3K3 w - - 68 80", 32),
    ] {
        for depth in [1, 4] {
            searcher.new_game();
            let plies = play(&mut searcher, fen, depth);
            assert!(depth == 1 || plies <= most, "{fen}: {plies} plies at depth {depth}");
        }
    }
}
