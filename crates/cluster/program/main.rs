//! The program `cleave-cluster`: Cleave on several machines, over MPI.
//!
//! `mpirun -n 4 cleave-cluster` speaks like `cleave`, on the standard input and output of the first
//! rank. crates/cluster/README.md explains the setup.
//!
//! # Two processes for each rank
//! ```text
//!    mpirun                                             another rank
//!      │ starts                                              │
//!   carrier ◄──────────────────── MPI ─────────────────► carrier
//!      │ starts, and replaces if it dies                     │
//!      │ socket: frames                                      │
//!   search: rank 0 the engine, with the protocols         search: helps
//!      │ forks                                               │
//!   workers of the team                                   workers
//! ```
//!
//! The **carrier** ([`carrier`]) is the process that takes part in MPI. It only carries messages
//! from one side to the other. So a crash of the search does not end the rank: MPI does not notice
//! it. The carrier's only thread calls MPI. Only the start and the end of the program wait for
//! another rank.
//!
//! The **search process** ([`search_process`]) never calls MPI. MPI starts threads of its own, and a
//! process with threads cannot fork the workers of a team.

#![warn(clippy::print_stderr)]

mod arguments;
mod carrier;
mod engine_rank;
mod frame;
mod helper_rank;
mod launcher;
mod mail;
mod place;
mod search_process;
mod socket_net;
mod statistics;
mod team;

use std::fmt::Display;
use std::process::ExitCode;

use place::Place;

/// Prints this text on standard error, if that can be written.
fn complain(text: impl Display) {
    cleave_io::complain_as("cleave-cluster", text);
}

fn main() -> ExitCode {
    let result = match Place::given() {
        Ok(Some(place)) => search_process::run(place),
        Ok(None) => carrier::run(),
        Err(error) => Err(error.into()),
    };
    result.unwrap_or_else(|error| {
        complain(error);
        ExitCode::FAILURE
    })
}
