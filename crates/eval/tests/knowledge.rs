//! What a chess player would say, in cases where there is no doubt.

use cleave_board::Position;
use cleave_eval::{DEFAULT_WEIGHTS, Evaluator, trace};

/// The value in centipawns for the side to move.
fn value(fen: &str) -> i32 {
    let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    Evaluator::new().evaluate(&position).get()
}

/// Each first position is better for the side to move than the second.
fn better(pairs: &[(&str, &str)]) {
    for (better, worse) in pairs {
        let (high, low) = (value(better), value(worse));
        assert!(high > low, "{better} is {high}, {worse} is {low}");
    }
}

#[test]
fn the_start_is_nearly_level() {
    let start = value(Position::START_FEN);
    assert!((1..60).contains(&start), "{start}");
}

#[test]
fn bare_kings_are_driven_to_the_edge_and_the_right_corner() {
    better(&[
        ("7k/8/5K2/8/8/8/8/R7 w - - 0 1", "8/8/3k4/8/3K4/8/8/R7 w - - 0 1"),
        ("8/8/3k4/8/3K4/8/8/R7 w - - 0 1", "8/8/3k4/8/8/8/8/K6R w - - 0 1"),
        // Bishop on dark squares: h8 is the corner, a8 is not.
        ("7k/8/5K2/8/8/4B3/8/N7 w - - 0 1", "k7/8/2K5/8/8/4B3/8/N7 w - - 0 1"),
        // A queen is more than a rook, and either more than a pawn about to be one.
        ("7k/8/5K2/8/8/8/8/Q7 w - - 0 1", "7k/8/5K2/8/8/8/8/R7 w - - 0 1"),
        ("8/8/3k4/8/3K4/8/8/R7 w - - 0 1", "8/4PK2/8/8/8/8/k7/8 w - - 0 1"),
    ]);
    assert!(value("8/8/3k4/8/3K4/8/8/R7 b - - 0 1") < -2000);
}

#[test]
fn dead_draws_are_zero() {
    for fen in [
        "8/8/3k4/8/3K4/8/8/N7 w - - 0 1",
        "8/8/3k4/8/3K4/8/8/NN6 w - - 0 1",
        "8/8/3k4/8/3K4/5b2/8/B7 b - - 0 1",
        "k7/8/K7/P7/8/8/8/8 w - - 0 1",
    ] {
        assert_eq!(value(fen), 0, "{fen}");
    }
}

#[test]
fn drawish_endings_are_damped() {
    // A rook pawn with the wrong bishop is nothing, with the right one everything.
    assert_eq!(value("k7/8/1K6/P7/8/4B3/8/8 w - - 0 1"), 0);
    assert!(value("1k6/8/1K6/P7/4B3/8/8/8 w - - 0 1") > 300);
    // Rook against knight, or rook and bishop against rook.
    assert!(value("8/8/3k4/3n4/8/3K4/8/R7 w - - 0 1") < 60);
    assert!(value("8/8/3k4/7r/8/3K4/3B4/R7 w - - 0 1") < 120);
    // Bishops of opposite colour.
    better(&[("8/6k1/2b5/8/2B1P3/3P4/5K2/8 w - - 0 1", "8/6k1/1b6/8/2B1P3/3P4/5K2/8 w - - 0 1")]);
}

#[test]
fn middlegame_judgement() {
    better(&[
        // A safe king against a bare one.
        (
            "r1bq1rk1/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQ1RK1 w - - 0 1",
            "r1bq1rk1/pppp1ppp/2n2n2/4p3/4P1PP/2N2N2/PPPP1P2/R1BQ1RK1 w - - 0 1",
        ),
        // A knight on its outpost against one on the rim.
        (
            "r2q1rk1/pp3ppp/3p4/3N4/4P3/8/PPP2PPP/R2Q1RK1 w - - 0 1",
            "r2q1rk1/pp3ppp/3p4/8/N3P3/8/PPP2PPP/R2Q1RK1 w - - 0 1",
        ),
        // A passed pawn one step from queening against one at home.
        ("8/3P2k1/8/8/8/8/6K1/8 w - - 0 1", "8/6k1/8/8/8/8/3P2K1/8 w - - 0 1"),
        // The bishop pair against bishop and knight, all developed alike.
        (
            "r1bq1rk1/pp3ppp/2n2n2/8/8/2BB4/PP3PPP/R2Q1RK1 w - - 0 1",
            "r1bq1rk1/pp3ppp/2n2n2/8/8/2NB4/PP3PPP/R2Q1RK1 w - - 0 1",
        ),
    ]);
}

#[test]
fn progress_fades_before_the_fifty_move_rule() {
    better(&[("8/5k2/8/3p4/3P4/3R4/5K2/8 w - - 0 1", "8/5k2/8/3p4/3P4/3R4/5K2/8 w - - 80 90")]);
}

#[test]
fn a_trace_is_a_table() {
    let text = trace(&Position::start(), &DEFAULT_WEIGHTS).to_string();
    let widths: Vec<usize> =
        text.lines().skip(3).take(13).map(|line| line.chars().count()).collect();
    assert!(widths.iter().all(|&width| width == widths[0]), "{text}");
    assert!(text.contains("Material"));
    assert!(text.contains("Value for White, to move: +0."), "{text}");
}
