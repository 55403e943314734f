//! Connect Four, solved by a team: a complete game, with a transposition table.
//!
//! Two players in turn drop stones into seven columns of six squares; whoever first has four in a row
//! wins. A search goes on to the end of the game, so its value is that of perfect play: 1, 0 or -1 for the
//! player to move. From the empty board the first player wins (Allen and Allis, 1988).
//!
//! ```text
//! cargo run --release -p cleave-smp --example connect_four              # a position of 10 stones
//! cargo run --release -p cleave-smp --example connect_four 44444        # these columns, 1 to 7, played
//! cargo run --release -p cleave-smp --example connect_four start        # the empty board: a long run
//! ```
//!
//! The node is plain alpha-beta: every child is searched with its parent's window, so that a bound that
//! has become stale while a child was being searched is merely wider than it need be, and no child is
//! ever searched again.

mod position;

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

use cleave_shared_memory::{Plain, Shareable};
use cleave_smp::{
    Absorbed, Algorithm, Backend, End, HelperSlot, MainWorker, Node, NodeType, Opened, SplitHint,
    Team,
};
use position::{COLUMNS, Position, ROWS, STRIDE};

/// A piece of work: the square to play on, and the child's window.
#[derive(Clone, Copy, Debug, Plain)]
struct Job {
    square: u64,
    alpha: i8,
    beta: i8,
    is_cut: bool,
}

/// The moves of a node, best first.
#[derive(Clone, Copy, Debug, Plain)]
struct Moves {
    squares: [u64; COLUMNS as usize],
    len: u8,
    next: u8,
}

/// A node: plain data, so that any worker can hand out its next child or take a result in.
#[derive(Clone, Copy, Debug, Plain)]
struct ConnectFour {
    position: Position,
    /// The window, and alpha as it was when the node was entered.
    alpha: i8,
    beta: i8,
    first_alpha: i8,
    best: i8,
    /// The best move: a square; 0 while none is known.
    best_move: u64,
    moves: Moves,
    /// Children whose values have come back.
    searched: u16,
    /// A child is expected to cause a cutoff.
    is_cut: bool,
}

impl ConnectFour {
    /// The node of a position, to be opened with a window that holds every value.
    fn new(position: Position) -> ConnectFour {
        ConnectFour {
            position,
            alpha: -1,
            beta: 1,
            first_alpha: -1,
            best: -1,
            best_move: 0,
            moves: Moves { squares: [0; COLUMNS as usize], len: 0, next: 0 },
            searched: 0,
            is_cut: false,
        }
    }

    /// The value, if it is plain to see; otherwise lists the moves.
    fn look(&mut self) -> Opened<i8> {
        let Position { own, all } = self.position;
        let playable = self.position.playable();
        if self.position.wins(own) & playable != 0 {
            return Opened::Value(1);
        }
        let threats = self.position.wins(all ^ own);
        // A win that the opponent threatens must be stopped, and a stone below one would allow it.
        let forced = threats & playable;
        let sensible = if forced != 0 { forced } else { playable } & !(threats >> 1);
        if playable == 0 {
            return Opened::Value(0);
        }
        if forced.count_ones() > 1 || sensible == 0 {
            return Opened::Value(-1);
        }
        self.list(sensible);
        Opened::Live
    }

    /// Lists moves to these squares: those that threaten most first, of equals the nearest to the middle.
    fn list(&mut self, squares: u64) {
        let Moves { squares: list, len, .. } = &mut self.moves;
        for column in [3, 2, 4, 1, 5, 0, 6] {
            let square = squares & (((1 << ROWS) - 1) << (column * STRIDE));
            if square != 0 {
                list[usize::from(*len)] = square;
                *len += 1;
            }
        }
        let threats = |&square: &u64| self.position.wins(self.position.own | square).count_ones();
        list[..usize::from(*len)].sort_by_key(|square| std::cmp::Reverse(threats(square)));
    }

    /// The node's value is known: tells the table.
    fn conclude(&self, player: &Player<'_>, value: i8) -> i8 {
        let bound = match value {
            _ if value >= self.beta => Bound::Lower,
            _ if value <= self.first_alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        player.table.store(self.position, value, bound);
        value
    }
}

/// What a worker keeps to itself.
struct Player<'a> {
    table: &'a Table,
    nodes: u64,
}

impl<'a> Player<'a> {
    fn new(table: &'a Table) -> Player<'a> {
        Player { table, nodes: 0 }
    }
}

impl Node for ConnectFour {
    type Job = Job;
    /// 1 if the player to move wins, 0 for a draw, -1 if the opponent wins.
    type Value = i8;
    /// The best move: its square, as a set.
    type Line = u64;
    // Positions do not repeat, so a joining worker needs to know nothing of the path.
    type PathStep = u8;
    type Setup = u8;
    type Shared = Table;
    type Context<'a> = Player<'a>;

    const STACK: usize = 64;

    fn vacant() -> ConnectFour {
        ConnectFour::new(Position::EMPTY)
    }

    fn enter(&mut self, _: &mut Player<'_>, parent: &ConnectFour, job: &Job) {
        let Job { square, alpha, beta, is_cut } = *job;
        let child = ConnectFour::new(parent.position.play(square));
        *self = ConnectFour { alpha, beta, first_alpha: alpha, is_cut, ..child };
    }

