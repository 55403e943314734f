//! `go`: what to search, and for how long, in UCI.
//!
//! A GUI waits for the move, so what cannot be understood costs none: it is named and ignored, and the search
//! goes by the rest. If no move after `searchmoves` is legal, all are searched.

use std::time::Duration;

use cleave_clock::level::milliseconds;
use cleave_clock::{Clock, Limits};

use crate::number;

/// The words that say what to search and for how long.
pub const WORDS: [&str; 12] = [
    "infinite",
    "ponder",
    "searchmoves",
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
#[derive(Debug)]
pub struct Request<M> {
    /// What the clock of each side shows, that first which is White's or Red's.
    left: [Option<Duration>; 2],
    /// What is added to it after each move.
    increment: [Option<Duration>; 2],
    moves_to_go: Option<u64>,
    move_time: Option<Duration>,
    depth: Option<u64>,
    nodes: Option<u64>,
    mate: Option<u64>,
    infinite: bool,
    lists_moves: bool,
    /// The search is on the opponent's time.
    pub ponder: bool,
    /// The moves listed, as far as they are legal.
    pub search_moves: Vec<M>,
    /// What is ignored, and why.
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
            lists_moves: false,
            ponder: false,
            search_moves: Vec::new(),
            ignored: Vec::new(),
        }
    }
}

impl<M: Clone + PartialEq> Request<M> {
    /// Reads what follows `go`; `parse` reads a legal move. Unknown words are skipped, also among the moves
    /// to search.
    pub fn read(text: &str, parse: impl Fn(&str) -> Option<M>) -> Request<M> {
        let mut request = Request::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            let value = words.clone().next().unwrap_or_default();
            // The value is looked at once more, as a word of its own: unless it is one, it is skipped.
            if let Err(problem) = request.read_word(word, value, &parse) {
                request.ignored.push(format!("{problem}; it is ignored"));
            }
        }
        if request.lists_moves && request.search_moves.is_empty() {
            let none = "none of the moves to search is legal here; all are searched";
            request.ignored.push(none.into());
        }
        request
    }

    fn read_word(
        &mut self,
        word: &str,
        value: &str,
        parse: impl Fn(&str) -> Option<M>,
    ) -> Result<(), String> {
        match word {
            "infinite" => self.infinite = true,
            "ponder" => self.ponder = true,
            "searchmoves" => self.lists_moves = true,
            "depth" => self.depth = count(word, value)?,
            "nodes" => self.nodes = count(word, value)?,
            "mate" => self.mate = count(word, value)?,
            "movestogo" => self.moves_to_go = count(word, value)?,
            "movetime" => self.move_time = Some(time(word, value)?),
            "wtime" => self.left[0] = Some(time(word, value)?),
            "btime" => self.left[1] = Some(time(word, value)?),
            "winc" => self.increment[0] = Some(time(word, value)?),
            "binc" => self.increment[1] = Some(time(word, value)?),
            _ if self.lists_moves => self.search_moves.extend(parse(word)),
            _ => {}
        }
        Ok(())
    }

    /// The limits of a search for the side of this number, 0 or 1, whose other limits are these.
    pub fn limits(&self, side: usize, others: Limits<M>) -> Limits<M> {
        let unlimited =
            Limits { pondering: self.ponder, included: self.search_moves.clone(), ..others };
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

    /// True if the search is for a mate.
    pub fn is_for_mate(&self) -> bool {
        self.mate.is_some()
    }

    /// The time of a side: for this move alone, but no more than its clock shows, or for the game.
    fn clock(&self, side: usize) -> Clock {
        let (left, increment) = (self.left[side], self.increment[side]);
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
}

/// The number after a word; 0 is none, as GUIs mean it.
fn count(word: &str, text: &str) -> Result<Option<u64>, String> {
    let number = number(text, word, 0, None)?;
    Ok(Some(number.unsigned_abs()).filter(|&number| number > 0))
}

/// The time after a word, which may be 0. Some programs send decimals, which are too little to count.
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

    /// The limits of a search for the first side.
    fn limits(text: &str) -> Limits<char> {
        request(text).limits(0, Limits::default())
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
            ("wtime 60000.0 winc 2000.96", game(60, 2, None)),
            ("movetime 5000", Clock::PerMove(seconds(5))),
            ("movetime 5000 wtime 60000", Clock::PerMove(seconds(5))),
            ("movetime 5000 wtime 2000", Clock::PerMove(seconds(2))),
            ("btime 1000", Clock::Unlimited),
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
        assert!(limits("depth 0 nodes 0").is_endless() && limits("").is_endless());
        assert!(limits("infinite depth 5 mate 2").is_endless());
        assert_eq!(limits("depth 99999999999999999999").depth, Some(u32::MAX));
    }

    #[test]
    fn words_that_are_no_numbers_are_ignored() {
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
        assert_eq!(limits("a searchmoves b ?? c depth 3").included, ['b', 'c', '3']);
        let none = request("searchmoves ??");
        assert_eq!((none.search_moves.len(), none.ignored.len()), (0, 1));
    }
}
