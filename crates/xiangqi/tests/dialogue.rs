//! Tests the answers of the program in each protocol.

use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::program::{Program, says};

fn last(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

#[test]
fn uci_names_its_options_and_answers_with_a_move() {
    let text = says("uci\nisready\nposition startpos moves h2e2 h9g7\ngo depth 3\n");
    for line in
        ["uciok", "readyok", "option name UCI_Variant type combo default xiangqi var xiangqi"]
    {
        assert!(text.lines().any(|other| other == line), "{line} is not in {text}");
    }
    assert!(last(&text).starts_with("bestmove "), "{text}");
    assert!(text.contains("info depth 3 score cp "), "{text}");
}

/// Red's corner is `i0` or `i1`.
#[test]
fn ranks_are_counted_like_the_guis() {
    let answer = |setting: &str, moves: &str| {
        let text = says(format!(
            "uci\n{setting}\nposition startpos moves {moves}\ngo depth 2 searchmoves h0g2 h1g3\n"
        ));
        last(&text).split_whitespace().nth(1).unwrap_or_default().to_owned()
    };
    assert_eq!(answer("", "h2e2 h9g7"), "h0g2");
    assert_eq!(answer("", "h3e3 h10g8"), "h1g3", "such moves are legal only with ranks from 1");
    assert_eq!(answer("setoption name UCI_Variant value xiangqi", "h3e3 h8e8"), "h1g3");
}

#[test]
fn a_stop_and_a_ponder_hit_end_a_search_and_each_go_has_one_answer() {
    let mut program = Program::start();
    program.ask("uci\ngo infinite", "info depth 3");
    program.ask("isready", "readyok");
    program.ask("stop", "bestmove");
    program.ask("position startpos moves h2e2\ngo ponder movetime 50", "info depth 3");
    sleep(Duration::from_millis(100));
    let hit = Instant::now();
    program.ask("ponderhit", "bestmove");
    assert!(hit.elapsed() >= Duration::from_millis(20), "the clock starts with the hit");
    program.ask("stop\ngo depth 1", "bestmove");
}

#[test]
fn the_clock_is_kept() {
    let mut program = Program::start();
    program.tell("uci");
    for limits in ["wtime 400 btime 9000", "movetime 300", "wtime 300 winc 100 movestogo 1"] {
        program.ask("isready", "readyok");
        let begin = Instant::now();
        program.ask(&format!("go {limits}"), "bestmove");
        assert!(begin.elapsed() < Duration::from_millis(400), "{limits}: {:?}", begin.elapsed());
    }
}

#[test]
fn several_lines_are_shown_best_first() {
    let text = says("uci\nsetoption name MultiPV value 3\ngo depth 4\n");
    let value = |rank: usize| {
        let line = text.lines().rfind(|line| line.contains(&format!("depth 4 multipv {rank} ")));
        let line = line.expect("there is a line of each rank").split(" cp ").nth(1);
        line.and_then(|rest| rest.split(' ').next()?.parse::<i32>().ok()).expect("there is a value")
    };
    assert!(value(1) >= value(2) && value(2) >= value(3), "{text}");
}

#[test]
fn a_position_without_a_move_has_no_best_move() {
    let mated = "position fen 3k5/4P4/3P5/9/9/9/9/9/9/4K4 b - - 0 1\n";
    assert_eq!(last(&says(format!("uci\n{mated}go depth 4\n"))), "bestmove (none)");
    assert_eq!(last(&says(format!("ucci\n{mated}go depth 4\n"))), "nobestmove");
}

#[test]
fn ucci_bans_moves_and_says_goodbye() {
    let mut program = Program::start();
    program.ask("ucci", "ucciok");
    program.tell("position fen 4k4/9/9/9/9/9/9/9/R8/1R1K5 w - - 0 1");
    let mate = program.ask("go depth 3", "bestmove");
    let mate = mate.split(' ').nth(1).expect("there is a move");
    let other = program.ask(&format!("banmoves {mate}\ngo depth 3"), "bestmove");
    assert_ne!(other.split(' ').nth(1), Some(mate));
    program.ask("quit", "bye");
}

#[test]
fn xboard_gets_moves_and_results() {
    let text = says(
        "xboard\nprotover 2\nnew\nvariant xiangqi\nst 0.05\nusermove h2e2\nping 1\nusermove e2e9\nusermove a0a9\n",
    );
    assert!(text.contains("variants=\"xiangqi\"") && text.contains("feature done=1"), "{text}");
    let place = |word: &str| text.find(word).unwrap_or_else(|| panic!("no '{word}' in {text}"));
    assert!(place("move ") < place("pong 1"), "the move comes before the answer to a later line");
    assert!(text.contains("Illegal move ('a0a9' is not legal here): a0a9"), "{text}");
    let text =
        says("xboard\nnew\nforce\nsetboard 3k5/R8/9/9/9/9/9/9/9/1R3K3 w - - 0 1\nsd 3\ngo\n");
    assert!(text.ends_with("move b0b9\n1-0 {Red mates}\n"), "{text}");
}

#[test]
fn xboard_allows_pondering() {
    let mut program = Program::start();
    let game = "xboard\nprotover 2\nnew\nvariant xiangqi\nhard\npost\nst 0.1\nusermove h2e2";
    program.ask(game, "move ");
    let hint = program.ask("hint", "Hint: ");
    program.ask(&format!("usermove {}", &hint["Hint: ".len()..]), "move ");
    program.ask("usermove a0a9", "Illegal move");
}

#[test]
fn the_console_reads_all_notations() {
    let text =
        says("force\nC2=5\n馬8進7\nh0g2\nboard\nundo\nletters\nscore\nmoves\noptions\nhelp\n");
    let fen = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w";
    assert!(text.contains("傌") && text.contains(fen), "{text}");
    assert!(!text.contains("not a move"), "{text}");
}

#[test]
fn the_bench_repeats() {
    let nodes = || last(&says("bench 3\n")).split(' ').next()?.parse::<u64>().ok();
    let first = nodes();
    assert!(first.is_some());
    assert_eq!(nodes(), first);
}
