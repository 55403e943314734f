//! Compares the speed of the table-driven generator and the usual one. Both must count the same.
//!
//! The table-driven generator knows no pieces. It takes the rows of `cleave_gpu::rows` one after
//! the other, all with the same instructions and without a branch before a move. This suits the
//! lanes of a graphics processor. On a CPU it trades branches for work on rows that have no move.
//!
//! ```text
//! cargo run --release -p cleave-gpu --example table_driven [DEPTH [FEN]]
//! valgrind --tool=cachegrind --cache-sim=no --branch-sim=yes \
//!     target/release/examples/table_driven table|usual DEPTH [FEN]
//! ```

use std::env;
use std::error::Error;
use std::time::Instant;

use cleave_board::Position;
use cleave_gpu::{Packed, twin};
use cleave_movegen::perft;

/// The number of timings of each generator.
const ROUNDS: usize = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1).peekable();
    let alone = arguments.next_if(|word| word == "table" || word == "usual");
    let depth: u32 = arguments.next().unwrap_or_else(|| "5".into()).parse()?;
    let fen = arguments.next().unwrap_or_else(|| Position::START_FEN.into());
    let position = Position::from_fen(&fen)?;
    let packed = Packed::new(&position);
    let table = || twin::perft(&packed, depth);
    let usual = || perft(&position, depth);
    match alone.as_deref() {
        Some("table") => println!("{}", table()),
        Some(_) => println!("{}", usual()),
        None => compare(&table, &usual)?,
    }
    Ok(())
}

/// Times both generators in turn and prints the medians.
fn compare(table: &dyn Fn() -> u64, usual: &dyn Fn() -> u64) -> Result<(), Box<dyn Error>> {
    let (mut by_table, mut by_usual) = ([0.0; ROUNDS], [0.0; ROUNDS]);
    for (tables, usuals) in by_table.iter_mut().zip(&mut by_usual) {
        let (of_table, of_usual) = (timed(table), timed(usual));
        if of_table.0 != of_usual.0 {
            return Err(
                format!("{} leaves by the table, {} as usual", of_table.0, of_usual.0).into()
            );
        }
        (*tables, *usuals) = (of_table.1, of_usual.1);
    }
    let (by_table, by_usual) = (median(by_table), median(by_usual));
    println!(
        "table {by_table:.1} Mnps, usual {by_usual:.1} Mnps, ratio {:.1}",
        by_usual / by_table
    );
    Ok(())
}

/// Returns the leaves, and millions of leaves per second.
fn timed(count: &dyn Fn() -> u64) -> (u64, f64) {
    let start = Instant::now();
    let leaves = count();
    (leaves, leaves as f64 / start.elapsed().as_secs_f64() / 1e6)
}

fn median(mut speeds: [f64; ROUNDS]) -> f64 {
    speeds.sort_by(f64::total_cmp);
    speeds[ROUNDS / 2]
}
