//! A rank other than the first: it does what the first wants, and searches what the first searches.

use std::error::Error;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use cleave::arguments::Arguments;
use cleave::engine::Engine;
use cleave::input::Input;
use cleave::logging;
use cleave::options::shared;
use cleave::output::Output;
use cleave::protocol::Protocol;
use cleave::protocols::console::Console;
use cleave::session::Session;
use cleave_cluster::{Member, Net, Order, Rank, searching};
use nix::sys::prctl::set_pdeathsig;
use nix::sys::signal::Signal;

use crate::team::with_team;

/// Helps until the first rank or the carrier ends the program.
pub(crate) fn run(
    arguments: &Arguments,
    mut member: Member,
    mut net: impl Net,
) -> Result<(), Box<dyn Error>> {
    // In case this process does not look at its socket any more when the carrier dies.
    set_pdeathsig(Signal::SIGKILL)?;
    if let Some(file) = arguments.log.as_deref().filter(|file| !file.as_os_str().is_empty()) {
        logging::start(&log_file(file, member.rank()))?;
    }
    let mut engine = engine(arguments)?;
    serve(&mut engine, &mut member, &mut net);
    Ok(())
}

/// The log of a rank lies beside that of the first: on one machine both have the same name otherwise.
fn log_file(file: &Path, rank: Rank) -> PathBuf {
    if file == Path::new("-") {
        return file.into();
    }
    let mut name = file.as_os_str().to_owned();
    name.push(format!(".{}", rank.number()));
    name.into()
}

/// An engine that nobody speaks to, configured as the first rank's.
fn engine(arguments: &Arguments) -> Result<Engine, Box<dyn Error>> {
    let configuration = arguments.configuration()?;
    let (input, output) =
        (Input::from_fd(File::open("/dev/null")?.into()), Output::new(io::sink()));
    let session = Session::new(input, output, Console.wording(), false);
    let mut engine = Engine::new(session, configuration.table_mib())?;
    configuration.apply(&mut engine)?;
    Ok(engine)
}

/// Executes orders until the program ends.
fn serve(engine: &mut Engine, member: &mut Member, net: &mut dyn Net) {
    loop {
        let now = net.now(None);
        member.poll(now, net);
        match member.take_order() {
            None => net.wait(),
            Some(Order::Quit) => {
                // The word is passed on before this rank leaves.
                member.poll(now, net);
                return;
            }
            Some(Order::Stop) => {}
            Some(Order::NewGame) => engine.searcher.new_game(),
            Some(Order::Set { name, value }) => {
                if let Err(error) = shared::adopt(engine, &name, &value) {
                    log::warn!("{error}");
                }
            }
            Some(Order::Search(root)) => {
                engine.prepare_search(engine.session.settings.contempt);
                with_team(&mut engine.searcher, |searcher| {
                    searching::help(searcher, &root, member, net);
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rank_has_a_log_of_its_own() {
        assert_eq!(log_file(Path::new("/a/b.log"), Rank::new(2)), Path::new("/a/b.log.2"));
        assert_eq!(log_file(Path::new("-"), Rank::new(2)), Path::new("-"));
    }
}
