//! `go`: what to search, and for how long.

use std::time::Duration;

use cleave_board::{Color, Move, Position};
use cleave_movegen::parse_move;
use cleave_search::{Clock, Limits};

use crate::book;
use crate::commands::number;
use crate::level::milliseconds;
use crate::refusal::Refusal;
use crate::session::{Activity, Session};
use crate::strength;
use crate::task::{Search, Task};

/// What follows `go`.
#[derive(Default)]
struct Request {
    /// What the clocks of White and Black show, and their increments.
    left: [Option<Duration>; 2],
    increment: [Option<Duration>; 2],
    moves_to_go: Option<u32>,
    move_time: Option<Duration>,
    depth: Option<u32>,
    nodes: Option<u64>,
    mate: Option<u32>,
    perft: Option<u32>,
    infinite: bool,
    ponder: bool,
    search_moves: Vec<Move>,
}

/// The search that a line demands.
pub(super) fn plan(session: &Session, text: &str) -> Result<Task, Refusal> {
    let position = session.game.position();
    let request = Request::read(text, position)?;
    if let Some(depth) = request.perft {
        return Ok(Task::Perft { depth });
    }
    let mut limits = request.limits(session);
    let activity = match (request.ponder, limits.is_endless()) {
        (true, _) => Activity::Pondering(None),
        (false, true) => Activity::Analysing,
        (false, false) => Activity::Thinking,
    };
    if activity != Activity::Analysing {
        strength::limit(&session.settings, &mut limits, position);
    }
    if activity == Activity::Thinking
        && let Some(mv) = request.book_move(session)
    {
        // The search of this move alone, one ply deep, ends at once.
        limits = Limits { depth: Some(1), included: vec![mv], ..Limits::default() };
    }
    Ok(Task::Search(Box::new(Search { activity, root: session.game.root(), limits })))
}

impl Request {
    /// Unknown words are skipped. A limit of 0 is none, as GUIs mean it.
    fn read(text: &str, position: &Position) -> Result<Request, Refusal> {
        let mut request = Request::default();
        let mut words = text.split_whitespace();
        let mut lists_moves = false;
        while let Some(word) = words.next() {
            let mut count = |most| {
                let text = words.next().unwrap_or_default();
                let number = number(text, word, 0, None)?.min(most);
                Ok((number > 0).then_some(number))
            };
            let limit = |count: Result<Option<i64>, Refusal>| {
                count.map(|count| count.map(|count| count as u32))
            };
            match word {
                "infinite" => request.infinite = true,
                "ponder" => request.ponder = true,
                "depth" => request.depth = limit(count(u32::MAX.into()))?,
                "mate" => request.mate = limit(count(u32::MAX.into()))?,
                "movestogo" => request.moves_to_go = limit(count(u32::MAX.into()))?,
                "perft" => request.perft = limit(count(20))?,
                "nodes" => request.nodes = count(i64::MAX)?.map(|nodes| nodes as u64),
                "movetime" | "wtime" | "btime" | "winc" | "binc" => {
                    let time = milliseconds(words.next().unwrap_or_default())
                        .map_err(|error| Refusal::BadArgument(format!("{word}: {error}")))?;
                    *request.time(word) = Some(time);
                }
                "searchmoves" => lists_moves = true,
                _ if lists_moves => request.search_moves.extend(parse_move(position, word)),
                _ => {}
            }
        }
        if lists_moves && request.search_moves.is_empty() {
            let none = "none of the moves to search is legal here";
            return Err(Refusal::BadArgument(none.into()));
        }
        Ok(request)
    }

    /// Where the time that this word announces belongs.
    fn time(&mut self, word: &str) -> &mut Option<Duration> {
        let (white, black) = (Color::White.index(), Color::Black.index());
        match word {
            "wtime" => &mut self.left[white],
            "btime" => &mut self.left[black],
            "winc" => &mut self.increment[white],
            "binc" => &mut self.increment[black],
            _ => &mut self.move_time,
        }
    }

    fn limits(&self, session: &Session) -> Limits {
        let settings = &session.settings;
        let unlimited = Limits {
            overhead: settings.overhead,
            multi_pv: settings.multi_pv,
            pondering: self.ponder,
            included: self.search_moves.clone(),
            ..Limits::default()
        };
        if self.infinite {
            return unlimited;
        }
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            mate: self.mate,
            clock: self.clock(session.game.side()),
            ..unlimited
        }
    }

    /// The time of this side: for this move alone, but no more than its clock shows, or for the game.
    fn clock(&self, side: Color) -> Clock {
        let (left, increment) = (self.left[side.index()], self.increment[side.index()]);
        match (self.move_time, left.or(increment.map(|_| Duration::ZERO))) {
            (Some(time), Some(left)) => Clock::PerMove(time.min(left)),
            (Some(time), None) => Clock::PerMove(time),
            (None, Some(remaining)) => Clock::Game {
                remaining,
                increment: increment.unwrap_or_default(),
                moves_to_go: self.moves_to_go,
            },
            (None, None) => Clock::Unlimited,
        }
    }

    /// The book's move, unless the search is confined or for something else than a move to play.
    fn book_move(&self, session: &Session) -> Option<Move> {
        let plays = self.search_moves.is_empty() && self.mate.is_none();
        (plays && session.settings.own_book).then(|| book::choose(session)).flatten()
    }
}
