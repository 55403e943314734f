//! The place of a search process in the cluster, which its carrier gives it in the environment.
#![allow(unsafe_code)]

use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::process::Command;
use std::{env, fmt};

use cleave_cluster::{Rank, Ranks};

/// The variable: `DESCRIPTOR,RANK,RANKS`, or [`ALONE`].
const VARIABLE: &str = "CLEAVE_CLUSTER_PLACE";

/// Its value in a cluster of one.
const ALONE: &str = "alone";

/// Where a search process is.
#[derive(Debug)]
pub(crate) enum Place {
    /// In a cluster of one: it is the same as `cleave`.
    Alone,
    /// One of several.
    Among {
        /// The socket to the carrier.
        socket: OwnedFd,
        /// Which one.
        rank: Rank,
        /// How many there are.
        ranks: Ranks,
    },
}

/// The environment names no place in a cluster.
#[derive(Debug, thiserror::Error)]
#[error("{VARIABLE} is '{0}', expected DESCRIPTOR,RANK,RANKS; only the program itself sets it")]
pub(crate) struct BadPlace(String);

impl Place {
    /// The place of this process; `None` if it was not started by a carrier.
    pub(crate) fn given() -> Result<Option<Place>, BadPlace> {
        match env::var(VARIABLE) {
            Err(_) => Ok(None),
            Ok(text) if text == ALONE => Ok(Some(Place::Alone)),
            Ok(text) => match parse(&text) {
                Some((descriptor, rank, ranks)) if is_socket(descriptor) => {
                    // SAFETY: the carrier has left this descriptor open for this process to own, and
                    // `main` asks for the place once, before anything else could have taken it.
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

/// Has the command start a search process at this place. `socket` must stay open until it has.
pub(crate) fn give(command: &mut Command, socket: &OwnedFd, rank: Rank, ranks: Ranks) {
    let place = Given { descriptor: socket.as_raw_fd(), rank, ranks };
    command.env(VARIABLE, place.to_string());
}

/// Has the command start a search process that is alone.
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
    fn a_place_is_read_as_it_is_given() {
        let (rank, ranks) = (Rank::new(2), Ranks::new(4).unwrap());
        let given = Given { descriptor: 9, rank, ranks }.to_string();
        assert_eq!(parse(&given), Some((9, rank, ranks)));
        for bad in ["", "9", "9,4,4", "9,0,0", "9,0,1,1", "x,0,1", "9,70000,1"] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }
}
