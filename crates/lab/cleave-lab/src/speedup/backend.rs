//! What the workers of a measurement are made of.

use std::fmt;

use clap::ValueEnum;
use cleave_search::team::Backend;
use serde::{Deserialize, Serialize};

/// The kind of worker.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum BackendKind {
    /// Forked processes.
    Fork,
    /// Threads.
    Thread,
    /// Workers stepped by one thread in virtual time, exactly repeatable.
    Virtual,
}

impl BackendKind {
    /// What real workers are made of.
    pub(crate) fn real(self) -> Option<Backend> {
        match self {
            BackendKind::Fork => Some(Backend::Fork),
            BackendKind::Thread => Some(Backend::Thread),
            BackendKind::Virtual => None,
        }
    }
}

impl From<Backend> for BackendKind {
    fn from(backend: Backend) -> BackendKind {
        match backend {
            Backend::Fork => BackendKind::Fork,
            Backend::Thread => BackendKind::Thread,
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
