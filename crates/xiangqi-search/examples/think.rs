//! Searches a position and shows each iteration: `think SECONDS WORKERS [FEN]`.

use std::time::{Duration, Instant};

use cleave_xiangqi::{Notation, Position};
use cleave_xiangqi_search::{Limits, Root, Searcher};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut next = || arguments.next().ok_or("usage: think SECONDS WORKERS [FEN]");
    let seconds = Duration::try_from_secs_f64(next()?.parse()?)?;
    let mut searcher = Searcher::new(next()?.parse()?)?;
    let fen: Vec<String> = arguments.collect();
    let position = match fen.join(" ") {
        fen if fen.is_empty() => Position::start(),
        fen => Position::from_fen(&fen)?,
    };
    let begin = Instant::now();
    let limits = Limits { time: Some(seconds), ..Limits::default() };
    let found = searcher.search(&Root::from(position), &limits, |thinking| {
        let mut position = position;
        let line = thinking.line.iter().map(|&mv| {
            let text = Notation::Wxf.write(&position, mv);
            position = position.make(mv);
            text
        });
        let line: Vec<String> = line.collect();
        let (depth, value, nodes) = (thinking.depth, thinking.value, thinking.nodes);
        println!("{depth:2} {value:6} {nodes:10}  {}", line.join(" "));
    });
    let speed = found.nodes as f64 / begin.elapsed().as_secs_f64() / 1e3;
    println!("{} nodes, {speed:.0} thousand a second", found.nodes);
    Ok(())
}
