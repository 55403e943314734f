//! Tic-tac-toe. Squares are bits; a value is 1, 0 or -1 for the player to move.
use cleave_smp::Backend::{Fork, Thread};
use cleave_smp::{Absorbed, End, Node, Opened, Plain, Team};

const ROWS: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o124, 0o421];

#[derive(Clone, Copy, Default, Plain)]
struct Board {
    own: u16,
    opponent: u16,
    handed_out: u16,
    best: Option<i8>,
}

impl Node for Board {
    type Job = u16;
    type Value = i8;
    type Line = ();
    type PathStep = ();
    type Setup = ();
    type Shared = ();
    type Context<'a> = ();

    fn enter(&mut self, _: &mut (), parent: &Board, square: &u16) {
        *self = Board { own: parent.opponent, opponent: parent.own | square, ..Board::default() };
    }

    fn open(&mut self, _: &mut (), _: &u16) -> Opened<i8> {
        let is_lost = ROWS.iter().any(|row| self.opponent & row == *row);
        if is_lost || self.depth() == 0 { Opened::Value(-i8::from(is_lost)) } else { Opened::Live }
    }

    fn next(&mut self, _: &mut ()) -> Option<u16> {
        let free = 0o777 & !(self.own | self.opponent | self.handed_out);
        let square = free & free.wrapping_neg();
        self.handed_out |= square;
        (square != 0).then_some(square)
    }

    fn absorb(&mut self, _: &mut (), _: &u16, child: i8, _: &()) -> Absorbed<u16, i8> {
        self.best = self.best.max(Some(-child));
        if child == -1 { Absorbed::Settled(1) } else { Absorbed::Continue }
    }

    fn finish(&mut self, _: &mut ()) -> i8 {
        self.best.expect("a live board has a free square")
    }

    fn depth(&self) -> i32 {
        9 - (self.own | self.opponent).count_ones() as i32
    }
}

fn main() {
    for (size, kind) in [(1, Thread), (1, Fork), (2, Thread), (2, Fork), (4, Thread), (4, Fork)] {
        let mut team = Team::new(size, kind).expect("memory for the workers");
        team.set_processors(size);
        assert_eq!(team.search(&Board::default(), &()).end, End::Value(0), "a draw");
    }
}
