//! Pieces of work, and what tells them apart.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// What tells pieces of work apart, and orders them.
pub trait Key: Ord + Clone + Send + Sync {
    /// Who does a piece. A check does some of each again.
    type Team: Ord;

    /// Who does this piece.
    fn team(&self) -> Self::Team;
}

/// A piece of work done.
pub trait Entry: Serialize + DeserializeOwned + PartialEq + Send {
    /// What tells it apart.
    type Key: Key;

    /// Which piece it is.
    fn key(&self) -> Self::Key;
}

/// The pieces that are done.
pub type Entries<E> = BTreeMap<<E as Entry>::Key, E>;
