//! Tests play by Monte-Carlo tree search.

use std::time::Duration;

use cleave_search::monte_carlo::ModeName;
use cleave_tests::{Engine, Game};

use crate::LONG;

/// Returns an engine that searches by playouts, with these options.
fn uci(options: &[&str]) -> Engine {
    crate::uci::uci(&[&["Search value monte-carlo", "Hash value 16"], options].concat())
}

/// Returns the move and the expected reply.
fn best_move(engine: &mut Engine) -> (String, String) {
    let line = engine.wait_for_line("bestmove ");
    let (mv, reply) = line.split_once(" ponder ").unwrap_or((&line, ""));
    (mv.trim().into(), reply.trim().into())
}

/// Returns the next lines of thinking, up to the move.
fn thinking(engine: &mut Engine) -> Vec<String> {
    let mut lines = Vec::new();
    engine.wait_for("bestmove", LONG, |line| {
        lines.push(line.to_owned());
        line.strip_prefix("bestmove ").map(str::to_owned)
    });
    lines.retain(|line| line.starts_with("info depth"));
    lines
}

fn number(line: &str, name: &str) -> i64 {
    let rest = line.split_once(&format!(" {name} ")).expect(line).1;
    rest.split(' ').next().and_then(|word| word.parse().ok()).expect(line)
}

/// Returns true if one of five stops takes less than 20 ms, and three less than 100 ms.
fn are_at_once(five: &[Duration]) -> bool {
    let mut sorted = five.to_vec();
    sorted.sort();
    sorted[0] < Duration::from_millis(20) && sorted[2] < Duration::from_millis(100)
}

#[test]
fn the_search_stops_at_once_in_every_mode() {
    let mut engine = uci(&["Threads value 2"]);
    for mode in ModeName::NAMES {
        engine.send(&format!("setoption name Monte Carlo Mode value {mode}\nposition startpos"));
        // It takes 1 to 3 ms on an idle machine. On a busy one the engine's other threads must
        // wait.
        let mut taken = Vec::new();
        while !taken.chunks_exact(5).any(are_at_once) {
            assert!(taken.len() < 50, "{mode}: {taken:?}");
            engine.send("go infinite");
            engine.listen(Duration::from_millis(200));
            let watch = engine.stopwatch();
            engine.send("stop");
            best_move(&mut engine);
            taken.push(watch.own_time());
            assert!(taken.iter().all(|&time| time < Duration::from_secs(1)), "{mode}: {taken:?}");
        }
    }
    engine.quit();
}

#[test]
fn several_lines_have_different_first_moves() {
    let mut engine = uci(&["MultiPV value 20"]);
    engine.send("position startpos\ngo nodes 21");
    let lines = thinking(&mut engine);
    let last = &lines[lines.len() - 20..];
    let first_move = |line: &String| line.split_once(" pv ").expect(line).1[..4].to_owned();
    let mut moves: Vec<_> = last.iter().map(first_move).collect();
    moves.sort();
    moves.dedup();
    assert_eq!(moves.len(), 20, "{last:?}");
    for (rank, line) in (1..).zip(last) {
        assert_eq!(number(line, "multipv"), rank);
    }
    engine.quit();
}

/// A search of one playout shows the results of earlier searches, even if the number of lines
/// changes.
#[test]
fn the_tree_is_kept_from_move_to_move() {
    let plies = |is_kept: bool| {
        let mut engine = uci(&[]);
        engine.send("position startpos\ngo nodes 60");
        let (mv, reply) = best_move(&mut engine);
        if !is_kept {
            engine.send("ucinewgame");
        }
        engine.send("setoption name MultiPV value 2");
        engine.send(&format!("position startpos moves {mv} {reply}\ngo nodes 1"));
        let lines = thinking(&mut engine);
        let first = lines.iter().rfind(|line| number(line, "multipv") == 1).expect("a line");
        let moves = first.split_once(" pv ").expect("moves").1;
        let count = moves.split(' ').count();
        engine.quit();
        count
    };
    assert!(plies(true) > 2 * plies(false), "{} {}", plies(true), plies(false));
}

#[test]
fn the_engine_ponders_and_answers_the_expected_move() {
    let mut engine = uci(&["Ponder value true"]);
    engine.send("position startpos\ngo nodes 30");
    let (mv, reply) = best_move(&mut engine);
    let clock = "wtime 2000 btime 2000 winc 0 binc 0";
    engine.send(&format!("position startpos moves {mv} {reply}\ngo ponder {clock}"));
    let early = engine.listen(Duration::from_millis(700));
    assert!(!early.iter().any(|line| line.starts_with("bestmove")), "{early:?}");
    engine.send("ponderhit");
    let mut game = Game::default();
    [mv, reply, best_move(&mut engine).0].iter().for_each(|mv| game.play(mv));
    engine.quit();
}

#[test]
fn the_engine_plays_over_xboard_and_sees_a_mate() {
    let mut engine = Engine::after("new\npost\noption Search=monte-carlo\nmemory 16\nst 0.3\ngo");
    let mut game = Game::default();
    game.play(&engine.wait_for_move(LONG));
    engine.send("force\nsetboard 6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\ngo");
    assert_eq!(engine.wait_for_move(LONG), "a1a8");
    engine.quit();
}
