//! Solves problems in three ways, and prints the nodes and the time of each as a table of Markdown.
//!
//! ```text
//! cargo run --release -p cleave-mates --example problems -- [WORKERS] [MOST_NODES] < crates/mates/tests/long_mates.txt
//! ```
//!
//! A line is `MOVES; FEN`: there is a mate in so many moves. A search gives up after `MOST_NODES` nodes, 20 million by
//! default.

use std::error::Error;
use std::io;
use std::time::Instant;

use cleave_board::Position;
use cleave_mates::{Answer, Prover};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let workers = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let most = arguments.next().map_or(Ok(20_000_000), |text| text.parse())?;
    println!("| mate in | proof | ms | proof by numbers | ms | any mate | ms | position |");
    println!("|{}", "---|".repeat(8));
    for line in io::stdin().lines() {
        let line = line?;
        let (moves, fen) = line.split_once("; ").ok_or("a line is 'MOVES; FEN'")?;
        let (moves, root) = (moves.parse()?, Position::from_fen(fen)?);
        let prover = || Prover::new(&root, moves, workers);
        let goes_on = |nodes| nodes < most;
        let cells = [
            solution(&mut prover()?, |prover| prover.prove(&mut { goes_on })),
            solution(&mut prover()?, |prover| shortest_by_numbers(prover, moves, goes_on)),
            solution(&mut prover()?, |prover| prover.find(&mut { goes_on })),
        ]
        .concat();
        println!("| {moves} |{cells} `{fen}` |");
    }
    Ok(())
}

/// Looks for a mate in 1, then in 2, and so on, by proof numbers.
fn shortest_by_numbers(prover: &mut Prover, most: u32, goes_on: impl Fn(u64) -> bool) -> Answer {
    let mut answer = Answer::NoMate;
    for moves in 1..=most {
        prover.set_most(moves);
        answer = prover.find(&mut |nodes| goes_on(nodes));
        if answer != Answer::NoMate {
            break;
        }
    }
    answer
}

/// Returns the cells of a solution: its nodes, and its time in milliseconds.
fn solution(prover: &mut Prover, solve: impl FnOnce(&mut Prover) -> Answer) -> String {
    let start = Instant::now();
    let answer = solve(prover);
    let (nodes, time) = (prover.nodes(), start.elapsed().as_millis());
    match answer {
        Answer::Mate(line) => format!(" {nodes}, in {} | {time} |", line.len().div_ceil(2)),
        Answer::NoMate => format!(" {nodes}, none | {time} |"),
        Answer::Unknown => format!(" none in {} | {time} |", prover.refuted()),
    }
}
