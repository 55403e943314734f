//! Move ordering: the score of a move before it is searched.
//!
//! Captures come by what they take, quiet moves by how often they have caused a cutoff. The stages in
//! which a node asks for them are in `node/picker/`, those of quiescence in `quiesce.rs`.

pub(crate) mod captures;
pub(crate) mod good_checks;
pub(crate) mod history;
pub(crate) mod scored_moves;
pub(crate) mod tactics;
