//! An algorithm in a file of figures: by its name.

use cleave_search::team::Algorithm;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

pub(crate) fn serialize<S: Serializer>(
    algorithm: &Algorithm,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(algorithm.name())
}

/// True for the algorithm of files written before there was a choice.
pub(crate) fn is_default(algorithm: &Algorithm) -> bool {
    *algorithm == Algorithm::default()
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Algorithm, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}

/// A list of algorithms.
pub(crate) mod list {
    use super::*;

    /// What files say that were written before there was a choice.
    pub(crate) fn default() -> Vec<Algorithm> {
        vec![Algorithm::default()]
    }

    pub(crate) fn is_default(algorithms: &[Algorithm]) -> bool {
        algorithms == default()
    }

    pub(crate) fn serialize<S: Serializer>(
        algorithms: &[Algorithm],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(algorithms.iter().map(|algorithm| algorithm.name()))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Algorithm>, D::Error> {
        let names = Vec::<String>::deserialize(deserializer)?;
        names.iter().map(|name| name.parse().map_err(D::Error::custom)).collect()
    }
}
