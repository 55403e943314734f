//! The least of UCI that lets a referee play matches: `uci`, `isready`, `ucinewgame`, `position`, `go`, `quit`.
//!
//! Moves have ranks from 1, as in Fairy-Stockfish. A search is not interrupted, so `stop` comes too late; the
//! clock is divided plainly. `uci WORKERS` searches with a team.

use std::io::BufRead;
use std::time::Duration;

use cleave_xiangqi::{Notation, Position, Step, parse_coordinates};
use cleave_xiangqi_search::{Limits, Root, Searcher};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let workers = std::env::args().nth(1).map_or(Ok(1), |text| text.parse())?;
    let mut searcher = Searcher::new(workers)?;
    searcher.set_table(64);
    let mut root = Root::from(Position::start());
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (command, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match command {
            "uci" => println!("id name Cleave xiangqi\nuciok"),
            "isready" => println!("readyok"),
            "ucinewgame" => searcher.new_game(),
            "position" => match set_up(rest) {
                Ok(position) => root = position,
                Err(reason) => println!("info string {reason}"),
            },
            "go" => go(&mut searcher, &root, rest),
            "quit" => break,
            _ => {}
        }
    }
    Ok(())
}

fn set_up(text: &str) -> Result<Root, Box<dyn std::error::Error>> {
    let (place, moves) = text.split_once("moves").unwrap_or((text, ""));
    let mut root = Root::from(match place.trim().strip_prefix("fen ") {
        Some(fen) => Position::from_fen(fen)?,
        None => Position::start(),
    });
    for text in moves.split_whitespace() {
        let mv = parse_coordinates(text, 1)?;
        if !root.position.is_legal(mv) {
            return Err(format!("'{text}' is not legal in {}", root.position.fen()).into());
        }
        let next = root.position.make(mv);
        root.steps.push(Step::new(&root.position, mv, &next));
        root.position = next;
    }
    Ok(root)
}

fn go(searcher: &mut Searcher, root: &Root, text: &str) {
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |name: &str| -> Option<u64> {
        let place = words.iter().position(|word| *word == name)?;
        words.get(place + 1)?.parse().ok()
    };
    let [clock, increment] = match root.position.side() {
        cleave_xiangqi::Color::Red => ["wtime", "winc"],
        cleave_xiangqi::Color::Black => ["btime", "binc"],
    };
    let share = |time: u64| (time / 25 + number(increment).unwrap_or(0) / 2).min(time / 3);
    let time = number("movetime").or_else(|| number(clock).map(share));
    let limits = Limits {
        depth: number("depth").map(|depth| depth as u32),
        nodes: number("nodes"),
        time: time.map(Duration::from_millis),
    };
    let spell = |mv| Notation::CoordinatesFromOne.write(&root.position, mv);
    let found = searcher.search(root, &limits, |thinking| {
        let (depth, value, nodes) = (thinking.depth, thinking.value, thinking.nodes);
        println!(
            "info depth {depth} score cp {value} nodes {nodes} pv {}",
            spell(thinking.line[0])
        );
    });
    println!("bestmove {}", found.line.first().map_or("(none)".into(), |&mv| spell(mv)));
}
