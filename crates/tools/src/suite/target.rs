//! Where the results of a test go.

use std::path::PathBuf;

use clap::Args;
use cleave_io::Output;
use indicatif::ProgressBar;

use super::problem::TestPosition;
use super::report::{HEAD, Report};
use crate::ToolError;
use crate::files::{self, OutputFile};

/// The options about files that are written.
#[derive(Args, Clone, Debug)]
pub(super) struct TargetOptions {
    /// Write the positions that were not solved to FILE, as EPD.
    #[arg(long, value_name = "FILE")]
    unsolved: Option<PathBuf>,

    /// Write the results to FILE as JSON; '-' is standard output, which then gets no table.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Overwrite files that exist.
    #[arg(long)]
    force: bool,
}

/// Where the results of a test go.
pub(super) struct Target<'a> {
    output: &'a mut Output,
    bar: &'a ProgressBar,
    unsolved: Option<OutputFile>,
    json: Json,
}

/// Where the results go as JSON.
enum Json {
    Nowhere,
    StandardOutput,
    File(OutputFile),
}

impl<'a> Target<'a> {
    /// Creates the files, and prints the head of the table.
    pub(super) fn open(
        options: &TargetOptions,
        output: &'a mut Output,
        bar: &'a ProgressBar,
    ) -> Result<Target<'a>, ToolError> {
        if let (Some(unsolved), Some(json)) = (&options.unsolved, &options.json) {
            files::refuse_shared(&[("--unsolved", unsolved), ("--json", json)])?;
        }
        let create = |file: &PathBuf| OutputFile::create(file, options.force);
        let unsolved = options.unsolved.as_ref().map(create).transpose()?;
        let json = match &options.json {
            None => Json::Nowhere,
            Some(file) if file.as_os_str() == "-" => Json::StandardOutput,
            Some(file) => Json::File(create(file)?),
        };
        let mut target = Target { output, bar, unsolved, json };
        target.print(HEAD);
        Ok(target)
    }

    /// Prints a line of the table.
    pub(super) fn print(&mut self, line: &str) {
        if !matches!(self.json, Json::StandardOutput) {
            self.bar.suspend(|| self.output.line(line));
        }
    }

    /// Writes a problem that was not solved.
    pub(super) fn write_unsolved(&mut self, problem: &TestPosition) -> Result<(), ToolError> {
        match &mut self.unsolved {
            Some(file) => file.write(&format!("{}\n", problem.epd())),
            None => Ok(()),
        }
    }

    /// Ends the table, and writes the JSON.
    pub(super) fn finish(mut self, report: &Report) -> Result<(), ToolError> {
        self.print(&report.total());
        self.unsolved.map_or(Ok(()), OutputFile::finish)?;
        match self.json {
            Json::Nowhere => Ok(()),
            Json::StandardOutput => {
                self.output.line(report.to_json());
                Ok(())
            }
            Json::File(mut file) => {
                file.write(&(report.to_json() + "\n"))?;
                file.finish()
            }
        }
    }

    /// False once nobody reads the output any more.
    pub(super) fn is_open(&self) -> bool {
        self.output.is_open()
    }
}
