//! Speaks UCI. One thread reads, the other searches and looks at the lines read.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::error::Error;
use std::io::{BufRead, stdin};
use std::ops::RangeInclusive;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use cleave_board::Position;
use cleave_gpu::device::Gpu;
use cleave_gpu::search::{Limits, Root};
use cleave_gpu::{DeviceError, MATE, Tester};
use cleave_movegen::{legal_moves, parse_move, to_coordinate};

use crate::player::{Kind, Player, Settings};

/// Speaks UCI until `quit` or the end of the input.
pub(crate) fn speak(gpu: &Result<Gpu, DeviceError>) -> Result<(), Box<dyn Error>> {
    let (sender, lines) = channel();
    thread::spawn(move || {
        stdin().lock().lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
    });
    match gpu {
        Ok(gpu) => println!("info string {}", gpu.name()),
        Err(error) => println!("info string {error}; the CPU plays"),
    }
    let mut player = Player::new(gpu.as_ref().ok());
    let mut root = Root { position: Position::start(), history: Vec::new() };
    let input = Input { lines, waiting: RefCell::default() };
    while let Some(line) = input.next() {
        let (command, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        match command {
            "uci" => introduce(),
            "isready" => {
                if let Err(error) = player.prepare() {
                    println!("info string {error}");
                }
                println!("readyok");
            }
            "setoption" => or_tell(set(&mut player, rest)),
            "ucinewgame" => player.prepare().map_or((), Tester::forget),
            "position" => match position(rest) {
                Ok(new) => root = new,
                Err(error) => println!("info string {error}"),
            },
            "go" => go(&mut player, &root, rest, &input),
            "quit" => break,
            "stop" | "" => (),
            other => println!("info string unknown command '{other}'"),
        }
    }
    Ok(())
}

/// Lines that have been read.
struct Input {
    lines: Receiver<String>,
    /// Lines that came during a search and wait for its end.
    waiting: RefCell<VecDeque<String>>,
}

impl Input {
    fn next(&self) -> Option<String> {
        let waiting = self.waiting.borrow_mut().pop_front();
        waiting.or_else(|| self.lines.recv().ok())
    }

    /// Returns true if the search must stop.
    fn stops(&self) -> bool {
        while let Ok(line) = self.lines.try_recv() {
            match line.trim() {
                "stop" => return true,
                "isready" => println!("readyok"),
                _ => self.waiting.borrow_mut().push_back(line),
            }
        }
        self.waiting.borrow().iter().any(|line| line.trim() == "quit")
    }
}

/// A numeric option.
struct Spin {
    name: &'static str,
    range: RangeInclusive<u32>,
    value: fn(&mut Settings) -> &mut u32,
}

#[rustfmt::skip]
const SPINS: [Spin; 5] = [
    Spin { name: "Windows", range: 2..=128, value: |settings| &mut settings.windows },
    Spin { name: "Batch", range: 1..=4096, value: |settings| &mut settings.batch },
    Spin { name: "Plies", range: 1..=3, value: |settings| &mut settings.plies },
    Spin { name: "Captures", range: 0..=8, value: |settings| &mut settings.captures },
    Spin { name: "Table", range: 1..=26, value: |settings| &mut settings.table },
];

fn introduce() {
    println!("id name Cleave GPU {}\nid author The Cleave founders", env!("CARGO_PKG_VERSION"));
    println!("option name Search type combo default batch var windows var batch var warp");
    for Spin { name, range, value } in &SPINS {
        let default = *value(&mut Settings::default());
        let (least, most) = (range.start(), range.end());
        println!("option name {name} type spin default {default} min {least} max {most}");
    }
    println!("uciok");
}

fn or_tell(result: Result<(), String>) {
    if let Err(error) = result {
        println!("info string {error}");
    }
}

fn set(player: &mut Player, text: &str) -> Result<(), String> {
    let words = text.strip_prefix("name ").and_then(|text| text.split_once(" value "));
    let (name, value) = words.ok_or("setoption name NAME value VALUE")?;
    if name.trim().eq_ignore_ascii_case("search") {
        let kind = Kind::ALL.iter().find(|(name, _)| *name == value.trim());
        player.settings().search = kind.ok_or(format!("no search '{value}'"))?.1;
        return Ok(());
    }
    let spin = SPINS.iter().find(|spin| spin.name.eq_ignore_ascii_case(name.trim()));
    let Spin { range, value: slot, .. } = spin.ok_or(format!("no option '{name}'"))?;
    match value.trim().parse::<u32>() {
        Ok(number) if range.contains(&number) => *slot(player.settings()) = number,
        _ => {
            let (least, most) = (range.start(), range.end());
            return Err(format!("{name} is a number from {least} to {most}, not '{value}'"));
        }
    }
    Ok(())
}

fn position(text: &str) -> Result<Root, Box<dyn Error>> {
    let (setup, moves) = text.split_once("moves").unwrap_or((text, ""));
    let mut position = match setup.trim().strip_prefix("fen ") {
        Some(fen) => {
            let (position, repairs) = Position::from_fen_mended(fen.trim())?;
            repairs.iter().for_each(|repair| println!("info string {repair}"));
            position
        }
        None if setup.trim() == "startpos" => Position::start(),
        None => return Err(format!("no position '{setup}'").into()),
    };
    let mut history = Vec::new();
    for text in moves.split_whitespace() {
        history.push(position.key());
        position = position.make(parse_move(&position, text)?);
    }
    Ok(Root { position, history })
}

fn go(player: &mut Player, root: &Root, text: &str, input: &Input) {
    let start = Instant::now();
    let words: Vec<&str> = text.split_whitespace().collect();
    let after = |name: &str| {
        let place = words.iter().position(|word| *word == name)?;
        words.get(place + 1)?.parse::<u64>().ok()
    };
    let [clock, increment] = if root.position.side() == cleave_board::Color::White {
        ["wtime", "winc"]
    } else {
        ["btime", "binc"]
    };
    let share =
        after(clock).map(|left| (left / 30 + after(increment).unwrap_or(0) / 2).min(left / 3));
    let time =
        after("movetime").or(share).map(|time| Duration::from_millis(time.saturating_sub(20)));
    let stop = || input.stops() || time.is_some_and(|time| start.elapsed() >= time);
    let limits =
        Limits { depth: after("depth").map_or(16, |depth| depth.clamp(1, 16) as u32), stop: &stop };
    let found = player.search(root, &limits, &mut |told| match told {
        Ok(found) => {
            let milliseconds = start.elapsed().as_millis().max(1);
            let nps = u128::from(found.nodes) * 1000 / milliseconds;
            println!(
                "info depth {} score {} nodes {} nps {nps} time {milliseconds} pv {}",
                found.depth,
                score(found.value, found.depth),
                found.nodes,
                to_coordinate(&root.position, found.best)
            );
        }
        Err(error) => println!("info string {error}; the CPU continues"),
    });
    while words.contains(&"infinite") && !input.stops() {
        thread::sleep(Duration::from_millis(5));
    }
    // If the search was stopped before the first depth, any move is better than none.
    let moves = legal_moves(&root.position);
    let best = found.map(|found| found.best).or_else(|| moves.as_slice().first().copied());
    println!("bestmove {}", best.map_or("0000".into(), |mv| to_coordinate(&root.position, mv)));
}

/// Returns the score as UCI text. A mate value has the plies that were left (see [`MATE`]); UCI
/// counts moves.
fn score(value: i32, depth: u32) -> String {
    if value.abs() < MATE {
        return format!("cp {value}");
    }
    let plies = depth as i32 - (value.abs() - MATE);
    format!("mate {}", value.signum() * (plies + 1) / 2)
}
