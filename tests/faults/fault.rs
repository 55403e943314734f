//! A failing call in a program that runs with the library of `fault-shim`.

use std::fs;
use std::path::Path;
use std::process::Command;

use cleave_tests::fault_shim;

/// The size of a page, which holds the number of calls and the name of the failed object.
const STATE: usize = 4096;

/// A kind of call that can fail.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kind {
    /// The name of the kind in the library.
    pub(crate) name: &'static str,
    /// The system's message for the failure.
    pub(crate) reason: &'static str,
    /// Whether the call is on a file.
    pub(crate) has_file: bool,
}

impl Kind {
    const fn of_files(name: &'static str, reason: &'static str) -> Kind {
        Kind { name, reason, has_file: true }
    }

    const fn of_system(name: &'static str, reason: &'static str) -> Kind {
        Kind { name, reason, has_file: false }
    }
}

// Rust has its own message for a failed allocation.
pub(crate) const ALLOCATION: Kind = Kind::of_system("allocation", "memory");
pub(crate) const MAPPING: Kind = Kind::of_system("mapping", "Cannot allocate memory");
pub(crate) const FORK: Kind = Kind::of_system("fork", "Resource temporarily unavailable");
pub(crate) const CLOCK: Kind = Kind::of_system("clock", "cannot read the clock");
pub(crate) const OPEN: Kind = Kind::of_files("open", "Too many open files");
pub(crate) const READ: Kind = Kind::of_files("read", "Input/output error");
pub(crate) const WRITE: Kind = Kind::of_files("write", "No space left on device");
pub(crate) const SYNC: Kind = Kind::of_files("sync", "Input/output error");
pub(crate) const RENAME: Kind = Kind::of_files("rename", "Permission denied");

/// A fault: the nth call of a kind fails.
#[derive(Clone, Copy)]
pub(crate) struct Fault {
    pub(crate) kind: Kind,
    /// The number of the call, from 1.
    pub(crate) number: u64,
    /// Whether all later calls fail as well. Then only calls on files in the folder of the program
    /// fail, so that it can still report the fault.
    pub(crate) lasts: bool,
}

impl Fault {
    /// A number higher than any call of a program. With it the library only counts calls.
    pub(crate) const NEVER: u64 = u64::MAX;

    /// Arranges this fault in a command that will run in the folder `work` of the folder `session`.
    /// [`read`] returns the result.
    pub(crate) fn arrange(self, command: &mut Command, session: &Path, work: &Path, state: &Path) {
        let (folder, plus) = if self.lasts { (work, "+") } else { (session, "") };
        fs::write(state, [0; STATE]).unwrap();
        command
            .env("LD_PRELOAD", fault_shim())
            .env("FAULT", format!("{}:{}{plus}", self.kind.name, self.number))
            .env("FAULT_FOLDER", folder)
            .env("FAULT_STATE", state);
    }
}

/// Returns the number of calls of the kind, and the name of the failed object if a call has failed.
pub(crate) fn read(state: &Path) -> (u64, Option<String>) {
    let state = fs::read(state).unwrap();
    let (calls, name) = state.split_first_chunk().unwrap();
    let name = name.split(|&byte| byte == 0).next().unwrap_or_default();
    let failed = (!name.is_empty()).then(|| String::from_utf8_lossy(name).into_owned());
    (u64::from_ne_bytes(*calls), failed)
}
