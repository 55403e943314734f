//! Opens a child: returns a value at once, or a live node.

use cleave_smp::{NodeType, Opened};
use cleave_tt::Entry;

use super::XiangqiNode;
use crate::search::context::{MAX_PLY, SearchContext};
use crate::search::evaluation::evaluate;
use crate::search::quiesce::quiesce;
use crate::search::value::{is_decided, lost_at};
use crate::{Move, is_material_insufficient, quiet_plies_draw};

/// The margin of reverse futility, per ply of depth.
const REVERSE_FUTILITY: i32 = 80;
/// The margin of razoring, per ply of depth.
const RAZOR: i32 = 200;
/// The least depth at which a node without a table move is reduced by a ply.
const INTERNAL_REDUCTION_DEPTH: i32 = 4;
/// The least depth for a null move.
const NULL_DEPTH: i32 = 3;

impl XiangqiNode {
    /// Handles draws, repetitions, the table, the horizon, and pruning.
    pub(super) fn open_node(&mut self, context: &mut SearchContext<'_>) -> Opened<i32> {
        context.count_node();
        if let Some(value) = self.value_by_rules(context) {
            return Opened::Value(value);
        }
        // Limits lines of checks to twice the depth of the tree.
        if self.is_in_check && self.ply < 2 * context.setup.depth as usize {
            self.depth += 1;
        }
        let entry = context.table.and_then(|table| table.probe(self.position.key(), self.ply));
        if let Some(value) = entry.and_then(|entry| self.value_by_table(&entry)) {
            return Opened::Value(value);
        }
        if self.depth <= 0 || self.ply + 1 >= MAX_PLY {
            let value = quiesce(context, &self.position, self.alpha, self.beta, self.ply, 0);
            return Opened::Value(value);
        }
        if !self.position.has_legal_move() {
            return Opened::Value(lost_at(self.ply));
        }
        self.note_evaluation(context, entry);
        if context.is_full_width() {
            return Opened::Live;
        }
        if self.table_move.is_none() && self.depth >= INTERNAL_REDUCTION_DEPTH {
            // A node without a table move is either reached again, or does not matter.
            self.depth -= 1;
        }
        if self.is_pv() || self.is_in_check || is_decided(self.beta) {
            return Opened::Live;
        }
        if let Some(value) = self.value_by_evaluation(context) {
            return Opened::Value(value);
        }
        self.null_is_pending = self.depth >= NULL_DEPTH
            && !self.is_after_null
            && self.static_eval >= self.beta
            && self.has_attackers();
        Opened::Live
    }

    fn value_by_rules(&self, context: &SearchContext<'_>) -> Option<i32> {
        if is_material_insufficient(&self.position) {
            return Some(0);
        }
        if let Some(value) = context.repetition(&self.position, self.ply) {
            return Some(value);
        }
        let is_draw = quiet_plies_draw(&self.position, context.steps(self.ply));
        (is_draw && self.position.has_legal_move()).then_some(0)
    }

    /// Returns true if the side to move has more than soldiers. With soldiers alone it may be in
    /// zugzwang.
    fn has_attackers(&self) -> bool {
        use crate::Kind::{Cannon, Horse, Rook};
        let side = self.position.side();
        [Rook, Horse, Cannon].iter().any(|&kind| !self.position.pieces(side, kind).is_empty())
    }

    /// Returns the value from the table, if it decides the node.
    fn value_by_table(&mut self, entry: &Entry) -> Option<i32> {
        self.table_move = Move::from_bits(entry.mv);
        let is_deep_enough = i32::from(entry.depth) >= self.depth.max(0);
        let value = i32::from(entry.value);
        let proves = entry.bound.proves(value, self.alpha, self.beta);
        (self.node_type != NodeType::Pv && proves && is_deep_enough).then_some(value)
    }

    /// Evaluates the position. The table may have a better bound.
    fn note_evaluation(&mut self, context: &mut SearchContext<'_>, entry: Option<Entry>) {
        self.static_eval = evaluate(&self.position);
        self.is_improving = false;
        if self.is_in_check {
            return;
        }
        let earlier = self.ply.checked_sub(2).and_then(|ply| context.trail[ply].eval);
        self.is_improving = earlier.is_none_or(|eval| self.static_eval > eval);
        context.trail[self.ply].eval = Some(self.static_eval);
        let Some(entry) = entry.filter(|_| !context.is_full_width()) else { return };
        let value = i32::from(entry.value);
        if entry.bound.refines(value, self.static_eval) && !is_decided(value) {
            self.static_eval = value;
        }
    }

    /// Returns the value of a node near the horizon whose evaluation is far outside the window.
    fn value_by_evaluation(&self, context: &mut SearchContext<'_>) -> Option<i32> {
        let margin = REVERSE_FUTILITY * (self.depth - i32::from(self.is_improving));
        if self.depth <= 7 && self.static_eval - margin >= self.beta {
            return Some(self.static_eval - margin);
        }
        if self.depth <= 3 && self.static_eval + RAZOR * self.depth < self.alpha {
            let value = quiesce(context, &self.position, self.alpha, self.beta, self.ply, 0);
            return (value <= self.alpha).then_some(value);
        }
        None
    }
}
