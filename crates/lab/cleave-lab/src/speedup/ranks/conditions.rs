//! What all searches of a measurement of clusters depend on.

use serde::{Deserialize, Serialize};

use crate::searches::Goal;

/// The cluster, and how deep it searches.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(in crate::speedup) struct Conditions {
    pub(in crate::speedup) network: String,
    /// Of a thousand messages, for each kind of fault.
    pub(in crate::speedup) faults: u16,
    pub(in crate::speedup) span: u32,
    pub(in crate::speedup) staggered: bool,
    /// The ranks are groups of one machine, on one table.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(in crate::speedup) one_table: bool,
    #[serde(flatten)]
    pub(in crate::speedup) goal: Goal,
}

/// What all searches depend on.
pub(in crate::speedup) type Setting = crate::setting::Setting<Conditions>;
