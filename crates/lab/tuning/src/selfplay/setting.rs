//! The player, and thereby the common settings of all games in a sub-folder.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use clap::value_parser;
use cleave_eval::Evaluator;
use cleave_kit::games::player::{Player, SMALL_HASH, Thinking, read_weights};
use cleave_nnue::Network;
use cleave_search::Evaluation;
use cleave_tablebase::{Syzygy, Tablebase};

use crate::checksum;
use crate::network;
use cleave_kit::{Error, Result};

/// The options that determine the games.
#[derive(clap::Args)]
pub(super) struct Options {
    /// Nodes to search for each move on average. Each game has its own number, from half to one and a half times this.
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seed of the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Network to play with; by default the built-in one.
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// Play with the evaluation written by hand.
    #[arg(long, conflicts_with = "network")]
    by_hand: bool,
    /// Play with the evaluation written by hand and these weights.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["network", "by_hand"])]
    weights: Option<PathBuf>,
    /// Folders of Syzygy tables, separated as in PATH, which then decide the results of endings.
    #[arg(long, value_name = "FOLDERS")]
    syzygy: Option<PathBuf>,
}

/// What plays.
pub(super) struct Setting {
    pub(super) nodes: u64,
    pub(super) seed: u64,
    pub(super) tables: Option<Arc<dyn Tablebase>>,
    evaluation: Evaluation,
    /// How the head of a file names the evaluation.
    evaluated_by: String,
}

impl Options {
    /// Reads the files of the player.
    ///
    /// # Errors
    /// A file cannot be read, or there are no tables.
    pub(super) fn read(&self) -> Result<Setting> {
        let (evaluation, evaluated_by) = self.evaluation()?;
        let tables = self.tables()?;
        Ok(Setting { nodes: self.nodes, seed: self.seed, tables, evaluation, evaluated_by })
    }

    fn evaluation(&self) -> Result<(Evaluation, String)> {
        if let Some(path) = &self.weights {
            let evaluator = Evaluator::with_weights(read_weights(path)?);
            let name = format!("weights {:08x}", checksum::of_file(path)?);
            return Ok((Evaluation::HandWritten(evaluator), name));
        }
        if self.by_hand {
            return Ok((Evaluation::default(), "weights built-in".into()));
        }
        let network = match &self.network {
            Some(path) => network::read(path)?,
            None => Network::built_in(),
        };
        let name = format!("network {:08x}", checksum::of_network(&network));
        Ok((Evaluation::by_network(network), name))
    }

    fn tables(&self) -> Result<Option<Arc<dyn Tablebase>>> {
        let Some(path) = &self.syzygy else { return Ok(None) };
        let (tables, problems) = Syzygy::open(path);
        match problems.first() {
            Some(problem) => Err(Error::Refused(problem.to_string())),
            None => Ok(Some(Arc::new(tables))),
        }
    }
}

impl Setting {
    /// Returns a player of both sides.
    ///
    /// # Errors
    /// There is no memory for its table.
    pub(super) fn player(&self) -> Result<Player> {
        let thinking = Thinking::Nodes(self.nodes);
        Player::evaluating(self.evaluation.clone(), thinking, SMALL_HASH)
    }

    /// Returns the name of the sub-folder.
    pub(super) fn folder_name(&self) -> String {
        self.to_string().trim_end().replace(' ', "-").replace('\n', "_")
    }
}

/// The text in the head of each file.
impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Setting { nodes, seed, tables, evaluated_by, .. } = self;
        write!(f, "nodes {nodes}\nseed {seed}\n{evaluated_by}\n")?;
        match tables {
            Some(tables) => writeln!(f, "tables {}", tables.max_pieces()),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use cleave_kit::options::words::parse;

    use super::*;

    const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../data/syzygy");

    fn setting(more: &[&str]) -> Result<Setting> {
        parse::<Options>(["selfplay"].iter().chain(more)).unwrap().read()
    }

    #[test]
    fn each_setting_has_its_own_folder_that_names_the_player() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            path.to_str().unwrap().to_owned()
        };
        let network = Network::new(cleave_nnue::Parameters::zero()).unwrap();
        let network = file("some.net", &network.to_bytes());
        let built_in = file("built-in.net", &Network::built_in().to_bytes());
        let weights = file("weights.txt", cleave_eval::Weights::default().to_text().as_bytes());
        let name = |more: &[&str]| setting(more).unwrap().folder_name();
        let options: [&[&str]; 7] = [
            &[],
            &["--nodes=501"],
            &["--seed=2"],
            &["--by-hand"],
            &["--network", &network],
            &["--weights", &weights],
            &["--syzygy", TABLES],
        ];
        assert_eq!(options.map(name).into_iter().collect::<HashSet<_>>().len(), options.len());
        assert_eq!(name(&["--by-hand"]), "nodes-500_seed-1_weights-built-in");
        assert_eq!(name(&["--syzygy", TABLES]), name(&[]) + "_tables-4");
        assert_eq!(name(&["--network", &built_in]), name(&[]), "the same by another way");
    }

    #[test]
    fn a_missing_folder_of_tables_is_named() {
        let error = setting(&["--syzygy", "/no/such"]).err().unwrap().to_string();
        assert!(error.contains("/no/such"), "{error}");
    }
}
