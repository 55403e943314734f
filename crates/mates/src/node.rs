//! A node: a position, and the number of moves left to the attacker.

use cleave_board::{Move, Position};
use cleave_movegen::{MoveList, has_legal_move};
use cleave_shared_memory::Plain;
use cleave_smp::{Absorbed, BestLine, Context, Node, NodeType, Opened, SplitHint};

use crate::order::{attacks, replies};
use crate::prover::MOST_MOVES;
use crate::rules::{is_drawn, mate_in_one};
use crate::solver::{Shared, Solver};

/// The question whether there is a mate, as data with which any worker can continue.
#[derive(Clone, Copy, Plain)]
pub(crate) struct MateNode {
    pub(crate) position: Position,
    /// The number of moves left to the attacker.
    pub(crate) moves: u8,
    /// True if the attacker is to move, false for the defender.
    attacks: bool,
    /// True for a root with only some of its moves. A no then does not hold for the position.
    is_confined: bool,
    /// The move that decides the answer: it mates, or prevents the mate.
    best: Move,
    /// The number of children whose answers have come back.
    searched: u16,
    next: u8,
    len: u8,
    list: [Move; MoveList::MAX],
}

impl MateNode {
    /// Creates a root: does the attacker, who is to move, mate in `moves` moves?
    pub(crate) fn root(position: &Position, moves: u8) -> MateNode {
        MateNode {
            position: *position,
            moves,
            attacks: true,
            is_confined: false,
            best: Move::NONE,
            searched: 0,
            next: 0,
            len: 0,
            list: [Move::NONE; MoveList::MAX],
        }
    }

    /// Answers the question at once, or lists the moves.
    pub(crate) fn look(&mut self, solver: &mut Solver<'_>) -> Opened<bool> {
        let first = solver.known(&self.position).best;
        self.look_at(solver, first, |_| true)
    }

    /// Does the same as [`MateNode::look`] for a root with only these moves.
    pub(crate) fn look_at_some(&mut self, solver: &mut Solver<'_>, moves: &[Move]) -> Opened<bool> {
        self.is_confined = true;
        let first = solver.known(&self.position).best;
        self.look_at(solver, first, |mv| moves.contains(&mv))
    }

    /// Answers at once, or lists the allowed moves. The move `first`, if any, comes before all
    /// others.
    fn look_at(
        &mut self,
        solver: &mut Solver<'_>,
        first: Move,
        allows: impl Fn(Move) -> bool,
    ) -> Opened<bool> {
        let answer =
            if self.attacks { self.look_to_mate(&allows) } else { self.look_for_replies() };
        if let Some(answer) = answer {
            return Opened::Value(answer);
        }
        let [by_attacker, by_defender] = &solver.answers;
        let moves = match self.attacks {
            true => attacks(&self.position, self.moves, first, by_attacker),
            false => replies(&self.position, first, by_defender),
        };
        let moves = moves.into_iter().map(|(_, mv)| mv).filter(|&mv| allows(mv));
        for (place, mv) in self.list.iter_mut().zip(moves) {
            *place = mv;
            self.len += 1;
        }
        Opened::Live
    }

    /// Answers for the attacker if one move is left, or in a drawn position.
    fn look_to_mate(&mut self, allows: impl Fn(Move) -> bool) -> Option<bool> {
        // A confined root is searched even if the fifty-move counter is full, because the user has
        // asked for a mate.
        if is_drawn(&self.position) && !self.is_confined {
            return Some(false);
        }
        if self.moves > 1 {
            return None;
        }
        let mate = mate_in_one(&self.position, allows);
        self.best = mate.unwrap_or(Move::NONE);
        Some(mate.is_some())
    }

    /// Answers for the defender if it has no legal move, or if the attacker has no move left, or in
    /// a drawn position.
    fn look_for_replies(&self) -> Option<bool> {
        if !has_legal_move(&self.position) {
            return Some(self.position.in_check());
        }
        (self.moves == 0 || is_drawn(&self.position)).then_some(false)
    }

