//! Programs that the commands start: cargo, the compiler, valgrind, tar, the engine itself.

use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Output};

/// A program did not do its work.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ToolError {
    /// It cannot be started.
    #[error("{0}: {1}")]
    NotStarted(String, io::Error),
    /// It has failed, and said this.
    #[error("{0}: {1}\n{2}")]
    Failed(String, ExitStatus, String),
}

/// What a program prints.
///
/// # Errors
/// It cannot be started, or fails.
pub(crate) fn output(command: &mut Command) -> Result<Output, ToolError> {
    let name = Path::new(command.get_program()).file_name().unwrap_or_default();
    let name = name.display().to_string();
    match command.output() {
        Err(error) => Err(ToolError::NotStarted(name, error)),
        Ok(output) if output.status.success() => Ok(output),
        Ok(Output { status, stderr, .. }) => {
            Err(ToolError::Failed(name, status, String::from_utf8_lossy(&stderr).into()))
        }
    }
}

/// What a program prints to standard output.
///
/// # Errors
/// It cannot be started, or fails.
pub(crate) fn printed(command: &mut Command) -> Result<String, ToolError> {
    Ok(String::from_utf8_lossy(&output(command)?.stdout).into())
}

/// The cargo that this command was started by.
pub(crate) fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// The compiler that cargo uses.
pub(crate) fn rustc() -> Command {
    Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

/// Whether the compiler has the standard library for a target.
///
/// # Errors
/// It is missing; the error says how to install it.
pub(crate) fn find_target(target: &str) -> Result<(), Box<dyn Error>> {
    let place = ["--print=target-libdir", "--target", target];
    let libraries = printed(rustc().args(place))?;
    if Path::new(libraries.trim()).is_dir() {
        return Ok(());
    }
    let missing = format!("{} is missing", libraries.trim());
    Err(format!("{missing}; 'rustup target add {target}' installs it").into())
}

/// The folder of this repository.
///
/// # Errors
/// It is not where it was when this program was built.
pub(crate) fn repository() -> io::Result<PathBuf> {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()
}

/// A build of the program that has the name of its package.
pub(crate) fn build(repository: &Path, package: &str) -> escargot::CargoBuild {
    program(repository, package, package)
}

/// A build of this program of a package in this repository.
pub(crate) fn program(repository: &Path, package: &str, name: &str) -> escargot::CargoBuild {
    escargot::CargoBuild::new()
        .manifest_path(repository.join("Cargo.toml"))
        .package(package)
        .bin(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_a_program_are_passed_on() {
        let error = output(Command::new("rustc").arg("--no-such-option")).unwrap_err().to_string();
        assert!(error.starts_with("rustc: exit status: 1\n"), "{error}");
        assert!(error.contains("no-such-option"), "{error}");
        let error = output(&mut Command::new("/no such/tool")).unwrap_err().to_string();
        assert!(error.starts_with("tool: No such file"), "{error}");
    }
}
