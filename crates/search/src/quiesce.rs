//! Quiescence: captures, and at the first ply good checks, until the position is quiet enough to evaluate.
//!
//! A side that is not in check may stand pat. In check it searches all captures, and quiet evasions until a few have
//! been tried and one is not mate. At the first ply ([`Depth::ZERO`]) no check is pruned as hopeless. So a search to
//! depth 1 sees mates in 1, and threats of mate. Quiescence is recursive, because it is never split.

use cleave_board::{Move, Piece, Position, Value};
use cleave_movegen::{Checks, Each, Masks, attacked, gives_check, is_legal, quiet_checks, quiets};

use crate::context::SearchContext;
use crate::ordering::captures::rank_captures;
use crate::ordering::good_checks::is_good;
use crate::ordering::tactics::{is_tactical, victim_value};
use crate::params;
use crate::path::PieceTo;
use crate::table::{Bound, NEAR_FIFTY_MOVES, TtHit};
use crate::units::{Depth, Ply};

/// Subtracted from the score of quiet evasions, to sort them behind all captures.
const BEHIND_CAPTURES: i32 = 100_000;

/// Returns the fail-soft value of a position after captures. `raw_eval` is its evaluation if it is known already, or
/// [`Value::NONE`]. `depth` is [`Depth::ZERO`] at the first ply, and then [`Depth::BELOW_HORIZON`].
pub(crate) fn quiesce(
    context: &mut SearchContext,
    position: &Position,
    masks: &Masks,
    ply: Ply,
    (mut alpha, beta): (Value, Value),
    raw_eval: Value,
    depth: Depth,
) -> Value {
    if ply.is_last() {
        return context.evaluate(position, masks);
    }
    let hit = context.probe(position, ply);
    if let Some(hit) = &hit
        && hit.proves(alpha, beta)
        && (hit.depth >= depth || hit.bound == Bound::Lower) // more moves cannot lower the value
        && position.halfmove_clock() < NEAR_FIFTY_MOVES
    {
        context.count_table_cutoff();
        return hit.value;
    }
    let stand_pat = StandPat::new(context, position, masks, ply, hit.as_ref(), raw_eval);
    let mut best_value = stand_pat.value;
    if best_value >= beta {
        // Store the evaluation, so that it need not be computed again.
        if hit.is_none() && !masks.in_check() {
            let hit = TtHit {
                mv: Move::NONE,
                value: best_value,
                eval: stand_pat.raw_eval,
                depth,
                bound: Bound::Lower,
                pv: false,
            };
            context.shared.table.store(position, ply, &hit);
        }
        return best_value;
    }
    let old_alpha = alpha;
    alpha = alpha.max(best_value);
    let mut best_move = Move::NONE;

    let table_move = hit.map_or(Move::NONE, |hit| hit.mv);
    let tries_checks = depth == Depth::ZERO && context.is_selective();
    let mut picker = QuiescencePicker::new(position, masks, table_move, tries_checks);
    let mut quiet_evasions = 0;
    while let Some(mv) = picker.next(context, position, masks, ply) {
        if best_value > -Value::DECISIVE && !masks.in_check() && !picker.is_at_checks() {
            let hope = stand_pat.value + params::delta_margin() + victim_value(position, mv);
            let is_hopeless = hope <= alpha && mv.promotion().is_none() && context.is_selective();
            if is_hopeless && !(tries_checks && gives_check(position, mv)) {
                best_value = best_value.max(hope);
                continue;
            }
            if !position.see_ge(mv, 0) {
                continue;
            }
        }
        if masks.in_check() && best_value > -Value::DECISIVE && context.is_selective() {
            quiet_evasions += i32::from(!is_tactical(position, mv));
            if quiet_evasions > params::quiescence_evasions() {
                break;
            }
        }
        context.shared.table.prefetch_after(position, mv);
        let value = -quiesce_child(context, position, mv, ply, (-beta, -alpha));
        if context.is_stopped() {
            return best_value;
        }
        best_value = best_value.max(value);
        if value > alpha {
            best_move = mv;
            alpha = value;
            if value >= beta {
                break;
            }
        }
    }
    if best_value == -Value::INFINITE {
        return Value::mated_in(ply.index()); // in check, and no evasion was found
    }
    let bound = if best_value >= beta { Bound::Lower } else { Bound::Upper };
    let hit = TtHit {
        mv: best_move,
        value: best_value,
        eval: stand_pat.raw_eval,
        depth,
        bound,
        pv: hit.is_some_and(|hit| hit.pv) || beta - old_alpha > 1,
    };
    context.shared.table.store(position, ply, &hit);
    best_value
}