    fn open(&mut self, player: &mut Player<'_>, _: &Job) -> Opened<i8> {
        player.nodes += 1;
        let known = player.table.probe(self.position);
        let is_enough = |&(value, bound): &(i8, Bound)| match bound {
            Bound::Exact => true,
            Bound::Lower => value >= self.beta,
            Bound::Upper => value <= self.alpha,
        };
        match known.filter(is_enough) {
            Some((value, _)) => Opened::Value(value),
            None => self.look(),
        }
    }

    fn next(&mut self, _: &mut Player<'_>) -> Option<Job> {
        let Moves { squares, len, next } = &mut self.moves;
        let number = (*next < *len).then_some(*next)?;
        *next += 1;
        Some(Job {
            square: squares[usize::from(number)],
            alpha: -self.beta,
            beta: -self.alpha,
            is_cut: !(self.is_cut && number == 0),
        })
    }

    fn absorb(
        &mut self,
        player: &mut Player<'_>,
        job: &Job,
        child: i8,
        _: &u64,
    ) -> Absorbed<Job, i8> {
        let value = -child;
        self.searched += 1;
        if value > self.best || self.best_move == 0 {
            (self.best, self.best_move) = (value, job.square);
        }
        self.alpha = self.alpha.max(value);
        if value >= self.beta {
            return Absorbed::Done(self.conclude(player, value));
        }
        Absorbed::GoOn
    }

    fn finish(&mut self, player: &mut Player<'_>) -> i8 {
        self.conclude(player, self.best)
    }

    fn line(&self) -> &u64 {
        &self.best_move
    }

    fn trace_key(&self) -> u64 {
        self.position.key() << 4 | (self.alpha + 1) as u64 | (self.beta as u64 & 3) << 2
    }

    fn height(&self) -> i32 {
        self.position.empty_squares()
    }

    fn split_hint(&self) -> Option<SplitHint> {
        let node_type = match (self.beta - self.first_alpha, self.is_cut) {
            (2, _) => NodeType::Pv,
            (_, true) => NodeType::Cut,
            (_, false) => NodeType::All,
        };
        Some(SplitHint { node_type, searched: self.searched })
    }

    fn step(&self, _: &Player<'_>) -> u8 {
        0
    }

    fn retrace(_: &mut Player<'_>, _: &u8) {}

    fn job_key(&self, job: &Job) -> Option<u64> {
        Some(self.position.play(job.square).key())
    }

    fn prepare(_: &mut Player<'_>, _: &u8) {}

    fn nodes(player: &Player<'_>) -> u64 {
        player.nodes
    }

    fn leave(_: &mut Player<'_>) {}

    fn must_stop(_: &Player<'_>) -> bool {
        false
    }

    fn smp_idle(_: &mut Player<'_>) {}
}

/// How to read a value in the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bound {
    Exact,
    Lower,
    Upper,
}

const ENTRIES: usize = 1 << 22;

/// The transposition table, which all workers share without locks: an entry is one word, so it is never
/// torn. 0 is no entry, since no key is 0.
#[derive(Shareable)]
struct Table {
    entries: [AtomicU64; ENTRIES],
}

impl Table {
    fn entry(&self, position: Position) -> &AtomicU64 {
        &self.entries[(cleave_smp::random::mix(position.key()) % ENTRIES as u64) as usize]
    }

    fn store(&self, position: Position, value: i8, bound: Bound) {
        let word = position.key() << 4 | (value + 1) as u64 | (bound as u64) << 2;
        self.entry(position).store(word, Ordering::Relaxed);
    }

    fn probe(&self, position: Position) -> Option<(i8, Bound)> {
        let word = self.entry(position).load(Ordering::Relaxed);
        let bound = [Bound::Exact, Bound::Lower, Bound::Upper].get((word >> 2 & 3) as usize)?;
        (word >> 4 == position.key()).then_some(((word & 3) as i8 - 1, *bound))
    }
}

/// Solves a position: its value, the best move unless the value is plain to see, and the nodes searched.
fn solve(main_worker: &mut MainWorker<'_, ConnectFour>, position: Position) -> (i8, u64, u64) {
    let mut root = ConnectFour::new(position);
    if let Opened::Value(value) = root.look() {
        return (value, 0, 1);
    }
    loop {
        let mut player = Player::new(main_worker.shared());
        let finished = main_worker.search(&mut player, &root, &0);
        // If a worker has died it has been replaced, and the next try succeeds.
        if let End::Value(value) = finished.end {
            return (value, finished.line, finished.stats.nodes());
        }
    }
}

fn main() -> ExitCode {
    let argument = std::env::args().nth(1).unwrap_or_else(|| "4444432222".into());
    let columns = if argument == "start" { "" } else { &argument };
    let Some(position) = Position::after(columns) else {
        eprintln!(
            "'{columns}': expected columns from 1 to 7, none of them full, of a game not over"
        );
        return ExitCode::FAILURE;
    };
    let helper = |slot: &HelperSlot<'_, ConnectFour>| slot.serve(&mut Player::new(slot.shared()));
    for algorithm in Algorithm::ALL {
        let mut team = Team::new(2, Backend::Thread).expect("memory for two workers");
        team.set_algorithm(algorithm);
        let (value, best_move, nodes) =
            team.session(&helper, |main_worker| solve(main_worker, position));
        let value =
            ["the opponent wins", "a draw", "the player to move wins"][(value + 1) as usize];
        let best_move = match best_move {
            0 => String::new(),
            square => format!(", column {}", square.trailing_zeros() / STRIDE + 1),
        };
        println!("{algorithm}: {value}{best_move}; {nodes} nodes");
    }
    ExitCode::SUCCESS
}

#[cfg(test)]
mod tests;
