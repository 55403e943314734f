//! `go`: the search, and its limits, in UCI.
//!
//! A GUI waits for the move. So a word that the program does not understand is reported and skipped, and the search
//! uses the rest. A limit that is incomplete (the clock of the other side, an increment without a clock, `depth`
//! without a number) is never read as no limit. If no other limit ends the search, it ends at once. If no move after
//! `searchmoves` is legal, all are searched.

use std::time::Duration;

use cleave_clock::level::milliseconds;
use cleave_clock::{Clock, Limits};

use crate::{excerpt, number};

/// The words without a value.
const FLAGS: [&str; 3] = ["infinite", "ponder", "searchmoves"];

/// The words that a value follows.
const VALUES: [&str; 10] =
    ["depth", "nodes", "mate", "movestogo", "movetime", "wtime", "btime", "winc", "binc", "perft"];

/// The deepest perft, in plies; a shallower one takes years.
const MAX_PERFT: i64 = 20;

/// Returns true for a word that defines the search or a limit.
fn is_word(word: &str) -> bool {
    FLAGS.contains(&word) || VALUES.contains(&word)
}

/// Returns true for a line that only a UCI client sends, which may leave out `uci`.
pub fn is_first_line(line: &str) -> bool {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("position" | "isready" | "setoption" | "ucinewgame") => true,
        Some("go") => words.next().is_some_and(is_word),
        _ => false,
    }
}

/// Returns the depth after `perft`, if the lines of play are to be counted.
///
/// # Errors
/// The depth is not a number, or it is 0.
pub fn perft(text: &str) -> Result<Option<u32>, String> {
    let mut words = text.split_whitespace().skip_while(|word| *word != "perft");
    let Some(word) = words.next() else { return Ok(None) };
    let depth = number(words.next().unwrap_or_default(), word, 1, None)?;
    Ok(Some(depth.min(MAX_PERFT) as u32))
}

/// The text after `go`.
#[derive(Debug)]
pub struct Request<M> {
    /// The time on the clock of each side, White or Red first.
    left: [Option<Duration>; 2],
    /// The time added to the clock after each move.
    increment: [Option<Duration>; 2],
    moves_to_go: Option<u64>,
    move_time: Option<Duration>,
    depth: Option<u64>,
    nodes: Option<u64>,
    mate: Option<u64>,
    infinite: bool,
    /// The line names a limit, complete or not.
    names_limit: bool,
    lists_moves: bool,
    /// The search is on the opponent's time.
    pub ponder: bool,
    /// The moves listed, as far as they are legal.
    pub search_moves: Vec<M>,
    /// The words that are ignored, and the reasons.
    pub ignored: Vec<String>,
}

impl<M> Default for Request<M> {
    fn default() -> Request<M> {
        Request {
            left: [None; 2],
            increment: [None; 2],
            moves_to_go: None,
            move_time: None,
            depth: None,
            nodes: None,
            mate: None,
            infinite: false,
            names_limit: false,
            lists_moves: false,
            ponder: false,
            search_moves: Vec::new(),
            ignored: Vec::new(),
        }
    }
}

