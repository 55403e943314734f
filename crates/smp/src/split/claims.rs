//! Counting the claims of a split block: who is the last one out?

use cleave_shared_memory::Plain;

/// The account of a split block. Everything here happens with the block's lock held.
///
/// A *claim* is a piece of work handed out and not yet brought back, or the place of a worker that
/// has joined and is about to ask for one. Workers are not counted, claims are: a worker that has
/// gone down into a block below holds its claim here through that block, and whoever finishes that
/// block brings it back, be it another worker.
///
/// A block may have an *owner*, the worker that made it, if the algorithm says so. Then only the owner
/// finishes it. Its clients, the workers that have joined, leave and let it know. The owner is not
/// counted: it holds a claim only while it searches a job itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Plain)]
pub(crate) struct Claims {
    out: u32,
    /// The worker that made the block will come back to carry its value up.
    is_owned: bool,
    /// No claim is out, although there is more: the block waits for a bound.
    is_held_back: bool,
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
    /// The value is known, and somebody is on the way to the parent with it.
    Settled,
}

/// What a worker that has just brought back a claim, and asks for no other, has to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// Others are still out, or the owner is to come. Leave: one of them will do what is to be done.
    OthersAreOut,
    /// All is searched: finish the node, and take its value to the parent.
    Finish,
    /// Take back the claim on the parent: there is no value.
    Cancel,
    /// The value has gone to the parent already: just clear away.
    Clear,
    /// For the owner: clients are out. Wait for them.
    Await,
    /// For the owner: a client has found the value. Take it to the parent.
    Carry,
}

impl Claims {
    /// Hands a claim out.
    pub(crate) fn hand_out(&mut self) {
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
    pub(crate) fn cancel(&mut self) {
        if self.stage != Stage::Settled {
            self.stage = Stage::Cancelled;
        }
    }

    /// The value is known, and is being taken to the parent.
    pub(crate) fn settle(&mut self) {
        debug_assert!(!self.is_stopped(), "a block has one value");
        self.stage = Stage::Settled;
    }

    /// The block has an owner from now on: the worker that has just begun it.
    pub(crate) fn own(&mut self) {
        self.is_owned = true;
    }

    /// The owner gives the block up: the last one out does what is left to be done.
    pub(crate) fn disown(&mut self) {
        self.is_owned = false;
    }

    /// True while the owner is going to come back.
    pub(crate) fn is_owned(&self) -> bool {
        self.is_owned
    }

    /// Leaves the block without a claim, to be gone on with later.
    pub(crate) fn hold_back(&mut self) {
        debug_assert!(self.out == 0 && self.is_open());
        self.is_held_back = true;
    }

    /// A worker goes on with the block, with a claim that has just been handed out.
    pub(crate) fn take_up(&mut self) {
        self.is_held_back = false;
    }

    /// True while the block waits with no claim out.
    pub(crate) fn is_held_back(&self) -> bool {
        self.is_held_back
    }

    /// Claims out.
    pub(crate) fn out(&self) -> u32 {
        self.out
    }

    /// True if there may be more to hand out.
    pub(crate) fn is_open(&self) -> bool {
        self.stage == Stage::Open
    }

    /// True if results brought here are of no use.
    pub(crate) fn is_stopped(&self) -> bool {
        matches!(self.stage, Stage::Cancelled | Stage::Settled)
    }

    /// True if the value is known, and has gone or is going up.
    pub(crate) fn is_settled(&self) -> bool {
        self.stage == Stage::Settled
    }

    /// What to do on the way out, for the owner of the block or for another worker.
    pub(crate) fn exit(&self, is_owner: bool) -> Exit {
        match (self.out, self.stage) {
            _ if self.is_owned && !is_owner => Exit::OthersAreOut,
            (_, Stage::Settled) if is_owner => Exit::Carry,
            (1.., Stage::Open | Stage::Exhausted) if is_owner => Exit::Await,
            (1.., _) => Exit::OthersAreOut,
            (0, Stage::Open) => unreachable!("a worker leaves while there is work"),
            (0, Stage::Exhausted) => Exit::Finish,
            (0, Stage::Cancelled) => Exit::Cancel,
            (0, Stage::Settled) => Exit::Clear,
        }
    }
}
