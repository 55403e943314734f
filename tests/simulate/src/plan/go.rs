//! Searches: the words of `go`, and how long the answer may take.

use std::time::Duration;

use crate::board::Board;
use crate::dice::Dice;

/// A search.
#[derive(Clone, Debug)]
pub(crate) struct Go {
    /// The lines that begin the search.
    pub(crate) text: String,
    pub(crate) limit: Limit,
    /// The moves among which the answer must be; all if there are none.
    pub(crate) only: Vec<String>,
}

/// What ends a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Limit {
    /// The search takes at most this time.
    Time(Duration),
    /// The search ends by itself, after a time that depends on the machine.
    Work,
    /// A line must end the search.
    Endless,
}

/// Clocks as a GUI may show them, in milliseconds. Some are nonsense.
const CLOCKS: [i64; 12] =
    [-1_000_000, -1, 0, 1, 7, 40, 300, 1_000, 2_000, 1 << 31, 1 << 40, i64::MAX];

/// The longest own clock, in milliseconds. Longer ones would only make the search longer.
const OWN_CLOCK: i64 = 2_000;

pub(crate) fn position(start: &Board, moves: &[String]) -> String {
    let from = match start {
        Board::Chess(_) => "position startpos".into(),
        Board::Xiangqi(_) => format!("position fen {}", start.fen()),
    };
    match moves {
        [] => from,
        moves => format!("{from} moves {}", moves.join(" ")),
    }
}

impl Go {
    pub(crate) fn of_uci(dice: &mut Dice, board: &Board) -> Go {
        let mut go = Go { text: "go".into(), limit: Limit::Endless, only: Vec::new() };
        match dice.below(12) {
            0 => go.text += " infinite",
            1 => go.add_clock(dice, board, " ponder", true),
            2 | 3 => go.add_work(dice),
            4..8 => go.add_movetime(dice),
            _ => go.add_clock(dice, board, "", false),
        }
        if dice.one_in(6) {
            let mut moves = board.moves();
            dice.shuffle(&mut moves);
            moves.truncate(dice.between(1, 3) as usize);
            go.text += &format!(" searchmoves {}", moves.join(" "));
            go.only = moves;
        }
        go
    }

    /// UCCI has clocks of the engine and the opponent.
    pub(crate) fn of_ucci(dice: &mut Dice) -> Go {
        let mut go = Go { text: "go".into(), limit: Limit::Endless, only: Vec::new() };
        match dice.below(8) {
            0 => go.text += " infinite",
            1 => go.text += &format!(" ponder time {}", dice.between(1, 2_000)),
            2 | 3 => go.add_work(dice),
            _ => {
                let (own, other) = (dice.below(2_000), dice.pick(&CLOCKS));
                go.text += &format!(" time {own} increment {} opptime {other}", dice.below(50));
                go.limit = Limit::Time(Duration::from_millis(own));
            }
        }
        go
    }

    /// Sets the time for a move, and then lets the program move.
    pub(crate) fn of_xboard(dice: &mut Dice) -> Go {
        let (setting, limit) = match dice.below(6) {
            0 => ("st 100".into(), Limit::Endless),
            1 => (format!("st 5\nsd {}", dice.between(1, 7)), Limit::Work),
            2 => {
                let own = dice.between(1, 200);
                let time = format!("sd 40\nlevel 40 1 0\ntime {own}\notim {}", dice.pick(&CLOCKS));
                (time, Limit::Time(Duration::from_millis(10 * own)))
            }
            _ => {
                let time = dice.between(1, 15);
                let text = format!("sd 40\nst 0.{time:02}");
                (text, Limit::Time(Duration::from_millis(10 * time)))
            }
        };
        Go { text: format!("{setting}\ngo"), limit, only: Vec::new() }
    }

    fn add_movetime(&mut self, dice: &mut Dice) {
        let time = dice.between(1, 150);
        self.text += &format!(" movetime {time}");
        self.limit = Limit::Time(Duration::from_millis(time));
    }

    fn add_work(&mut self, dice: &mut Dice) {
        self.text += &match dice.below(3) {
            0 => format!(" depth {}", dice.between(1, 8)),
            1 => format!(" nodes {}", dice.between(1, 50_000)),
            _ => format!(" mate {}", dice.between(1, 3)),
        };
        self.limit = Limit::Work;
    }

    fn add_clock(&mut self, dice: &mut Dice, board: &Board, word: &str, is_endless: bool) {
        let own = dice.pick(&CLOCKS).min(OWN_CLOCK);
        let other = dice.pick(&CLOCKS);
        let (first, second) = if board.is_first_to_move() { (own, other) } else { (other, own) };
        self.text += &format!("{word} wtime {first} btime {second}");
        if dice.one_in(2) {
            self.text += &format!(" winc {} binc {}", dice.pick(&CLOCKS).min(50), dice.below(50));
        }
        if dice.one_in(4) {
            self.text += &format!(" movestogo {}", dice.below(41));
        }
        if !is_endless {
            self.limit = Limit::Time(Duration::from_millis(own.max(0) as u64));
        }
    }
}
