//! Searches in this process by teams of changing size and backend.

use std::time::{Duration, Instant};

use cleave_board::{Key, Move, Position};
use cleave_movegen::legal_moves;
use cleave_search::team::{Algorithm, Backend, MAX_WORKERS};
use cleave_search::{
    Clock, Host, Limits, Outcome, Root, SearchMode, Searcher, SearcherError, Signal, Status,
    Thinking,
};
use cleave_smp::random::Rng;
use cleave_virtual_time::artificial::random_params;
use nix::sys::signal::{Signal as ProcessSignal, kill};
use nix::unistd::{Pid, alarm, getpid};

use super::algorithms::Algorithms;
use super::{children, wandered};

/// The number of seconds after which a search hangs. SIGALRM then ends this process.
const WATCHDOG: u32 = 60;

/// The time by which a search may exceed its limit, on a busy machine.
const GRACE: Duration = Duration::from_secs(2);

/// The size of the largest team.
const MOST: u64 = 8;

/// The counts of events. A soak without events tests nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Searches {
    /// Searches by teams.
    pub by_teams: u64,
    /// Of these, by teams of threads.
    pub by_threads: u64,
    /// Joins of a block by a worker.
    pub joins: u64,
    /// Searches stopped by the host.
    pub stops: u64,
    /// Changes of the number of workers or the backend.
    pub resizes: u64,
    /// Helpers killed.
    pub kills: u64,
    /// The joins by each algorithm.
    pub by_algorithm: [u64; Algorithm::ALL.len()],
}

impl Searches {
    /// Returns the number of algorithms by which workers have joined others.
    pub fn algorithms(&self) -> usize {
        self.by_algorithm.iter().filter(|&&joins| joins > 0).count()
    }
}

/// A failure.
#[derive(Debug, thiserror::Error)]
pub enum Wrong {
    /// The system refuses memory.
    #[error(transparent)]
    Searcher(#[from] SearcherError),
    /// A line that cannot be played.
    #[error("the line {line:?} is not legal in {fen}")]
    Line {
        /// The root.
        fen: String,
        /// The line.
        line: Vec<Move>,
    },
    /// The move is missing, or differs from the first of the line.
    #[error("{found:?} is not the move to play in {fen}")]
    Move {
        /// The root.
        fen: String,
        /// The move found.
        found: Option<Move>,
    },
    /// A search exceeded its time.
    #[error("a search took {taken:?} instead of {limit:?}")]
    Late {
        /// The time limit.
        limit: Duration,
        /// The time of the search.
        taken: Duration,
    },
    /// Some split blocks were not freed.
    #[error("{blocks} split blocks are in use after a search")]
    Blocks {
        /// The number of blocks.
        blocks: u32,
    },
    /// The number of helpers is wrong.
    #[error("there are {found} processes instead of {expected}")]
    Processes {
        /// The number of processes.
        found: usize,
        /// The expected number of processes.
        expected: usize,
    },
    /// The counts of nodes differ.
    #[error("{reported} nodes were reported, but the workers have searched {counted}")]
    Nodes {
        /// The nodes in the outcome.
        reported: u64,
        /// The nodes in the statistics.
        counted: u64,
    },
}

/// Searches one position after the other, some of them in a game. Uses teams of 1 to 8 workers,
/// both backends and all kinds of limits. One search by processes in `kill_one_in` loses a helper,
/// and none with 0. Calls `each` after every search.
///
/// # Errors
/// Returns the first failure. If a search hangs, SIGALRM ends this process.
pub fn searches(
    seed: u64,
    count: u64,
    kill_one_in: u64,
    mut each: impl FnMut(),
) -> Result<Searches, Wrong> {
    let mut rng = Rng::new(seed);
    let position = wandered(&mut rng);
    let mut searcher = Searcher::new(2)?;
    // However few this machine has: all workers shall meet.
    searcher.set_processors(MAX_WORKERS);
    let mut soak = Soak {
        searcher,
        program: SearchMode::Sequential,
        algorithm: Algorithm::default(),
        algorithms: Algorithms::default(),
        position,
        history: Vec::new(),
        rng,
        kill_one_in,
        happened: Searches::default(),
    };
    for _ in 0..count {
        alarm::set(WATCHDOG);
        let went = soak.change_settings().and_then(|()| soak.search());
        alarm::cancel();
        went?;
        each();
    }
    let happened = soak.happened;
    drop(soak);
    expect_processes(0)?;
    Ok(happened)
}

struct Soak {
    searcher: Searcher,
    program: SearchMode,
    algorithm: Algorithm,
    algorithms: Algorithms,
    position: Position,
    history: Vec<Key>,
    rng: Rng,
    kill_one_in: u64,
    happened: Searches,
}

impl Soak {
    fn one_in(&mut self, sides: u64) -> bool {
        self.rng.below(sides) == 0
    }

