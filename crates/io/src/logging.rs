//! The log of a program: off unless the user requests it.
//!
//! Two settings request it. A file (`--log` in `cleave`) gets every line of the protocol, and all else at level
//! `debug`. The variable `RUST_LOG` sets levels by module, as `env_logger` reads it; without a file the log goes to
//! standard error. At `debug` a search logs its iterations, its team, deaths and memory. `RUST_LOG=cleave_smp=trace`
//! adds the actions of each worker of a team.

use std::env;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use env_logger::{Builder, Target};
use log::{Level, LevelFilter, Metadata};

use crate::files::Appender;
use crate::system::programs;

/// The first error in writing the log, if there was one.
#[derive(Clone, Default)]
pub struct LogStatus(Arc<Mutex<Option<io::Error>>>);

/// The file of a log.
struct LogFile {
    file: Appender,
    status: LogStatus,
}

/// Begins the log, if the user requests one: with a file, where `-` is standard error, or by `RUST_LOG`.
///
/// # Errors
/// The file cannot be opened.
pub fn start(program: &str, file: Option<&Path>) -> io::Result<Option<LogStatus>> {
    let levels = env::var("RUST_LOG").unwrap_or_default();
    if file.is_none() && levels.trim().is_empty() {
        return Ok(None);
    }
    let status = LogStatus::default();
    let target = match file {
        Some(file) if file != "-" => {
            let file = Appender::open(file)?;
            Target::Pipe(Box::new(LogFile { file, status: status.clone() }))
        }
        _ => Target::Stderr,
    };
    let mut builder = Builder::new();
    if file.is_some() {
        builder.filter_level(LevelFilter::Debug);
    }
    builder.parse_filters(&levels).filter_module(PRESENCE, LevelFilter::Error);
    builder.format_timestamp_millis().target(target).init();
    log::info!(target: "cleave", "{program} {}, process {}", env!("CARGO_PKG_VERSION"), programs::id());
    Ok(Some(status))
}

/// Begins the log of a program that names no file, if `RUST_LOG` requests one.
pub fn start_by_environment(program: &str) {
    // Without a file there is no error.
    let _ = start(program, None);
}

/// The target by which [`exists`] recognizes a log with any levels.
const PRESENCE: &str = module_path!();

/// Returns true if there is a log, even a paused one.
pub fn exists() -> bool {
    log::logger().enabled(&Metadata::builder().target(PRESENCE).level(Level::Error).build())
}

/// Returns true if the log is paused.
pub fn is_paused() -> bool {
    log::max_level() == LevelFilter::Off
}

/// Pauses the log that [`start`] has begun, or continues it at its levels.
pub fn set_paused(paused: bool) {
    // The logger itself knows the level of each module.
    log::set_max_level(if paused { LevelFilter::Off } else { LevelFilter::Trace });
}

impl LogStatus {
    /// Ends the log.
    ///
    /// # Errors
    /// A part of it could not be written.
    pub fn finish(&self) -> io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }
}

impl Write for LogFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes).map_err(|error| {
            let kind = error.kind();
            if kind != ErrorKind::Interrupted {
                let mut first = self.status.0.lock().unwrap_or_else(PoisonError::into_inner);
                first.get_or_insert(error);
            }
            kind.into()
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
