//! Counting the claims of a split block: who is the last one out?
//! The story begins here. Next: `block.rs`.
//!
//! A block counts work, not workers. So no worker owns a node, and none waits: the one that brings back the
//! last claim finishes the node, whether it began the node or joined a moment ago.

use cleave_shared_memory::Plain;

/// The count of claims on a split block, and its stage. Everything here happens with the block's lock held.
///
/// A *claim* is a piece of work handed out and not yet brought back, or the place of a worker that has joined and is
/// about to ask for one. Workers are not counted, claims are: a worker that has gone down into a block below holds
/// its claim here through that block, and the worker that finishes that block brings it back, be it another worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Plain)]
pub struct Claims {
    out: u32,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Plain)]
enum Stage {
    /// There may be more to hand out.
    #[default]
    Open,
    /// All has been handed out; the last claim brought back finishes the block.
    Exhausted,
    /// An ancestor, or the search, has been stopped: nobody wants the value.
    Cancelled,
    /// A job has settled the value before all were back; a worker takes it to the parent.
    Settled,
}

/// What a worker that has just brought back a claim, and asks for no other, has to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// Others are still out. Leave: the last of them does the rest.
    OthersAreOut,
    /// All is searched: finish the node, and take its value to the parent.
    Finish,
    /// Give the claim on the parent back; there is no value.
    Cancel,
    /// The value has gone to the parent already: just clear away.
    Clear,
}

impl Claims {
    /// Hands a claim out.
    pub fn hand_out(&mut self) {
        debug_assert!(self.is_open(), "a claim on a block that has nothing left");
        self.out += 1;
    }

    /// Gives a worker a place from which to ask for a job, or to clear the block away.
    pub(crate) fn take_place(&mut self) {
        self.out += 1;
    }

    /// Takes a claim back.
    pub(crate) fn bring_back(&mut self) {
        self.out = self.out.checked_sub(1).expect("more claims brought back than handed out");
    }

    /// There is nothing left to hand out.
    pub(crate) fn exhaust(&mut self) {
        debug_assert!(self.is_open());
        self.stage = Stage::Exhausted;
    }

    /// Nobody wants the value any more. A value already known stays known.
    pub fn cancel(&mut self) {
        if self.stage != Stage::Settled {
            self.stage = Stage::Cancelled;
        }
    }

    /// The value is known, and is being taken to the parent.
    pub(crate) fn settle(&mut self) {
        debug_assert!(!self.is_stopped(), "a block has one value");
        self.stage = Stage::Settled;
    }

    /// Claims out.
    pub fn out(&self) -> u32 {
        self.out
    }

    /// True if there may be more to hand out.
    pub fn is_open(&self) -> bool {
        self.stage == Stage::Open
    }

    /// True if results brought here are of no use.
    pub fn is_stopped(&self) -> bool {
        matches!(self.stage, Stage::Cancelled | Stage::Settled)
    }

    /// True if the value is known, and has gone or is going up.
    pub fn is_settled(&self) -> bool {
        self.stage == Stage::Settled
    }