    /// Changes settings and position between two searches.
    fn change_settings(&mut self) -> Result<(), Wrong> {
        if self.happened.resizes == 0 || self.one_in(4) {
            self.change_team()?;
        }
        if self.one_in(3) {
            self.algorithm = self.algorithms.draw(&mut self.rng);
            self.searcher.set_algorithm(self.algorithm);
        }
        if self.one_in(10) {
            self.searcher.new_game();
        }
        if self.one_in(30) {
            let mib = 1 + self.rng.below(4) as usize;
            self.searcher.set_table_size(mib).map_err(SearcherError::from)?;
        }
        let split = random_params(&mut self.rng);
        let params = self.searcher.split_params();
        params.min_thread_depth = 1 + split.min_thread_depth;
        params.max_thread_group = split.max_thread_group;
        params.split_at_root = split.split_at_root;
        params.confidence = split.confidence;
        params.large_team_confidence = split.large_team_confidence;
        if self.one_in(4) || legal_moves(&self.position).is_empty() {
            self.position = wandered(&mut self.rng);
            self.history.clear();
        }
        Ok(())
    }

    fn change_team(&mut self) -> Result<(), Wrong> {
        let workers = 1 + self.rng.below(MOST) as usize;
        let backend = [Backend::Fork, Backend::Thread][self.rng.below(2) as usize];
        self.program = match self.rng.below(8) {
            0 => SearchMode::Sequential,
            _ => SearchMode::Parallel { workers, backend },
        };
        self.happened.resizes += 1;
        Ok(self.searcher.set_mode(self.program).map_err(SearcherError::from)?)
    }

    fn search(&mut self) -> Result<(), Wrong> {
        let limits = self.limits();
        let mut disturber = self.disturber(&limits);
        let root = Root { position: self.position, history: self.history.clone() };
        let begin = Instant::now();
        let outcome = self.searcher.search(&root, &limits, &mut disturber);
        let taken = begin.elapsed();
        let Disturber { illegal, killed, stopped, .. } = disturber;
        self.happened.kills += u64::from(killed);
        self.happened.stops += u64::from(stopped);
        if let Some(line) = illegal {
            return Err(Wrong::Line { fen: self.position.to_fen(), line });
        }
        self.check(&outcome)?;
        self.check_team(&outcome)?;
        if let Clock::PerMove(limit) = limits.clock
            && !limits.pondering
            && taken > limit + GRACE
        {
            return Err(Wrong::Late { limit, taken });
        }
        if let Some(mv) = outcome.best {
            self.history.push(self.position.key());
            self.position = self.position.make(mv);
        }
        Ok(())
    }

    /// Returns a random limit, or none. Without a limit, the host must stop the search.
    fn limits(&mut self) -> Limits {
        let milliseconds = Duration::from_millis(1 + self.rng.below(60));
        let none = Limits { multi_pv: 1 + self.rng.below(3) as usize, ..Limits::default() };
        match self.rng.below(5) {
            0 => Limits { depth: Some(1 + self.rng.below(9) as u32), ..none },
            1 => Limits { nodes: Some(1 + self.rng.below(100_000)), ..none },
            2 => Limits { clock: Clock::PerMove(milliseconds), ..none },
            3 => Limits { clock: Clock::PerMove(milliseconds), pondering: true, ..none },
            _ => none,
        }
    }

