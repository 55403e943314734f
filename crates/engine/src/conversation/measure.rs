//! Commands that take longer: perft, problems and bench, each under a listener.

use std::time::{Duration, Instant};

use cleave_board::{Move, Position};
use cleave_io::Listener as _;
use cleave_movegen::{legal_moves, perft, to_coordinate};
use cleave_search::{Searcher, Signal, bench};
use cleave_tools::bench::Report;

use super::event_loop::EventLoop;
use super::listener::Listener;
use super::problem::Problem;
use crate::client::notice::Notice;
use crate::refusal::{Refusal, Reply};

/// Subtrees up to this depth are counted without a look at the input: a few milliseconds.
const UNINTERRUPTED: u32 = 4;

/// The lines of play of one length.
struct Lines {
    /// Each move, and the lines that begin with it.
    moves: Vec<String>,
    /// The number of lines.
    count: u64,
    /// The time that the count took.
    elapsed: Duration,
}

impl EventLoop {
    pub(super) fn perft(&mut self, depth: u32) -> Reply {
        let root = *self.engine.session.game.position();
        let Lines { moves, count, elapsed } = self
            .measure(root, |listener| count_moves(&root, depth, listener))
            .flatten()
            .ok_or(Refusal::NotNow("interrupted"))?;
        let client = &mut self.engine.session.client;
        moves.iter().for_each(|line| client.line(line));
        client.say(&Notice::LinesCounted { count, elapsed });
        Ok(())
    }

    pub(super) fn mate(&mut self, moves: u32) -> Reply {
        let game = &self.engine.session.game;
        let root = *game.position();
        let mut problem =
            Problem::new(&root, moves, &game.excluded, self.engine.searcher.team_size())?;
        self.measure(root, |listener| problem.solve(listener));
        self.engine.session.client.line(problem.answer());
        Ok(())
    }

    pub(super) fn bench(&mut self, depth: u32) -> Reply {
        // The session's table may have another size, which would change the count.
        let mut searcher = Searcher::new(bench::TABLE_MIB)
            .map_err(|error| Refusal::BadArgument(error.to_string()))?;
        let mut report = Report::begin();
        for position in bench::positions() {
            let outcome = self
                .measure(position, |listener| {
                    bench::search(&mut searcher, &position, depth, listener)
                })
                .ok_or(Refusal::NotNow("interrupted"))?;
            self.engine.session.client.line(report.row(&position, &outcome));
        }
        for line in report.total() {
            self.engine.session.client.line(line);
        }
        Ok(())
    }
}

/// Counts the lines of play of this length, move by move. Returns `None` if the listener stopped it.
fn count_moves(root: &Position, depth: u32, listener: &mut Listener) -> Option<Lines> {
    let start = Instant::now();
    let mut counts: Vec<(Move, u64)> = Vec::new();
    for mv in &legal_moves(root) {
        counts.push((mv, count(&root.make(mv), depth - 1, listener)?));
    }
    let elapsed = start.elapsed();
    let row = |(mv, leaves): &(Move, u64)| format!("{}: {leaves}", to_coordinate(root, *mv));
    let moves = counts.iter().map(row).collect();
    Some(Lines { moves, count: counts.iter().map(|(_, leaves)| leaves).sum(), elapsed })
}

/// Counts like perft and checks the input now and then. Returns `None` if it was stopped.
fn count(position: &Position, depth: u32, listener: &mut Listener) -> Option<u64> {
    if listener.attend() != Signal::Continue {
        return None;
    }
    if depth <= UNINTERRUPTED {
        return Some(perft(position, depth));
    }
    legal_moves(position).into_iter().map(|mv| count(&position.make(mv), depth - 1, listener)).sum()
}
