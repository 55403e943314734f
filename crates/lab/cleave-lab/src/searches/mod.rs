//! A search: its position, its depth, its perturbation and its team; and the searchers of each game.

pub(crate) mod algorithm;
mod chess;
pub(crate) mod depth;
mod depth_searcher;
pub(crate) mod positions;
mod roots;
pub(crate) mod team;
pub(crate) mod timed;
pub(crate) mod xiangqi;

pub(crate) use depth::Goal;
pub(crate) use depth_searcher::{Chains, DepthSearcher, Found, Links, Part};
pub(crate) use positions::TestPosition;
pub(crate) use roots::Roots;
pub use team::Team;
pub(crate) use team::set_team;