    fn disturber(&mut self, limits: &Limits) -> Disturber {
        let soon =
            |rng: &mut Rng, within| Instant::now() + Duration::from_micros(rng.below(within));
        let must_stop = limits.is_endless() || self.one_in(3);
        let by_processes =
            matches!(self.program, SearchMode::Parallel { backend: Backend::Fork, .. });
        let kills = by_processes && self.kill_one_in > 0 && self.one_in(self.kill_one_in);
        Disturber {
            position: self.position,
            stop_at: must_stop.then(|| soon(&mut self.rng, 60_000)),
            hit_at: limits.pondering.then(|| soon(&mut self.rng, 40_000)),
            clock: limits.clock,
            kill_at: kills.then(|| soon(&mut self.rng, 40_000)),
            victim: self.rng.below(MOST) as usize,
            illegal: None,
            stopped: false,
            killed: false,
        }
    }

    /// Checks the move and the line.
    fn check(&self, outcome: &Outcome) -> Result<(), Wrong> {
        if !is_legal_line(&self.position, &outcome.line) {
            return Err(Wrong::Line { fen: self.position.to_fen(), line: outcome.line.clone() });
        }
        if outcome.best != outcome.line.first().copied()
            || outcome.best.is_none() != legal_moves(&self.position).is_empty()
        {
            return Err(Wrong::Move { fen: self.position.to_fen(), found: outcome.best });
        }
        Ok(())
    }

    /// Checks that the statistics have every node, and that no block or process of the search
    /// remains.
    fn check_team(&mut self, outcome: &Outcome) -> Result<(), Wrong> {
        let blocks = self.searcher.blocks_in_use();
        if blocks != 0 {
            return Err(Wrong::Blocks { blocks });
        }
        let SearchMode::Parallel { workers, backend } = self.program else {
            return expect_processes(0);
        };
        let stats = outcome.stats.as_ref().expect("a team keeps statistics");
        self.happened.by_teams += 1;
        self.happened.by_threads += u64::from(backend == Backend::Thread);
        let joins = stats.sum(|counters| counters.joins);
        self.happened.joins += joins;
        self.happened.by_algorithm[self.algorithm.index()] += joins;
        if stats.nodes() != outcome.nodes {
            return Err(Wrong::Nodes { reported: outcome.nodes, counted: stats.nodes() });
        }
        expect_processes(if backend == Backend::Fork { workers - 1 } else { 0 })
    }
}

/// The host of a search. It checks the lines, stops the search, turns pondering into thinking, and
/// kills helpers.
struct Disturber {
    position: Position,
    stop_at: Option<Instant>,
    hit_at: Option<Instant>,
    clock: Clock,
    kill_at: Option<Instant>,
    /// The number of the helper to kill.
    victim: usize,
    illegal: Option<Vec<Move>>,
    stopped: bool,
    killed: bool,
}

impl Host for Disturber {
    fn poll(&mut self, _: &Status) -> Signal {
        let now = Instant::now();
        let is_due = |at: &mut Option<Instant>| at.take_if(|at| *at <= now).is_some();
        if is_due(&mut self.kill_at) {
            self.killed |= kill_helper(self.victim);
        }
        if is_due(&mut self.stop_at) {
            self.stopped = true;
        }
        if self.stopped {
            Signal::Stop
        } else if is_due(&mut self.hit_at) {
            Signal::PonderHit(self.clock)
        } else {
            Signal::Continue
        }
    }

    fn thinking(&mut self, thinking: &Thinking) {
        if thinking.line.is_empty() || !is_legal_line(&self.position, &thinking.line) {
            self.illegal = Some(thinking.line.clone());
        }
    }
}

fn kill_helper(which: usize) -> bool {
    let helpers = children(getpid());
    let victim: Option<&Pid> = helpers.get(which % helpers.len().max(1));
    victim.is_some_and(|&pid| kill(pid, ProcessSignal::SIGKILL).is_ok())
}

fn is_legal_line(position: &Position, line: &[Move]) -> bool {
    let mut position = *position;
    line.iter().all(|&mv| {
        let legal = legal_moves(&position).contains(&mv);
        if legal {
            position = position.make(mv);
        }
        legal
    })
}

fn expect_processes(expected: usize) -> Result<(), Wrong> {
    match children(getpid()).len() {
        found if found == expected => Ok(()),
        found => Err(Wrong::Processes { found, expected }),
    }
}
