//! The use of a chess clock: the reserve, and how soon the rest is spent.

use std::time::Duration;

use cleave_search::Clock;

/// The use of a chess clock. The default leaves it to the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeUse {
    /// The engine spends this much more early in the game, or less, in percent: -50 to 50 (`usage`).
    pub usage: i32,
    /// The engine spends more on the first moves out of the book.
    pub out_of_book: OutOfBook,
    /// The time that each move costs the person who makes it on a real board (`operator`).
    pub operator: Duration,
    /// The time that must be left on the clock (`safety`).
    pub safety: Duration,
}

/// More time for the first moves out of the book (`timebook`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutOfBook {
    /// The addition for the first move, in percent: 0 to 500.
    pub percent: u32,
    /// The number of moves with an addition, each smaller than the one before.
    pub moves: u32,
}

impl OutOfBook {
    /// Returns the addition for the next move, in percent, after this many moves out of the book.
    fn extra(self, moves: u32) -> u32 {
        self.percent * self.moves.saturating_sub(moves) / self.moves.max(1)
    }
}

impl TimeUse {
    /// Returns the clock for a search instead of this one, after this many moves out of the book. It never has more
    /// time. A fixed time for each move stays what it is.
    pub fn clock(&self, clock: Clock, moves_out_of_book: u32) -> Clock {
        let Clock::Game { remaining, increment, moves_to_go } = clock else {
            return clock;
        };
        let moves = moves_to_go.unwrap_or(Clock::MOVES_AHEAD).max(1);
        let reserve = self.safety + self.operator.saturating_mul(moves);
        // An eighth remains for play. Otherwise the engine would move without a search.
        let usable =
            remaining.saturating_sub(reserve).max(remaining.min(reserve) / 8).min(remaining);
        let percent = 100 + self.usage + self.out_of_book.extra(moves_out_of_book) as i32;
        let percent = percent.max(1) as u32;
        if percent < 100 {
            let less = |time: Duration| time.saturating_mul(percent) / 100;
            let (remaining, increment) = (less(usable), less(increment));
            return Clock::Game { remaining, increment, moves_to_go };
        }
        // Assuming fewer remaining moves spends more time. The last move before a time control may take nearly all, so
        // no other may look like it.
        let sooner = |moves: u32| (u64::from(moves) * 100 / u64::from(percent)).max(2) as u32;
        let moves_to_go = match moves_to_go {
            None if percent == 100 => None,
            Some(1) => Some(1),
            _ => Some(sooner(moves)),
        };
        Clock::Game { remaining: usable, increment, moves_to_go }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn game(remaining: u64, moves_to_go: Option<u32>) -> Clock {
        let (remaining, increment) = (Duration::from_secs(remaining), Duration::from_secs(2));
        Clock::Game { remaining, increment, moves_to_go }
    }

    #[test]
    fn the_default_changes_nothing() {
        for clock in [game(60, None), game(60, Some(1)), game(1, Some(40)), Clock::Unlimited] {
            assert_eq!(TimeUse::default().clock(clock, 3), clock);
        }
        let operator = TimeUse { operator: Duration::from_secs(9), ..TimeUse::default() };
        let fixed = Clock::PerMove(Duration::from_secs(5));
        assert_eq!(operator.clock(fixed, 0), fixed);
    }

    #[test]
    fn usage_spends_sooner_or_later() {
        let with = |usage| TimeUse { usage, ..TimeUse::default() };
        assert_eq!(with(50).clock(game(60, Some(30)), 0), game(60, Some(20)));
        assert_eq!(with(50).clock(game(60, None), 0), game(60, Some(22)));
        assert_eq!(with(50).clock(game(60, Some(2)), 0), game(60, Some(2)));
        let less = Clock::Game {
            remaining: Duration::from_secs(30),
            increment: Duration::from_secs(1),
            moves_to_go: Some(30),
        };
        assert_eq!(with(-50).clock(game(60, Some(30)), 0), less);
    }

    #[test]
    fn the_first_moves_out_of_the_book_get_more() {
        let out_of_book = OutOfBook { percent: 100, moves: 10 };
        let time_use = TimeUse { out_of_book, ..TimeUse::default() };
        for (moves, to_go) in [(0, 15), (1, 15), (5, 20), (9, 27), (10, 30), (99, 30)] {
            assert_eq!(time_use.clock(game(60, Some(30)), moves), game(60, Some(to_go)), "{moves}");
        }
    }

    #[test]
    fn operator_and_safety_are_kept_in_reserve() {
        let (operator, safety) = (Duration::from_secs(10), Duration::from_secs(50));
        let time_use = TimeUse { operator, safety, ..TimeUse::default() };
        assert_eq!(time_use.clock(game(600, Some(35)), 0), game(200, Some(35)));
        assert_eq!(time_use.clock(game(400, Some(35)), 0), game(50, Some(35)), "something is left");
    }

    proptest! {
        #[test]
        fn no_clock_gains_time(
            seconds in 0..10_000_u64,
            moves_to_go in proptest::option::of(1..100_u32),
            usage in -50..=50,
            (percent, moves) in (0..=500_u32, 0..=30_u32),
            (operator, safety) in (0..1000_u64, 0..10_000_u64),
            searched in 0..40_u32,
        ) {
            let time_use = TimeUse {
                usage,
                out_of_book: OutOfBook { percent, moves },
                operator: Duration::from_secs(operator),
                safety: Duration::from_secs(safety),
            };
            let Clock::Game { remaining, increment, moves_to_go: to_go } =
                time_use.clock(game(seconds, moves_to_go), searched) else { unreachable!() };
            prop_assert!(remaining <= Duration::from_secs(seconds));
            prop_assert!(increment <= Duration::from_secs(2));
            prop_assert!(to_go != Some(1) || moves_to_go == Some(1));
        }
    }
}
