//! The twenty algorithms beside Dynamic Tree Splitting, in four families.
//!
//! | folder | what its algorithms share |
//! |---|---|
//! | [`split_points`] | nodes, in the blocks of `dts/`, whose machine they hook into |
//! | [`from_root`] | nothing but tables: every worker searches from the root |
//! | [`lazy_texel`] | the move of the root that the main worker is at, which all search |
//! | [`aphid`] | the leaves of a small tree near the root, which one worker searches on guesses |

pub(crate) mod aphid;
pub(crate) mod from_root;
pub(crate) mod lazy_texel;
mod open_search;
pub(crate) mod own_root;
pub(crate) mod split_points;
mod subtrees;
pub(crate) mod traits;
