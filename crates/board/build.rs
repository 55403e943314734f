//! Writes the slider attack tables: for each square the relevant squares, where its part of the
//! table begins, and the attacks for every occupation of the relevant squares.

use std::fmt::Write as _;
use std::{env, fs, path::Path};

const ROOK: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const BISHOP: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let mut text = String::new();
    let mut table = Vec::new();
    for (name, directions) in [("ROOK", ROOK), ("BISHOP", BISHOP)] {
        writeln!(text, "pub(super) static {name}: [Slider; 64] = [").unwrap();
        for square in 0..64 {
            let mask = relevant(square, directions);
            writeln!(text, "Slider {{ mask: {mask:#x}, offset: {} }},", table.len()).unwrap();
            table.extend(
                (0..1u64 << mask.count_ones())
                    .map(|n| attacks(square, directions, deposit(n, mask))),
            );
        }
        writeln!(text, "];").unwrap();
    }
    writeln!(text, "pub(super) static TABLE: [u64; {}] = {table:#x?};", table.len()).unwrap();
    let out = env::var("OUT_DIR").unwrap();
    fs::write(Path::new(&out).join("sliders.rs"), text).unwrap();
}

/// Attacks of a slider on `square` with these squares occupied.
fn attacks(square: i8, directions: [(i8, i8); 4], occupied: u64) -> u64 {
    let mut set = 0;
    for (df, dr) in directions {
        let (mut file, mut rank) = (square % 8 + df, square / 8 + dr);
        while (0..8).contains(&file) && (0..8).contains(&rank) {
            let bit = 1u64 << (rank * 8 + file);
            set |= bit;
            if occupied & bit != 0 {
                break;
            }
            file += df;
            rank += dr;
        }
    }
    set
}

/// The squares whose occupation matters: all that the slider sees but the last of each ray.
fn relevant(square: i8, directions: [(i8, i8); 4]) -> u64 {
    directions
        .into_iter()
        .map(|(df, dr)| {
            let ray = attacks(square, [(df, dr); 4], 0);
            let edge = |s: &i8| {
                let (file, rank) = (s % 8 + df, s / 8 + dr);
                !(0..8).contains(&file) || !(0..8).contains(&rank)
            };
            (0..64).filter(|s| ray >> s & 1 != 0 && !edge(s)).fold(0, |set, s| set | 1 << s)
        })
        .fold(0, |set, ray: u64| set | ray)
}

/// Spreads the low bits of `n` over the set bits of `mask` (PDEP).
fn deposit(n: u64, mask: u64) -> u64 {
    let (mut rest, mut set, mut i) = (mask, 0, 0);
    while rest != 0 {
        let bit = rest & rest.wrapping_neg();
        if n >> i & 1 != 0 {
            set |= bit;
        }
        rest ^= bit;
        i += 1;
    }
    set
}
