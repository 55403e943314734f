//! Counts the claims on a split block, and so decides which worker finishes it.
//! The story begins here. Next: `block.rs`.
//!
//! A claim is a job that has been handed out and not yet returned, or the place of a worker that has joined and has not
//! yet taken a job. The block counts claims, not workers. A worker that descends into a block below keeps its claim
//! here. The worker that finishes the lower block returns that claim; it may be another worker. The worker that
//! releases the last claim of an exhausted block computes the node's value and takes it to the parent, even if it
//! joined a moment ago. So no worker owns a node, and no worker waits for another to finish one.
//!
//! All methods require the block's lock.

use cleave_shared_memory::Plain;

/// The number of claims on a split block, and the stage that the block is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Plain)]
pub struct Claims {
    out: u32,
    stage: Stage,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Plain)]
enum Stage {
    /// The node may have more jobs.
    #[default]
    Open,
    /// The node has no more jobs. The worker that releases the last claim finishes the block.
    Exhausted,
    /// An ancestor or the search has been stopped. No worker needs the value.
    Cancelled,
    /// A cutoff: one result has decided the value while other claims may still be out. A worker takes the value to the
    /// parent.
    Settled,
}

/// The next action of a worker that has released its claim and takes no other job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// Leave. Other claims are still out, and the worker that releases the last one does the rest.
    OthersAreOut,
    /// Compute the value of the node, free the block and take the value to the parent.
    Finish,
    /// Free the block and release its claim on the parent. There is no value.
    Cancel,
    /// Free the block. The value has already gone to the parent.
    Clear,
}

impl Claims {
    /// Hands out a job: one more claim.
    pub fn hand_out(&mut self) {
        debug_assert!(self.is_open(), "a claim on a block that has nothing left");
        self.out += 1;
    }

    /// Gives a place to a worker that joins: one more claim.
    pub(crate) fn take_place(&mut self) {
        self.out += 1;
    }

    /// Releases a claim.
    ///
    /// # Panics
    /// If no claim is out.
    pub(crate) fn release(&mut self) {
        self.out = self.out.checked_sub(1).expect("more claims released than handed out");
    }

    /// Notes that the node has no more jobs.
    pub(crate) fn exhaust(&mut self) {
        debug_assert!(self.is_open());
        self.stage = Stage::Exhausted;
    }

    /// Cancels the block. A settled block stays settled.
    pub fn cancel(&mut self) {
        if self.stage != Stage::Settled {
            self.stage = Stage::Cancelled;
        }
    }

    /// Notes that a result has decided the value.
    pub(crate) fn settle(&mut self) {
        debug_assert!(!self.is_stopped(), "a block has one value");
        self.stage = Stage::Settled;
    }

    /// Returns the number of claims that are out.
    pub fn out(&self) -> u32 {
        self.out
    }

    /// Returns true if the node may have more jobs.
    pub fn is_open(&self) -> bool {
        self.stage == Stage::Open
    }

    /// Returns true if further results are useless.
    pub fn is_stopped(&self) -> bool {
        matches!(self.stage, Stage::Cancelled | Stage::Settled)
    }

    /// Returns true if a result has decided the value before all claims were back.
    pub fn is_settled(&self) -> bool {
        self.stage == Stage::Settled
    }

    /// Returns the next action of a worker that has released its claim and takes no other job.
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

    /// A split block with a few jobs, and counts of its ends.
    #[derive(Clone, Default)]
    struct Block {
        claims: Claims,
        jobs: u32,
        is_posted: bool,
        searched: u32,
        values_taken_up: u32,
        cancelled: u32,
        times_freed: u32,
    }

    /// The state of a worker. Each step happens under the block's lock, so the orders of steps are all possible
    /// executions.
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Place {
        Outside,
        /// Holds a claim: a job, or a place.
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

    /// Runs every order of steps of these workers from this state on. Returns the number of orders.
    fn explore(block: &Block, places: &[Place], events: Events) -> u32 {
        let mut orders = 0;
        for (worker, &place) in places.iter().enumerate() {
            if place == Place::Gone {
                continue;
            }
            let (mut block, mut places) = (block.clone(), places.to_vec());
            let freed_before = block.times_freed;
            places[worker] = step(&mut block, place, events.cutoff);
            if block.times_freed != freed_before {
                let is_empty = !places.iter().any(|place| matches!(place, Place::Inside(_)));
                assert!(is_empty, "freed while a worker is still inside");
            }
            orders += explore(&block, &places, events);
        }
        if events.is_cancelled && block.times_freed == 0 {
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

    /// One step of a worker, with the lock held. The worker joins if the block is posted. Inside, it returns its job and
    /// takes another until there is none, and then leaves as the claims say.
    fn step(block: &mut Block, place: Place, cutoff: Option<u32>) -> Place {
        let Place::Inside(job) = place else {
            if !block.is_posted {
                return Place::Gone;
            }
            block.claims.hand_out();
            return Place::Inside(None);
        };
        block.claims.release();
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
        block.times_freed += 1;
        Place::Gone
    }

    /// All workers are gone.
    fn check(block: &Block, events: Events) {
        assert_eq!(block.claims.out(), 0);
        assert_eq!(block.values_taken_up + block.cancelled, 1);
        assert_eq!(block.times_freed, 1);
        let is_cut = events.cutoff.is_some() && block.claims.is_settled();
        assert!(is_cut || block.cancelled == 1 || block.searched == 3);
    }

    /// Returns all orders of this many workers at a block of three jobs. The first has made the block.
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
    fn a_cutoff_goes_up_at_once_and_the_last_one_out_frees_the_block() {
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
