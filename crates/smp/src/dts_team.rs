//! A team that searches by Dynamic Tree Splitting alone.

use crate::arena::{ArenaError, Exclusive, Memory};
use crate::dts::{DtsBlocks, DtsWorker};
use crate::node::Node;
use crate::team::{self, Peer, Strategies, Strategy};

/// A team that knows Dynamic Tree Splitting and no other algorithm: a game needs [`Node`] and no more.
pub type Team<N> = team::Team<N, DtsMemory<N>>;
/// The worker that the program searches with, in such a team.
pub type MainWorker<'t, N> = team::MainWorker<'t, N, DtsMemory<N>>;
/// A helper's place in such a team.
pub type HelperSlot<'a, N> = team::HelperSlot<'a, N, DtsMemory<N>>;

/// What the workers of such a team share beside what all teams do.
pub struct DtsMemory<N: Node>(DtsBlocks<N>);

impl<N: Node> Memory for DtsMemory<N> {
    fn new(workers: usize) -> Result<DtsMemory<N>, ArenaError> {
        Ok(DtsMemory(DtsBlocks::new(workers)?))
    }

    fn resize(&mut self, workers: usize) -> Result<(), ArenaError> {
        self.0.resize(workers)
    }

    fn reset(&self, exclusive: &Exclusive) {
        self.0.reset(exclusive);
    }
}

impl<N: Node> Strategies<N> for DtsMemory<N> {
    fn worker<'a>(&'a self, peer: Peer<'a, N>) -> Box<dyn Strategy<'a, N> + 'a> {
        Box::new(DtsWorker::of(peer, &self.0))
    }
}