    /// Stores the answer in the table, and credits the move that decided it. Returns the answer.
    fn conclude(&self, solver: &mut Solver<'_>, is_yes: bool) -> bool {
        if is_yes || !self.is_confined {
            let key = solver.key(&self.position);
            solver.shared.table.store(key, self.moves, is_yes, self.best);
        }
        if self.best.is_some() {
            solver.answers[usize::from(!self.attacks)].note(self.best, self.moves);
        }
        is_yes
    }
}

impl Default for MateNode {
    fn default() -> MateNode {
        MateNode::root(&Position::start(), 0)
    }
}

impl Node for MateNode {
    /// The move to search.
    type Job = Move;
    /// True if the attacker mates. The value does not depend on the side to move.
    type Value = bool;
    /// The move that decides the answer.
    type Line = Move;
    // The answer does not depend on the path to a position.
    type PathStep = ();
    /// True if the fifty-move rule may decide.
    type Setup = bool;
    type Shared = Shared;
    type Context<'a> = Solver<'a>;

    const STACK: usize = 2 * MOST_MOVES as usize + 2;

    fn adopt(&mut self, opened: &MateNode) {
        let MateNode { position, moves, attacks, is_confined, best, .. } = opened;
        let MateNode { searched, next, len, list, .. } = opened;
        (self.position, self.moves) = (*position, *moves);
        (self.attacks, self.is_confined) = (*attacks, *is_confined);
        (self.best, self.searched, self.next, self.len) = (*best, *searched, *next, *len);
        let all = usize::from(*len);
        self.list[..all].copy_from_slice(&list[..all]);
    }

    fn enter(&mut self, _: &mut Solver<'_>, parent: &MateNode, &mv: &Move) {
        self.position = parent.position;
        self.position.play(mv);
        self.moves = parent.moves - u8::from(parent.attacks);
        (self.attacks, self.is_confined) = (!parent.attacks, false);
        (self.best, self.searched, self.next, self.len) = (Move::NONE, 0, 0, 0);
    }

    fn open(&mut self, solver: &mut Solver<'_>, _: &Move) -> Opened<bool> {
        solver.count_node();
        let known = solver.known(&self.position);
        match known.answer(self.moves) {
            Some(answer) => Opened::Value(answer),
            None => self.look_at(solver, known.best, |_| true),
        }
    }

    fn next(&mut self, _: &mut Solver<'_>) -> Option<Move> {
        let place = usize::from(self.next);
        self.next += u8::from(self.next < self.len);
        self.list[..usize::from(self.len)].get(place).copied()
    }

    fn absorb(
        &mut self,
        solver: &mut Solver<'_>,
        &mv: &Move,
        mates: bool,
        _: &Move,
    ) -> Absorbed<Move, bool> {
        self.searched += 1;
        if mates != self.attacks {
            return Absorbed::Continue;
        }
        self.best = mv;
        Absorbed::Settled(self.conclude(solver, mates))
    }

    /// Concludes after all children: no move of the attacker mates, or no reply prevents the mate.
    fn finish(&mut self, solver: &mut Solver<'_>) -> bool {
        self.conclude(solver, !self.attacks)
    }

    fn depth(&self) -> i32 {
        2 * i32::from(self.moves) - i32::from(self.attacks)
    }

    /// Expects a no, the answer to most questions: one reply refutes each move of the attacker.
    fn split_hint(&self) -> Option<SplitHint> {
        let node_type = if self.attacks { NodeType::All } else { NodeType::Cut };
        Some(SplitHint { node_type, searched: self.searched })
    }
}

impl BestLine<MateNode> for Move {
    fn of(node: &MateNode) -> &Move {
        &node.best
    }
}

impl Context<MateNode> for Solver<'_> {
    fn prepare(&mut self, &is_near_fifty: &bool) {
        self.is_near_fifty = is_near_fifty;
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn must_stop(&self) -> bool {
        self.is_stopped
    }

    fn leave(&mut self) {
        self.publish();
    }

    fn smp_idle(&mut self) {
        self.look();
    }
}
