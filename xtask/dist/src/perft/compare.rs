//! Our speed compared with that of cozy-chess, a fast generator on the same principles.

use std::time::Instant;

use cleave_board::{FenError, Position};
use cleave_kit::progress;
use cleave_kit::statistics::median;
use cleave_movegen::perft;

/// Positions and depths that take about half a second.
const POSITIONS: [(&str, &str, u32); 3] = [
    ("start position", Position::START_FEN, 6),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ("position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 6),
];

/// Measures the two in turn, so that other work on the machine slows both, and prints medians.
pub(super) fn run(rounds: usize) -> Result<(), FenError> {
    let bar = progress::bar("rounds", (POSITIONS.len() * rounds) as u64);
    let head = format!("{:<16}{:>10}{:>14}{:>8}", "Mnps", "cleave", "cozy-chess", "ratio");
    bar.suspend(|| println!("{head}"));
    for (name, fen, depth) in POSITIONS {
        let position = Position::from_fen(fen)?;
        let board: cozy_chess::Board = fen.parse().expect("a standard position");
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for _ in 0..rounds {
            ours.push(mnps(|| perft(&position, depth)));
            theirs.push(mnps(|| cozy_perft(&board, depth)));
            bar.inc(1);
        }
        let (ours, theirs) = (median(&ours), median(&theirs));
        let ratio = ours / theirs;
        bar.suspend(|| println!("{name:<16}{ours:>10.0}{theirs:>14.0}{ratio:>8.2}"));
    }
    Ok(())
}

fn mnps(count: impl FnOnce() -> u64) -> f64 {
    let began = Instant::now();
    let nodes = count();
    nodes as f64 / began.elapsed().as_secs_f64() / 1e6
}

/// The fastest way with cozy-chess: it counts the moves of the last ply in bulk, too.
fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += cozy_perft(&next, depth - 1);
            }
        }
        false
    });
    nodes
}
