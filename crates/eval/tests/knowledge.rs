//! Judgements that any chess player shares.

use cleave_board::{Color, Position, Value};
use cleave_eval::{DEFAULT_WEIGHTS, Evaluator, Score, Term, damped, features, trace};

/// Returns the value in centipawns for the side to move.
fn value(fen: &str) -> i32 {
    let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    Evaluator::new().evaluate(&position).get()
}

/// Checks that each first position is better for the side to move than the second.
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
        // The bishop is on dark squares, so the right corner is h8, not a8.
        ("7k/8/5K2/8/8/4B3/8/N7 w - - 0 1", "k7/8/2K5/8/8/4B3/8/N7 w - - 0 1"),
        // The own king must come near, even to a king in the centre.
        ("8/8/8/3k4/8/3K4/8/R7 w - - 0 1", "8/8/8/3k4/8/8/3K4/R7 w - - 0 1"),
        ("7k/8/5K2/8/8/4B3/8/N7 w - - 0 1", "7k/8/8/4K3/8/4B3/8/N7 w - - 0 1"),
        // A queen is worth more than a rook, and each more than a pawn about to promote.
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
    // A rook pawn with the wrong bishop only draws; with the right bishop it wins.
    assert_eq!(value("k7/8/1K6/P7/8/4B3/8/8 w - - 0 1"), 0);
    assert!(value("1k6/8/1K6/P7/4B3/8/8/8 w - - 0 1") > 300);
    // Rook against knight, or rook and bishop against rook.
    assert!(value("8/8/3k4/3n4/8/3K4/8/R7 w - - 0 1") < 60);
    assert!(value("8/8/3k4/7r/8/3K4/3B4/R7 w - - 0 1") < 120);
}

/// Returns the share of an endgame advantage that White keeps.
fn kept(fen: &str) -> f32 {
    let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    features(&position).expect("no known ending").scale[0].1
}

/// Two extra pawns often do not win if the defender's bishop holds squares that the attacker's
/// bishop cannot contest. Other pieces and passed pawns help.
#[test]
fn opposite_bishops_are_drawish() {
    let same = "8/6k1/2b5/8/2B1P3/3P4/5K2/8 w - - 0 1";
    let opposite = "8/6k1/1b6/8/2B1P3/3P4/5K2/8 w - - 0 1";
    assert!(3.0 * kept(opposite) < 2.0 * kept(same), "{} {}", kept(opposite), kept(same));
    assert!(3 * value(opposite) < 2 * value(same), "{} {}", value(opposite), value(same));

    let not_passed = "8/5pk1/1b2p3/8/2B1P3/3P4/4PK2/8 w - - 0 1";
    assert!(kept(not_passed) + 0.2 < kept(opposite), "two passed pawns more");
    let with_rooks = "8/r4pkp/1b4p1/8/2B1P3/3P1PP1/R4K1P/8 w - - 0 1";
    let with_rooks_not_passed = "8/r2p1pk1/1b4p1/8/2B1P3/3P1PP1/R4K1P/8 w - - 0 1";
    let same_with_rooks = "8/r4pkp/2b3p1/8/2B1P3/3P1PP1/R4K1P/8 w - - 0 1";
    assert!(kept(opposite) < kept(with_rooks) && kept(with_rooks) < 0.85);
    assert!(kept(with_rooks_not_passed) < kept(with_rooks));
    assert_eq!(kept(same_with_rooks), 1.0);
}

/// Without pawns a queen wins against a rook, but a rook does not win against a knight. A rook
/// ending with an extra pawn is won less often if the enemy king is in front of the pawns.
#[test]
fn an_advantage_counts_by_the_material_left() {
    assert_eq!(kept("8/3r4/3k4/8/3K4/8/8/Q7 w - - 0 1"), 1.0);
    assert!(kept("8/3n4/3k4/8/3K4/8/8/R7 w - - 0 1") < 0.25);
    let rook_pawn_and_rook = "k7/8/8/P7/8/8/2r5/KR6 w - - 0 1";
    assert!(kept(rook_pawn_and_rook) > 0.0, "no wrong corner with a rook on the board");
    let free = kept("8/8/8/k7/6PP/p7/1r4K1/7R w - - 0 1");
    for king in ["5k2", "6k1", "7k"] {
        let blocked = kept(&format!("{king}/8/8/8/6PP/p7/1r4K1/7R w - - 0 1"));
        assert!(blocked < free, "{king}: {blocked} {free}");
    }
}

