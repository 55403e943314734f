//! Starts the build of `cleave` that is fastest on this processor: the program `cleave` of the x86-64 packages. It is
//! useful only in these packages. An engine built for its own machine needs no launcher. It uses nothing of the
//! engine's library.
//!
//! A chess engine spends its time in a few bit operations, and the best instructions for them differ from processor to
//! processor. Choosing at each of them would cost more than it gains, and functions compiled for several processors are
//! not inlined into each other. So a package for all x86-64 processors contains the whole program several times, and
//! the launcher chooses:
//!
//! ```text
//!   bin/cleave                  this program
//!   lib/cleave/cleave-pext      x86-64-v3: AVX2, and PEXT for the attacks of sliders
//!   lib/cleave/cleave-avx2      x86-64-v3 where PEXT is slow: magic multiplication
//!   lib/cleave/cleave-x86-64    any x86-64
//! ```
//!
//! It replaces itself by the chosen build (`exec`), so that nothing of it is left once the engine runs. On Windows it
//! waits for the build, and exits with the same code. `CLEAVE_BUILD=x86-64` chooses a build by name.

mod builds;

use std::path::PathBuf;
use std::process::ExitCode;
use std::{env, fs, io};

use builds::Build;
use cleave_io::programs::become_program;

/// The variable that names the build to start on any processor.
const VARIABLE: &str = "CLEAVE_BUILD";

fn main() -> ExitCode {
    let Err(error) = start() else { return ExitCode::SUCCESS };
    eprintln!("cleave: {error}");
    ExitCode::FAILURE
}

/// Becomes the chosen build. Returns only if that fails.
fn start() -> Result<(), String> {
    let build = match env::var(VARIABLE) {
        Ok(name) if !name.is_empty() => Build::named(&name)?,
        _ => Build::for_this_processor(),
    };
    let program = directory()?.join(build.file());
    let error = become_program(&program, env::args_os());
    Err(format!("cannot start {}: {error}", program.display()))
}

/// Returns `lib/cleave` next to the directory of this program, wherever the package was unpacked.
fn directory() -> Result<PathBuf, String> {
    let own = this_program().map_err(|error| format!("cannot find this program: {error}"))?;
    let prefix = own.parent().and_then(|bin| bin.parent());
    let prefix = prefix.ok_or_else(|| format!("{} is not in a bin directory", own.display()))?;
    Ok(prefix.join("lib/cleave"))
}

/// Returns the path of this program, even if `/proc` is not mounted, as in a bare chroot.
fn this_program() -> io::Result<PathBuf> {
    env::current_exe().or_else(|error| as_started().map_err(|_| error))
}

/// Returns the path by which this program was started. Searches PATH for a name without a directory.
fn as_started() -> io::Result<PathBuf> {
    let name = PathBuf::from(env::args_os().next().unwrap_or_default());
    let is_path = name.components().count() > 1;
    let path = env::var_os("PATH").filter(|_| !is_path).unwrap_or_else(|| "".into());
    env::split_paths(&path)
        .find_map(|directory| fs::canonicalize(directory.join(&name)).ok())
        .ok_or_else(|| io::ErrorKind::NotFound.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_is_found_without_proc() {
        assert_eq!(as_started().unwrap(), env::current_exe().unwrap());
    }
}
