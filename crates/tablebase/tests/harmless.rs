//! Checks moves after which the opponent cannot make a mistake.

use cleave_board::Position;
use cleave_movegen::{legal_moves, to_san};
use cleave_tablebase::Syzygy;
use cleave_tablebase::root::{Circumstances, Ranking};

/// Returns the harmless moves of a position in which no move has been played.
fn harmless(fen: &str) -> Vec<String> {
    let (tables, _) = Syzygy::open(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/syzygy"));
    let position = Position::from_fen(fen).unwrap();
    let circumstances =
        Circumstances { fifty_moves: true, has_repeated: false, is_repetition: &|_| false };
    let moves = legal_moves(&position).to_vec();
    let ranking = Ranking::new(&tables, &position, &moves, circumstances).unwrap();
    let harmless = ranking.harmless(&tables, &position, circumstances);
    let mut sans: Vec<String> = harmless.into_iter().map(|mv| to_san(&position, mv)).collect();
    sans.sort_unstable();
    sans
}

/// Another program found these moves in the same tables.
#[test]
fn a_move_is_harmless_if_every_reply_keeps_the_draw() {
    for (fen, expected) in [
        // Only after the pawn's advance can the opponent make a mistake.
        ("8/8/4k3/8/8/P7/2K5/8 w - - 0 1", "Kb1 Kb2 Kb3 Kc1 Kc3 Kd1 Kd2 Kd3"),
        ("8/4k3/8/8/8/3P4/8/4K3 w - - 0 1", "Kd1 Ke2 Kf1 Kf2 d4"),
        ("8/8/3k4/8/8/8/7P/3K4 w - - 0 1", "Kc1 Kc2 Kd2 Ke1 Ke2 h3"),
    ] {
        assert_eq!(harmless(fen).join(" "), expected, "{fen}");
    }
}

#[test]
fn no_move_is_worse_if_no_reply_is_a_mistake() {
    assert_eq!(harmless("8/8/4k3/8/8/3NK3/8/8 w - - 0 1"), Vec::<String>::new());
}