impl<M: Clone + PartialEq> Request<M> {
    /// Reads the text after `go`. `parse` reads a legal move. Unknown words are skipped, also among the moves to
    /// search.
    pub fn read(text: &str, parse: impl Fn(&str) -> Option<M>) -> Request<M> {
        let mut request = Request::default();
        let mut unknown = Vec::new();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            let value = words.peek().copied().unwrap_or_default();
            if VALUES.contains(&word) {
                request.names_limit |= word != "perft";
                if let Err(problem) = request.read_value(word, value) {
                    request.ignored.push(format!("{problem}; it is ignored"));
                }
                words.next_if(|value| !is_word(value));
            } else if FLAGS.contains(&word) {
                request.infinite |= word == "infinite";
                request.ponder |= word == "ponder";
                request.lists_moves |= word == "searchmoves";
            } else if let Some(mv) = parse(word).filter(|_| request.lists_moves) {
                request.search_moves.push(mv);
            } else {
                unknown.push(word);
            }
        }
        if request.lists_moves && request.search_moves.is_empty() {
            let none = "none of the moves to search is legal here; all are searched";
            request.ignored.push(none.into());
        }
        if !unknown.is_empty() {
            let unknown = excerpt(&unknown.join(" "));
            request.ignored.push(format!("go does not know '{unknown}'; it is ignored"));
        }
        request
    }

    fn read_value(&mut self, word: &str, value: &str) -> Result<(), String> {
        match word {
            "depth" => self.depth = count(word, value)?,
            "nodes" => self.nodes = count(word, value)?,
            "mate" => self.mate = count(word, value)?,
            "movestogo" => self.moves_to_go = count(word, value)?,
            "movetime" => self.move_time = Some(time(word, value)?),
            "wtime" => self.left[0] = Some(time(word, value)?),
            "btime" => self.left[1] = Some(time(word, value)?),
            "winc" => self.increment[0] = Some(time(word, value)?),
            "binc" => self.increment[1] = Some(time(word, value)?),
            _ => {}
        }
        Ok(())
    }

    /// Returns the limits of a search for this side, 0 or 1. `others` are its other limits.
    pub fn limits(&self, side: usize, others: Limits<M>) -> Limits<M> {
        let unlimited =
            Limits { pondering: self.ponder, included: self.search_moves.clone(), ..others };
        if self.infinite {
            return unlimited;
        }
        let limits = Limits {
            depth: self.depth.map(saturated),
            nodes: self.nodes,
            mate: self.mate.map(saturated),
            clock: self.clock(side),
            uses_all_time: self.move_time.is_some(),
            ..unlimited
        };
        // A GUI waits for a move if it names a limit or ponders.
        let must_end = self.names_limit || self.ponder;
        let clock = match limits.clock {
            Clock::Unlimited if must_end && limits.is_endless() => Clock::PerMove(Duration::ZERO),
            clock => clock,
        };
        Limits { clock, ..limits }
    }

    /// Returns true if the search is for a mate.
    pub fn is_for_mate(&self) -> bool {
        self.mate.is_some()
    }

    /// Returns the time of a side: for this move alone, but not more than its clock shows, or for the game.
    fn clock(&self, side: usize) -> Clock {
        match (self.move_time, self.left[side]) {
            (Some(time), Some(left)) => Clock::PerMove(time.min(left)),
            (Some(time), None) => Clock::PerMove(time),
            (None, Some(remaining)) => Clock::Game {
                remaining,
                increment: self.increment[side].unwrap_or_default(),
                moves_to_go: self.moves_to_go.map(saturated),
            },
            (None, None) => Clock::Unlimited,
        }
    }
}

/// Returns the number after a word. 0 means none, as GUIs use it.
fn count(word: &str, text: &str) -> Result<Option<u64>, String> {
    let number = number(text, word, 0, None)?;
    Ok(Some(number.unsigned_abs()).filter(|&number| number > 0))
}

/// Returns the time after a word, which may be 0. Some programs send decimals, which are too small to count.
fn time(word: &str, text: &str) -> Result<Duration, String> {
    let is_number = |digits: &str| digits.bytes().all(|digit| digit.is_ascii_digit());
    let whole = text.split_once('.').filter(|(_, decimals)| is_number(decimals));
    milliseconds(whole.map_or(text, |(whole, _)| whole)).map_err(|error| format!("{word}: {error}"))
}

