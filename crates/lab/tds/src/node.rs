//! A node that a rank keeps: a search under way, and who waits for it.

use cleave_cluster::Rank;

use crate::message::Search;
use crate::searcher::in_order;
use crate::table::{LOWEST, NO_CHILD};

/// A search that waits for the value of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Parent {
    pub(crate) rank: Rank,
    pub(crate) search: Search,
    /// The number of the node among the children of the parent.
    pub(crate) child: u16,
}

/// A search under way.
#[derive(Clone, Debug)]
pub(crate) struct Node<P> {
    pub(crate) parents: Vec<Parent>,
    pub(crate) state: State<P>,
}

/// How far a search has come.
#[derive(Clone, Debug)]
pub(crate) enum State<P> {
    /// It waits for its turn.
    Ready(P),
    /// It waits for the table of another rank.
    Asking(P),
    /// It waits for its turn again, after the answer.
    Answered(P),
    /// Its children are being searched.
    Open(Open<P>),
}

/// The children of a node.
#[derive(Clone, Debug)]
pub(crate) struct Open<P> {
    children: Vec<Child<P>>,
    /// Numbers of the children that have not been sent, the next one last.
    waiting: Vec<u16>,
    /// Children whose value is not known, sent or not.
    missing: usize,
    pub(crate) best: i32,
}

/// A child of an open node.
#[derive(Clone, Debug)]
struct Child<P> {
    position: P,
    is_out: bool,
}

/// What a node does after a child's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum After {
    /// The child was not out.
    Nothing,
    /// Send all children that have waited for the first.
    SendOthers,
    /// Wait for the others.
    Wait,
    /// The value is known. The child is that of a cutoff, or none.
    Finished(u16),
}

impl<P> Open<P> {
    /// Opens a node with these children, at least one. `hint` is the one to send first.
    pub(crate) fn new(children: Vec<P>, hint: u16) -> Open<P> {
        let mut waiting: Vec<u16> = in_order(children.len(), hint).collect();
        waiting.reverse();
        let missing = children.len();
        let children =
            children.into_iter().map(|position| Child { position, is_out: false }).collect();
        Open { children, waiting, missing, best: LOWEST }
    }

    /// Returns the next child to send, which is out from now on.
    pub(crate) fn send_next(&mut self) -> Option<(u16, &P)> {
        let number = self.waiting.pop()?;
        let child = &mut self.children[usize::from(number)];
        child.is_out = true;
        Some((number, &child.position))
    }

    /// Returns the children that are out.
    pub(crate) fn out(&self) -> impl Iterator<Item = &P> {
        self.children.iter().filter(|child| child.is_out).map(|child| &child.position)
    }

    /// Takes in the value of a child, for the node's side to move.
    pub(crate) fn absorb(&mut self, number: u16, value: i32, bound: i32) -> After {
        match self.children.get_mut(usize::from(number)) {
            Some(child) if child.is_out => child.is_out = false,
            _ => return After::Nothing,
        }
        self.missing -= 1;
        self.best = self.best.max(value);
        if self.best >= bound {
            After::Finished(number)
        } else if self.missing == 0 {
            After::Finished(NO_CHILD)
        } else if self.waiting.is_empty() {
            After::Wait
        } else {
            After::SendOthers
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn young_brothers_wait_for_the_first_child() {
        let mut open = Open::new(vec!['a', 'b', 'c'], 1);
        assert_eq!(open.send_next(), Some((1, &'b')));
        assert_eq!(open.absorb(0, 9, 5), After::Nothing, "it was not sent");
        assert_eq!(open.absorb(1, 3, 5), After::SendOthers);
        assert_eq!(open.absorb(1, 3, 5), After::Nothing, "its value has come");
        let others: Vec<u16> =
            std::iter::from_fn(|| open.send_next().map(|(number, _)| number)).collect();
        assert_eq!(others, [0, 2]);
        assert_eq!(open.absorb(2, 4, 5), After::Wait);
        assert_eq!(open.out().collect::<Vec<_>>(), [&'a']);
        assert_eq!(open.clone().absorb(0, 5, 5), After::Finished(0));
        assert_eq!(open.absorb(0, 1, 5), After::Finished(NO_CHILD));
        assert_eq!(open.best, 4);
        assert_eq!(open.absorb(77, 1, 5), After::Nothing);
    }
}
