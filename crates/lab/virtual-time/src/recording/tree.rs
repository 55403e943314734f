//! The split blocks at any moment, from a recording.

use std::collections::BTreeMap;

use cleave_smp::WorkerId;
use cleave_smp::instrument::{BlockId, Task};

use super::mark::Mark;
use super::reader::{Entry, Noted, Step};
use super::trace_event::TraceEvent;
use crate::virtual_time::Ticks;

/// The split blocks in use, as far as the recording has been followed.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    blocks: BTreeMap<usize, Block>,
    inside: BTreeMap<usize, Inside>,
    made: u64,
}

/// A split block in use.
#[derive(Clone, Debug)]
pub struct Block {
    /// Tells it from all other uses of the same block: the number of blocks made before it.
    pub number: u64,
    /// The block above, until the value has gone there.
    pub parent: Option<BlockId>,
    /// The task of the node.
    pub task: Task,
    /// Plies below the root.
    pub ply: u32,
    /// The worker that made it.
    pub maker: WorkerId,
    /// When.
    pub made: Ticks,
    /// Claims out.
    pub claims: u32,
    /// The most workers that have been inside at a time.
    pub most_inside: u32,
    /// The worker that settled, finished or cancelled it.
    pub ended_by: Option<WorkerId>,
}

/// The block in which a worker holds its claim.
#[derive(Clone, Copy, Debug)]
pub struct Inside {
    /// The block.
    pub block: BlockId,
    /// The job that it has there, if it has one.
    pub task: Option<Task>,
}

impl Tree {
    /// Returns the block, if it is in use.
    pub fn block(&self, id: BlockId) -> Option<&Block> {
        self.blocks.get(&id.index())
    }

    /// Returns all blocks in use, by number of the block.
    pub fn blocks(&self) -> impl Iterator<Item = (BlockId, &Block)> {
        self.blocks.iter().map(|(&index, block)| (BlockId::from_index(index), block))
    }

    /// Returns the workers that hold a claim on a block or on one below it, `except` left out.
    pub fn below(&self, id: BlockId, except: WorkerId) -> u32 {
        let others = self.inside.iter().filter(|&(&worker, _)| worker != except.index());
        others.filter(|(_, inside)| self.is_below(inside.block, id)).count() as u32
    }

    /// Returns the block of a worker's claim, if it has one.
    pub fn inside(&self, worker: WorkerId) -> Option<&Inside> {
        self.inside.get(&worker.index())
    }

    fn is_below(&self, block: BlockId, above: BlockId) -> bool {
        let parent = |&block: &BlockId| self.block(block).and_then(|block| block.parent);
        // In a damaged recording a block may be its own parent.
        let mut path = std::iter::successors(Some(block), parent).take(self.blocks.len() + 1);
        path.any(|block| block == above)
    }

    /// Goes on by one entry, and calls `see` before each event takes effect.
    pub fn follow(&mut self, entry: &Entry, mut see: impl FnMut(&Tree, &Step, Ticks, &TraceEvent)) {
        let step = match entry {
            Entry::Step(step) => step,
            Entry::Mark(Mark::Recovers { .. }) => {
                self.blocks.clear();
                self.inside.clear();
                return;
            }
            Entry::Mark(_) => return,
        };
        for (at, noted) in &step.noted {
            if let Noted::Did(event) = noted {
                see(self, step, *at, event);
                self.apply(step.worker, *at, event);
            }
        }
    }

    fn apply(&mut self, worker: WorkerId, at: Ticks, event: &TraceEvent) {
        match *event {
            TraceEvent::RootMade { block, task, is_next } => {
                self.make(block, None, task, (worker, at));
                if !is_next {
                    self.claim(worker, block, None);
                }
            }
            TraceEvent::BlockMade { block } => {
                let inside = self.inside.get(&worker.index()).copied();
                let task = inside.and_then(|inside| inside.task).unwrap_or_default();
                self.make(block, inside.map(|inside| inside.block), task, (worker, at));
            }
            TraceEvent::Joined { block, .. } => self.claim(worker, block, None),
            TraceEvent::JobTaken { block: Some(block), task, .. } => {
                self.claim(worker, block, Some(task));
            }
            TraceEvent::Researching { block, task } => {
                self.inside.insert(worker.index(), Inside { block, task: Some(task) });
            }
            TraceEvent::ClaimReleased { block } => {
                if let Some(block) = self.blocks.get_mut(&block.index()) {
                    block.claims = block.claims.saturating_sub(1);
                }
                self.inside.remove(&worker.index());
            }
            TraceEvent::Settled { block, .. } | TraceEvent::Cancelled { block } => {
                self.end(worker, block);
            }
            TraceEvent::Finished { block, .. } => {
                self.end(worker, block);
                let above =
                    self.blocks.get_mut(&block.index()).and_then(|block| block.parent.take());
                self.take_over(worker, above);
            }
            // When a block without a value is freed, the claim on its parent goes to the worker that frees it.
            TraceEvent::BlockFreed { block } => {
                let block = self.blocks.remove(&block.index());
                self.take_over(worker, block.and_then(|block| block.parent));
            }
            TraceEvent::Left | TraceEvent::BlockParked { .. } => {
                self.inside.remove(&worker.index());
            }
            _ => {}
        }
    }

    fn make(
        &mut self,
        id: BlockId,
        parent: Option<BlockId>,
        task: Task,
        (maker, made): (WorkerId, Ticks),
    ) {
        let ply = parent.and_then(|parent| self.block(parent)).map_or(0, |above| above.ply + 1);
        let number = self.made;
        self.made += 1;
        let (claims, most_inside, ended_by) = (0, 0, None);
        let block = Block { number, parent, task, ply, maker, made, claims, most_inside, ended_by };
        self.blocks.insert(id.index(), block);
    }

    fn claim(&mut self, worker: WorkerId, id: BlockId, task: Option<Task>) {
        self.inside.insert(worker.index(), Inside { block: id, task });
        if let Some(block) = self.blocks.get_mut(&id.index()) {
            block.claims += 1;
            block.most_inside = block.most_inside.max(block.claims);
        }
    }

    fn end(&mut self, worker: WorkerId, block: BlockId) {
        if let Some(block) = self.blocks.get_mut(&block.index()) {
            block.ended_by.get_or_insert(worker);
        }
    }

    /// Moves the claim that a block below had on this one to the worker.
    fn take_over(&mut self, worker: WorkerId, block: Option<BlockId>) {
        if let Some(block) = block {
            self.inside.insert(worker.index(), Inside { block, task: None });
        }
    }
}
