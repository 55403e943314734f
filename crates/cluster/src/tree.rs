//! The tree in which the ranks are arranged: each speaks to its parent and to its children only.

use crate::rank::{Rank, Ranks};

/// How many children a rank has at most: 2 to 4. With more, the first rank would send the same entries
/// many times; with one, they would take long to arrive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FanOut(u16);

impl FanOut {
    /// This many children; `None` unless it is 2 to 4.
    pub fn new(children: u16) -> Option<FanOut> {
        (2..=4).contains(&children).then_some(FanOut(children))
    }
}

impl Default for FanOut {
    /// Three children: 4 ranks are one level deep, 13 two.
    fn default() -> FanOut {
        FanOut(3)
    }
}

/// The place of one rank in the tree, whose root is [`Rank::FIRST`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tree {
    rank: Rank,
    ranks: Ranks,
    fan_out: FanOut,
}

impl Tree {
    /// The place of `rank`, one of `ranks`.
    ///
    /// # Panics
    /// If it is none of them.
    pub fn new(rank: Rank, ranks: Ranks, fan_out: FanOut) -> Tree {
        assert!(ranks.has(rank), "{rank} of {} ranks", ranks.count());
        Tree { rank, ranks, fan_out }
    }

    /// The rank whose place it is.
    pub fn rank(&self) -> Rank {
        self.rank
    }

    /// All ranks.
    pub fn ranks(&self) -> Ranks {
        self.ranks
    }

    /// The rank above; `None` for the first.
    pub fn parent(&self) -> Option<Rank> {
        let above = self.rank.number().checked_sub(1)?;
        Some(Rank::new(above / self.fan_out.0))
    }

    /// The ranks below.
    pub fn children(&self) -> impl Iterator<Item = Rank> {
        let first = u32::from(self.rank.number()) * u32::from(self.fan_out.0) + 1;
        let numbers = first..first + u32::from(self.fan_out.0);
        let ranks = self.ranks;
        numbers.filter_map(|n| u16::try_from(n).ok()).map(Rank::new).filter(move |&r| ranks.has(r))
    }

    /// All ranks that it speaks to.
    pub fn neighbours(&self) -> impl Iterator<Item = Rank> {
        self.parent().into_iter().chain(self.children())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rank_but_the_first_is_a_child_of_its_parent_and_of_no_other() {
        for fan_out in (2..=4).filter_map(FanOut::new) {
            for count in [1, 2, 3, 4, 5, 16, 64, u16::MAX] {
                let ranks = Ranks::new(count).unwrap();
                let mut seen = vec![0; ranks.count()];
                for rank in ranks.iter() {
                    let tree = Tree::new(rank, ranks, fan_out);
                    for child in tree.children() {
                        seen[child.index()] += 1;
                        assert_eq!(Tree::new(child, ranks, fan_out).parent(), Some(rank));
                    }
                }
                assert_eq!(seen[0], 0);
                assert!(seen[1..].iter().all(|&times| times == 1), "{count} {fan_out:?}");
            }
        }
        assert_eq!([1, 5].map(FanOut::new), [None, None]);
    }
}
