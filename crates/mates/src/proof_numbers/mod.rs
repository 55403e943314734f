//! Proof-number search: always goes on where the least is left to prove (df-pn, Nagai 2002).
//!
//! Each node has two [`Numbers`]: how many leaves must be decided for one side to have its way, and how many for the
//! other. A move that leaves few replies needs few leaves, so a long chain of checks is followed to its end before a
//! quiet move is tried. The search keeps no tree. It goes down one path while the numbers there stay within limits, which
//! say when another path is more promising, and a table remembers the numbers of what it leaves.
//!
//! Workers share nothing but the tables. Each searches from the root, and a node under search looks harder by the number
//! of workers in it, so the next worker goes elsewhere (Kaneko 2010, virtual proof numbers).

mod line;
mod numbers;
mod question;
mod race;
mod table;

pub(crate) use line::line;
pub(crate) use race::ask;
pub(crate) use table::NumberTable;

use cleave_board::{Key, Move};
use cleave_movegen::{has_legal_move, legal_moves};

use crate::solver::Solver;
use numbers::{NEVER, Numbers, add};
use question::Question;
use race::Race;

/// The number of nodes after which a worker looks whether others have decided a node above it.
const LOOK_ABOVE: u64 = 64;

/// One worker on its path.
struct Search<'r, 's, 'a> {
    solver: &'s mut Solver<'a>,
    race: &'r Race<'r>,
    /// The nodes from the root to here.
    path: Vec<Place>,
    /// The first node of the path that another worker has decided, or a place beyond it.
    decided_at: usize,
    /// The move that decides the node that was left last.
    best: Move,
}

/// Where the tables keep a node: the answer by position, and the numbers by position and moves left.
#[derive(Clone, Copy)]
struct Place {
    answer: Key,
    numbers: Key,
    moves: u8,
}

/// A move of a node, and what is known of the node behind it.
struct Child {
    mv: Move,
    place: Place,
    numbers: Numbers,
}

/// The numbers of a node by those of its children, and where to go on.
struct Standing {
    numbers: Numbers,
    /// The child in which the other side has its way with the least effort.
    best: usize,
    /// The effort in the second best child.
    second: u32,
}

