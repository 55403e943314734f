//! The tree of ranks. Each rank talks only to its parent and its children.

use crate::rank::{Rank, Ranks};

/// The maximum number of children of a rank: 2 to 4. With more, the first rank would send the same
/// entries many times. With one, entries would take long to arrive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FanOut(u16);

impl FanOut {
    /// Creates a fan-out. Returns `None` unless it is 2 to 4.
    pub fn new(children: u16) -> Option<FanOut> {
        (2..=4).contains(&children).then_some(FanOut(children))
    }
}

impl Default for FanOut {
    /// Returns three children: 4 ranks are one level deep, 13 ranks two levels.
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
    /// Creates the place of `rank`, one of `ranks`.
    ///
    /// # Panics
    /// If `rank` is not one of `ranks`.
    pub fn new(rank: Rank, ranks: Ranks, fan_out: FanOut) -> Tree {
        assert!(ranks.has(rank), "{rank} of {} ranks", ranks.count());
        Tree { rank, ranks, fan_out }
    }

    /// Returns the rank of this place.
    pub fn rank(&self) -> Rank {
        self.rank
    }

    /// Returns all ranks.
    pub fn ranks(&self) -> Ranks {
        self.ranks
    }

    /// Returns the rank above, or `None` for the first.
    pub fn parent(&self) -> Option<Rank> {
        let above = self.rank.number().checked_sub(1)?;
        Some(Rank::new(above / self.fan_out.0))
    }

    /// Returns the ranks below.
    pub fn children(&self) -> impl Iterator<Item = Rank> {
        let first = u32::from(self.rank.number()) * u32::from(self.fan_out.0) + 1;
        let numbers = first..first + u32::from(self.fan_out.0);
        let ranks = self.ranks;
        numbers.filter_map(|n| u16::try_from(n).ok()).map(Rank::new).filter(move |&r| ranks.has(r))
    }

    /// Returns all ranks to which this rank talks.
    pub fn neighbours(&self) -> impl Iterator<Item = Rank> {
        self.parent().into_iter().chain(self.children())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rank_except_the_first_is_a_child_of_its_parent_only() {
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
