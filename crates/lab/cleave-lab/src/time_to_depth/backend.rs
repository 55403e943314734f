//! The kinds of workers in a measurement.

use std::fmt;

use clap::ValueEnum;
use cleave_search::team::Backend;
use serde::{Deserialize, Serialize};

/// The kind of worker.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum BackendKind {
    /// Forked processes.
    Fork,
    /// Threads.
    Thread,
    /// Workers stepped by one thread in virtual time, exactly repeatable.
    #[default]
    Virtual,
}

impl BackendKind {
    /// Returns true for virtual time.
    pub(crate) fn is_virtual(&self) -> bool {
        *self == BackendKind::Virtual
    }

    /// Returns the backend of real workers.
    pub(crate) fn real(self) -> Option<Backend> {
        match self {
            BackendKind::Fork => Some(Backend::Fork),
            BackendKind::Thread => Some(Backend::Thread),
            BackendKind::Virtual => None,
        }
    }
}

impl fmt::Display for BackendKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BackendKind::Fork => "fork",
            BackendKind::Thread => "thread",
            BackendKind::Virtual => "virtual",
        })
    }
}
