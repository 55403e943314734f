//! Pieces of work, and what tells them apart.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A piece of work done.
pub trait Entry: Serialize + DeserializeOwned + PartialEq + Send {
    /// What tells pieces apart, and orders them.
    type Key: Ord + Clone + Send + Sync;
    /// Who does a piece. A check does some pieces of each team again.
    type Team: Ord;

    /// Which piece it is.
    fn key(&self) -> Self::Key;

    /// Who has done it.
    fn team(&self) -> Self::Team;
}

/// The pieces that are done.
pub type Entries<E> = BTreeMap<<E as Entry>::Key, E>;
