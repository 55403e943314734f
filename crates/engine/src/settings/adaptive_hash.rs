//! A transposition table of the size that the game at hand needs.
//!
//! A table much larger than one search fills costs time, by more misses of the caches and of the processor's page
//! tables. The part that a search fills follows from the time for a move and the speed, which earlier searches have
//! shown.

use std::time::Duration;

use cleave_search::Clock;

/// Bytes of the table for each node of a search: the size of an entry. Not every node has an entry, but later moves
/// find the entries of earlier moves.
const BYTES_PER_NODE: u64 = 16;

/// The expected number of moves in a game if the clock does not show it.
const MOVES: u32 = 40;

/// Searches shorter than this do not show the speed.
const SHORTEST: Duration = Duration::from_millis(100);

/// The adaptation of the table's size, and its limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AdaptiveHash {
    /// The table adapts itself.
    pub is_on: bool,
    /// The smallest size, in MiB.
    pub least: usize,
    /// The largest size, in MiB.
    pub most: usize,
    /// Nodes per second: an estimate at first, then measured.
    pub speed: u64,
}

impl Default for AdaptiveHash {
    fn default() -> AdaptiveHash {
        AdaptiveHash { is_on: false, least: 16, most: 1024, speed: 1_000_000 }
    }
}

impl AdaptiveHash {
    /// Returns the size for moves by this clock, in MiB. It is a power of two unless a limit is not. Returns `None` if
    /// the clock does not show how long a move takes.
    pub fn size(&self, clock: Clock) -> Option<usize> {
        let time = match clock {
            Clock::PerMove(time) => time,
            Clock::Game { remaining, increment, moves_to_go } => {
                remaining / moves_to_go.unwrap_or(MOVES).max(1) + increment
            }
            _ => return None,
        };
        let nodes = time.as_secs_f64() * self.speed as f64;
        let mib = (nodes * BYTES_PER_NODE as f64 / f64::from(1 << 20)).ceil() as usize;
        Some(mib.clamp(1, 1 << 30).next_power_of_two().min(self.most).max(self.least))
    }

    /// Learns the speed from a search of this many nodes that took this long. A search without nodes, as of a mate,
    /// shows no speed.
    pub fn learn(&mut self, nodes: u64, time: Duration) {
        if nodes > 0 && time >= SHORTEST {
            self.speed = (nodes as f64 / time.as_secs_f64()) as u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_follows_time_and_speed_within_bounds() {
        let mut hash = AdaptiveHash { is_on: true, least: 4, most: 600, speed: 1_000_000 };
        let per_move = |seconds| Clock::PerMove(Duration::from_secs(seconds));
        // 5 s are 80 MB, 77 MiB.
        assert_eq!(hash.size(per_move(5)), Some(128));
        assert_eq!(hash.size(per_move(1000)), Some(600));
        let game = |remaining, moves_to_go| Clock::Game {
            remaining: Duration::from_secs(remaining),
            increment: Duration::ZERO,
            moves_to_go,
        };
        assert_eq!(hash.size(game(200, None)), Some(128), "as 5 s for each of 40 moves");
        assert_eq!(hash.size(game(200, Some(20))), Some(256));
        hash.learn(10, Duration::from_millis(1));
        assert_eq!(hash.speed, 1_000_000, "too short");
        hash.learn(0, Duration::from_secs(1));
        assert_eq!(hash.speed, 1_000_000, "nothing to search");
        hash.learn(20_000, Duration::from_millis(200));
        assert_eq!((hash.speed, hash.size(per_move(5))), (100_000, Some(8)));
        assert_eq!(hash.size(per_move(0)), Some(4));
        assert_eq!(hash.size(Clock::Unlimited), None);
    }
}
