//! Compares the search to plain minimax.

use cleave_xiangqi::search::{Limits, MATE, Width, evaluate, exchange};
use cleave_xiangqi::{Game, Kind, Move, is_material_insufficient, repetition};

use crate::positions::{self, searcher};

/// A search of all moves to the depth, with one more ply in check. Quiescence has a window; without
/// it its trees would be too large.
struct Minimax {
    game: Game,
    depth: usize,
}

impl Minimax {
    fn search(&mut self, depth: i32, ply: usize) -> i32 {
        let position = *self.game.position();
        if ply > 0 && is_material_insufficient(&position) {
            return 0;
        }
        if let Some(value) = self.repeats(ply) {
            return value;
        }
        let is_extended = ply > 0 && position.in_check() && ply < 2 * self.depth;
        let depth = depth + i32::from(is_extended);
        if depth <= 0 {
            return self.quiesce(ply, 0, -40_000, 40_000);
        }
        let mut best = ply as i32 - MATE;
        for mv in position.legal_moves() {
            best = best.max(-self.after(mv, |all| all.search(depth - 1, ply + 1)));
        }
        best
    }

    fn after(&mut self, mv: Move, search: impl FnOnce(&mut Minimax) -> i32) -> i32 {
        self.game.play(mv);
        let value = search(self);
        self.game.take_back(1);
        value
    }

    fn quiesce(&mut self, ply: usize, depth: usize, alpha: i32, beta: i32) -> i32 {
        if let Some(value) = self.repeats(ply) {
            return value;
        }
        let position = *self.game.position();
        let is_evasion = position.in_check() && depth < 6;
        let mut best = if is_evasion { ply as i32 - MATE } else { evaluate(&position) };
        let mut moves = if is_evasion { position.legal_moves() } else { position.captures() };
        moves.retain(|mv| is_evasion || exchange(&position, *mv) >= 0);
        for mv in moves {
            if best >= beta {
                break;
            }
            let alpha = alpha.max(best);
            let quiesce = |all: &mut Minimax| all.quiesce(ply + 1, depth + 1, -beta, -alpha);
            best = best.max(-self.after(mv, quiesce));
        }
        best
    }

    fn repeats(&self, ply: usize) -> Option<i32> {
        use cleave_xiangqi::Verdict::{Draw, Loss, Win};
        let value = MATE - 500 - ply as i32;
        let Minimax { game, .. } = self;
        Some(match repetition(game.position(), game.steps(), 1, game.rules)? {
            Win => value,
            Draw => 0,
            Loss => -value,
        })
    }
}

#[test]
fn full_width_search_equals_minimax() {
    for position in positions::all() {
        let pieces = position.occupied().len();
        for depth in 1..=if pieces < 16 { 3 } else { 2 } {
            let (game, limits) = (Game::from(position), Limits::to_depth(depth as u32));
            let found = searcher(1, Width::Full).search(&game, &limits, &mut |_: &_| {});
            let expected = Minimax { game, depth }.search(depth as i32, 0);
            assert_eq!(found.value, expected, "{position:?} depth {depth}");
        }
    }
    assert!(positions::all().any(|position| position.kind(Kind::Rook).is_empty()));
}
