//! Counts the leaves of the tree of legal moves: `xiangqi-perft DEPTH [FEN]`, with the count of each root move.

use std::time::Instant;

use cleave_xiangqi::{Position, perft};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let depth: u32 = arguments.next().ok_or("usage: xiangqi-perft DEPTH [FEN]")?.parse()?;
    let fen: Vec<String> = arguments.collect();
    let position = match fen.join(" ") {
        fen if fen.is_empty() => Position::start(),
        fen => Position::from_fen(&fen)?,
    };
    let begin = Instant::now();
    let mut total = 0;
    for mv in position.legal_moves() {
        let leaves = perft(&position.make(mv), depth.saturating_sub(1));
        println!("{mv}: {leaves}");
        total += leaves;
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!("\n{total} leaves, {:.1} million a second", total as f64 / seconds / 1e6);
    Ok(())
}
