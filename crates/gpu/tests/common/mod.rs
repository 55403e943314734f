//! Positions for the tests.

use std::fs;

use cleave_board::{Move, MoveKind, Position};
use cleave_gpu::twin::evaluate;
use cleave_gpu::{MATE, Packed};
use cleave_movegen::legal_moves;

/// Returns the positions of the perft suite, with the counts of all depths with at most `most`
/// leaves.
pub(crate) fn suite(most: u64) -> Vec<(Packed, String, Vec<u64>)> {
    let text = fs::read_to_string("../../data/perft.epd").expect("the suite is in the repository");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (fen, counts) = line.split_once(';').expect(line);
            let counts = counts.split(';').map(|count| count.trim()[3..].parse().expect(line));
            (packed(fen), fen.into(), counts.take_while(|&count| count <= most).collect())
        })
        .collect()
}

/// Reads a position from FEN and packs it.
pub(crate) fn packed(fen: &str) -> Packed {
    Packed::new(&Position::from_fen(fen).expect(fen))
}

/// Returns positions of random games, the same in each run.
pub(crate) fn random_positions(count: usize) -> Vec<Position> {
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = move |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 32) as usize % below
    };
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = Position::start();
        for _ in 0..random(120) {
            let moves = legal_moves(&position);
            if moves.is_empty() {
                break;
            }
            position = position.make(moves.as_slice()[random(moves.len())]);
        }
        positions.push(position);
    }
    positions
}

/// Returns the value of a position by plain minimax, with the usual generator.
pub(crate) fn minimax(position: &Position, depth: i32, captures: i32) -> i32 {
    let moves = legal_moves(position);
    let stand = evaluate(&Packed::new(position));
    if depth > 0 && moves.is_empty() {
        return if position.in_check() { -(MATE + depth) } else { 0 };
    }
    if depth + captures <= 0 {
        return stand;
    }
    let tried = moves.iter().filter(|mv| depth > 0 || is_loud(position, **mv));
    let best = tried.map(|&mv| -minimax(&position.make(mv), depth - 1, captures)).max();
    let least = if depth > 0 { i32::MIN } else { stand };
    best.unwrap_or(least).max(least)
}

/// Returns true for a capture or a promotion.
fn is_loud(position: &Position, mv: Move) -> bool {
    let captures = position.piece_on(mv.to()).is_some() && mv.kind() != MoveKind::Castle;
    captures || mv.kind() == MoveKind::EnPassant || mv.promotion().is_some()
}