impl Search<'_, '_, '_> {
    /// Searches a node while its numbers are below `limits`. Of a root only some moves may be allowed.
    fn search(
        &mut self,
        question: &Question,
        place: Place,
        allowed: Option<&[Move]>,
        limits: Numbers,
    ) -> Numbers {
        let before = self.solver.nodes;
        self.enter(place);
        let mut children = self.children(question, allowed);
        let standing = loop {
            let standing = self.stand(&mut children, !question.attacks);
            let Standing { numbers, best, second } = standing;
            let is_over = numbers.win >= limits.win || numbers.loss >= limits.loss;
            if is_over || numbers.is_decided() || self.must_leave() {
                break standing;
            }
            let child = &mut children[best];
            let limits = Numbers {
                win: limits.loss - numbers.loss + child.numbers.win,
                // A quarter more than the second best, or the search would go to and fro between two children. More than
                // the child has, which other workers may have made the best.
                loss: limits.win.min(second + second / 4 + 1).max(child.numbers.loss + 1),
            };
            let after = question.after(child.mv);
            child.numbers = self.search(&after, child.place, None, limits);
        };
        let best = children.get(standing.best).map_or(Move::NONE, |child| child.mv);
        self.best = if standing.numbers == Numbers::WON { best } else { Move::NONE };
        let is_whole = allowed.is_none() || standing.numbers == Numbers::WON;
        if is_whole {
            let nodes = self.solver.nodes - before;
            self.store(question, place, &children, standing.numbers, nodes);
        }
        self.leave(place);
        standing.numbers
    }

    /// Lists the moves with what is known of the nodes behind them.
    fn children(&mut self, question: &Question, allowed: Option<&[Move]>) -> Vec<Child> {
        let is_allowed = |mv: &Move| allowed.is_none_or(|allowed| allowed.contains(mv));
        let moves = legal_moves(&question.position);
        let child = |mv| {
            let after = question.after(mv);
            let place = after.place(self.solver);
            let known = self.known(place, after.attacks);
            Child { mv, place, numbers: known.unwrap_or_else(|| after.judge(self.solver)) }
        };
        moves.into_iter().filter(is_allowed).map(child).collect()
    }

    /// Returns the numbers of a node that the tables have.
    fn known(&self, place: Place, attacks: bool) -> Option<Numbers> {
        let shared = self.solver.shared;
        let answer = shared.table.probe(place.answer).answer(place.moves);
        let decided = answer.map(|mates| Numbers::decided(mates == attacks));
        decided.or_else(|| shared.numbers.probe(place.numbers))
    }

    /// Brings the numbers of the children up to date, and derives the numbers of the parent. `attacks` says whether the attacker
    /// is to move in the children. The parent has its way if one child is lost, and loses if all are won.
    fn stand(&self, children: &mut [Child], attacks: bool) -> Standing {
        let mut numbers = Numbers { win: NEVER, loss: 0 };
        let (mut best, mut least, mut second) = (0, NEVER, NEVER);
        for (number, child) in children.iter_mut().enumerate() {
            if !child.numbers.is_decided() {
                child.numbers = self.known(child.place, attacks).unwrap_or(child.numbers);
            }
            if child.numbers == Numbers::LOST {
                return Standing { numbers: Numbers::WON, best: number, second };
            }
            if child.numbers == Numbers::WON {
                continue;
            }
            numbers.win = numbers.win.min(child.numbers.loss);
            numbers.loss = add(numbers.loss, child.numbers.win);
            let loss = add(child.numbers.loss, self.race.workers_in(self.solver, child.place));
            if loss < least {
                (best, second, least) = (number, least, loss);
            } else {
                second = second.min(loss);
            }
        }
        Standing { numbers, best, second }
    }

    fn store(
        &self,
        question: &Question,
        place: Place,
        children: &[Child],
        numbers: Numbers,
        nodes: u64,
    ) {
        let shared = self.solver.shared;
        if !numbers.is_decided() {
            return shared.numbers.store(place.numbers, numbers, nodes);
        }
        let mates = (numbers == Numbers::WON) == question.attacks;
        let moves = if mates { self.moves_to_mate(question, children) } else { question.moves };
        shared.table.store(place.answer, moves, mates, self.best);
    }

    /// Returns the length of the mate that was found, which may be less than the moves left.
    fn moves_to_mate(&self, question: &Question, children: &[Child]) -> u8 {
        let length = |child: &Child| {
            let known = self.solver.shared.table.probe(child.place.answer);
            match known.answer(child.place.moves) {
                Some(true) => known.mate,
                _ if !has_legal_move(&question.after(child.mv).position) => 0,
                // The table has lost it.
                _ => child.place.moves,
            }
        };
        match question.attacks {
            true => children.iter().find(|child| child.mv == self.best).map_or(0, length) + 1,
            false => children.iter().map(length).max().unwrap_or(0),
        }
    }

    fn enter(&mut self, place: Place) {
        self.solver.count_node();
        self.path.push(place);
        if self.race.has_helpers() {
            self.solver.shared.numbers.enter(place.numbers);
            if self.solver.nodes.is_multiple_of(LOOK_ABOVE) {
                self.look_above();
            }
        }
    }

    fn leave(&mut self, place: Place) {
        self.path.pop();
        if self.race.has_helpers() {
            self.solver.shared.numbers.leave(place.numbers);
        }
        if self.path.len() <= self.decided_at {
            self.decided_at = usize::MAX;
        }
    }

    /// Looks for a node of the path that another worker has decided. Only the root's own worker decides a root.
    fn look_above(&mut self) {
        let table = &self.solver.shared.table;
        let is_decided = |place: &Place| table.probe(place.answer).answer(place.moves).is_some();
        let below_root = self.path.iter().skip(1).position(is_decided);
        self.decided_at = below_root.map_or(usize::MAX, |place| place + 1);
    }

    /// True if the search ends, or goes on above this node.
    fn must_leave(&self) -> bool {
        self.solver.is_stopped || self.race.is_over() || self.decided_at < self.path.len()
    }
}
