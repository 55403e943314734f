//! Positions that a sound search must solve.

use cleave_board::{Move, Position, Value};
use cleave_movegen::{parse_move, to_san};
use cleave_search::{
    Host, Limits, Outcome, Root, Searcher, Signal, Status, Thinking, Undisturbed, Verdict,
};

fn search(fen: &str, limits: &Limits) -> (Position, Outcome) {
    let position = Position::from_fen(fen).expect("a legal position");
    let mut searcher = Searcher::new(64).expect("64 MiB are available");
    let outcome = searcher.search(&Root::from(position), limits, &mut Undisturbed);
    (position, outcome)
}

fn to_depth(fen: &str, depth: u32) -> (Position, Outcome) {
    search(fen, &Limits::to_depth(depth))
}

fn assert_plays((position, outcome): &(Position, Outcome), expected: &str) {
    let best = outcome.best.expect("a move");
    assert_eq!(best, mv(position, expected), "plays {}, {}", to_san(position, best), outcome.value);
}

fn mv(position: &Position, text: &str) -> Move {
    parse_move(position, text).expect("a legal move")
}

#[test]
fn kiwipete() {
    assert_plays(
        &to_depth("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", 12),
        "Bxa6",
    );
}

#[test]
fn mate_in_five() {
    let found = to_depth("2q1nk1r/4Rp2/1ppp1P2/6Pp/3p1B2/3P3P/PPP1Q3/6K1 w - - 0 1", 12);
    assert_plays(&found, "Rxe8+");
    assert_eq!(found.1.value, Value::mate_in(9));
    assert_line_mates(&found.0, &found.1.line, 9);
}

#[test]
fn mated_in_three() {
    // Black to move in the line of the mate above.
    let found = to_depth("2q1nk1r/4Rp2/1ppp1P2/6Pp/3p1B2/3P3P/PPP1Q3/6K1 w - - 0 1", 12);
    let later = found.1.line[..3].iter().fold(found.0, |position, &mv| position.make(mv));
    let mut searcher = Searcher::new(16).unwrap();
    let outcome = searcher.search(&Root::from(later), &Limits::to_depth(12), &mut Undisturbed);
    assert_eq!(outcome.value, Value::mated_in(6));
}

fn assert_line_mates(root: &Position, line: &[Move], plies: usize) {
    assert_eq!(line.len(), plies);
    let end = line.iter().fold(*root, |position, &mv| position.make(mv));
    assert!(end.in_check() && !cleave_movegen::has_legal_move(&end));
}

/// White wins by zugzwang, which null moves would hide.
#[test]
fn zugzwang_is_not_lost_to_null_move() {
    let found = to_depth("8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1", 27);
    assert_plays(&found, "Rf1");
    assert!(found.1.value > Value::new(300), "{}", found.1.value);
    assert_plays(&to_depth("1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - - 0 1", 18), "Kh6");
}

/// An extra bishop behind blocked pawns: the search sees a draw as soon as it reaches the fifty-move limit.
#[test]
fn a_fortress_is_a_draw_by_fifty_moves() {
    let found = to_depth("8/5k2/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/4BK2/8 w - - 84 120", 24);
    assert_eq!(found.1.value, Value::ZERO);
}

#[test]
fn mate_on_the_hundredth_ply_is_mate() {
    let found = to_depth("7k/8/6K1/8/8/8/8/R7 w - - 99 120", 4);
    assert_eq!(found.1.value, Value::mate_in(1));
}

/// Waits for a move with a value.
struct Expectant {
    best: Move,
    value: Value,
    is_content: bool,
}

impl Host for Expectant {
    fn poll(&mut self, _: &Status) -> Signal {
        if self.is_content { Signal::Stop } else { Signal::Continue }
    }

    fn thinking(&mut self, line: &Thinking) {
        let is_it = line.line.first() == Some(&self.best) && line.value > self.value;
        self.is_content = is_it && line.verdict == Verdict::Exact;
    }
}

/// The iteration that finds the win ends the search.
#[test]
fn lasker_reichhelm() {
    let position = Position::from_fen("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1").unwrap();
    let limits = Limits { depth: Some(40), nodes: Some(30_000_000), ..Limits::default() };
    let (best, value) = (mv(&position, "Kb1"), Value::new(250));
    let mut host = Expectant { best, value, is_content: false };
    let mut searcher = Searcher::new(64).unwrap();
    let found = searcher.search(&Root::from(position), &limits, &mut host);
    assert_plays(&(position, found.clone()), "Kb1");
    assert!(found.value > value, "{}", found.value);
}

#[test]
fn stalemate_is_a_draw() {
    let found = to_depth("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", 6);
    assert_eq!(found.1.best, None);
    assert_eq!(found.1.value, Value::ZERO);
    let found = to_depth("8/8/8/8/4k3/4p3/8/4K3 b - - 0 1", 10);
    assert_eq!(found.1.value, Value::ZERO);
}

/// White is lost without the perpetual check.
#[test]
fn perpetual_check_is_a_draw() {
    let found = to_depth("6k1/6p1/8/7Q/8/P5q1/1r6/7K w - - 0 1", 10);
    assert_plays(&found, "Qe8+");
    assert_eq!(found.1.value, Value::ZERO);
}

/// The third occurrence is a draw, which the weaker side aims for.
#[test]
fn threefold_repetition_counts_the_game() {
    let start = Position::from_fen("7k/8/8/8/8/8/qr6/7K b - - 10 40").unwrap();
    let mut history = Vec::new();
    let mut position = start;
    for text in ["Kg8", "Kg1", "Kh8", "Kh1", "Kg8", "Kg1", "Kh8"] {
        history.push(position.key());
        position = position.make(mv(&position, text));
    }
    let root = Root { position, history };
    let mut searcher = Searcher::new(16).unwrap();
    let outcome = searcher.search(&root, &Limits::to_depth(8), &mut Undisturbed);
    assert_eq!(outcome.value, Value::ZERO, "Kh1 is the third time");
    assert_eq!(outcome.best, Some(mv(&position, "Kh1")));
}

/// The root is not scored as a draw by repetition. The side to move still has to move, and a won position stays won.
#[test]
fn a_repeated_root_is_searched() {
    for times in 0..3 {
        let mut history = Vec::new();
        let mut position = Position::from_fen("8/8/3k4/8/3K4/8/8/R7 w - - 8 40").unwrap();
        for text in ["Rb1", "Kc6", "Ra1", "Kd6"].repeat(times) {
            history.push(position.key());
            position = position.make(mv(&position, text));
        }
        let root = Root { position, history };
        let limits = Limits::to_depth(8);
        let outcome = Searcher::new(1).unwrap().search(&root, &limits, &mut Undisturbed);
        assert!(outcome.value > Value::new(1_500), "{times} times: {}", outcome.value);
        assert!(outcome.best.is_some());
    }
}
