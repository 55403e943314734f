//! Plays Go by Monte-Carlo tree search, with the Go Text Protocol, version 2:
//!
//! ```text
//! cargo run --release -p cleave-games --example gtp -- --threads 2 --mode tree-lockfree --seconds 1
//! ```
//!
//! It counts all stones on the board as alive, so it captures dead stones before it passes.

use std::fmt::Write as _;
use std::io::{self, BufRead, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use clap::Parser;
use cleave_games::go::{Cell, Go, LightPlayouts, MAX_SIZE, PLAYING, PatternPlayouts, Side, Vertex};
use cleave_mcts::{Evaluator, Game, ModeName, Move, Search, Settings};

#[derive(Parser)]
struct Options {
    /// Number of threads.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The way in which threads share the work: leaf, root, tree-global, tree-local or
    /// tree-lockfree.
    #[arg(long, default_value = "tree-lockfree", value_parser = mode)]
    mode: ModeName,
    /// Seconds for each move, unless the controller sets a time.
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    /// Maximum number of playouts for each move.
    #[arg(long, default_value_t = 1 << 40)]
    playouts: u64,
    /// Play random playouts, without patterns.
    #[arg(long)]
    light: bool,
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

fn mode(name: &str) -> Result<ModeName, String> {
    let found = ModeName::ALL.into_iter().find(|mode| mode.name() == name);
    found.ok_or_else(|| "expected leaf, root, tree-global, tree-local or tree-lockfree".into())
}

fn main() -> io::Result<()> {
    let options = Options::parse();
    if options.light {
        converse(options, LightPlayouts)
    } else {
        converse(options, PatternPlayouts::default())
    }
}

/// Answers commands until `quit` or the end of the input.
fn converse<E: Evaluator<Go> + Clone + 'static>(options: Options, evaluator: E) -> io::Result<()> {
    let seconds = options.seconds;
    let game = Go::new(9, 15);
    let mut player =
        Player { options, evaluator, seconds, game, earlier: Vec::new(), search: None };
    for line in io::stdin().lock().split(b'\n') {
        let line = String::from_utf8_lossy(&line?).replace(|it: char| it.is_control(), " ");
        let mut words = line.split('#').next().unwrap_or_default().split_whitespace().peekable();
        let id = words.next_if(|word| word.parse::<u32>().is_ok()).unwrap_or_default();
        let Some(command) = words.next() else { continue };
        let (sign, answer) = match player.answer(command, &words.collect::<Vec<_>>()) {
            Ok(answer) => ('=', answer),
            Err(message) => ('?', message.into()),
        };
        writeln!(io::stdout(), "{sign}{id} {answer}\n")?;
        io::stdout().flush()?;
        if command == "quit" {
            break;
        }
    }
    Ok(())
}

const COMMANDS: [&str; 16] = [
    "boardsize",
    "clear_board",
    "final_score",
    "genmove",
    "known_command",
    "komi",
    "list_commands",
    "name",
    "play",
    "protocol_version",
    "quit",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

struct Player<E: Evaluator<Go>> {
    options: Options,
    evaluator: E,
    /// The time for the next move.
    seconds: f64,
    game: Go,
    /// The game before each move.
    earlier: Vec<Go>,
    /// The tree of the position, if it has been searched.
    search: Option<Search<Go, E>>,
}

impl<E: Evaluator<Go> + Clone + 'static> Player<E> {
    fn answer(&mut self, command: &str, words: &[&str]) -> Result<String, &'static str> {
        let first = words.first().copied().unwrap_or_default();
        match command {
            "protocol_version" => return Ok("2".into()),
            "name" => return Ok("Cleave Go".into()),
            "version" => return Ok(env!("CARGO_PKG_VERSION").into()),
            "list_commands" => return Ok(COMMANDS.join("\n")),
            "known_command" => return Ok(COMMANDS.contains(&first).to_string()),
            "quit" => {}
            "boardsize" => {
                let size = first.parse().ok().filter(|size| (2..=MAX_SIZE).contains(size));
                self.begin(Go::new(size.ok_or("unacceptable size")?, self.game.komi()));
            }
            "clear_board" => self.begin(Go::new(self.game.board().size(), self.game.komi())),
            "komi" => {
                let komi =
                    number(first).filter(|komi| komi.abs() <= 1e3).ok_or("komi is a number")?;
                let to_move = self.game.board().to_move();
                self.game = self.game.clone().with((2.0 * komi).round() as i32, to_move);
                self.search = None;
            }
            "play" => {
                let side = side(first)?;
                let vertex =
                    words.get(1).and_then(|it| Vertex::parse(it, self.game.board().size()));
                let vertex = vertex.ok_or("invalid vertex")?;
                if !self.game.clone().with(self.game.komi(), side).is_legal(vertex) {
                    return Err("illegal move");
                }
                self.turn_to(side);
                self.play(vertex.into());
            }
            "genmove" => {
                let side = side(first)?;
                self.turn_to(side);
                return Ok(self.choose());
            }
            "undo" => {
                self.game = self.earlier.pop().ok_or("cannot undo")?;
                self.search = None;
            }
            "final_score" => {
                return Ok(match self.game.score() {
                    0 => "0".into(),
                    score if score > 0 => format!("B+{}", f64::from(score) / 2.0),
                    score => format!("W+{}", f64::from(-score) / 2.0),
                });
            }
            "showboard" => return Ok(self.picture()),
            "time_settings" | "time_left" => self.set_time(command, words)?,
            _ => return Err("unknown command"),
        }
        Ok(String::new())
    }

    fn begin(&mut self, game: Go) {
        (self.game, self.search) = (game, None);
        self.earlier.clear();
    }

    /// Gives the move to `side`. If a player moves twice in a row, the tree belongs to another game
    /// and is dropped.
    fn turn_to(&mut self, side: Side) {
        if side != self.game.board().to_move() {
            self.game = self.game.clone().with(self.game.komi(), side);
            self.search = None;
        }
    }

    fn play(&mut self, mv: Move) {
        self.earlier.push(self.game.clone());
        self.game.play(mv);
        if let Some(search) = &mut self.search {
            search.play(mv);
        }
    }

    /// Searches, and plays the best move. Resigns if it hardly ever wins.
    fn choose(&mut self) -> String {
        let options = &self.options;
        let search = self.search.get_or_insert_with(|| {
            let (mode, seed, workers) = (options.mode, options.seed, options.threads.into());
            let settings = Settings { mode, workers, params: PLAYING, memory: 256 << 20, seed };
            Search::new(&self.game, &settings, |_| self.evaluator.clone())
        });
        let is_stopped = &AtomicBool::new(false);
        let (done, waits) = mpsc::channel::<()>();
        let time = Duration::try_from_secs_f64(self.seconds).unwrap_or(Duration::from_secs(1));
        thread::scope(|scope| {
            scope.spawn(move || {
                let _ = waits.recv_timeout(time);
                is_stopped.store(true, Ordering::Relaxed);
            });
            search.run(options.playouts, is_stopped);
            drop(done);
        });
        let Some(best) = search.best() else { return Vertex::PASS.to_string() };
        let share = best.counts.mean().unwrap_or(0.5);
        eprintln!("{} {share:.3} of {} playouts", Vertex::from(best.mv), best.counts.visits);
        if share < 0.04 && best.counts.visits > 100 {
            return "resign".into();
        }
        self.play(best.mv);
        Vertex::from(best.mv).to_string()
    }

    /// Computes the time for each move from the seconds of the game, the seconds of an overtime,
    /// and its stones.
    fn set_time(&mut self, command: &str, words: &[&str]) -> Result<(), &'static str> {
        let words = if command == "time_left" { words.get(1..).unwrap_or_default() } else { words };
        let numbers: Option<Vec<f64>> = words.iter().map(|word| number(word)).collect();
        self.seconds = match (command, numbers.as_deref()) {
            ("time_left", Some(&[seconds, stones])) if stones >= 1.0 => 0.9 * seconds / stones,
            ("time_left", Some(&[seconds, _])) => seconds / 25.0,
            ("time_settings", Some(&[_, overtime, stones])) if overtime > 0.0 && stones >= 1.0 => {
                0.9 * overtime / stones
            }
            ("time_settings", Some(&[0.0, ..])) => self.options.seconds,
            ("time_settings", Some(&[game, _, _])) => game / 40.0,
            _ => return Err("expected times in seconds and a number of stones"),
        };
        Ok(())
    }

    fn picture(&self) -> String {
        let board = self.game.board();
        let mut picture = String::new();
        for row in (1..=board.size()).rev() {
            let _ = write!(picture, "\n{row:2}");
            for column in 1..=board.size() {
                let cell = match board[Vertex::at(column, row)] {
                    Cell::Stone(Side::Black) => " X",
                    Cell::Stone(Side::White) => " O",
                    _ => " .",
                };
                picture.push_str(cell);
            }
        }
        picture.push_str("\n  ");
        for column in 1..=board.size() {
            let _ = write!(picture, " {}", &Vertex::at(column, 1).to_string()[..1]);
        }
        picture
    }
}

fn number(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

fn side(text: &str) -> Result<Side, &'static str> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Side::Black),
        "w" | "white" => Ok(Side::White),
        _ => Err("invalid color"),
    }
}
