//! `go`: what to search, and for how long.
//!
//! A GUI waits for the move, so what cannot be understood costs none: it is named with `info string`
//! and ignored, and the search goes by the rest. If no move after `searchmoves` is legal, all are
//! searched. After a `position` that was refused nothing is, and the answer is no move.

use std::time::Duration;

use cleave_board::{Color, Move, Position};
use cleave_movegen::{legal_moves, parse_move};
use cleave_search::{Clock, Limits};

use crate::client::notice::Notice;
use crate::commands::arguments::number;
use crate::game::current::Role;
use crate::refusal::Refusal;
use crate::session::Session;
use crate::session::task::{Activity, Search, Task};
use crate::settings::Settings;
use crate::strength;
use cleave_clock::level::milliseconds;

/// The deepest perft, in plies; a shallower one takes years.
const MAX_PERFT: u32 = 20;

/// The words that say what to search and for how long.
pub(super) const WORDS: [&str; 13] = [
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
    "depth",
    "nodes",
    "mate",
    "movestogo",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
];

/// What follows `go`.
#[derive(Default)]
struct Request {
    /// What the clocks of White and Black show.
    left: [Option<Duration>; 2],
    /// What is added to the clocks of White and Black after each move.
    increment: [Option<Duration>; 2],
    moves_to_go: Option<u64>,
    move_time: Option<Duration>,
    depth: Option<u64>,
    nodes: Option<u64>,
    mate: Option<u64>,
    perft: Option<u64>,
    infinite: bool,
    ponder: bool,
    lists_moves: bool,
    /// The moves listed, as far as they are legal.
    search_moves: Vec<Move>,
    /// What is ignored, and why.
    ignored: Vec<String>,
}

/// The search that a line demands.
///
/// # Errors
/// What follows `perft` is no depth; a perft has no move to wait for.
pub(super) fn plan(session: &mut Session, text: &str) -> Result<Task, Refusal> {
    let request = Request::read(text, session.game.position())?;
    if let Err(refusal) = session.game.must_be_set_up() {
        return request.answer_without_search(session, refusal, text);
    }
    for problem in &request.ignored {
        session.client.say(&Notice::Warning(problem));
    }
    let position = session.game.position();
    if let Some(depth) = request.perft {
        return Ok(Task::Perft { depth: saturated(depth).min(MAX_PERFT) });
    }
    let limits = request.limits(&session.settings, position.side());
    let mut limits = Limits { lateness: session.lateness, ..limits };
    let activity = request.activity(&limits);
    // What is only analysed is nobody's game.
    let plays = activity != Activity::Analysing && !session.settings.analyse_mode;
    if plays {
        let (settings, tables) = (&session.settings, session.tables.as_ref());
        strength::limit(settings, tables, &session.game.moves, &mut limits);
    }
    session.game.role = if plays { Role::Plays(session.game.side()) } else { Role::Watches };
    if activity == Activity::Thinking
        && let Some(mv) = request.book_move(session)
    {
        // The search of this move alone, one ply deep, ends at once.
        limits = Limits { depth: Some(1), included: vec![mv], ..Limits::default() };
    }
    Ok(Task::Search(Box::new(Search { activity, root: session.game.moves.root(), limits })))
}

impl Request {
    /// Reads what follows `go`. Unknown words are skipped, also among the moves to search.
    fn read(text: &str, position: &Position) -> Result<Request, Refusal> {
        const WHITE: usize = Color::White.index();
        const BLACK: usize = Color::Black.index();
        let mut request = Request::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            let value = words.clone().next().unwrap_or_default();
            let understood = match word {
                "infinite" => flag(&mut request.infinite),
                "ponder" => flag(&mut request.ponder),
                "searchmoves" => flag(&mut request.lists_moves),
                "perft" => {
                    request.perft = Some(number(value, word, 1, None)?.unsigned_abs());
                    Ok(())
                }
                "depth" => count(word, value).map(|depth| request.depth = depth),
                "nodes" => count(word, value).map(|nodes| request.nodes = nodes),
                "mate" => count(word, value).map(|mate| request.mate = mate),
                "movestogo" => count(word, value).map(|moves| request.moves_to_go = moves),
                "movetime" => time(word, value).map(|time| request.move_time = time),
                "wtime" => time(word, value).map(|time| request.left[WHITE] = time),
                "btime" => time(word, value).map(|time| request.left[BLACK] = time),
                "winc" => time(word, value).map(|time| request.increment[WHITE] = time),
                "binc" => time(word, value).map(|time| request.increment[BLACK] = time),
                _ => {
                    if request.lists_moves {
                        request.search_moves.extend(parse_move(position, word));
                    }
                    Ok(())
                }
            };
            // The value is looked at once more, as a word of its own: unless it is one, it is skipped.
            if let Err(Refusal::BadArgument(problem)) = understood {
                request.ignored.push(format!("{problem}; it is ignored"));
            }
        }
        if request.lists_moves && request.search_moves.is_empty() {
            let none = "none of the moves to search is legal here; all are searched";
            request.ignored.push(none.into());
        }
        Ok(request)
    }

    fn limits(&self, settings: &Settings, side: Color) -> Limits {
        let unlimited = Limits {
            overhead: settings.search.overhead,
            multi_pv: settings.search.multi_pv,
            pondering: self.ponder,
            included: self.search_moves.clone(),
            ..Limits::default()
        };
        if self.infinite {
            return unlimited;
        }
        Limits {
            depth: self.depth.map(saturated),
            nodes: self.nodes,
            mate: self.mate.map(saturated),
            clock: self.clock(side),
            uses_all_time: self.move_time.is_some(),
            ..unlimited
        }
    }

    fn activity(&self, limits: &Limits) -> Activity {
        match (self.ponder, limits.is_endless()) {
            (true, _) => Activity::Pondering(None),
            (false, true) => Activity::Analysing,
            (false, false) => Activity::Thinking,
        }
    }

    /// A search of no move at all, since the GUI means a position that was refused. A GUI that expects
    /// the answer only after `stop` or `ponderhit` gets it then.
    fn answer_without_search(
        &self,
        session: &mut Session,
        refusal: Refusal,
        text: &str,
    ) -> Result<Task, Refusal> {
        if self.perft.is_some() {
            return Err(refusal);
        }
        session.client.answer(Err(refusal), &format!("go {text}"));
        let root = session.game.moves.root();
        let excluded = legal_moves(&root.position).into_iter().collect();
        let asked = self.limits(&session.settings, root.position.side());
        let limits = Limits { included: Vec::new(), excluded, ..asked };
        Ok(Task::Search(Box::new(Search { activity: self.activity(&limits), root, limits })))
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
                moves_to_go: self.moves_to_go.map(saturated),
            },
            (None, None) => Clock::Unlimited,
        }
    }

    /// The book's move, unless the search is confined or for something else than a move to play.
    fn book_move(&self, session: &Session) -> Option<Move> {
        let Session { book, game, settings, .. } = session;
        let plays = self.search_moves.is_empty() && self.mate.is_none() && !settings.analyse_mode;
        plays.then(|| book.play(&settings.book, game.position())).flatten()
    }
}

