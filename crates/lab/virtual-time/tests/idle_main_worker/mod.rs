//! A search in which the main worker has nothing to do: its helper is in a subtree that has no end. Only
//! the main worker knows when the search must stop.

use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use cleave_shared_memory::Plain;
use cleave_smp::{Absorbed, Backend, Context, End, Node, NodeType, Opened, SplitHint};
use cleave_smp::{HelperSlot, Team};

/// A main worker that does not stop the search fails the test after this time.
const PATIENCE: Duration = Duration::from_secs(30);

/// The state of the helper: it has begun nothing, or the subtree without an end.
type HelperState = AtomicU32;

/// A child of the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
enum Child {
    /// The main worker's: it has a value as soon as the helper is at work.
    Leaf,
    /// The helper's, which has leaves without end.
    Endless,
}

#[derive(Clone, Copy, Plain)]
struct Endless {
    is_root: bool,
    child: Child,
    has_handed_out: [bool; 2],
}

struct Player<'a> {
    helper: &'a HelperState,
    is_main: bool,
    idle_moments: u32,
    must_end_by: Instant,
}

impl Player<'_> {
    fn new(helper: &HelperState, is_main: bool) -> Player<'_> {
        Player { helper, is_main, idle_moments: 0, must_end_by: Instant::now() + PATIENCE }
    }

    fn is_patient(&self) -> bool {
        Instant::now() < self.must_end_by
    }
}

impl Default for Endless {
    fn default() -> Endless {
        Endless { is_root: true, child: Child::Leaf, has_handed_out: [false; 2] }
    }
}

impl Node for Endless {
    type Job = Child;
    type Value = u8;
    type Line = ();
    type PathStep = ();
    type Setup = ();
    type Shared = HelperState;
    type Context<'a> = Player<'a>;

    const STACK: usize = 4;

    fn enter(&mut self, _: &mut Player, _: &Endless, job: &Child) {
        *self = Endless { is_root: false, child: *job, ..Endless::default() };
    }

    fn open(&mut self, player: &mut Player, _: &Child) -> Opened<u8> {
        if self.child == Child::Endless {
            player.helper.store(1, Relaxed);
            return Opened::Live;
        }
        while player.helper.load(Relaxed) == 0 && player.is_patient() {
            std::thread::yield_now();
        }
        Opened::Value(0)
    }

    fn next(&mut self, player: &mut Player) -> Option<Child> {
        if !self.is_root {
            return player.is_patient().then_some(Child::Leaf);
        }
        let child = if player.is_main { Child::Leaf } else { Child::Endless };
        let has_handed_out = &mut self.has_handed_out[child as usize];
        (!std::mem::replace(has_handed_out, true)).then_some(child)
    }

    fn absorb(&mut self, _: &mut Player, _: &Child, _: u8, _: &()) -> Absorbed<Child, u8> {
        Absorbed::Continue
    }

    fn finish(&mut self, _: &mut Player) -> u8 {
        0
    }

    fn depth(&self) -> i32 {
        if self.is_root { 9 } else { 1 }
    }

    fn split_hint(&self) -> Option<SplitHint> {
        self.is_root.then_some(SplitHint { node_type: NodeType::All, searched: 9 })
    }
}

impl Context<Endless> for Player<'_> {
    fn must_stop(&self) -> bool {
        self.idle_moments >= 3
    }

    fn smp_idle(&mut self) {
        self.idle_moments += u32::from(self.is_main);
    }
}

/// The main worker has nothing to do, and has looked at clock and input three times. Then it has stopped the search,
/// which its helper would not have ended.
pub(crate) fn stops_the_search(backend: Backend) {
    let mut team: Team<Endless> = Team::new(2, backend).expect("memory for two workers");
    team.set_processors(2);
    let helper = |slot: HelperSlot<'_, Endless>| {
        let shared = slot.shared();
        slot.serve(&mut Player::new(shared, false));
    };
    team.session(&helper, |main_worker| {
        let mut player = Player::new(main_worker.shared(), true);
        let found = main_worker.search(&mut player, &Endless::default(), &());
        assert_eq!(player.helper.load(Relaxed), 1, "the helper has begun");
        assert_eq!(found.end, End::Stopped);
    });
}
