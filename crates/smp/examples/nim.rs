//! Nim, searched by a team: the one trait that a game must implement to be searched in parallel.
//!
//! Players take turns to remove any number of stones from one heap; whoever takes the last stone
//! wins. The theory of Nim (Bouton, 1901) says who wins without a search: the player to move, unless
//! the exclusive or of the heaps is 0. The example checks every search against it.
//!
//! ```text
//! cargo run --release -p cleave-smp --example nim
//! ```

use cleave_shared_memory::Plain;
use cleave_smp::{
    Absorbed, Backend, End, Finished, HelperSlot, MainWorker, Node, NodeType, Opened, SplitHint,
    Team,
};

const HEAPS: usize = 4;

/// A move: take so many stones from this heap. A job of a game with windows and depths holds those
/// as well.
#[derive(Clone, Copy, Debug, Plain)]
struct Take {
    heap: u8,
    stones: u8,
}

/// A node: plain data, so that any worker can hand out its next child or take a result in.
#[derive(Clone, Copy, Debug, Plain)]
struct Nim {
    heaps: [u8; HEAPS],
    /// The move to hand out next.
    next: Take,
    /// The move that wins; 0 stones if none is known.
    winning: Take,
    /// Children whose values have come back.
    searched: u16,
}

impl Nim {
    fn new(heaps: [u8; HEAPS]) -> Nim {
        let (next, winning) = (Take { heap: 0, stones: 1 }, Take { heap: 0, stones: 0 });
        Nim { heaps, next, winning, searched: 0 }
    }
}

/// What a worker keeps to itself: a count of its nodes.
#[derive(Default)]
struct Player {
    nodes: u64,
}

impl Node for Nim {
    type Job = Take;
    /// 1 if the player to move wins, else -1.
    type Value = i8;
    /// The winning move.
    type Line = Take;
    // Positions do not repeat, so a joining worker needs to know nothing of the path.
    type PathStep = u8;
    type Setup = u8;
    type Shared = u8;
    type Context<'a> = Player;

    const STACK: usize = 128;

    fn vacant() -> Nim {
        Nim::new([0; HEAPS])
    }

    fn enter(&mut self, _: &mut Player, parent: &Nim, job: &Take) {
        *self = Nim::new(parent.heaps);
        self.heaps[usize::from(job.heap)] -= job.stones;
    }

    fn open(&mut self, player: &mut Player, _: &Take) -> Opened<i8> {
        player.nodes += 1;
        // Without stones the opponent has taken the last one.
        if self.heaps == [0; HEAPS] { Opened::Value(-1) } else { Opened::Live }
    }

    fn next(&mut self, _: &mut Player) -> Option<Take> {
        while self.next.stones > *self.heaps.get(usize::from(self.next.heap))? {
            self.next = Take { heap: self.next.heap + 1, stones: 1 };
        }
        let job = self.next;
        self.next.stones += 1;
        Some(job)
    }

    /// A child that is lost for the opponent causes a cutoff: nothing is better than to win.
    fn absorb(&mut self, _: &mut Player, job: &Take, child: i8, _: &Take) -> Absorbed<Take, i8> {
        self.searched += 1;
        if child == -1 {
            self.winning = *job;
            return Absorbed::Done(1);
        }
        Absorbed::GoOn
    }

    fn finish(&mut self, _: &mut Player) -> i8 {
        -1
    }

    fn line(&self) -> &Take {
        &self.winning
    }

    /// The stones left bound the plies left.
    fn height(&self) -> i32 {
        self.heaps.iter().map(|&heap| i32::from(heap)).sum()
    }

    /// All children of a lost position must be searched, and each child that does not win makes it
    /// more likely that the position is lost: an ALL node.
    fn split_hint(&self) -> Option<SplitHint> {
        Some(SplitHint { node_type: NodeType::All, searched: self.searched })
    }

    fn step(&self, _: &Player) -> u8 {
        0
    }

    fn retrace(_: &mut Player, _: &u8) {}

    fn prepare(_: &mut Player, _: &u8) {}

    fn nodes(player: &Player) -> u64 {
        player.nodes
    }

    fn leave(_: &mut Player) {}

    fn must_stop(_: &Player) -> bool {
        false
    }

    fn smp_idle(_: &mut Player) {}
}

/// Searches until no worker dies; a dead one has been replaced by the next try.
fn search(main_worker: &mut MainWorker<'_, Nim>, heaps: [u8; HEAPS]) -> Finished<Nim> {
    loop {
        let finished = main_worker.search(&mut Player::default(), &Nim::new(heaps), &0);
        if finished.end != End::WorkerDied {
            return finished;
        }
    }
}

fn main() {
    let helper = |slot: HelperSlot<'_, Nim>| slot.serve(&mut Player::default());
    let mut team = Team::new(2, Backend::Thread).expect("memory for two workers");
    team.session(&helper, |main_worker| {
        for heaps in [[1, 2, 3, 0], [3, 3, 2, 1], [2, 4, 6, 0], [3, 4, 5, 1], [4, 4, 3, 3]] {
            let nim_sum = heaps.iter().fold(0, |sum, heap| sum ^ heap);
            let found = search(main_worker, heaps);
            assert_eq!(found.end, End::Value(if nim_sum == 0 { -1 } else { 1 }), "{heaps:?}");
            let (Take { heap, stones }, nodes) = (found.line, found.stats.nodes());
            match found.end {
                End::Value(1) => println!("{heaps:?}: take {stones} from {heap}; {nodes} nodes"),
                _ => println!("{heaps:?}: lost; {nodes} nodes"),
            }
        }
    });
}
