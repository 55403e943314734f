//! Finds the magic numbers of sliders and prints the file `src/attacks/magic_numbers.rs`.
//!
//! A magic number maps every occupancy of a square's relevant squares to an index. The index has
//! one bit for each relevant square. Two occupancies with different attacks never get the same
//! index. There is no formula: the program tries sparse random numbers until one works.
//!
//! `cargo run --release -p cleave-board --example find_magics`

#[path = "../build/rays.rs"]
mod rays;

fn main() {
    println!("//! Magic numbers, found by `examples/find_magics.rs`.\n");
    let mut state = 0x1D75_1997;
    for (name, kind, directions) in
        [("ROOK", "rook", rays::ROOK), ("BISHOP", "bishop", rays::BISHOP)]
    {
        println!("/// One magic number per {kind} square.");
        println!("#[rustfmt::skip]\npub(crate) const {name}: [u64; 64] = [");
        for row in 0..16 {
            let numbers = [0, 1, 2, 3].map(|place| find(4 * row + place, directions, &mut state));
            println!("    {},", numbers.map(|number| format!("{number:#018x}")).join(", "));
        }
        println!("];{}", if name == "ROOK" { "\n" } else { "" });
    }
}

fn find(square: u8, directions: [(i8, i8); 4], state: &mut u64) -> u64 {
    let mask = rays::relevant(square, directions);
    let cases: Vec<(u64, u64)> = (0..1 << mask.count_ones())
        .map(|n| rays::subset(n, mask))
        .map(|occupied| (occupied, rays::attacks(square, directions, occupied)))
        .collect();
    loop {
        let magic = random(state) & random(state) & random(state);
        if works(magic, mask.count_ones(), &cases) {
            return magic;
        }
    }
}

fn works(magic: u64, bits: u32, cases: &[(u64, u64)]) -> bool {
    let mut table = vec![0; 1 << bits];
    cases.iter().all(|&(occupied, attacks)| {
        let entry = &mut table[(occupied.wrapping_mul(magic) >> (64 - bits)) as usize];
        if *entry == 0 {
            *entry = attacks; // never empty: a slider always attacks something
        }
        *entry == attacks
    })
}

/// Returns the next number of Marsaglia's xorshift (2003).
fn random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}