/// Switches on.
fn flag(setting: &mut bool) -> Result<(), Refusal> {
    *setting = true;
    Ok(())
}

/// The number after a word; 0 is none, as GUIs mean it.
fn count(word: &str, text: &str) -> Result<Option<u64>, Refusal> {
    let number = number(text, word, 0, None)?;
    Ok(Some(number.unsigned_abs()).filter(|&number| number > 0))
}

/// The time after a word, which may be 0.
fn time(word: &str, text: &str) -> Result<Option<Duration>, Refusal> {
    let time = milliseconds(text);
    time.map(Some).map_err(|error| Refusal::BadArgument(format!("{word}: {error}")))
}

fn saturated(number: u64) -> u32 {
    number.try_into().unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use cleave_search::settings::MoveOverhead;

    use super::*;

    /// The limits of a search with White to move.
    fn limits(text: &str) -> Limits {
        let request = Request::read(text, &Position::start()).unwrap();
        request.limits(&Settings::default(), Color::White)
    }

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn the_clock_is_that_of_the_side_to_move() {
        let game = |remaining, increment, moves_to_go| Clock::Game {
            remaining: seconds(remaining),
            increment: seconds(increment),
            moves_to_go,
        };
        for (text, clock) in [
            ("wtime 60000 btime 1000 winc 2000 binc 3000", game(60, 2, None)),
            ("movestogo 9 btime 1000 wtime 60000", game(60, 0, Some(9))),
            ("wtime -5 winc 1000 movestogo 0", game(0, 1, None)),
            ("winc 1000", game(0, 1, None)),
            ("movetime 5000", Clock::PerMove(seconds(5))),
            ("movetime 5000 wtime 60000", Clock::PerMove(seconds(5))),
            ("movetime 5000 wtime 2000", Clock::PerMove(seconds(2))),
            ("btime 1000", Clock::Unlimited),
            ("infinite wtime 1000", Clock::Unlimited),
        ] {
            assert_eq!(limits(text).clock, clock, "{text}");
        }
    }

    #[test]
    fn the_overhead_of_a_move_is_that_of_the_option() {
        let mut settings = Settings::default();
        settings.search.overhead = MoveOverhead(Duration::from_millis(321));
        for text in ["wtime 1000", "movetime 1000", "ponder wtime 1000"] {
            let request = Request::read(text, &Position::start()).unwrap();
            let limits = request.limits(&settings, Color::White);
            assert_eq!(limits.overhead, settings.search.overhead, "{text}");
        }
    }

    #[test]
    fn limits_add_up() {
        let found = limits("depth 8 nodes 5000 mate 3 movetime 1000 ponder");
        assert_eq!((found.depth, found.nodes, found.mate), (Some(8), Some(5000), Some(3)));
        assert!(found.pondering && found.clock == Clock::PerMove(seconds(1)));
        assert!(limits("depth 0 nodes 0").is_endless() && limits("").is_endless());
        assert!(limits("infinite depth 5 mate 2").is_endless());
        assert_eq!(limits("depth 99999999999999999999").depth, Some(u32::MAX));
    }

    #[test]
    fn words_that_are_no_numbers_are_ignored() {
        for text in ["depth", "depth x", "nodes -1", "mate 1.5", "wtime", "movetime depth 5"] {
            let request = Request::read(text, &Position::start()).unwrap();
            assert_eq!(request.ignored.len(), 1, "{text}: {:?}", request.ignored);
        }
        assert_eq!(limits("movetime depth 5").depth, Some(5));
        for text in ["perft x", "perft 0"] {
            assert!(Request::read(text, &Position::start()).is_err(), "{text}");
        }
    }
}
