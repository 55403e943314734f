//! Logs: off until asked for.

use std::fs::File;
use std::io;
use std::path::Path;

use env_logger::{Builder, Target};
use log::LevelFilter;

/// Logs to this file, or to standard error if it is `-`: every line of the protocol, and more.
///
/// # Errors
/// The file cannot be made.
pub fn start(file: &Path) -> io::Result<()> {
    let target = if file == "-" {
        Target::Stderr
    } else {
        Target::Pipe(Box::new(File::options().create(true).append(true).open(file)?))
    };
    Builder::new().filter_level(LevelFilter::Debug).format_timestamp_millis().target(target).init();
    log::info!("cleave {}, process {}", env!("CARGO_PKG_VERSION"), std::process::id());
    Ok(())
}
