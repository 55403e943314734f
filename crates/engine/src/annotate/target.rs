//! Where annotated games go: each is written as soon as it is done.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use cleave_pgn::Game;

use super::evaluation::Evaluation;
use super::html;
use crate::batch::{BatchError, files};
use crate::output::Output;

/// Where annotated games go.
pub(super) struct Target<'a> {
    pgn: Pgn<'a>,
    html: Option<(File, PathBuf)>,
}

/// Where the PGN goes.
enum Pgn<'a> {
    Nowhere,
    StandardOutput(&'a mut Output),
    File(File, PathBuf),
}

impl<'a> Target<'a> {
    /// Creates the files.
    pub(super) fn open(
        pgn: Option<&Path>,
        html: Option<&Path>,
        overwrite: bool,
        output: &'a mut Output,
    ) -> Result<Target<'a>, BatchError> {
        let create = |file: &Path| Ok((files::create(file, overwrite)?, file.to_path_buf()));
        let pgn = match (pgn, html) {
            (Some(file), _) => {
                let (opened, name) = create(file)?;
                Pgn::File(opened, name)
            }
            (None, Some(_)) => Pgn::Nowhere,
            (None, None) => Pgn::StandardOutput(output),
        };
        let html = html.map(create).transpose()?;
        let mut target = Target { pgn, html };
        target.write_html(&html::page::head())?;
        Ok(target)
    }

    /// Writes a game.
    pub(super) fn write(&mut self, game: &Game, evaluation: &Evaluation) -> Result<(), BatchError> {
        match &mut self.pgn {
            Pgn::Nowhere => {}
            Pgn::StandardOutput(output) => output.line(game),
            Pgn::File(file, name) => {
                let text = format!("{game}\n");
                file.write_all(text.as_bytes()).map_err(BatchError::unwritable(name))?;
            }
        }
        if self.html.is_some() {
            self.write_html(&html::page::section(game, evaluation))?;
        }
        Ok(())
    }

    /// False once nobody reads the output any more.
    pub(super) fn is_open(&self) -> bool {
        match &self.pgn {
            Pgn::StandardOutput(output) => output.is_open(),
            Pgn::Nowhere | Pgn::File(..) => true,
        }
    }

    fn write_html(&mut self, text: &str) -> Result<(), BatchError> {
        let Some((file, name)) = &mut self.html else { return Ok(()) };
        file.write_all(text.as_bytes()).map_err(BatchError::unwritable(name))
    }
}
