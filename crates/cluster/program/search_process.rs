//! The process that searches: the engine on the first rank, its helper on all others.

use std::error::Error;
use std::process::ExitCode;

use clap::Parser;
use cleave::program;
use cleave_cluster::{Identity, Member, Rank};

use crate::arguments::ClusterArguments;
use crate::engine_rank::EngineRank;
use crate::helper_rank;
use crate::launcher::Launcher;
use crate::place::Place;
use crate::socket_net::SocketNet;

/// Runs the search process at this place until the program ends.
pub(crate) fn run(place: Place) -> Result<ExitCode, Box<dyn Error>> {
    let (socket, rank, ranks) = match place {
        Place::Alone => {
            program::run(&ClusterArguments::parse().into_engine(), None)?;
            return Ok(ExitCode::SUCCESS);
        }
        Place::Among { socket, rank, ranks } => (socket, rank, ranks),
    };
    let net = SocketNet::new(socket, rank, ranks);
    let member = |arguments: &ClusterArguments| {
        Member::new(rank, ranks, Identity::of_this_program(), arguments.sharing())
    };
    if rank == Rank::FIRST {
        let launcher = Launcher::find();
        let arguments = ClusterArguments::parse();
        let member = member(&arguments);
        let engine_rank = Box::new(EngineRank::new(member, net));
        let result = program::run(&arguments.into_engine(), Some(engine_rank));
        launcher.iter().for_each(Launcher::end_job_without_carrier);
        result?;
    } else if let Ok(arguments) = ClusterArguments::try_parse() {
        // Only the first rank reports errors in the arguments.
        let member = member(&arguments);
        helper_rank::run(&arguments.into_engine(), member, net)?;
    }
    Ok(ExitCode::SUCCESS)
}
