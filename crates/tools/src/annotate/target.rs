//! Where annotated games go: each is written as soon as it is done.

use std::path::{Path, PathBuf};

use clap::Args;
use cleave_io::Output;
use cleave_pgn::Game;

use super::evaluation::Evaluation;
use super::html;
use crate::ToolError;
use crate::files::{self, OutputFile};

/// The options about files that are written.
#[derive(Args, Clone, Debug)]
pub(super) struct TargetOptions {
    /// Write the annotated games to FILE, each as soon as it is done, instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write a page of HTML to FILE, with a board to step through each game, a chart of its values and
    /// diagrams; no PGN then unless --output is given.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Overwrite files that exist.
    #[arg(long)]
    force: bool,
}

/// Where annotated games go.
pub(super) struct Target<'a> {
    pgn: Pgn<'a>,
    html: Option<Page>,
    /// The number of games written.
    games: usize,
}

/// A page, and what stands before the next game in it.
struct Page {
    file: OutputFile,
    head: String,
}

/// Where the PGN goes.
enum Pgn<'a> {
    Nowhere,
    StandardOutput(&'a mut Output),
    File(OutputFile),
}

impl<'a> Target<'a> {
    /// Creates the files; none of them may be that of the games.
    pub(super) fn open(
        options: &TargetOptions,
        games: &Path,
        output: &'a mut Output,
    ) -> Result<Target<'a>, ToolError> {
        let named = [("--output", &options.output), ("--html", &options.html)];
        let named = named.iter().filter_map(|&(role, file)| Some((role, file.as_deref()?)));
        let all: Vec<_> = [("GAMES.pgn", games)].into_iter().chain(named).collect();
        files::refuse_shared(&all)?;
        let create = |file: &Path| OutputFile::create(file, options.force);
        let pgn = match (&options.output, &options.html) {
            (Some(file), _) => Pgn::File(create(file)?),
            (None, Some(_)) => Pgn::Nowhere,
            (None, None) => Pgn::StandardOutput(output),
        };
        let file = options.html.as_deref().map(create).transpose()?;
        let html = file.map(|file| Page { file, head: html::page::head() });
        Ok(Target { pgn, html, games: 0 })
    }

    /// Writes a game.
    pub(super) fn write(&mut self, game: &Game, evaluation: &Evaluation) -> Result<(), ToolError> {
        self.games += 1;
        match &mut self.pgn {
            Pgn::Nowhere => {}
            Pgn::StandardOutput(output) => output.line(game),
            Pgn::File(file) => file.write(&format!("{game}\n"))?,
        }
        match &mut self.html {
            Some(Page { file, head }) => {
                let head = std::mem::take(head);
                file.write(&(head + &html::page::section(self.games, game, evaluation)))
            }
            None => Ok(()),
        }
    }

    /// Ends the files.
    pub(super) fn finish(self) -> Result<(), ToolError> {
        if let Some(Page { mut file, head }) = self.html {
            file.write(&head)?;
            file.finish()?;
        }
        match self.pgn {
            Pgn::File(file) => file.finish(),
            Pgn::Nowhere | Pgn::StandardOutput(_) => Ok(()),
        }
    }

    /// False once nobody reads the output any more.
    pub(super) fn is_open(&self) -> bool {
        match &self.pgn {
            Pgn::StandardOutput(output) => output.is_open(),
            Pgn::Nowhere | Pgn::File(_) => true,
        }
    }
}
