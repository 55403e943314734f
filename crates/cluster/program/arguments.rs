//! The arguments of a search process: those of the engine, and those of the cluster.

use clap::Parser;
use cleave::arguments::Arguments;
use cleave_cluster::{Receivers, Sharing};

/// Cleave on several machines. All ranks need the same arguments of the cluster.
#[derive(Parser, Debug)]
#[command(version)]
pub(crate) struct ClusterArguments {
    #[command(flatten)]
    engine: Arguments,

    /// Make one distributed table of the tables of all ranks: each entry goes to the home of its position only, and
    /// ranks ask the home for entries that they lack.
    #[arg(long)]
    home_table: bool,
}

impl ClusterArguments {
    /// Returns the engine's arguments.
    pub(crate) fn into_engine(self) -> Arguments {
        self.engine.with_command_of_crafty()
    }

    /// Returns what the ranks share.
    pub(crate) fn sharing(&self) -> Sharing {
        let receivers = if self.home_table { Receivers::HOME } else { Receivers::All };
        Sharing { receivers, ..Sharing::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_distributed_on_request_and_the_engine_gets_its_own_arguments() {
        let parse = |words: &[&str]| {
            ClusterArguments::try_parse_from([&["cleave-cluster"], words].concat()).unwrap()
        };
        assert_eq!(parse(&["--cores", "2"]).sharing(), Sharing::default());
        let given = parse(&["--home-table", "--cores", "2"]);
        assert_eq!(given.sharing().receivers, Receivers::HOME);
        assert_eq!(given.into_engine().cores, Some(2));
    }
}
