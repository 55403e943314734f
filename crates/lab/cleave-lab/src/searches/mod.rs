//! What is searched: positions, to which depth, after which perturbation, and by which team.

pub(crate) mod algorithm;
pub(crate) mod cell;
pub(crate) mod cluster;
pub(crate) mod depth;
pub(crate) mod perturbation;
pub(crate) mod positions;
pub(crate) mod roots;
pub(crate) mod team;
mod to_depth;
pub(crate) mod tree;

pub(crate) use cell::Cell;
pub(crate) use depth::Goal;
pub(crate) use perturbation::perturb;
pub(crate) use positions::TestPosition;
pub(crate) use roots::Roots;
pub use team::Team;
pub(crate) use team::{become_team, set_team};
pub(crate) use to_depth::{search, search_virtual};
pub(crate) use tree::Tree;
