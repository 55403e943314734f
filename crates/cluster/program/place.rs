//! The place of a search process in the cluster. Its carrier passes it in the environment.
#![allow(unsafe_code)]

use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::process::Command;
use std::{env, fmt};

use cleave_cluster::{Rank, Ranks};

/// The environment variable. Its value is `DESCRIPTOR,RANK,RANKS`, or [`ALONE`].
const VARIABLE: &str = "CLEAVE_CLUSTER_PLACE";

/// The value of the variable in a cluster of one.
const ALONE: &str = "alone";

/// The place of a search process.
#[derive(Debug)]
pub(crate) enum Place {
    /// In a cluster of one, which equals `cleave`.
    Alone,
    /// On one of several ranks.
    Among {
        /// The socket to the carrier.
        socket: OwnedFd,
        /// The rank.
        rank: Rank,
        /// The number of ranks.
        ranks: Ranks,
    },
}

/// The environment names no place in a cluster.
#[derive(Debug, thiserror::Error)]
#[error("{VARIABLE} is '{0}', expected DESCRIPTOR,RANK,RANKS; only the program itself sets it")]
pub(crate) struct BadPlace(String);

impl Place {
    /// Returns the place of this process; `None` if it was not started by a carrier.
    pub(crate) fn given() -> Result<Option<Place>, BadPlace> {
        match env::var(VARIABLE) {
            Err(_) => Ok(None),
            Ok(text) if text == ALONE => Ok(Some(Place::Alone)),
            Ok(text) => match parse(&text) {
                Some((descriptor, rank, ranks)) if is_socket(descriptor) => {
                    // SAFETY: the carrier has left this descriptor open for this process to own.
                    // `main` reads the place once, before any other code could have taken the
                    // descriptor.
                    let socket = unsafe { OwnedFd::from_raw_fd(descriptor) };
                    Ok(Some(Place::Among { socket, rank, ranks }))
                }
                _ => Err(BadPlace(text)),
            },
        }
    }
}

fn parse(text: &str) -> Option<(RawFd, Rank, Ranks)> {
    let mut numbers = text.split(',');
    let descriptor = numbers.next()?.parse().ok()?;
    let rank = Rank::new(numbers.next()?.parse().ok()?);
    let ranks = Ranks::new(numbers.next()?.parse().ok()?)?;
    (numbers.next().is_none() && ranks.has(rank)).then_some((descriptor, rank, ranks))
}

fn is_socket(descriptor: RawFd) -> bool {
    std::fs::read_link(format!("/proc/self/fd/{descriptor}"))
        .is_ok_and(|target| target.to_string_lossy().starts_with("socket:"))
}

/// Makes the command start a search process at this place. `socket` must stay open until it has
/// started.
pub(crate) fn give(command: &mut Command, socket: &OwnedFd, rank: Rank, ranks: Ranks) {
    let place = Given { descriptor: socket.as_raw_fd(), rank, ranks };
    command.env(VARIABLE, place.to_string());
}

/// Makes the command start a search process without a cluster.
pub(crate) fn give_alone(command: &mut Command) {
    command.env(VARIABLE, ALONE);
}

struct Given {
    descriptor: RawFd,
    rank: Rank,
    ranks: Ranks,
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.descriptor, self.rank.number(), self.ranks.count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_survives_the_environment() {
        let (rank, ranks) = (Rank::new(2), Ranks::new(4).unwrap());
        let given = Given { descriptor: 9, rank, ranks }.to_string();
        assert_eq!(parse(&given), Some((9, rank, ranks)));
        for bad in ["", "9", "9,4,4", "9,0,0", "9,0,1,1", "x,0,1", "9,70000,1"] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }
}
