//! Perft in its smallest form: `perft DEPTH [FEN]` prints the count.
//!
//! `cargo xtask perft` does more. This program is small enough to profile;
//! `cargo xtask perft --instructions` counts its instructions.

use std::env;
use std::error::Error;

use cleave_board::Position;
use cleave_movegen::perft;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let depth: u32 = arguments.next().ok_or("usage: perft DEPTH [FEN]")?.parse()?;
    let fen = arguments.next().unwrap_or_else(|| Position::START_FEN.into());
    println!("{}", perft(&Position::from_fen(&fen)?, depth));
    Ok(())
}
