//! Writes the slider attack tables, one for each way of indexing. Each has the relevant squares and
//! the offset of every square, then the table itself.

#[path = "../src/attacks/magic_numbers.rs"]
mod magic_numbers;
mod rays;

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src/attacks/magic_numbers.rs");
    let out = env::var("OUT_DIR").expect("Cargo sets OUT_DIR");
    let write = |name, text| fs::write(Path::new(&out).join(name), text).expect("OUT_DIR exists");
    write("pext_tables.rs", tables(|_, _, number| number));
    write("magic_tables.rs", tables(magic_index));
}

/// Returns the index to which a square's magic number maps an occupancy.
fn magic_index(directions: [(i8, i8); 4], square: u8, number: u64) -> u64 {
    let rook = directions == rays::ROOK;
    let magics = if rook { &magic_numbers::ROOK } else { &magic_numbers::BISHOP };
    let mask = rays::relevant(square, directions);
    let product = rays::subset(number, mask).wrapping_mul(magics[square as usize]);
    product >> (64 - mask.count_ones())
}

/// Returns the source text of the tables. `index` returns the entry for the occupancy with a given
/// number, relative to the square's offset.
fn tables(index: impl Fn([(i8, i8); 4], u8, u64) -> u64) -> String {
    let mut text = String::new();
    let mut table: Vec<u64> = Vec::new();
    for (name, directions) in [("ROOK", rays::ROOK), ("BISHOP", rays::BISHOP)] {
        writeln!(text, "pub(super) static {name}: [Part; 64] = [").unwrap();
        for square in 0..64 {
            let mask = rays::relevant(square, directions);
            let (offset, cases) = (table.len(), 1 << mask.count_ones());
            writeln!(text, "Part {{ mask: {mask:#x}, offset: {offset} }},").unwrap();
            table.resize(offset + cases, 0);
            for number in 0..cases as u64 {
                table[offset + index(directions, square, number) as usize] =
                    rays::attacks(square, directions, rays::subset(number, mask));
            }
        }
        writeln!(text, "];").unwrap();
    }
    writeln!(text, "pub(super) static TABLE: [u64; {}] = {table:?};", table.len()).unwrap();
    text
}
