//! A lane is a null-window search without recursion, one step after the other.

use super::table::{self, Table};
use super::{Cursor, Masks, Stage, evaluate};
use crate::{Answer, MATE, Packed, Rules, Test};

/// A search between two steps. Its stack is in memory, so it can stop anywhere and continue later. A device whose
/// programs may not run for long requires this.
pub struct Lane {
    test: Test,
    rules: Rules,
    stack: Vec<Frame>,
    doing: Doing,
    answer: Answer,
}

/// A node of the path.
#[derive(Clone)]
struct Frame {
    position: Packed,
    masks: Masks,
    cursor: Cursor,
    key: u64,
    legal: bool,
}

/// The next action of the lane at the last node of its path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Doing {
    /// The node has just been reached.
    Enter,
    /// A child has answered.
    Return,
    /// The node has more moves to try.
    Next,
    /// The first node has answered.
    Done,
}

/// The work of a lane in a step. Lanes with different work wait for each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Work {
    /// A node was entered.
    pub entered: bool,
    /// A position was evaluated.
    pub evaluated: bool,
    /// A move was made.
    pub moved: bool,
}

impl Lane {
    /// Starts a lane before its first step.
    pub fn new(test: Test, rules: Rules) -> Lane {
        let mut lane =
            Lane { test, rules, stack: Vec::new(), doing: Doing::Enter, answer: Answer::default() };
        lane.push(test.position);
        lane
    }

    /// Runs all steps, and returns the answer to the test.
    pub fn run(test: Test, rules: Rules, mut table: Option<&mut Table>) -> Answer {
        let mut lane = Lane::new(test, rules);
        while lane.step(table.as_deref_mut()).is_some() {}
        lane.answer
    }

    /// Makes one step. Returns `None` if there is nothing left to do.
    pub fn step(&mut self, mut table: Option<&mut Table>) -> Option<Work> {
        if self.doing == Doing::Done {
            return None;
        }
        self.answer.steps += 1;
        let mut work = Work::default();
        if self.doing == Doing::Enter {
            work.entered = true;
            work.evaluated = self.enter(table.as_deref_mut());
        }
        if self.doing == Doing::Return {
            // If a child does not reach its bound, this node reaches its own.
            match self.answer.reaches {
                true => self.doing = Doing::Next,
                false => self.leave(true, table.as_deref_mut()),
            }
        }
        if self.doing == Doing::Next {
            work.moved = self.next(table);
        }
        Some(work)
    }

    /// Enters a node: answers from the table or by evaluation, or computes the masks of its moves. Returns true if the
    /// position was evaluated.
    fn enter(&mut self, table: Option<&mut Table>) -> bool {
        let (bound, remaining) = (self.bound(), self.remaining());
        let frame = self.stack.last_mut().expect("a path has a node");
        if remaining > 0 {
            frame.key = table::key(&frame.position, remaining);
            let known = table.and_then(|table| table.probe(frame.key).answer(bound));
            if let Some(reaches) = known {
                self.leave(reaches, None);
                return false;
            }
        } else {
            let reaches = evaluate(&frame.position) >= bound;
            if reaches || remaining + self.rules.captures as i32 <= 0 {
                self.leave(reaches, None);
                return true;
            }
        }
        frame.masks = Masks::new(&frame.position);
        frame.cursor = Cursor::new(&frame.position, &frame.masks);
        self.doing = Doing::Next;
        remaining <= 0
    }

    /// Makes the next move, or leaves the node. Returns true if a move was made.
    fn next(&mut self, table: Option<&mut Table>) -> bool {
        let (bound, remaining) = (self.bound(), self.remaining());
        let last = if remaining > 0 { Stage::Quiet } else { Stage::Loud };
        if self.rules.together && remaining + self.rules.captures as i32 == 1 {
            return self.leaves(last, table);
        }
        let frame = self.stack.last_mut().expect("a path has a node");
        match frame.cursor.next(&frame.position, &frame.masks, last) {
            Some(step) => {
                frame.legal = true;
                let child = frame.position.make(step);
                self.answer.nodes += 1;
                self.push(child);
                self.doing = Doing::Enter;
                true
            }
            None => {
                let over = frame.end(remaining).is_some_and(|value| value >= bound);
                self.leave(over, table);
                false
            }
        }
    }

    /// Evaluates all children together. They are leaves.
    fn leaves(&mut self, last: Stage, table: Option<&mut Table>) -> bool {
        let (bound, remaining) = (self.bound(), self.remaining());
        let frame = self.stack.last_mut().expect("a path has a node");
        let mut reaches = false;
        while let Some(step) = frame.cursor.next(&frame.position, &frame.masks, last) {
            frame.legal = true;
            self.answer.nodes += 1;
            reaches |= -evaluate(&frame.position.make(step)) >= bound;
        }
        reaches |= frame.end(remaining).is_some_and(|value| value >= bound);
        self.leave(reaches, table);
        true
    }

    /// Leaves the last node of the path with its answer.
    fn leave(&mut self, reaches: bool, table: Option<&mut Table>) {
        let (bound, remaining) = (self.bound(), self.remaining());
        let frame = self.stack.pop().expect("a path has a node");
        if let Some(table) = table.filter(|_| remaining > 0) {
            table.store(frame.key, bound, reaches);
        }
        self.answer.reaches = reaches;
        self.doing = if self.stack.is_empty() { Doing::Done } else { Doing::Return };
    }

    fn push(&mut self, position: Packed) {
        let masks = Masks::default();
        let cursor = Cursor::new(&Packed::default(), &masks);
        self.stack.push(Frame { position, masks, cursor, key: 0, legal: false });
    }

    fn ply(&self) -> usize {
        self.stack.len() - 1
    }

    fn remaining(&self) -> i32 {
        self.test.depth as i32 - self.ply() as i32
    }

    /// Returns the bound for the side to move. A value reaches `b` for one side exactly if it does not reach `1 - b`
    /// for the other.
    fn bound(&self) -> i32 {
        if self.ply().is_multiple_of(2) { self.test.bound } else { 1 - self.test.bound }
    }
}

impl Frame {
    /// Returns the value of a position without a legal move.
    fn end(&self, remaining: i32) -> Option<i32> {
        let mated = if self.masks.in_check() { -(MATE + remaining) } else { 0 };
        (remaining > 0 && !self.legal).then_some(mated)
    }
}
