//! Dialogues by UCI and UCCI.

use std::collections::VecDeque;
use std::time::Duration;

use crate::board::Board;
use crate::counts::Counts;
use crate::plan::{Event, Go, Limit, Protocol, Timed, Turn};
use crate::problem::{Problem, Result};
use crate::stage::{Stage, WORK};

/// The time between two attempts to end a search.
const STOP_AGAIN: Duration = Duration::from_millis(250);

/// A dialogue with the searches whose answers are missing.
pub(crate) struct Dialogue<'s> {
    pub(crate) stage: &'s mut Stage,
    referee: Referee,
}

/// Knows which answers are due. A program searches in the order of the lines `go`, so each answer belongs to the oldest.
#[derive(Default)]
struct Referee {
    expected: VecDeque<Expected>,
}

struct Expected {
    board: Board,
    only: Vec<String>,
    limit: Limit,
}

impl<'s> Dialogue<'s> {
    /// Greets the program, and sends the settings.
    ///
    /// # Errors
    /// An answer is missing.
    pub(crate) fn begin(
        stage: &'s mut Stage,
        protocol: Protocol,
        settings: &[String],
    ) -> Result<Dialogue<'s>> {
        let mut dialogue = Dialogue { stage, referee: Referee::default() };
        let (greeting, answer) = match protocol {
            Protocol::Ucci => ("ucci", "ucciok"),
            _ => ("uci", "uciok"),
        };
        dialogue.stage.running.send(greeting);
        dialogue.wait_for(answer)?;
        settings.iter().for_each(|line| dialogue.stage.running.send(line));
        dialogue.synchronise()?;
        Ok(dialogue)
    }

    /// Plays a turn: a search, what happens meanwhile, and an answer for each `go`.
    ///
    /// # Errors
    /// A condition does not hold.
    pub(crate) fn turn(&mut self, turn: &Turn) -> Result<()> {
        turn.before.iter().for_each(|line| self.stage.running.send(line));
        self.synchronise()?;
        self.search(&turn.position, &turn.board, &turn.go);
        let watch = self.stage.watch();
        let mut events = turn.events.iter();
        let mut stopped_at = None;
        loop {
            let referee = &mut self.referee;
            let next = self.stage.perform_due(&mut events, &watch, |stage, event| {
                if let Event::Go(_) = event {
                    referee.expect(&turn.board, &[], Limit::Work);
                    stage.counts.searches += 1;
                }
            });
            if next.is_none() && self.referee.expected.is_empty() {
                break;
            }
            if next.is_none()
                && self.referee.needs_stop(watch.elapsed())
                && stopped_at.is_none_or(|at| watch.elapsed() >= at + STOP_AGAIN)
            {
                self.stage.running.send("stop");
                stopped_at = Some(watch.elapsed());
            }
            if let Some(line) = self.stage.hear(&watch, next)? {
                self.referee.hear(&line, &mut self.stage.counts)?;
            }
            let limit = self.referee.limit(&turn.go, &turn.events);
            self.stage.must_not_be_late(&watch, limit)?;
        }
        self.stage.must_be_small()?;
        self.synchronise()
    }

    /// Starts a search that a line must end.
    pub(crate) fn search_endlessly(&mut self, turn: &Turn) {
        let go = Go { text: "go infinite".into(), limit: Limit::Endless, only: Vec::new() };
        self.search(&turn.position, &turn.board, &go);
    }

    fn search(&mut self, position: &str, board: &Board, go: &Go) {
        self.stage.running.send(position);
        self.stage.running.send(&go.text);
        self.referee.expect(board, &go.only, go.limit);
        self.stage.counts.searches += 1;
    }

    /// Waits until all lines are executed. No answer may come without a `go`.
    fn synchronise(&mut self) -> Result<()> {
        self.stage.running.send("isready");
        // An earlier 'isready' may have been sent during a search, and be answered now.
        self.wait_for("readyok")
    }

    fn wait_for(&mut self, start: &str) -> Result<()> {
        let referee = &mut self.referee;
        self.stage.wait_for(start, |stage, line| referee.hear(line, &mut stage.counts))
    }
}

