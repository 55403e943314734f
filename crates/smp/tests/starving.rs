//! Helpers that get no processor must not delay the end of a search. A program of its own, because it forks.

use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use cleave_smp::{
    Absorbed, Backend, Context, End, HelperSlot, Node, Opened, Plain, Shareable, Team,
};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// Runs the tests that the arguments name, or all of them, in the main thread, the only thread of this process. With
/// `--list` prints their names, as the test harness does.
fn main() {
    if Backend::default() != Backend::Fork {
        // Workers are threads, which a test cannot starve.
        return;
    }
    let tests = [
        ("a_search_stops_although_no_helper_leaves_it", no_helper_leaves as fn()),
        ("a_search_stops_although_helpers_hold_locks", locks_are_held),
        ("a_death_is_not_waited_out_when_the_time_is_up", one_dies),
    ];
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let has = |option: &str| arguments.iter().any(|argument| argument == option);
    let names: Vec<_> = arguments.iter().filter(|argument| !argument.starts_with('-')).collect();
    let is_meant = |name: &str| names.is_empty() || names.iter().any(|part| name.contains(*part));
    for (name, test) in tests {
        match (has("--list"), has("--ignored")) {
            (true, false) => println!("{name}: test"),
            (false, false) if is_meant(name) => {
                test();
                println!("test {name} ... ok");
            }
            _ => {}
        }
    }
}

const WORKERS: usize = 5;
const BRANCHING: u32 = 4;

/// The time of a search that is too large to end by itself, and when its helpers begin to starve.
const TIME: Duration = Duration::from_millis(100);
const FED: Duration = Duration::from_millis(50);

/// The time in which a starving helper does nothing. It is over before a test that waits for it runs out of time.
const FAMINE: Duration = Duration::from_secs(30);

/// The places in which helpers stand still: none, the opening of a node, or a place in which they hold a lock.
const NOWHERE: u32 = 0;
const IN_OPEN: u32 = 1;
const IN_LOCK: u32 = 2;

/// A node of a tree in which the first player counts the leaves.
#[derive(Clone, Copy, Default, Plain)]
struct Counting {
    depth: i32,
    handed_out: u32,
    leaves: u32,
}

/// A worker. The main worker has a clock.
struct Player<'a> {
    starved: &'a AtomicU32,
    clock: Option<Clock>,
    is_stopped: bool,
}

/// When the search began, what happens when its helpers begin to starve, and where they stand still then.
struct Clock {
    begun: Instant,
    place: u32,
    victim: Option<u32>,
}

impl Player<'_> {
    fn look_at_clock(&mut self) {
        let Some(clock) = &mut self.clock else { return };
        if clock.begun.elapsed() > FED {
            self.starved.store(clock.place, Ordering::Relaxed);
            if let Some(victim) = clock.victim.take() {
                kill(Pid::from_raw(victim as i32), Signal::SIGKILL).expect("a helper");
            }
        }
        self.is_stopped |= clock.begun.elapsed() > TIME;
    }

    /// Stands still if helpers starve in this place.
    fn starve(&self, place: u32) {
        let begun = Instant::now();
        let is_helper = self.clock.is_none();
        while is_helper && self.starved.load(Ordering::Relaxed) == place && begun.elapsed() < FAMINE
        {
            sleep(Duration::from_millis(5));
        }
    }
}

impl Node for Counting {
    type Job = ();
    type Value = u32;
    type Line = ();
    type PathStep = ();
    type Setup = ();
    type Shared = Starved;
    type Context<'a> = Player<'a>;

    fn enter(&mut self, _: &mut Player<'_>, parent: &Counting, (): &()) {
        *self = Counting { depth: parent.depth - 1, ..Counting::default() };
    }

    fn open(&mut self, player: &mut Player<'_>, (): &()) -> Opened<u32> {
        player.look_at_clock();
        player.starve(IN_OPEN);
        if self.depth == 0 { Opened::Value(1) } else { Opened::Live }
    }

    fn next(&mut self, _: &mut Player<'_>) -> Option<()> {
        self.handed_out += 1;
        (self.handed_out <= BRANCHING).then_some(())
    }

    fn absorb(
        &mut self,
        player: &mut Player<'_>,
        (): &(),
        leaves: u32,
        (): &(),
    ) -> Absorbed<(), u32> {
        player.starve(IN_LOCK);
        self.leaves += leaves;
        Absorbed::Continue
    }

    fn finish(&mut self, _: &mut Player<'_>) -> u32 {
        self.leaves
    }

    fn depth(&self) -> i32 {
        self.depth
    }
}

impl Context<Counting> for Player<'_> {
    fn must_stop(&self) -> bool {
        self.is_stopped
    }

    fn smp_idle(&mut self) {
        self.look_at_clock();
    }
}

/// The memory that the workers share.
#[derive(Shareable)]
struct Starved(AtomicU32);

/// Searches a tree that is too large, and lets the helpers stand still in this place. If `one_dies`, one of them is killed.
/// Then searches a small tree. Returns the time that the first search took in excess.
fn late(place: u32, one_dies: bool) -> Duration {
    let mut team: Team<Counting> = Team::new(WORKERS, Backend::Fork).expect("memory for five");
    team.set_processors(WORKERS);
    let helper = |slot: HelperSlot<'_, Counting>| {
        let starved = &slot.shared().0;
        slot.serve(&mut Player { starved, clock: None, is_stopped: false });
    };
    team.session(&helper, |main_worker| {
        let starved = &main_worker.shared().0;
        starved.store(NOWHERE, Ordering::Relaxed);
        let victim = one_dies.then(|| main_worker.helper_processes()[0]);
        let begun = Instant::now();
        let clock = Some(Clock { begun, place, victim });
        let mut player = Player { starved, clock, is_stopped: false };
        let root = Counting { depth: 20, ..Counting::default() };
        while !player.is_stopped {
            assert!(!matches!(main_worker.search(&mut player, &root, &()).end, End::Value(_)));
        }
        let late = begun.elapsed().saturating_sub(TIME);
        assert!(player.is_stopped);
        let before = starved.swap(NOWHERE, Ordering::Relaxed);
        assert_eq!(before, place, "nobody starves");

        let mut player = Player { starved, clock: None, is_stopped: false };
        let root = Counting { depth: 8, ..Counting::default() };
        let found = main_worker.search(&mut player, &root, &());
        assert_eq!(found.end, End::Value(BRANCHING.pow(8)));
        assert_eq!(main_worker.team_size(), WORKERS, "the helpers are replaced");
        late
    })
}

/// Returns the least of several times. A busy machine delays some searches, but hardly all.
fn least_late(place: u32, one_dies: bool) -> Duration {
    let times: Vec<_> = (0..3).map(|_| late(place, one_dies)).collect();
    println!("{times:?} late");
    times.into_iter().min().expect("there are several")
}

fn no_helper_leaves() {
    let late = least_late(IN_OPEN, false);
    assert!(late < Duration::from_millis(900), "{late:?}");
}

/// The main worker may wait for a lock when the time is up.
fn locks_are_held() {
    let late = least_late(IN_LOCK, false);
    assert!(late < Duration::from_millis(2_000), "{late:?}");
}

/// Otherwise the team would wait for a second before it kills helpers that do not answer.
fn one_dies() {
    let late = least_late(IN_OPEN, true);
    assert!(late < Duration::from_millis(900), "{late:?}");
}
