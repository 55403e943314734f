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

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Algorithm, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}
