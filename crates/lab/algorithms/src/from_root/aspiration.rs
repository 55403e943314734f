//! `aspiration`: the range of values is cut into parts, one for each worker.
//!
//! G. M. Baudet, "The Design and Analysis of Algorithms for Asynchronous Multiprocessors" (thesis, Carnegie Mellon
//! University, 1978): the first parallel alpha-beta. Each worker searches the whole root with its own window, and the
//! window that contains the value answers. A narrow window makes each search faster, but even a null window must visit
//! the minimal tree. Baudet bounds the speed-up by 5 or 6 for any number of workers.
//!
//! | question | answer |
//! |---|---|
//! | What may be shared? | the bounds; the game shares a table |
//! | Who may take it? | each worker takes the next part of the values |
//! | Who carries the value up? | the worker in whose part it is |
//! | Who iterates? | the main worker |
//!
//! A worker whose part does not contain the value waits, because there is one part for each. Only if a worker joins
//! late does another take its part.
//!
//! ```text
//!     -inf ───── part 0 ─────┤├ part 1 ┤├ part 2 ┤├───── part 3 ───── +inf
//!                            └──── the window asked for ────┘
//!     worker 0 fails low  ◄──── part 2         part 1 ────► worker 1 has the value
//! ```
//!
//! Baudet cuts the range by the known distribution of the values. Here the cuts divide the window of the main worker
//! evenly, and the outermost parts are open, so that no search of the team has to be repeated. Parts are taken from the
//! middle outwards. Baudet's processors do not communicate. Here the bounds that they prove end the searches that have
//! become useless. A single worker has the requested window.
//!
//! # What it gains here
//!
//! Brothers are already tested with null windows, so there is less to gain than Baudet's 5 or 6. On strongly ordered
//! artificial trees with 16 children per node and the value in the middle of the window, teams of 8, 16 and 64 have
//! speed-ups of 0.90, 0.89 and 0.89 over the recursive driver. The worker that finds the value searches a nearly
//! minimal tree anyway, and each node costs more when others work at the same time. On badly ordered trees with 6
//! children per node they have 2.07, 2.08 and 2.07 (`tests/literature.rs`). `book/src/which-search.md` has positions of
//! chess.

use cleave_smp::{Window, WorkerId};

use super::bounds::Range;
use super::exclusion::Nobody;
use super::plan::Parts;
use super::windows::{Asked, WindowPlan, Windows};
use super::{Rules, SharedRoot};
use crate::traits::{Keys, OwnRoot};

pub(crate) fn rules<'a, N: OwnRoot + Keys>(shared: &'a SharedRoot<N>, _: WorkerId) -> Rules<'a, N> {
    Rules { plan: Box::new(WindowPlan::new(&shared.bounds, Cut)), exclusion: Box::new(Nobody) }
}

/// Cuts the values into neighbouring parts.
struct Cut;

impl Windows for Cut {
    const ENDS_AT_ONE_VALUE: bool = false;

    fn next(&self, asked: Asked, range: Range, parts: &mut Parts) -> Option<Window> {
        while parts.taken < parts.seats {
            let place = from_the_middle(parts.taken, parts.seats);
            parts.taken += 1;
            let window = part(asked, place, parts.seats);
            if !window.is_null() && !range.answers(window) {
                return Some(window);
            }
            parts.done += 1;
        }
        None
    }
}

/// Returns the part with this place, from below, of `of` parts.
fn part(Asked { window, full }: Asked, place: usize, of: usize) -> Window {
    let cut = |place: usize| {
        let width = i64::from(window.beta) - i64::from(window.alpha);
        (i64::from(window.alpha) + width * place as i64 / of as i64) as i32
    };
    Window {
        alpha: if place == 0 { full.alpha } else { cut(place).saturating_sub(1) },
        beta: if place + 1 == of { full.beta } else { cut(place + 1) },
    }
}

/// Returns the place with this number among `of` parts, in the order middle, one below, one above, and so on.
fn from_the_middle(number: usize, of: usize) -> usize {
    let (middle, away) = (of / 2, number.div_ceil(2));
    if number.is_multiple_of(2) { middle + away } else { middle - away }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FULL: Window = Window { alpha: -1000, beta: 1000 };

    #[test]
    fn every_value_is_in_one_part() {
        for (alpha, beta) in [(-14, 14), (0, 3), (-1000, 1000), (980, 1000)] {
            for of in 2..20 {
                let asked = Asked { window: Window { alpha, beta }, full: FULL };
                for value in -999..1000 {
                    let holding = (0..of).filter(|&place| part(asked, place, of).holds(value));
                    assert_eq!(holding.count(), 1, "{value} in {of} parts of {asked:?}");
                }
            }
        }
    }

    #[test]
    fn the_widest_window_of_all_can_be_cut() {
        let widest = Window { alpha: i32::MIN, beta: i32::MAX };
        let asked = Asked { window: widest, full: widest };
        for of in 2..20 {
            for value in [i32::MIN + 1, -1_000_000_000, -1, 0, 1, 1_000_000_000, i32::MAX - 1] {
                let parts = (0..of).map(|place| part(asked, place, of));
                let holding = parts.filter(|part| !part.is_null() && part.holds(value));
                assert_eq!(holding.count(), 1, "{value} in {of} parts");
            }
        }
    }

    #[test]
    fn parts_are_taken_once_from_the_middle_and_only_while_they_may_hold_the_value() {
        for of in 2..20 {
            let mut places: Vec<_> = (0..of).map(|number| from_the_middle(number, of)).collect();
            assert_eq!(places[0], of / 2);
            places.sort_unstable();
            assert_eq!(places, (0..of).collect::<Vec<_>>());
        }
        let asked = Asked { window: Window { alpha: 0, beta: 40 }, full: FULL };
        let mut parts = Parts { seats: 4, taken: 0, done: 0 };
        let range = Range { least: 12, greatest: 18 };
        assert_eq!(Cut.next(asked, range, &mut parts), Some(Window { alpha: 9, beta: 20 }));
        assert_eq!(Cut.next(asked, range, &mut parts), None);
        assert_eq!((parts.taken, parts.done), (4, 3));
    }
}
