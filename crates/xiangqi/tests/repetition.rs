//! Tests endings by the rules with hand-made cases.

use cleave_xiangqi::{Game, Reason, Rules, Verdict, quiet_plies_draw, repetition};

use crate::common::{game, play};

/// Returns the result for the side to move after the moves. Ranks begin with 0.
fn verdict(fen: &str, moves: &str, rules: Rules) -> Option<Verdict> {
    let game = game(fen, moves, 0);
    repetition(game.position(), game.steps(), game.steps().len(), rules)
}

/// Checks the result for the side that moves first, after the cycle has been played twice.
fn assert_axf(fen: &str, cycle: &str, expected: Verdict) {
    assert_eq!(verdict(fen, cycle, Rules::Axf), None, "once is no repetition: {fen}");
    let twice = format!("{cycle} {cycle}");
    assert_eq!(verdict(fen, &twice, Rules::Axf), Some(expected), "{fen}");
    assert_eq!(verdict(fen, &twice, Rules::None), Some(Verdict::Draw), "{fen}");
}

#[test]
fn perpetual_check_loses() {
    let fen = "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1";
    let mut game = game(fen, "a1a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a8 d8d9", 0);
    // The side to move gave all checks.
    assert_eq!(game.ending(), None, "the position before the first check is different");
    play(&mut game, "a8a9", 0);
    assert_eq!(game.ending(), Some((Verdict::Win, Reason::Repetition)));
}

#[test]
fn a_rook_that_chases_an_unprotected_horse_loses() {
    let fen = "3k5/9/9/9/n8/9/9/9/1R7/4K4 w - - 0 1";
    assert_axf(fen, "b1a1 a5b7 a1b1 b7a5", Verdict::Loss);
}

#[test]
fn a_rook_may_attack_a_protected_horse_for_ever() {
    // Black's rook protects both squares of the horse.
    let fen = "rr1k5/9/9/9/n8/9/9/9/1R7/4K4 w - - 0 1";
    assert_axf(fen, "b1a1 a5b7 a1b1 b7a5", Verdict::Draw);
}

#[test]
fn a_general_may_chase() {
    let fen = "3k5/9/9/9/9/9/9/9/4n4/3A1K3 w - - 0 1";
    // The general's attacks on the horse are no chase. The horse's attacks on the advisor do not
    // last for the whole cycle.
    assert_axf(fen, "f0f1 e1c2 f1f0 c2e1", Verdict::Draw);
}

#[test]
fn an_offer_to_exchange_is_no_chase() {
    let fen = "r2k5/9/9/9/9/9/9/9/1R7/4K4 w - - 0 1";
    assert_axf(fen, "b1a1 a9b9 a1b1 b9a9", Verdict::Draw);
}

#[test]
fn a_piece_is_unprotected_if_capturing_back_is_illegal() {
    // Because of the soldier on d3 the general cannot capture on e3. Fairy-Stockfish considers the
    // elephant protected.
    let fen = "4k4/9/2N6/9/4p4/9/9/B2p2r1p/4K4/9 w - - 0 1";
    let moves = "a2c4 g2g4 c4e2 g4g2 e2c4 g2g4 c4e2 g4g2 e2c4";
    assert_eq!(verdict(fen, moves, Rules::Axf), Some(Verdict::Loss));
}

#[test]
fn a_rook_that_may_capture_back_on_its_line_protects() {
    // Red's rook on e2 is pinned to the file, and may move along it. Fairy-Stockfish considers the
    // cannon unprotected.
    let fen = "rnba1a1n1/3k5/b8/p1C3p2/9/4r1P2/P1C5P/4R4/1c7/2BAK1BN1 b - - 0 1";
    let cycle = "e4c4 c6d6 c4d4 d6e6 d4e4 e6c6";
    assert_axf(fen, cycle, Verdict::Draw);
}

#[test]
fn a_pinned_piece_protects_nothing_off_its_line() {
    // Black's rook on d5 protects the horse on a5. On the second board Red's rook on d1 pins it to the file.
    let cycle = "b1a1 a5b7 a1b1 b7a5";
    assert_axf("3k5/9/9/9/n2r5/9/9/9/1R3R3/4K4 w - - 0 1", cycle, Verdict::Draw);
    assert_axf("3k5/9/9/9/n2r5/9/9/9/1R1R5/4K4 w - - 0 1", cycle, Verdict::Loss);
}

#[test]
fn a_soldier_that_has_not_crossed_the_river_may_be_attacked_for_ever() {
    // The two rooks attack the soldier in turn. On the second board it has crossed the river.
    let at_home = "3k5/9/1R7/p6R1/9/9/9/9/9/4K4 w - - 0 1";
    assert_axf(at_home, "b7b6 d9d8 b6b7 d8d9", Verdict::Draw);
    let crossed = "3k5/9/9/9/1R7/p6R1/9/9/9/4K4 w - - 0 1";
    assert_axf(crossed, "b5b4 d9d8 b4b5 d8d9", Verdict::Loss);
}

#[test]
fn no_legal_move_is_a_loss() {
    let stalemate = game("3k5/4P4/3P5/9/9/9/9/9/9/4K4 b - - 0 1", "", 0);
    assert_eq!(stalemate.ending(), Some((Verdict::Loss, Reason::Stalemate)));
}

#[test]
fn generals_advisors_and_elephants_alone_draw() {
    let game = game("2bak4/4a4/9/9/9/9/9/9/4A4/3K1AB2 w - - 0 1", "", 0);
    assert_eq!(game.ending(), Some((Verdict::Draw, Reason::Material)));
}

#[test]
fn sixty_moves_without_a_capture_draw() {
    let mut game = game("3k5/9/9/9/9/9/9/9/R8/4K4 w - - 119 80", "", 0);
    assert_eq!(game.ending(), None);
    play(&mut game, "a1a2", 0);
    assert_eq!(game.ending(), Some((Verdict::Draw, Reason::QuietPlies)));
}

#[test]
fn checks_beyond_ten_do_not_count_among_the_quiet_plies() {
    let mut game = game("3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1", "", 0);
    // There are fifteen checks with their answers. Five of them do not count.
    for _ in 0..5 {
        play(&mut game, "a1a9 d9d8 a9a8 d8d9 a8a9 d9d8 a9a1 d8d9", 0);
    }
    for _ in 0..20 {
        play(&mut game, "a1a2 d9d8 a2a1 d8d9", 0);
    }
    assert_eq!(game.position().quiet_plies(), 120);
    let drawn = |game: &Game| quiet_plies_draw(game.position(), game.steps());
    assert!(!drawn(&game));
    play(&mut game, "a1a2 d9d8 a2a1 d8d9 a1a2 d9d8 a2a1 d8d9 a1a2", 0);
    assert!(!drawn(&game));
    play(&mut game, "d9d8", 0);
    assert!(drawn(&game));
}
