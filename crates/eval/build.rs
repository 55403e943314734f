//! Computes the won positions of king and pawn against king.
//!
//! This is simple retrograde analysis. At first no position is known to be won. Each pass over all
//! positions marks those as won whose moves prove it, until a pass finds nothing new. All other
//! positions are drawn. The pawn is White's and on files a to d.

use std::{env, fs, path::Path};

const POSITIONS: usize = 24 * 64 * 64 * 2;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let mut won = vec![false; POSITIONS];
    while pass(&mut won) {}
    let bytes: Vec<u8> =
        won.chunks(8).map(|bits| (0..8).fold(0, |byte, i| byte | u8::from(bits[i]) << i)).collect();
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join("kpk.bin"), bytes).expect("OUT_DIR can be written");
}

fn index(weak_to_move: bool, king: usize, weak_king: usize, pawn: usize) -> usize {
    let pawn = (pawn / 8 - 1) * 4 + pawn % 8;
    ((pawn * 64 + king) * 64 + weak_king) * 2 + usize::from(weak_to_move)
}

/// Examines every legal position once. Returns true if it found a new win.
fn pass(won: &mut [bool]) -> bool {
    let mut news = false;
    for pawn in (8..56).filter(|pawn| pawn % 8 < 4) {
        for king in (0..64).filter(|&king| king != pawn) {
            for weak_king in (0..64).filter(|&k| k != pawn && !near(king, k)) {
                for weak_to_move in [false, true] {
                    let index = index(weak_to_move, king, weak_king, pawn);
                    if !won[index] {
                        won[index] = if weak_to_move {
                            weak_loses(won, king, weak_king, pawn)
                        } else {
                            strong_wins(won, king, weak_king, pawn)
                        };
                        news |= won[index];
                    }
                }
            }
        }
    }
    news
}

fn strong_wins(won: &[bool], king: usize, weak_king: usize, pawn: usize) -> bool {
    if checks(pawn, weak_king) {
        return false; // illegal: the weak king is in check and not to move
    }
    let free = |square| square != king && square != weak_king;
    let next = pawn + 8;
    let pushed = free(next)
        && if next >= 56 {
            // The new queen wins unless it can be captured at once.
            !near(weak_king, next) || near(king, next)
        } else {
            won[index(true, king, weak_king, next)]
                || pawn < 16 && free(next + 8) && won[index(true, king, weak_king, next + 8)]
        };
    pushed
        || steps(king)
            .any(|to| to != pawn && !near(to, weak_king) && won[index(true, to, weak_king, pawn)])
}

fn weak_loses(won: &[bool], king: usize, weak_king: usize, pawn: usize) -> bool {
    let mut moves = steps(weak_king).filter(|&to| !near(king, to) && !checks(pawn, to)).peekable();
    if moves.peek().is_none() {
        return checks(pawn, weak_king); // mate, or stalemate
    }
    moves.all(|to| to != pawn && won[index(false, king, to, pawn)])
}

fn checks(pawn: usize, square: usize) -> bool {
    square / 8 == pawn / 8 + 1 && (square % 8).abs_diff(pawn % 8) == 1
}

fn near(a: usize, b: usize) -> bool {
    (a % 8).abs_diff(b % 8) <= 1 && (a / 8).abs_diff(b / 8) <= 1
}

fn steps(from: usize) -> impl Iterator<Item = usize> {
    (0..64).filter(move |&to| to != from && near(from, to))
}
