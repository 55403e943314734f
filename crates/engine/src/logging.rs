//! The log: off unless asked for.

use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use cleave_io::files::Appender;
use env_logger::{Builder, Target};
use log::{Level, LevelFilter, Metadata};

/// The first error in writing the log, if there was one.
#[derive(Clone, Default)]
pub struct LogStatus(Arc<Mutex<Option<io::Error>>>);

/// The file of a log.
struct LogFile {
    file: Appender,
    status: LogStatus,
}

/// Logs every line of the protocol, and more, to this file, or to standard error if it is `-`.
///
/// # Errors
/// The file cannot be opened.
pub fn start(file: &Path) -> io::Result<LogStatus> {
    let status = LogStatus::default();
    let target = if file == "-" {
        Target::Stderr
    } else {
        let file = Appender::open(file)?;
        Target::Pipe(Box::new(LogFile { file, status: status.clone() }))
    };
    Builder::new().filter_level(LevelFilter::Debug).format_timestamp_millis().target(target).init();
    log::info!("cleave {}, process {}", env!("CARGO_PKG_VERSION"), std::process::id());
    Ok(status)
}

/// True if there is a log, be it paused.
pub fn exists() -> bool {
    log::logger().enabled(&Metadata::builder().level(Level::Debug).build())
}

/// True if the log is paused.
pub fn is_paused() -> bool {
    log::max_level() == LevelFilter::Off
}

/// Pauses the log that [`start`] has opened, or goes on with it.
pub fn set_paused(paused: bool) {
    log::set_max_level(if paused { LevelFilter::Off } else { LevelFilter::Debug });
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
