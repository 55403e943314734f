//! Nim, searched by two threads. Players take turns to remove stones from one heap. The player who takes the last stone
//! wins. A value is true if the player to move wins. By Bouton's theory (1901), that player wins unless the exclusive or
//! of the heaps is 0.

use cleave_smp::{Absorbed, Backend, BestLine, End, Node, Opened, Plain, Team};

/// A heap, and the stones to take from it.
type Take = (usize, u8);

#[derive(Clone, Copy, Default, Plain)]
struct Nim {
    heaps: [u8; 4],
    handed_out: usize,
    winning: Take,
}

impl Node for Nim {
    type Job = Take;
    type Value = bool;
    type Line = Take;
    type PathStep = ();
    type Setup = ();
    type Shared = ();
    type Context<'a> = ();

    fn enter(&mut self, _: &mut (), parent: &Nim, &(heap, stones): &Take) {
        *self = Nim { heaps: parent.heaps, ..Nim::default() };
        self.heaps[heap] -= stones;
    }

    fn open(&mut self, _: &mut (), _: &Take) -> Opened<bool> {
        if self.heaps == [0; 4] { Opened::Value(false) } else { Opened::Live }
    }

    fn next(&mut self, _: &mut ()) -> Option<Take> {
        let takes = |heap: usize| (1..=self.heaps[heap]).map(move |stones| (heap, stones));
        self.handed_out += 1;
        (0..4).flat_map(takes).nth(self.handed_out - 1)
    }

    fn absorb(&mut self, _: &mut (), take: &Take, child: bool, _: &Take) -> Absorbed<Take, bool> {
        self.winning = *take;
        if child { Absorbed::Continue } else { Absorbed::Settled(true) }
    }

    fn finish(&mut self, _: &mut ()) -> bool {
        false
    }

    fn depth(&self) -> i32 {
        self.heaps.iter().map(|&heap| i32::from(heap)).sum()
    }
}

impl BestLine<Nim> for Take {
    fn of(node: &Nim) -> &Take {
        &node.winning
    }
}

fn main() {
    let mut team = Team::new(2, Backend::Thread).expect("memory for two workers");
    for heaps in [[1, 2, 3, 0], [3, 3, 2, 1], [2, 4, 6, 0], [3, 4, 5, 1], [4, 4, 3, 3]] {
        let found = team.search(&Nim { heaps, ..Nim::default() }, &());
        let wins = heaps.iter().fold(0, |sum, heap| sum ^ heap) != 0;
        assert_eq!(found.end, End::Value(wins), "{heaps:?}");
        println!("{heaps:?}: {:?} by {:?}", found.end, found.line);
    }
}
