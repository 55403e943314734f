//! Random trees for a team to search, and what must be true of each search.

use std::sync::atomic::Ordering::Relaxed;

use cleave_smp::artificial::{ArtificialNode, Explorer, Shape, helper, minimax, parallel};
use cleave_smp::{Captain, Chaos, Confidence, End, Grain, Node, Params, Seat, Team};

/// Numbers from a seed: xorshift64 (Marsaglia, 2003).
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % sides
    }

    pub(crate) fn shape(&mut self, most_leaves: u64) -> Shape {
        let branching = 1 + self.roll(6);
        let mut height = 1 + self.roll(12);
        while branching.pow(height as u32) > most_leaves {
            height -= 1;
        }
        Shape {
            seed: self.roll(u64::MAX),
            height: height as u16,
            branching: branching as u16,
            ragged: self.roll(3) == 0,
            ordering: self.roll(101) as u8,
            granularity: self.roll(20) as i32,
            phases: self.roll(2) == 0,
            work: 0,
        }
    }

    pub(crate) fn params(&mut self) -> Params {
        let confidence = Confidence {
            pv: 1 + self.roll(2) as u16,
            all: self.roll(3) as u16,
            cut: self.roll(4) as u16,
            limit: 3,
        };
        Params {
            min_thread_depth: self.roll(5) as i32,
            max_thread_group: 1 + self.roll(8) as u32,
            split_at_root: self.roll(4) != 0,
            confidence,
            grain: if self.roll(2) == 0 { Grain::Node } else { Grain::Subtree },
            ..Params::default()
        }
    }
}

/// What a helper does in trouble of this kind.
fn troubled_helper(chaos: Chaos) -> impl Fn(&Seat<'_, ArtificialNode>) + Sync {
    move |seat| {
        Chaos { seed: chaos.seed ^ (seat.id().index() as u64 + 1), ..chaos }.begin();
        helper(seat);
    }
}

/// Searches a tree and checks value, line and arena. Returns what it has cost.
fn check(captain: &mut Captain<'_, ArtificialNode>, shape: &Shape, totals: &mut Totals) {
    let found = parallel(captain, shape);
    let finished = found.finished;
    assert_eq!(finished.end, End::Value(minimax(shape)), "{shape:?}");
    let line = finished.root.line().children();
    let end = line.iter().fold(shape.root(), |place, &number| shape.child(&place, number));
    assert_eq!(shape.children(&end), 0, "the line ends before the tree does: {shape:?}");
    let value = if line.len().is_multiple_of(2) { end.value } else { -end.value };
    assert_eq!(End::Value(value), finished.end, "the line leads elsewhere: {shape:?}");
    totals.joins += finished.stats.sum(|tally| tally.joins);
    totals.cutoffs += finished.stats.sum(|tally| tally.cutoffs);
    totals.deaths += found.deaths;
}

/// What has happened in many searches: a test in which nothing happens tests nothing.
#[derive(Default, Debug)]
pub(crate) struct Totals {
    pub(crate) joins: u64,
    pub(crate) cutoffs: u64,
    pub(crate) stops: u64,
    pub(crate) deaths: u64,
}

/// Stops a search after a random number of nodes: no worker may go on, none may be lost.
fn check_stop(captain: &mut Captain<'_, ArtificialNode>, dice: &mut Dice, totals: &mut Totals) {
    let census = captain.shared();
    let shape = dice.shape(1_000_000);
    census.visited.store(0, Relaxed);
    census.stop_after.store(1 + dice.roll(2000), Relaxed);
    let mut explorer = Explorer::new(census);
    ArtificialNode::prepare(&mut explorer, &shape);
    let root = ArtificialNode::root(&mut explorer);
    let finished = captain.search(&mut explorer, &root, &shape);
    census.stop_after.store(0, Relaxed);
    match finished.end {
        End::Value(value) => assert_eq!(value, minimax(&shape)),
        End::Stopped => totals.stops += 1,
        End::WorkerDied => totals.deaths += 1,
    }
}

/// Searches many random trees with 1 to 16 workers, some of them stopped midway.
pub(crate) fn search_many(
    team: &mut Team<ArtificialNode>,
    sessions: u64,
    searches: u64,
    chaos: Chaos,
) -> Totals {
    let mut dice = Dice::new(chaos.seed);
    let mut totals = Totals::default();
    for _ in 0..sessions {
        team.set_workers(1 + dice.roll(16) as usize).unwrap();
        team.params = dice.params();
        // The captain must not die: it is the program.
        Chaos { die_one_in: 0, ..chaos }.begin();
        team.session(&troubled_helper(chaos), |captain| {
            for _ in 0..searches {
                if dice.roll(4) == 0 {
                    check_stop(captain, &mut dice, &mut totals);
                } else {
                    check(captain, &dice.shape(3_000), &mut totals);
                }
            }
        });
        Chaos::default().begin();
        assert_eq!(team.arena().blocks_in_use(), 0, "blocks have leaked");
    }
    println!("{totals:?}");
    totals
}

/// A number of rounds: quick by default, `CLEAVE_SOAK` times as many for a soak.
pub(crate) fn rounds(quick: u64) -> u64 {
    let factor = std::env::var("CLEAVE_SOAK").ok().and_then(|text| text.parse().ok());
    quick * factor.unwrap_or(1)
}