    /// What to do on the way out.
    pub(crate) fn exit(&self) -> Exit {
        match (self.out, self.stage) {
            (1.., _) => Exit::OthersAreOut,
            (0, Stage::Open) => unreachable!("a worker leaves while there is work"),
            (0, Stage::Exhausted) => Exit::Finish,
            (0, Stage::Cancelled) => Exit::Cancel,
            (0, Stage::Settled) => Exit::Clear,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A split block with a few jobs, and what has become of it.
    #[derive(Clone, Default)]
    struct Block {
        claims: Claims,
        jobs: u32,
        is_posted: bool,
        searched: u32,
        values_taken_up: u32,
        cancelled: u32,
        cleared_away: u32,
    }

    /// Where a worker is. Each step from one place to the next happens under the block's lock, so all
    /// orders of steps are all that can happen.
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Place {
        Outside,
        /// With a claim on the block: a job, or a place from which to ask for one.
        Inside(Option<u32>),
        Gone,
    }

    #[derive(Clone, Copy)]
    struct Events {
        /// The job that ends the block.
        cutoff: Option<u32>,
        /// A block above is stopped, at any time.
        is_cancelled: bool,
    }

    /// Takes every order of steps of these workers from here on. Counts the orders.
    fn explore(block: &Block, places: &[Place], events: Events) -> u32 {
        let mut orders = 0;
        for (worker, &place) in places.iter().enumerate() {
            if place == Place::Gone {
                continue;
            }
            let (mut block, mut places) = (block.clone(), places.to_vec());
            let cleared_before = block.cleared_away;
            places[worker] = step(&mut block, place, events.cutoff);
            if block.cleared_away != cleared_before {
                let is_empty = !places.iter().any(|place| matches!(place, Place::Inside(_)));
                assert!(is_empty, "cleared away while a worker is still inside");
            }
            orders += explore(&block, &places, events);
        }
        if events.is_cancelled && block.cleared_away == 0 {
            let mut block = block.clone();
            block.claims.cancel();
            block.is_posted = false;
            orders += explore(&block, places, Events { is_cancelled: false, ..events });
        }
        if places.iter().all(|&place| place == Place::Gone) {
            check(block, events);
            orders += 1;
        }
        orders
    }

    /// What one worker does with the lock held: take a place if there is anything to join; bring a job back
    /// and take another until there is none; then leave as the claims say.
    fn step(block: &mut Block, place: Place, cutoff: Option<u32>) -> Place {
        let Place::Inside(job) = place else {
            if !block.is_posted {
                return Place::Gone;
            }
            block.claims.hand_out();
            return Place::Inside(None);
        };
        block.claims.bring_back();
        block.searched += u32::from(job.is_some());
        if job.is_some() && job == cutoff && !block.claims.is_stopped() {
            block.claims.settle();
            block.values_taken_up += 1;
        }
        if block.claims.is_open() {
            if block.jobs > 0 {
                block.jobs -= 1;
                block.claims.hand_out();
                return Place::Inside(Some(block.jobs));
            }
            block.claims.exhaust();
        }
        block.is_posted = false;
        match block.claims.exit() {
            Exit::OthersAreOut => return Place::Gone,
            Exit::Finish => block.values_taken_up += 1,
            Exit::Cancel => block.cancelled += 1,
            Exit::Clear => {}
        }
        block.cleared_away += 1;
        Place::Gone
    }

    /// All workers are gone.
    fn check(block: &Block, events: Events) {
        assert_eq!(block.claims.out(), 0);
        assert_eq!(block.values_taken_up + block.cancelled, 1);
        assert_eq!(block.cleared_away, 1);
        let is_cut = events.cutoff.is_some() && block.claims.is_settled();
        assert!(is_cut || block.cancelled == 1 || block.searched == 3);
    }

    /// All orders of this many workers at a block of three jobs. The first has made the block.
    fn at_a_block(workers: usize, events: Events) -> u32 {
        let mut block = Block { jobs: 3, is_posted: true, ..Block::default() };
        block.claims.hand_out();
        let mut places = vec![Place::Outside; workers];
        places[0] = Place::Inside(None);
        explore(&block, &places, events)
    }

    #[test]
    fn the_last_one_out_takes_the_value_up() {
        for workers in 1..=4 {
            let orders = at_a_block(workers, Events { cutoff: None, is_cancelled: false });
            assert!(workers == 1 || orders > 10, "{orders} orders");
        }
    }

    #[test]
    fn a_cutoff_goes_up_at_once_and_the_last_one_out_clears_away() {
        for cutoff in 0..3 {
            at_a_block(4, Events { cutoff: Some(cutoff), is_cancelled: false });
        }
    }

    #[test]
    fn the_last_one_out_of_a_cancelled_block_takes_its_claim_back() {
        for cutoff in [None, Some(0), Some(2)] {
            at_a_block(3, Events { cutoff, is_cancelled: true });
        }
    }
}
