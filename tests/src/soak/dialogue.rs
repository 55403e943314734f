//! Searches through the program, with commands during the searches.

use std::time::Duration;

use cleave_board::Position;
use cleave_smp::random::Rng;

use super::algorithms::Algorithms;
use super::wandered;
use crate::{Engine, Game, Thought};

/// Longer than any search here, even on a busy machine.
const LONG: Duration = Duration::from_secs(20);

/// The number of searches after which the program is restarted, so that transcripts stay readable.
const SESSION: u64 = 50;

/// The counts of events.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Dialogue {
    /// Moves made.
    pub moves: u64,
    /// Searches ended by `?`.
    pub wanted_now: u64,
    /// Searches abandoned for another position.
    pub abandoned: u64,
    /// Analyses.
    pub analysed: u64,
    /// Lines of thinking checked.
    pub lines: u64,
    /// Changes of `cores` or the backend, some during a search.
    pub resizes: u64,
    /// Changes of the algorithm, some during a search.
    pub algorithms: u64,
}

/// Lets the program search this many times. Calls `each` after every search.
///
/// # Panics
/// If an answer is late, a move or line is illegal, or a process is left.
pub fn dialogue(seed: u64, count: u64, mut each: impl FnMut()) -> Dialogue {
    let mut rng = Rng::new(seed);
    let mut happened = Dialogue::default();
    let mut algorithms = Algorithms::default();
    let mut done = 0;
    while done < count {
        let mut talk = Talk::begin(rng, algorithms, happened);
        for _ in 0..SESSION.min(count - done) {
            talk.round();
            done += 1;
            each();
        }
        (rng, algorithms, happened) = talk.end();
    }
    happened
}

struct Talk {
    engine: Engine,
    game: Game,
    rng: Rng,
    algorithms: Algorithms,
    happened: Dialogue,
}

impl Talk {
    fn begin(rng: Rng, algorithms: Algorithms, happened: Dialogue) -> Talk {
        let setup = "new\neasy\npost\nforce\nmemory 16\noption Oversubscribe=1\ncores 2";
        let engine = Engine::after(setup);
        Talk { engine, game: Game::default(), rng, algorithms, happened }
    }

    /// Ends the program, which must quit at once and leave no process.
    fn end(mut self) -> (Rng, Algorithms, Dialogue) {
        if self.rng.below(2) == 0 {
            self.engine.send("go");
            self.pause(30);
        }
        self.engine.quit();
        (self.rng, self.algorithms, self.happened)
    }

    fn round(&mut self) {
        if self.game.result().is_some() || self.rng.below(3) == 0 {
            self.set_up();
        }
        if self.rng.below(3) == 0 {
            self.change_team();
        }
        match self.rng.below(8) {
            0 => self.analyse(),
            1 => self.abandon(),
            2 | 3 => self.think(false),
            _ => self.think(true),
        }
    }

    /// Sets up another position.
    fn set_up(&mut self) {
        let position: Position = wandered(&mut self.rng);
        let fen = position.to_fen();
        self.engine.send(&format!("force\nsetboard {fen}"));
        self.game = Game::from_fen(&fen);
    }

    fn change_team(&mut self) {
        self.happened.resizes += 1;
        if self.rng.below(4) == 0 {
            let backend = ["fork", "thread"][self.rng.below(2) as usize];
            self.engine.send(&format!("option Backend={backend}"));
        }
        if self.rng.below(2) == 0 {
            let algorithm = self.algorithms.draw(&mut self.rng);
            self.engine.send(&format!("option Algorithm={algorithm}"));
            self.happened.algorithms += 1;
        }
        let cores = 1 + self.rng.below(8);
        self.engine.send(&format!("cores {cores}"));
    }

    /// Lets the program search until the search ends by itself or by `?`.
    fn think(&mut self, by_command: bool) {
        let time = if by_command { 100.0 } else { 0.01 * (1 + self.rng.below(10)) as f64 };
        self.engine.send(&format!("st {time:.2}\ngo"));
        let mut lines = Vec::new();
        let mut early = None;
        if by_command {
            lines = self.pause(80);
            // The program plays a mate at once, with any time.
            early = lines.iter().find_map(|line| line.strip_prefix("move ").map(str::to_owned));
            match self.rng.below(4) {
                0 => self.change_team(),
                1 => self.engine.send("."),
                _ => {}
            }
            self.engine.send("?");
            self.happened.wanted_now += 1;
        }
        let mv = early.unwrap_or_else(|| {
            self.engine.wait_for("move", LONG, |line| {
                lines.push(line.to_owned());
                line.strip_prefix("move ").map(str::to_owned)
            })
        });
        self.check_lines(&lines);
        self.play(&mv);
        // A claim after the move must not count as the next answer.
        self.engine.sync();
    }

    /// Abandons a search. If it ends first, its move must be legal.
    fn abandon(&mut self) {
        self.engine.send("st 100\ngo");
        let mut lines = self.pause(60);
        self.happened.abandoned += 1;
        let is_new = self.rng.below(2) == 0;
        self.engine.send(if is_new { "new" } else { "force" });
        self.engine.send("force");
        lines.extend(self.engine.sync());
        self.check_lines(&lines);
        if let Some(mv) = lines.iter().find_map(|line| line.strip_prefix("move ")) {
            self.play(mv);
        }
        self.set_up();
    }

    fn analyse(&mut self) {
        self.happened.analysed += 1;
        self.engine.send("force\nanalyze");
        let mut lines = self.pause(60);
        if self.rng.below(2) == 0 {
            self.change_team();
            lines.extend(self.pause(40));
        }
        self.engine.send("exit");
        lines.extend(self.engine.sync());
        self.check_lines(&lines);
    }

    /// Listens for a random time up to this many milliseconds.
    fn pause(&mut self, milliseconds: u64) -> Vec<String> {
        self.engine.listen(Duration::from_micros(self.rng.below(1000 * milliseconds)))
    }

    fn check_lines(&mut self, lines: &[String]) {
        for line in lines {
            assert!(!line.starts_with("Error") && !line.starts_with("stderr"), "{line}");
            let Some(thought) = Thought::read(line) else { continue };
            let mut game = self.game.clone();
            for mv in thought.moves.split_whitespace() {
                assert!(game.try_play(mv), "{line}\n{}", self.engine.transcript());
            }
            self.happened.lines += 1;
        }
    }

    fn play(&mut self, mv: &str) {
        let legal = self.game.try_play(mv);
        assert!(legal, "move {mv} in {}\n{}", self.game.board(), self.engine.transcript());
        self.happened.moves += 1;
    }
}
