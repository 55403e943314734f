//! Quiescence: captures until the position is quiet enough to be evaluated.
//!
//! A side that is not in check may stand pat; in check all evasions are searched. Recursive: it is
//! the leaf work of a node, and never split.

use cleave_board::{Move, Piece, Position, Value};
use cleave_movegen::{Each, Masks, is_legal, quiets};

use crate::captures::rank_captures;
use crate::params;
use crate::path::PieceTo;
use crate::table::{Bound, Known, NEAR_FIFTY_MOVES};
use crate::tactics::{is_tactical, victim_value};
use crate::units::{Depth, Ply};
use crate::worker::Worker;

/// Puts quiet evasions behind all captures.
const BEHIND_CAPTURES: i32 = 100_000;

/// The value of a position after captures, within or beyond the window (fail-soft). `raw_eval` is its
/// evaluation if that is known already, or [`Value::NONE`].
pub fn quiesce(
    worker: &mut Worker,
    position: &Position,
    masks: &Masks,
    ply: Ply,
    (mut alpha, beta): (Value, Value),
    raw_eval: Value,
) -> Value {
    #[cfg(test)]
    worker.desk.visit(position.key(), alpha, beta, Depth::ZERO);
    if ply.is_last() {
        return worker.evaluate(position, masks);
    }
    let known = worker.probe(position, ply);
    if let Some(known) = &known
        && known.proves(alpha, beta)
        && position.halfmove_clock() < NEAR_FIFTY_MOVES
    {
        return known.value;
    }
    let stand_pat = StandPat::new(worker, position, masks, known.as_ref(), raw_eval);
    let mut best_value = stand_pat.value;
    if best_value >= beta {
        // Nothing is known yet: at least the evaluation need not be computed again.
        if known.is_none() && !masks.in_check() {
            let known = Known {
                mv: Move::NONE,
                value: best_value,
                eval: stand_pat.raw_eval,
                depth: Depth::ZERO,
                bound: Bound::Lower,
                pv: false,
            };
            worker.shared.table.store(position, ply, &known);
        }
        return best_value;
    }
    let old_alpha = alpha;
    alpha = alpha.max(best_value);
    let mut best_move = Move::NONE;

    let table_move = known.map_or(Move::NONE, |known| known.mv);
    let mut picker = Picker::new(position, masks, table_move);
    while let Some(mv) = picker.next(worker, position, masks, ply) {
        if best_value > -Value::MATE_FOUND && !masks.in_check() {
            let hope = stand_pat.value + params::DELTA_MARGIN + victim_value(position, mv);
            if hope <= alpha && mv.promotion().is_none() && worker.is_selective() {
                best_value = best_value.max(hope);
                continue;
            }
            if !position.see_ge(mv, 0) {
                continue;
            }
        }
        worker.shared.table.prefetch_after(position, mv);
        let value = -quiesce_child(worker, position, mv, ply, (-beta, -alpha));
        if worker.is_stopped() {
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
    let known = Known {
        mv: best_move,
        value: best_value,
        eval: stand_pat.raw_eval,
        depth: Depth::ZERO,
        bound,
        pv: known.is_some_and(|known| known.pv) || beta - old_alpha > 1,
    };
    worker.shared.table.store(position, ply, &known);
    best_value
}

fn quiesce_child(
    worker: &mut Worker,
    parent: &Position,
    mv: Move,
    ply: Ply,
    window: (Value, Value),
) -> Value {
    let mut position = *parent;
    position.play(mv);
    worker.prefetch_evaluation(&position);
    worker.count_node();
    if worker.is_stopped() {
        return Value::ZERO;
    }
    let ply = ply.next();
    let piece = parent.piece_on(mv.from()).unwrap_or(Piece::WhitePawn);
    worker.path.enter(ply, &position, PieceTo::new(piece, mv.to()));
    worker.reached(ply);
    let masks = Masks::new(&position);
    if worker.is_draw(&position, &masks, ply) {
        return worker.draw_value(ply);
    }
    quiesce(worker, &position, &masks, ply, window, Value::NONE)
}

/// What the side to move has without capturing; nothing if it is in check.
struct StandPat {
    raw_eval: Value,
    value: Value,
}

impl StandPat {
    fn new(
        worker: &mut Worker,
        position: &Position,
        masks: &Masks,
        known: Option<&Known>,
        raw_eval: Value,
    ) -> StandPat {
        if masks.in_check() {
            return StandPat { raw_eval: Value::NONE, value: -Value::INFINITE };
        }
        let raw_eval = match known {
            Some(known) if known.eval != Value::NONE => known.eval,
            _ if raw_eval != Value::NONE => raw_eval,
            _ => worker.raw_evaluate(position),
        };
        let mut value = worker.corrected(raw_eval, position);
        if let Some(known) = known
            && !known.value.is_mate()
            && known.refines(value)
        {
            value = known.value;
        }
        StandPat { raw_eval, value }
    }
}

/// The moves of a quiescence node: the table's, then captures (in check, evasions) best first.
/// The list itself is the worker's, one for each ply.
struct Picker {
    table_move: Move,
    stage: Stage,
}

enum Stage {
    Table,
    Generate,
    Pick,
}

impl Picker {
    fn new(position: &Position, masks: &Masks, table_move: Move) -> Picker {
        let fits = (masks.in_check() || is_tactical(position, table_move))
            && is_legal(position, masks, table_move);
        if fits {
            Picker { table_move, stage: Stage::Table }
        } else {
            Picker { table_move: Move::NONE, stage: Stage::Generate }
        }
    }

    fn next(
        &mut self,
        worker: &mut Worker,
        position: &Position,
        masks: &Masks,
        ply: Ply,
    ) -> Option<Move> {
        match self.stage {
            Stage::Table => {
                self.stage = Stage::Generate;
                return Some(self.table_move);
            }
            Stage::Generate => {
                self.stage = Stage::Pick;
                generate(worker, position, masks, ply);
            }
            Stage::Pick => {}
        }
        let list = worker.quiescence_list(ply);
        let mv = list.pick()?;
        if mv == self.table_move { list.pick() } else { Some(mv) }
    }
}

fn generate(worker: &mut Worker, position: &Position, masks: &Masks, ply: Ply) {
    let history = worker.shared.history;
    let list = worker.quiescence_list(ply);
    list.clear();
    rank_captures(position, masks, history, list);
    if masks.in_check() {
        add_quiet_evasions(worker, position, masks, ply);
    }
}

#[cold]
fn add_quiet_evasions(worker: &mut Worker, position: &Position, masks: &Masks, ply: Ply) {
    let history = worker.shared.history.quiets(position, &worker.path, ply);
    let list = worker.quiescence_list(ply);
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
    use super::*;
    use crate::node::testing::{mv, with_worker};

    const FULL: (Value, Value) = (Value::new(-30_000), Value::new(30_000));

    /// The value of a position and the nodes below it.
    fn settle(worker: &mut Worker, position: &Position, window: (Value, Value)) -> (Value, u64) {
        let before = worker.nodes();
        let masks = Masks::new(position);
        let value = quiesce(worker, position, &masks, Ply::ROOT, window, Value::NONE);
        (value, worker.nodes() - before)
    }

    /// Quiescence resolves captures; a quiet move of the table would open the whole tree below it.
    #[test]
    fn a_quiet_move_of_the_table_is_not_searched() {
        let fen = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
        let position = Position::from_fen(fen).expect("a legal position");
        with_worker(&position, |worker| {
            let (expected, _) = settle(worker, &position, FULL);
            let known = Known {
                mv: mv(&position, "Rd7"),
                value: Value::new(-200),
                eval: Value::NONE,
                depth: Depth::ZERO,
                bound: Bound::Lower,
                pv: false,
            };
            worker.shared.table.clear();
            worker.shared.table.store(&position, Ply::ROOT, &known);
            assert_eq!(settle(worker, &position, FULL), (expected, 0));
        });
    }

    /// A capture is searched if the margin allows that it brings the value above alpha, and a move
    /// out of check always.
    #[test]
    fn hopeless_captures_are_left_out() {
        let fen = "4k3/8/8/3p4/4P3/8/PP6/4K3 w - - 0 1";
        let position = Position::from_fen(fen).expect("a legal position");
        for (above, nodes) in [(50, 1), (600, 0)] {
            with_worker(&position, |worker| {
                let masks = Masks::new(&position);
                let alpha = worker.evaluate(&position, &masks) + above;
                let (value, searched) = settle(worker, &position, (alpha, alpha + 1));
                assert_eq!(searched, nodes, "{above}");
                assert!(nodes == 1 || value <= alpha && value > alpha - above);
            });
        }
        let fen = "4k3/8/8/8/8/8/3PqP2/4K3 w - - 0 1";
        let check = Position::from_fen(fen).expect("a legal position");
        with_worker(&check, |worker| {
            let (value, _) = settle(worker, &check, (Value::new(9_000), Value::new(9_001)));
            assert!(value > Value::new(-2_000), "Kxe2 is no mate: {value}");
        });
    }
}
