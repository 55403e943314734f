//! Move ordering: the score of a move before it is searched.
//!
//! Captures are ordered by their victims, quiet moves by how often they have caused a cutoff. The stages of a node's
//! moves are in `node/picker/`, the stages of quiescence in `quiesce.rs`.

pub(crate) mod captures;
pub(crate) mod good_checks;
pub(crate) mod history;
pub(crate) mod scored_moves;
pub(crate) mod tactics;
