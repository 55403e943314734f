//! Artificial trees in virtual time.

use super::{ArtificialNode, Explorer, Shape, Tally};
use crate::arena::{Arena, ArenaError};
use crate::node::Node;
use crate::params::Params;
use crate::team::Finished;
use crate::virtual_time::{Machine, VirtualRun, VirtualTeam};

/// What a team in virtual time has found.
pub struct Virtual {
    /// The search.
    pub finished: Finished<ArtificialNode>,
    /// What the captain visited.
    pub tally: Tally,
    /// What happened when.
    pub run: VirtualRun,
}

/// Searches a tree in virtual time.
///
/// # Errors
/// There is no memory for so many workers.
pub fn virtually(shape: &Shape, params: &Params, machine: &Machine) -> Result<Virtual, ArenaError> {
    let arena = Arena::new(machine.workers)?;
    let helpers = (1..machine.workers).map(|_| Explorer::new(arena.shared())).collect();
    let mut team = VirtualTeam::new(&arena, *machine, *params, helpers);
    let mut captain = Explorer::new(arena.shared());
    ArtificialNode::prepare(&mut captain, shape);
    let root = ArtificialNode::root(&mut captain);
    let finished = team.search(&mut captain, &root, shape);
    assert_eq!(arena.blocks_in_use(), 0, "blocks have leaked");
    Ok(Virtual { finished, tally: captain.tally(), run: team.run() })
}
