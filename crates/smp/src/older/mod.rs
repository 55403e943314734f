//! The algorithms that are not Dynamic Tree Splitting and share no nodes.

pub(crate) mod aphid;
pub(crate) mod from_root;
mod open_search;
mod subtrees;
