//! Asks about every root move and every window.

use cleave_board::{Move, Position};
use cleave_movegen::legal_moves;

use super::{Found, Limits, Root, SearchMethod, ended, question, turned, wait};
use crate::twin::Known;
use crate::{DeviceError, Tester};

/// A search that cuts a range of values into null windows. For every root move and every window it asks on which side
/// of the window the move's value is. The answers of a move change from yes to no at its value.
///
/// The windows are a hundredth of a pawn wide, around the value of the last depth. If the new value is outside, the
/// windows move to its side and widen. Once the value is between two windows, the next windows are placed there.
pub struct Windows {
    /// The number of windows of a root move.
    pub count: u32,
}

/// A root move, and the bounds of its value for the side that makes it.
struct Candidate {
    mv: Move,
    child: Position,
    known: Known,
}

impl SearchMethod for Windows {
    fn run(
        &mut self,
        root: &Root,
        limits: &Limits,
        tester: &mut dyn Tester,
        tell: &mut dyn FnMut(&Found),
    ) -> Result<Option<Found>, DeviceError> {
        let candidate = |mv| Candidate { mv, child: root.position.make(mv), known: Known::NOTHING };
        let mut candidates: Vec<Candidate> =
            (&legal_moves(&root.position)).into_iter().map(candidate).collect();
        let mut last = None;
        let (mut nodes, mut tests) = (0, 0);
        if candidates.is_empty() {
            return Ok(None);
        }
        for depth in 1..=limits.depth {
            for candidate in &mut candidates {
                let value = ended(root, &candidate.child, depth - 1);
                candidate.known =
                    value.map_or(Known::NOTHING, |value| turned(Known { low: value, high: value }));
            }
            let mut guess = last.as_ref().map_or(0, |found: &Found| found.value);
            let mut width = 1;
            while best(&candidates).low < best(&candidates).high {
                let bounds = self.bounds(best(&candidates), guess, width);
                let Some(asked) = ask(&mut candidates, &bounds, depth - 1, tester, limits)? else {
                    return Ok(last);
                };
                (nodes, tests) = (nodes + asked.0, tests + asked.1);
                let known = best(&candidates);
                guess = guess.clamp(known.low.max(-VALUES), known.high.min(VALUES));
                width *= 16;
            }
            let value = best(&candidates).low;
            let place =
                candidates.iter().position(|candidate| candidate.known.low == value).unwrap_or(0);
            candidates[..=place].rotate_right(1);
            let found = Found { depth, value, best: candidates[0].mv, nodes, tests };
            tell(&found);
            last = Some(found);
        }
        Ok(last)
    }
}

/// The maximum absolute value.
const VALUES: i32 = crate::MATE + 255;

impl Windows {
    /// Returns the windows: between the bounds if they are narrow enough, else around the guess.
    fn bounds(&self, known: Known, guess: i32, width: i32) -> Vec<i32> {
        let (low, high) = (known.low.max(-VALUES), known.high.min(VALUES));
        let count = self.count.max(2) as i32;
        let narrow = (high - low + count - 1) / count;
        if narrow <= width {
            return (1..=count).map(|k| low + k * narrow).filter(|&bound| bound <= high).collect();
        }
        let first = guess - count / 2 * width + 1;
        let spread = (0..count).map(|k| first + k * width);
        spread.filter(|&bound| bound > low && bound <= high).collect()
    }
}

/// Returns the bounds of the best move's value.
fn best(candidates: &[Candidate]) -> Known {
    let knowns = candidates.iter().map(|candidate| candidate.known);
    knowns.fold(Known { low: i32::MIN, high: i32::MIN }, |best, known| Known {
        low: best.low.max(known.low),
        high: best.high.max(known.high),
    })
}

/// Asks the open questions about each move that may still be the best. Returns nodes and questions, or `None` if the
/// search is stopped.
fn ask(
    candidates: &mut [Candidate],
    bounds: &[i32],
    depth: u32,
    tester: &mut dyn Tester,
    limits: &Limits,
) -> Result<Option<(u64, u64)>, DeviceError> {
    let least = best(candidates).low;
    let open = |candidate: &Candidate, bound| {
        candidate.known.high >= least && candidate.known.answer(bound).is_none()
    };
    let questions: Vec<(usize, i32)> = (0..candidates.len())
        .flat_map(|place| bounds.iter().map(move |&bound| (place, bound)))
        .filter(|&(place, bound)| open(&candidates[place], bound))
        .collect();
    let mut nodes = 0;
    for part in questions.chunks(tester.capacity()) {
        let tests: Vec<_> = part
            .iter()
            .map(|&(place, bound)| question(&candidates[place].child, bound, depth))
            .collect();
        tester.begin(0, &tests)?;
        let Some(answers) = wait(tester, 0, limits)? else { return Ok(None) };
        for (&(place, bound), answer) in part.iter().zip(answers) {
            candidates[place].known = candidates[place].known.with(bound, !answer.reaches);
            nodes += u64::from(answer.nodes);
        }
    }
    Ok(Some((nodes, questions.len() as u64)))
}