impl Referee {
    fn expect(&mut self, board: &Board, only: &[String], limit: Limit) {
        self.expected.push_back(Expected { board: board.clone(), only: only.to_vec(), limit });
    }

    /// Returns true if a search does not end by itself, at least not soon.
    fn needs_stop(&self, elapsed: Duration) -> bool {
        let is_due = |search: &Expected| match search.limit {
            Limit::Endless => true,
            Limit::Work => elapsed > WORK,
            Limit::Time(_) => false,
        };
        self.expected.iter().any(is_due)
    }

    /// Returns the time after which all answers should be there.
    fn limit(&self, go: &Go, events: &[Timed]) -> Duration {
        let last_event = events.last().map_or(Duration::ZERO, |event| event.at);
        let is_second = |event: &&Timed| matches!(event.event, Event::Go(_));
        let more = events.iter().filter(is_second).count() as u32;
        let first = match go.limit {
            Limit::Time(time) => time,
            Limit::Work => WORK,
            Limit::Endless => Duration::ZERO,
        };
        last_event + first + WORK * more
    }

    /// Checks a line of the program.
    ///
    /// # Errors
    /// An answer belongs to no search, or a move is not legal.
    fn hear(&mut self, line: &str, counts: &mut Counts) -> Result<()> {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("bestmove" | "nobestmove") => {
                let search = self.expected.pop_front();
                let search = search.ok_or_else(|| Problem::new("an answer without a search"))?;
                counts.moves += 1;
                search.check_answer(line)
            }
            Some("info") => {
                let Some((before, moves)) = line.split_once(" pv ") else { return Ok(()) };
                if before.contains(" string ") {
                    return Ok(());
                }
                let search = self.expected.front();
                let search = search.ok_or_else(|| Problem::new("a line without a search"))?;
                counts.lines += 1;
                search.check_moves(moves)
            }
            _ => Ok(()),
        }
    }
}

impl Expected {
    /// Checks `bestmove MOVE [ponder MOVE]`. Every position here has a legal move.
    fn check_answer(&self, line: &str) -> Result<()> {
        let moves = line.trim_start_matches("bestmove").replace(" ponder ", " ");
        if moves.split_whitespace().count() == 0 || line.starts_with("nobestmove") {
            return Err(Problem::new(format!("no move in {}: {line}", self.board.fen())));
        }
        self.check_moves(&moves)
    }

    fn check_moves(&self, moves: &str) -> Result<()> {
        let mut board = self.board.clone();
        for (place, mv) in moves.split_whitespace().enumerate() {
            if place == 0 && !self.only.is_empty() && !self.only.iter().any(|only| only == mv) {
                return Err(Problem::new(format!("{mv} is not among the moves to search")));
            }
            if !board.play(mv) {
                let fen = self.board.fen();
                return Err(Problem::new(format!("{mv} is not legal: {moves} in {fen}")));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Variant;

    /// Returns what the referee says of these lines after one `go` from the start position.
    fn said(only: &[String], lines: &[&str]) -> Result<()> {
        let mut referee = Referee::default();
        referee.expect(&Board::start(Variant::Chess), only, Limit::Work);
        lines.iter().try_for_each(|line| referee.hear(line, &mut Counts::default()))
    }

    #[test]
    fn a_second_answer_is_a_problem() {
        said(&[], &["info depth 1 pv e2e4 e7e5", "bestmove e2e4 ponder e7e5"]).unwrap();
        said(&[], &["bestmove e2e4", "bestmove e2e4"]).unwrap_err();
        said(&[], &["bestmove e2e4", "info depth 1 pv e2e4"]).unwrap_err();
    }

    #[test]
    fn illegal_and_missing_moves_are_problems() {
        for line in [
            "bestmove e2e5",
            "bestmove (none)",
            "bestmove",
            "nobestmove",
            "bestmove e2e4 ponder e2e4",
            "info depth 1 pv e2e4 e2e4",
        ] {
            said(&[], &[line]).expect_err(line);
        }
        said(&["d2d4".into()], &["bestmove e2e4"]).unwrap_err();
        said(&["d2d4".into()], &["bestmove d2d4"]).unwrap();
    }
}
