//! Compares every position with three pieces to a solver that goes back from mate.

use cleave_board::{Color, PieceKind, Position};
use cleave_movegen::legal_moves;
use cleave_tablebase::root::{Circumstances, Ranking};
use cleave_tablebase::{Dtz, Syzygy, Tablebase, Wdl};

use crate::solver::Ending;

fn tables() -> Syzygy {
    let (tables, problems) =
        Syzygy::open(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/syzygy"));
    assert!(problems.is_empty(), "{problems:?}");
    tables
}

#[test]
fn all_positions_have_the_solvers_result_and_distance() {
    let tables = tables();
    let queen = Ending::solve(PieceKind::Queen, &[]);
    let rook = Ending::solve(PieceKind::Rook, &[]);
    let promoted = [queen, rook];
    let pawn = Ending::solve(PieceKind::Pawn, &promoted);
    for ending in promoted.iter().chain([&pawn]) {
        let mut checked = 0;
        for (i, (position, distance)) in ending.distances().enumerate() {
            let fen = || position.to_fen();
            let wdl = Wdl::ALL[(2 + 2 * distance.signum()) as usize];
            assert_eq!(tables.probe_wdl(position), Some(wdl), "{}", fen());
            checked += 1;
            // A distance may take a probe of each move, so only some are checked.
            if i % 7 == 0 {
                assert_eq!(tables.probe_dtz(position), Some(Dtz(distance)), "{}", fen());
                // Exchanging the colours changes nothing.
                let flipped = position.flipped();
                assert_eq!(tables.probe_wdl(&flipped), Some(wdl), "{} flipped", fen());
                assert_eq!(tables.probe_dtz(&flipped), Some(Dtz(distance)), "{} flipped", fen());
            }
        }
        assert!(checked > 300_000, "{checked}");
    }
}

/// Plays won positions with the last of the best-ranked moves for each side. The winner must win
/// before the counter reaches 100.
#[test]
fn the_best_ranked_moves_win_in_time() {
    let tables = tables();
    for (fen, clock) in [
        ("8/8/8/8/4k3/8/8/R3K3 w - -", 60),
        ("8/8/8/8/8/2k5/8/KQ6 w - -", 79),
        ("8/8/8/8/8/2k5/8/KQ6 w - -", 0),
    ] {
        let mut position = Position::from_fen(&format!("{fen} {clock} 100")).unwrap();
        let mut seen = Vec::new();
        while !legal_moves(&position).is_empty() {
            assert!(position.halfmove_clock() < 100, "{}", position.to_fen());
            let count = |key| seen.iter().filter(|&&other| other == key).count();
            let ranking = Ranking::new(
                &tables,
                &position,
                legal_moves(&position).as_slice(),
                Circumstances {
                    fifty_moves: true,
                    has_repeated: seen.iter().any(|&key| count(key) > 1),
                    is_repetition: &|after| count(after.key()) >= 2,
                },
            )
            .unwrap();
            let best = ranking.moves[0];
            let equal: Vec<_> =
                ranking.moves.iter().filter(|ranked| ranked.rank == best.rank).collect();
            if position.side() == Color::White {
                assert_eq!(best.result, Wdl::Win, "{}", position.to_fen());
            }
            // The last of the equal moves is a poor but repeatable choice.
            seen.push(position.key());
            position = position.make(equal[equal.len() - 1].mv);
        }
        assert!(position.in_check(), "{}", position.to_fen());
    }
}