fn saturated(number: u64) -> u32 {
    number.try_into().unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use cleave_clock::MoveOverhead;

    use super::*;

    fn request(text: &str) -> Request<char> {
        Request::read(text, |text| text.parse().ok())
    }

    /// Returns the limits of a search for the first side.
    fn limits(text: &str) -> Limits<char> {
        request(text).limits(0, Limits::default())
    }

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn the_clock_belongs_to_the_side_to_move() {
        let game = |remaining, increment, moves_to_go| Clock::Game {
            remaining: seconds(remaining),
            increment: seconds(increment),
            moves_to_go,
        };
        for (text, clock) in [
            ("wtime 60000 btime 1000 winc 2000 binc 3000", game(60, 2, None)),
            ("movestogo 9 btime 1000 wtime 60000", game(60, 0, Some(9))),
            ("wtime -5 winc 1000 movestogo 0", game(0, 1, None)),
            ("wtime 60000.0 winc 2000.96", game(60, 2, None)),
            ("movetime 5000", Clock::PerMove(seconds(5))),
            ("movetime 5000 wtime 60000", Clock::PerMove(seconds(5))),
            ("movetime 5000 wtime 2000", Clock::PerMove(seconds(2))),
            ("movetime 5000 btime 1000 winc 7", Clock::PerMove(seconds(5))),
            ("depth 5 winc 0 binc 0", Clock::Unlimited),
            ("btime 1000 mate 2", Clock::Unlimited),
            ("infinite wtime 1000", Clock::Unlimited),
        ] {
            assert_eq!(limits(text).clock, clock, "{text}");
        }
        let second = request("wtime 60000 btime 1000 binc 3000").limits(1, Limits::default());
        assert_eq!(second.clock, game(1, 3, None));
    }

    #[test]
    fn other_limits_stay_as_they_are() {
        let overhead = MoveOverhead(Duration::from_millis(321));
        for text in ["wtime 1000", "movetime 1000", "ponder wtime 1000", "infinite"] {
            let others = Limits { overhead, multi_pv: 3, ..Limits::default() };
            let limits = request(text).limits(0, others);
            assert_eq!((limits.overhead, limits.multi_pv), (overhead, 3), "{text}");
        }
    }

    #[test]
    fn limits_add_up() {
        let found = limits("depth 8 nodes 5000 mate 3 movetime 1000 ponder");
        assert_eq!((found.depth, found.nodes, found.mate), (Some(8), Some(5000), Some(3)));
        assert!(found.pondering && found.clock == Clock::PerMove(seconds(1)));
        for endless in
            ["", "searchmoves a", "unknown", "infinite depth 5 mate 2", "infinite ponder"]
        {
            assert!(limits(endless).is_endless(), "{endless}");
        }
        assert_eq!(limits("depth 99999999999999999999").depth, Some(u32::MAX));
    }

    /// Each word alone, for either side, with any value or none.
    #[test]
    fn a_limit_that_is_incomplete_ends_the_search_at_once() {
        let at_once = Clock::PerMove(Duration::ZERO);
        for word in VALUES.into_iter().filter(|word| *word != "perft") {
            let ends = [(1, "0"), (0, ""), (0, "x"), (0, "-"), (0, "infinity")];
            for (side, value) in ends {
                let text = format!("{word} {value}");
                let limits = request(&text).limits(side, Limits::default());
                assert!(!limits.is_endless(), "{text} of side {side}");
            }
        }
        for text in ["btime 885300", "winc 100", "binc 100", "movestogo 40", "btime 9 movestogo 40"]
        {
            assert_eq!(limits(text).clock, at_once, "{text}");
            assert_eq!(limits(&format!("{text} depth 5")).clock, Clock::Unlimited, "{text}");
        }
        assert_eq!(limits("ponder").clock, at_once, "after the hit");
    }

    #[test]
    fn words_that_are_unknown_are_named_and_skipped() {
        for (text, named) in [
            ("dpeth 5 nodes 3", "go does not know 'dpeth 5'; it is ignored"),
            ("nodes 3 now searchmoves a ?? b", "go does not know 'now ??'; it is ignored"),
        ] {
            let request = request(text);
            assert_eq!(request.ignored, [named], "{text}");
            assert_eq!(request.limits(0, Limits::default()).nodes, Some(3));
        }
        let long = request(&"many ".repeat(9_000)).ignored;
        assert!(long.len() == 1 && long[0].len() < 120, "{long:?}");
    }

    #[test]
    fn the_first_line_of_a_uci_client_is_known() {
        for line in ["position startpos", "isready", "go depth 5", "go perft 5", "setoption name x"]
        {
            assert!(is_first_line(line), "{line}");
        }
        for line in ["go", "go on", "", "perft 5", "positions"] {
            assert!(!is_first_line(line), "{line}");
        }
    }

    #[test]
    fn perft_needs_a_depth() {
        assert_eq!(perft("depth 3 perft 4"), Ok(Some(4)));
        assert_eq!((perft("perft 99"), perft("depth 4")), (Ok(Some(20)), Ok(None)));
        for text in ["perft x", "perft 0", "perft"] {
            assert!(perft(text).is_err(), "{text}");
        }
    }

    #[test]
    fn words_that_are_not_numbers_are_ignored() {
        for text in
            ["depth", "depth x", "nodes -1", "mate 1.5", "wtime", "wtime 5.x", "movetime depth 5"]
        {
            let request = request(text);
            assert_eq!(request.ignored.len(), 1, "{text}: {:?}", request.ignored);
        }
        assert_eq!(limits("movetime depth 5").depth, Some(5));
    }

    #[test]
    fn moves_are_those_after_searchmoves_that_are_legal() {
        assert_eq!(limits("a searchmoves b ?? c depth 3").included, ['b', 'c']);
        let none = request("searchmoves ??");
        assert_eq!((none.search_moves.len(), none.ignored.len()), (0, 2));
    }
}