fn quiesce_child(
    context: &mut SearchContext,
    parent: &Position,
    mv: Move,
    ply: Ply,
    window: (Value, Value),
) -> Value {
    let mut position = *parent;
    position.play(mv);
    let piece = parent.piece_on(mv.from()).unwrap_or(Piece::WhitePawn);
    let moved = PieceTo::new(piece, mv.to());
    context.prefetch_evaluation(&position, moved, ply);
    context.count_node();
    if context.is_stopped() {
        return Value::ZERO;
    }
    let ply = ply.next();
    context.path.enter(ply, &position, moved);
    context.reached(ply);
    let masks = Masks::new(&position);
    if context.is_draw(&position, &masks, ply) {
        return context.draw_value(ply);
    }
    quiesce(context, &position, &masks, ply, window, Value::NONE, Depth::BELOW_HORIZON)
}

/// The value of making no capture; minus infinity in check.
struct StandPat {
    raw_eval: Value,
    value: Value,
}

impl StandPat {
    fn new(
        context: &mut SearchContext,
        position: &Position,
        masks: &Masks,
        ply: Ply,
        hit: Option<&TtHit>,
        raw_eval: Value,
    ) -> StandPat {
        if masks.in_check() {
            return StandPat { raw_eval: Value::NONE, value: -Value::INFINITE };
        }
        let raw_eval = match hit {
            Some(hit) if hit.eval != Value::NONE => hit.eval,
            _ if raw_eval != Value::NONE => raw_eval,
            _ => context.raw_evaluate(position),
        };
        let mut value = context.corrected(raw_eval, position, ply);
        if let Some(hit) = hit
            && !hit.value.is_decisive()
            && hit.refines(value)
        {
            value = hit.value;
        }
        StandPat { raw_eval, value }
    }
}

/// The moves of a quiescence node: the table move, then captures (in check, evasions), best first, then
/// good checks. The list itself belongs to the worker, one for each ply.
struct QuiescencePicker {
    table_move: Move,
    stage: QuiescenceStage,
    tries_checks: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum QuiescenceStage {
    Table,
    Generate,
    Pick,
    Checks,
}

impl QuiescencePicker {
    fn new(
        position: &Position,
        masks: &Masks,
        table_move: Move,
        tries_checks: bool,
    ) -> QuiescencePicker {
        let tries_checks = tries_checks && !masks.in_check();
        let fits = (masks.in_check() || is_tactical(position, table_move))
            && is_legal(position, masks, table_move);
        if fits {
            QuiescencePicker { table_move, stage: QuiescenceStage::Table, tries_checks }
        } else {
            let stage = QuiescenceStage::Generate;
            QuiescencePicker { table_move: Move::NONE, stage, tries_checks }
        }
    }

    fn next(
        &mut self,
        context: &mut SearchContext,
        position: &Position,
        masks: &Masks,
        ply: Ply,
    ) -> Option<Move> {
        if self.stage == QuiescenceStage::Table {
            self.stage = QuiescenceStage::Generate;
            return Some(self.table_move);
        }
        if self.stage == QuiescenceStage::Generate {
            self.stage = QuiescenceStage::Pick;
            generate(context, position, masks, ply);
        }
        let list = context.quiescence_list(ply);
        match list.pick() {
            Some(mv) if mv == self.table_move => self.next(context, position, masks, ply),
            None if self.stage == QuiescenceStage::Pick && self.tries_checks => {
                self.stage = QuiescenceStage::Checks;
                add_good_checks(context, position, masks, ply);
                context.quiescence_list(ply).pick()
            }
            picked => picked,
        }
    }

    /// Returns true if the move handed out last is a good check.
    fn is_at_checks(&self) -> bool {
        self.stage == QuiescenceStage::Checks
    }
}

fn generate(context: &mut SearchContext, position: &Position, masks: &Masks, ply: Ply) {
    let history = context.shared.history;
    let list = context.quiescence_list(ply);
    list.clear();
    rank_captures(position, masks, history, list);
    if masks.in_check() {
        add_quiet_evasions(context, position, masks, ply);
    }
}

#[inline(never)]
fn add_good_checks(context: &mut SearchContext, position: &Position, masks: &Masks, ply: Ply) {
    let history = context.shared.history.quiets(position, attacked(position), &context.path, ply);
    let list = context.quiescence_list(ply);
    list.clear();
    let checks = Checks::new(position);
    let mut push = |mv| {
        let score = history.butterfly(mv);
        if score >= params::quiescence_check_floor() && is_good(position, &checks, mv) {
            list.push(mv, score);
        }
    };
    quiet_checks(position, masks, &checks, &mut Each(&mut push));
}

#[cold]
fn add_quiet_evasions(context: &mut SearchContext, position: &Position, masks: &Masks, ply: Ply) {
    let history = context.shared.history.quiets(position, attacked(position), &context.path, ply);
    let list = context.quiescence_list(ply);
    quiets(
        position,
        masks,
        &mut Each(|mv| {
            list.push(mv, history.butterfly(mv) - BEHIND_CAPTURES);
        }),
    );
}

#[cfg(test)]
mod tests {
    use cleave_movegen::legal_moves;

