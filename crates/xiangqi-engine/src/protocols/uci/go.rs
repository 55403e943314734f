//! `go`: what to search, and for how long.
//!
//! A GUI waits for the move, so what cannot be understood costs none: it is named and ignored, and the search
//! goes by the rest.

use std::time::Duration;

use cleave_clock::Clock;
use cleave_clock::level::milliseconds;
use cleave_xiangqi::{Color, Move};
use cleave_xiangqi_search::Limits;

use crate::command::{Activity, Refusal, Search};
use crate::session::Session;

/// What follows `go`.
#[derive(Default)]
struct Request {
    /// What the clocks of Red and Black show, and what is added after each move.
    left: [Option<Duration>; 2],
    increment: [Duration; 2],
    moves_to_go: Option<u32>,
    move_time: Option<Duration>,
    limits: Limits,
    ponder: bool,
    /// What is ignored.
    ignored: Vec<String>,
}

/// The search that a line demands.
pub(super) fn plan(session: &mut Session, text: &str) -> Result<Search, Refusal> {
    if session.is_refused {
        let none = cleave_xiangqi_search::Outcome {
            depth: 0,
            value: 0,
            nodes: 0,
            time: Duration::ZERO,
            line: Vec::new(),
            stats: None,
        };
        session.protocol.conclude(session, Activity::Thinking, &none);
        return Err("there is no position to search, since the last was refused".into());
    }
    let position = *session.game.position();
    let side = position.side();
    let mut request = Request::default();
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        if word == "searchmoves" {
            let read = |text: &&str| session.first_rank.read(&position, text);
            request.limits.moves = words.by_ref().map_while(|word| read(&word).ok()).collect();
            if request.limits.moves.is_empty() {
                request.ignored.push("searchmoves names no legal move".into());
            }
        } else if let Some(value) = words.peek().copied() {
            // A word that takes a value is read with it, which is then skipped as a word of its own.
            if let Err(problem) = request.read(side, word, value) {
                request.ignored.push(problem);
            }
        }
        request.ponder |= word == "ponder";
    }
    for problem in &request.ignored {
        session.line(format!("info string {problem}; it is ignored"));
    }
    Ok(request.search(session))
}

impl Request {
    fn read(&mut self, side: Color, word: &str, value: &str) -> Result<(), String> {
        let (red, black) = (Color::Red.index(), Color::Black.index());
        let (own, other) = (side.index(), (!side).index());
        let millis = || milliseconds(value);
        let count = || {
            let number = value.parse::<u64>().ok().filter(|number| *number > 0);
            number.ok_or_else(|| format!("'{word} {value}' needs a number from 1 on"))
        };
        let small = || count().map(|number| number.try_into().unwrap_or(u32::MAX));
        match word {
            "wtime" => self.left[red] = Some(millis()?),
            "btime" => self.left[black] = Some(millis()?),
            "winc" => self.increment[red] = millis()?,
            "binc" => self.increment[black] = millis()?,
            // UCCI's clocks are the engine's and the opponent's.
            "time" => self.left[own] = Some(millis()?),
            "opptime" => self.left[other] = Some(millis()?),
            "increment" => self.increment[own] = millis()?,
            "oppincrement" => self.increment[other] = millis()?,
            "movestogo" => self.moves_to_go = Some(small()?),
            "movetime" => self.move_time = Some(millis()?),
            "depth" if value == "infinite" => {}
            "depth" => self.limits.depth = Some(small()?),
            "nodes" => self.limits.nodes = Some(count()?),
            "mate" => self.limits.mate = Some(small()?),
            _ => {}
        }
        Ok(())
    }

    fn search(self, session: &mut Session) -> Search {
        let side = session.game.position().side().index();
        let clock = match (self.move_time, self.left[side]) {
            (Some(time), _) => Clock::PerMove(time),
            (None, Some(remaining)) => Clock::Game {
                remaining,
                increment: self.increment[side],
                moves_to_go: self.moves_to_go,
            },
            (None, None) => Clock::Unlimited,
        };
        let moves = match session.banned.is_empty() {
            true => self.limits.moves,
            false => allowed(session),
        };
        // A ponder hit starts the clock; until then the search is the opponent's.
        session.hit_clock = clock;
        let limits = Limits {
            clock,
            moves,
            pondering: self.ponder,
            overhead: session.settings.overhead,
            lines: session.settings.lines as usize,
            ..self.limits
        };
        let activity = match () {
            () if self.ponder => Activity::Pondering,
            () if limits.is_endless() => Activity::Analysing,
            () => Activity::Thinking,
        };
        Search { activity, root: session.root(), limits }
    }
}

fn allowed(session: &Session) -> Vec<Move> {
    let moves = session.game.position().legal_moves();
    moves.into_iter().filter(|mv| !session.banned.contains(mv)).collect()
}
