//! A call that fails, in a program that is started with the library of `fault-shim`.

use std::fs;
use std::path::Path;
use std::process::Command;

use cleave_tests::fault_shim;

/// A page: the number of calls, and the name of what has failed.
const STATE: usize = 4096;

/// What can fail.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kind {
    /// The name by which the library knows it.
    pub(crate) name: &'static str,
    /// How the system words the failure.
    pub(crate) reason: &'static str,
    /// Whether it is a call on a file.
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

// Rust words a failed allocation itself.
pub(crate) const ALLOCATION: Kind = Kind::of_system("allocation", "memory");
pub(crate) const MAPPING: Kind = Kind::of_system("mapping", "Cannot allocate memory");
pub(crate) const FORK: Kind = Kind::of_system("fork", "Resource temporarily unavailable");
pub(crate) const CLOCK: Kind = Kind::of_system("clock", "cannot read the clock");
pub(crate) const OPEN: Kind = Kind::of_files("open", "Too many open files");
pub(crate) const READ: Kind = Kind::of_files("read", "Input/output error");
pub(crate) const WRITE: Kind = Kind::of_files("write", "No space left on device");
pub(crate) const SYNC: Kind = Kind::of_files("sync", "Input/output error");
pub(crate) const RENAME: Kind = Kind::of_files("rename", "Permission denied");

/// The nth call of a kind fails.
#[derive(Clone, Copy)]
pub(crate) struct Fault {
    pub(crate) kind: Kind,
    /// From 1.
    pub(crate) number: u64,
    /// Whether all calls after it fail as well. The program can still say so: only files in the folder
    /// where it runs fail then.
    pub(crate) lasts: bool,
}

impl Fault {
    /// The number of a call that no program makes: calls are only counted.
    pub(crate) const NEVER: u64 = u64::MAX;

    /// Has a command fail like that, which is to run in the folder `work` of the folder `session`. What
    /// has become of it is for [`read`].
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

/// The calls of the kind, and the name of what has failed, if there were so many.
pub(crate) fn read(state: &Path) -> (u64, Option<String>) {
    let state = fs::read(state).unwrap();
    let (calls, name) = state.split_first_chunk().unwrap();
    let name = name.split(|&byte| byte == 0).next().unwrap_or_default();
    let failed = (!name.is_empty()).then(|| String::from_utf8_lossy(name).into_owned());
    (u64::from_ne_bytes(*calls), failed)
}
