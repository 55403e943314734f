//! The search against plain minimax.

use cleave_xiangqi::{Kind, Move, Position, Rules, Step, is_material_insufficient, repetition};
use cleave_xiangqi_search::{Limits, MATE, Root, Searcher, Width, evaluate, exchange};

use crate::positions;

/// Every move to the depth, one ply more in check; quiescence has a window, without which its trees would be
/// too large.
struct Minimax {
    steps: Vec<Step>,
    depth: usize,
}

impl Minimax {
    fn search(&mut self, position: &Position, depth: i32, ply: usize) -> i32 {
        if let Some(value) = self.by_rules(position, ply) {
            return value;
        }
        let is_extended = ply > 0 && position.in_check() && ply < 2 * self.depth;
        let depth = depth + i32::from(is_extended);
        if depth <= 0 {
            return self.quiesce(position, ply, 0, -40_000, 40_000);
        }
        let mut best = ply as i32 - MATE;
        for mv in position.legal_moves() {
            best = best
                .max(-self.after(position, mv, |all, next| all.search(next, depth - 1, ply + 1)));
        }
        best
    }

    fn after(
        &mut self,
        position: &Position,
        mv: Move,
        search: impl FnOnce(&mut Minimax, &Position) -> i32,
    ) -> i32 {
        let next = position.make(mv);
        self.steps.push(Step::new(position, mv, &next));
        let value = search(self, &next);
        self.steps.pop();
        value
    }

    fn quiesce(
        &mut self,
        position: &Position,
        ply: usize,
        depth: usize,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        if let Some(value) = self.repeats(position, ply) {
            return value;
        }
        let is_evasion = position.in_check() && depth < 6;
        let mut best = if is_evasion { ply as i32 - MATE } else { evaluate(position) };
        let mut moves = if is_evasion { position.legal_moves() } else { position.captures() };
        moves.retain(|mv| is_evasion || exchange(position, *mv) >= 0);
        for mv in moves {
            if best >= beta {
                break;
            }
            let alpha = alpha.max(best);
            best = best.max(-self.after(position, mv, |all, next| {
                all.quiesce(next, ply + 1, depth + 1, -beta, -alpha)
            }));
        }
        best
    }

    fn by_rules(&self, position: &Position, ply: usize) -> Option<i32> {
        if ply > 0 && is_material_insufficient(position) {
            return Some(0);
        }
        self.repeats(position, ply)
    }

    fn repeats(&self, position: &Position, ply: usize) -> Option<i32> {
        use cleave_xiangqi::Verdict::{Draw, Loss, Win};
        let value = MATE - 500 - ply as i32;
        repetition(position, &self.steps, 1, Rules::Axf).map(|verdict| match verdict {
            Win => value,
            Draw => 0,
            Loss => -value,
        })
    }
}

#[test]
fn full_width_search_is_minimax() {
    for position in positions::all() {
        let pieces = position.occupied().len();
        for depth in 1..=if pieces < 16 { 3 } else { 2 } {
            let steps = vec![Step::first(&position)];
            let mut minimax = Minimax { steps, depth };
            let expected = minimax.search(&position, depth as i32, 0);
            let mut searcher = Searcher::new(1).unwrap();
            searcher.set_table(0).unwrap();
            searcher.set_width(Width::Full);
            let limits = Limits::to_depth(depth as u32);
            let found = searcher.search(&Root::from(position), &limits, &mut |_: &_| {});
            assert_eq!(found.value, expected, "{position:?} depth {depth}");
        }
    }
    assert!(positions::all().any(|position| position.kind(Kind::Rook).is_empty()));
}