/// Returns the score of a term for White.
fn white(term: Term, fen: &str) -> Score {
    let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    trace(&position, &DEFAULT_WEIGHTS).term(term, Color::White)
}

/// The enemy king stops a passed pawn, and the own king supports it.
#[test]
fn kings_race_to_the_passed_pawn() {
    // Because of the knight the pawn is not unstoppable.
    let enemy_king_near = "8/4k3/8/1P5p/3K3P/8/8/7n w - - 0 1";
    let enemy_king_far = "8/7k/8/1P5p/3K3P/8/8/7n w - - 0 1";
    let both_far = "8/7k/8/1P5p/6KP/8/8/7n w - - 0 1";
    let [near, far, without_help] =
        [enemy_king_near, enemy_king_far, both_far].map(|fen| white(Term::Passed, fen).eg());
    assert!(near + 50 < far, "{near} {far}");
    assert!(without_help + 30 < far, "{without_help} {far}");
}

/// A rook that mates or wins material with a check is the most dangerous attacker.
#[test]
fn a_safe_rook_check_endangers_the_king() {
    let guarded = "q2r2k1/5ppp/8/8/8/8/4BPPP/6K1 w - - 0 1";
    let open = "q2r2k1/5ppp/8/8/2B5/8/5PPP/6K1 w - - 0 1";
    let danger = |fen| -white(Term::KingDanger, fen).mg();
    assert!(danger(open) > danger(guarded) + 100, "{} {}", danger(open), danger(guarded));
}

#[test]
fn middlegame_judgement() {
    better(&[
        // A safe king against an exposed king.
        (
            "r1bq1rk1/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQ1RK1 w - - 0 1",
            "r1bq1rk1/pppp1ppp/2n2n2/4p3/4P1PP/2N2N2/PPPP1P2/R1BQ1RK1 w - - 0 1",
        ),
        // A knight on its outpost against a knight on the rim.
        (
            "r2q1rk1/pp3ppp/3p4/3N4/4P3/8/PPP2PPP/R2Q1RK1 w - - 0 1",
            "r2q1rk1/pp3ppp/3p4/8/N3P3/8/PPP2PPP/R2Q1RK1 w - - 0 1",
        ),
        // A passed pawn one step from queening against a passed pawn at home.
        ("8/3P2k1/8/8/8/8/6K1/8 w - - 0 1", "8/6k1/8/8/8/8/3P2K1/8 w - - 0 1"),
        // The bishop pair against bishop and knight, all developed alike.
        (
            "r1bq1rk1/pp3ppp/2n2n2/8/8/2BB4/PP3PPP/R2Q1RK1 w - - 0 1",
            "r1bq1rk1/pp3ppp/2n2n2/8/8/2NB4/PP3PPP/R2Q1RK1 w - - 0 1",
        ),
    ]);
}

/// Returns the remainder of an advantage of three pawns that a network gives White.
fn left_of_300(fen: &str) -> i32 {
    let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let left = damped(&position, Value::new(300));
    assert_eq!(damped(&position.flipped(), Value::new(300)), left, "{fen}: for Black");
    // Black to move in the same position: White's advantage is its disadvantage.
    let waits = Position::from_fen(&fen.replace(" w ", " b ")).unwrap();
    assert_eq!(damped(&waits, Value::new(-300)), -left, "{fen}: Black moves");
    left.get()
}

#[test]
fn a_network_is_damped_where_it_overrates_an_advantage() {
    for (fen, most) in [
        ("7k/8/8/6K1/2B4P/8/8/8 w - - 0 1", 0), // the wrong bishop; a game of Cleave had +17 here
        ("8/8/3k4/3n4/8/3K4/8/R7 w - - 0 1", 50),
        ("8/8/3k4/3b4/8/3K4/8/2BR4 w - - 0 1", 300), // an extra rook wins
        ("8/6k1/1b6/8/2B1P3/3P4/4K3/8 w - - 0 1", 160),
        ("8/6k1/2b5/8/2B1P3/3P4/5K2/8 w - - 0 1", 300),
        ("5k2/8/8/5P2/8/8/2r5/KR6 w - - 0 1", 140),
        ("8/r4pkp/1b4p1/8/2B1P3/3P1PP1/R3K2P/8 w - - 0 1", 300),
        ("8/8/4k3/8/3P4/3K4/8/1N4b1 w - - 0 1", 300),
    ] {
        let left = left_of_300(fen);
        assert!(most / 2 <= left && left <= most, "{fen}: {left}");
    }
    assert_eq!(left_of_300(Position::START_FEN), 300);
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
