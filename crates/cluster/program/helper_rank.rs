//! A helping rank. It carries out the orders of the first rank, and searches the same root.

use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};

use cleave::arguments::Arguments;
use cleave::client::Client;
use cleave::conversation::protocol::Conversation;
use cleave::engine::Engine;
use cleave::options::shared;
use cleave::protocols::console::Console;
use cleave::session::Session;
use cleave_cluster::searching::{self, RankSearcher};
use cleave_cluster::{Member, Net, Rank};
use cleave_io::logging;
use cleave_io::{Input, Output};
use cleave_search::{Host, Limits, Outcome, Root, Searcher};
use nix::sys::prctl::set_pdeathsig;
use nix::sys::signal::Signal;

use crate::team::with_team;

/// Helps until the first rank or the carrier ends the program.
pub(crate) fn run(
    arguments: &Arguments,
    mut member: Member,
    mut net: impl Net,
) -> Result<(), Box<dyn Error>> {
    // This process may not be looking at its socket when the carrier dies.
    set_pdeathsig(Signal::SIGKILL)?;
    let file = arguments.log_file().map(|file| log_file(file, member.rank()));
    logging::start("cleave-cluster", file.as_deref())?;
    let mut helper = HelpingEngine(engine(arguments)?);
    searching::serve(&mut helper, &mut member, &mut net);
    Ok(())
}

/// Returns the name of a rank's log, next to the first rank's log. On one machine both logs would
/// have the same name otherwise.
fn log_file(file: &Path, rank: Rank) -> PathBuf {
    if file == Path::new("-") {
        return file.into();
    }
    let mut name = file.as_os_str().to_owned();
    name.push(format!(".{}", rank.number()));
    name.into()
}

/// Creates an engine without input and output, with the first rank's configuration.
fn engine(arguments: &Arguments) -> Result<Engine, Box<dyn Error>> {
    let configuration = arguments.configuration()?;
    // The other end is closed: the input has ended.
    let (nothing, _) = io::pipe()?;
    let (input, output) = (Input::from_pipe(nothing), Output::new(io::sink()));
    let client = Client::new(input, output, Console.wording(), false);
    let mut engine = Engine::new(Session::new(client), configuration.table_mib())?;
    configuration.apply(&mut engine)?;
    Ok(engine)
}

/// An engine that carries out the orders of the first rank.
struct HelpingEngine(Engine);

impl HelpingEngine {
    fn with_searcher<R>(&mut self, work: impl FnOnce(&mut Searcher) -> R) -> R {
        self.0.prepare_search(self.0.session.settings.policy.contempt);
        if let Some(warning) = self.0.take_processor_warning() {
            log::warn!("{warning}");
        }
        with_team(&mut self.0.searcher, work)
    }
}

impl RankSearcher for HelpingEngine {
    fn set(&mut self, name: &str, value: &str) {
        if let Err(error) = shared::adopt(&mut self.0, name, value) {
            log::warn!("{error}");
        }
    }

    fn new_game(&mut self) {
        self.with_searcher(Searcher::new_game);
    }

    fn search(&mut self, root: &Root, limits: &Limits, host: &mut dyn Host) -> Outcome {
        self.with_searcher(|searcher| searcher.search(root, limits, host))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rank_has_its_own_log() {
        assert_eq!(log_file(Path::new("/a/b.log"), Rank::new(2)), Path::new("/a/b.log.2"));
        assert_eq!(log_file(Path::new("-"), Rank::new(2)), Path::new("-"));
    }
}
