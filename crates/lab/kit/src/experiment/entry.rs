//! Pieces of work, and their identity.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A piece of work done.
pub trait Entry: Serialize + DeserializeOwned + PartialEq + Send {
    /// The identity and the order of pieces.
    type Key: Ord + Clone + Send + Sync;
    /// The program that does a piece. A check does some pieces of each team again.
    type Team: Ord;

    /// Returns the identity of the piece.
    fn key(&self) -> Self::Key;

    /// Returns the program that has done it.
    fn team(&self) -> Self::Team;
}

/// The pieces that are done.
pub type Entries<E> = BTreeMap<<E as Entry>::Key, E>;
