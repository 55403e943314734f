//! The program `cleave-cluster`: Cleave on several machines, over MPI.
//!
//! `mpirun -n 4 cleave-cluster` is spoken to on the standard input and output of the first rank, as
//! `cleave` is. docs/cluster.md says how to set it up.
//!
//! # Two processes a rank
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
//! The **carrier** ([`carrier`]) is the process that MPI knows. It takes messages from one side to the
//! other and does nothing else, so that a crash of the search is not the end of the rank: MPI does not
//! hear of it. Its only thread alone calls MPI, and nothing but the start and the end of the program
//! waits for another rank.
//!
//! The **search process** ([`search_process`]) never calls MPI. MPI starts threads of its own, and a
//! process with threads cannot fork the workers of a team.

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

use std::process::ExitCode;

use place::Place;

fn main() -> ExitCode {
    let result = match Place::given() {
        Ok(Some(place)) => search_process::run(place),
        Ok(None) => carrier::run(),
        Err(error) => Err(error.into()),
    };
    result.unwrap_or_else(|error| {
        eprintln!("cleave-cluster: {error}");
        ExitCode::FAILURE
    })
}
