//! The process that searches: the engine on the first rank, its helper on all others.

use std::error::Error;
use std::process::ExitCode;

use clap::Parser;
use cleave::arguments::Arguments;
use cleave::program;
use cleave_cluster::{Identity, Member, Rank, Sharing};

use crate::engine_rank::EngineRank;
use crate::helper_rank;
use crate::launcher::Launcher;
use crate::place::Place;
use crate::socket_net::SocketNet;

/// Runs the search process at this place until the program ends.
pub(crate) fn run(place: Place) -> Result<ExitCode, Box<dyn Error>> {
    let (socket, rank, ranks) = match place {
        Place::Alone => {
            program::run(&Arguments::given(), None)?;
            return Ok(ExitCode::SUCCESS);
        }
        Place::Among { socket, rank, ranks } => (socket, rank, ranks),
    };
    let net = SocketNet::new(socket, rank, ranks);
    let member = Member::new(rank, ranks, Identity::of_this_program(), Sharing::default());
    if rank == Rank::FIRST {
        let launcher = Launcher::find();
        let result =
            program::run(&Arguments::given(), Some(Box::new(EngineRank::new(member, net))));
        launcher.iter().for_each(Launcher::end_job_without_carrier);
        result?;
    } else if let Ok(arguments) = Arguments::try_parse() {
        // Only the first rank reports errors in the arguments.
        helper_rank::run(&arguments, member, net)?;
    }
    Ok(ExitCode::SUCCESS)
}