    use super::*;
    use crate::testing::{mv, with_worker};

    const FULL: (Value, Value) = (Value::new(-30_000), Value::new(30_000));

    /// Returns the value of a position and the nodes below it.
    fn settle(
        context: &mut SearchContext,
        position: &Position,
        window: (Value, Value),
        depth: Depth,
    ) -> (Value, u64) {
        let before = context.nodes();
        let masks = Masks::new(position);
        let value = quiesce(context, position, &masks, Ply::ROOT, window, Value::NONE, depth);
        (value, context.nodes() - before)
    }

    /// Quiescence resolves captures. A quiet move from the table would open the whole tree below it.
    #[test]
    fn a_quiet_move_of_the_table_is_not_searched() {
        let fen = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
        let position = Position::from_fen(fen).expect("a legal position");
        with_worker(&position, |context| {
            let (expected, _) = settle(context, &position, FULL, Depth::BELOW_HORIZON);
            let hit = TtHit {
                mv: mv(&position, "Rd7"),
                value: Value::new(-200),
                eval: Value::NONE,
                depth: Depth::ZERO,
                bound: Bound::Lower,
                pv: false,
            };
            context.shared.table.clear();
            context.shared.table.store(&position, Ply::ROOT, &hit);
            let settled = settle(context, &position, FULL, Depth::BELOW_HORIZON);
            assert_eq!(settled, (expected, 0));
        });
    }

    /// A mate by a quiet check is seen at the first ply, even if the table has an entry from a deeper ply.
    #[test]
    fn good_checks_are_tried_at_the_first_ply_alone() {
        let mate = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
        let loses_rook = "r5k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
        for (fen, is_mate) in [(mate, true), (loses_rook, false)] {
            let position = Position::from_fen(fen).expect("a legal position");
            with_worker(&position, |context| {
                let (below, nodes) = settle(context, &position, FULL, Depth::BELOW_HORIZON);
                assert!(!below.is_mate() && nodes == 0, "{fen}");
                let (value, nodes) = settle(context, &position, FULL, Depth::ZERO);
                assert_eq!((value.is_mate(), nodes > 0), (is_mate, is_mate), "{fen}");
            });
        }
    }

    /// A capture far below alpha may be mate.
    #[test]
    fn no_check_at_the_first_ply_is_hopeless() {
        let fen = "3n2k1/5ppp/8/8/8/8/3R1PPP/3R2K1 w - - 0 1";
        let position = Position::from_fen(fen).expect("a legal position");
        with_worker(&position, |context| {
            let window = (Value::new(5_000), Value::new(5_001));
            assert!(!settle(context, &position, window, Depth::BELOW_HORIZON).0.is_mate());
            assert_eq!(settle(context, &position, window, Depth::ZERO).0, Value::mate_in(1));
        });
    }

    /// A capture is searched if with the margin it may raise the value above alpha. A move out of check is always
    /// searched.
    #[test]
    fn hopeless_captures_are_left_out() {
        let fen = "4k3/8/8/3p4/4P3/8/PP6/4K3 w - - 0 1";
        let position = Position::from_fen(fen).expect("a legal position");
        for (above, nodes) in [(50, 1), (600, 0)] {
            with_worker(&position, |context| {
                let masks = Masks::new(&position);
                let alpha = context.evaluate(&position, &masks) + above;
                let (value, searched) = settle(context, &position, (alpha, alpha + 1), Depth::ZERO);
                assert_eq!(searched, nodes, "{above}");
                assert!(nodes == 1 || value <= alpha && value > alpha - above);
            });
        }
        let fen = "4k3/8/8/8/8/8/3PqP2/4K3 w - - 0 1";
        let check = Position::from_fen(fen).expect("a legal position");
        with_worker(&check, |context| {
            let (value, _) =
                settle(context, &check, (Value::new(9_000), Value::new(9_001)), Depth::ZERO);
            assert!(value > Value::new(-2_000), "Kxe2 is no mate: {value}");
        });
    }

    /// Once an evasion is known that is not mate, two more quiet ones are enough.
    #[test]
    fn few_quiet_evasions_are_tried() {
        let fen = "4r1k1/8/8/8/8/8/8/4K3 w - - 0 1";
        let check = Position::from_fen(fen).expect("a legal position");
        assert_eq!(legal_moves(&check).len(), 4);
        with_worker(&check, |context| {
            let window = (Value::new(9_000), Value::new(9_001));
            assert_eq!(settle(context, &check, window, Depth::ZERO).1, 3);
        });
    }
}
