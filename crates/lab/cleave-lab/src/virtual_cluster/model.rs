//! Networks that are simulated.

use std::fmt;
use std::str::FromStr;

use cleave_virtual_time::virtual_time::Ticks;
use serde::{Deserialize, Serialize};

/// How fast a network is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Network {
    /// From the end of sending to the arrival.
    pub latency: Ticks,
    /// Bytes that a rank sends a second, at least 1; `u64::MAX` for no limit.
    pub bandwidth: u64,
}

/// Networks with a name, in bytes a second: latency and bandwidth as MPI programs see them.
const NAMED: [(&str, Network); 5] = [
    ("sockets", Network { latency: Ticks(200), bandwidth: u64::MAX }),
    ("1gbe", Network { latency: Ticks(50_000), bandwidth: 110_000_000 }),
    ("10gbe", Network { latency: Ticks(20_000), bandwidth: 1_100_000_000 }),
    ("infiniband", Network { latency: Ticks(2_000), bandwidth: 10_000_000_000 }),
    ("ideal", Network { latency: Ticks::ZERO, bandwidth: u64::MAX }),
];

/// Bytes of each message in addition to its content: the headers of TCP, IP and Ethernet, and MPI's.
const HEADERS: u64 = 100;

impl Network {
    /// Gigabit Ethernet.
    pub const GIGABIT: Network = NAMED[1].1;

    /// The memory of one machine, some of it beyond another socket.
    pub const SOCKETS: Network = NAMED[0].1;

    /// How long a rank is busy with sending a message of this many bytes.
    pub(super) fn time_to_send(&self, bytes: usize) -> Ticks {
        let bytes = u128::from(bytes as u64 + HEADERS);
        Ticks((bytes * 1_000_000_000 / u128::from(self.bandwidth)) as u64)
    }
}

/// A text that names no network.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "'{0}' is no network; expected sockets, 1gbe, 10gbe, infiniband, ideal, or LATENCY,BANDWIDTH in \
     microseconds and megabytes a second, such as 50,110"
)]
pub struct UnknownNetwork(String);

impl FromStr for Network {
    type Err = UnknownNetwork;

    fn from_str(text: &str) -> Result<Network, UnknownNetwork> {
        if let Some((_, network)) = NAMED.iter().find(|(name, _)| *name == text) {
            return Ok(*network);
        }
        let unknown = || UnknownNetwork(text.into());
        let (latency, bandwidth) = text.split_once(',').ok_or_else(unknown)?;
        let number = |text: &str| text.trim().parse::<u64>().ok().filter(|&n| n <= 10_000_000);
        let latency = number(latency).ok_or_else(unknown)?;
        let bandwidth = number(bandwidth).filter(|&n| n > 0).ok_or_else(unknown)?;
        Ok(Network { latency: Ticks(latency * 1000), bandwidth: bandwidth * 1_000_000 })
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match NAMED.iter().find(|(_, network)| network == self) {
            Some((name, _)) => f.write_str(name),
            None => write!(f, "{},{}", self.latency.0 / 1000, self.bandwidth / 1_000_000),
        }
    }
}

impl TryFrom<String> for Network {
    type Error = UnknownNetwork;

    fn try_from(text: String) -> Result<Network, UnknownNetwork> {
        text.parse()
    }
}

impl From<Network> for String {
    fn from(network: Network) -> String {
        network.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_has_a_name_or_two_numbers() {
        let parse = |text: &str| text.parse::<Network>();
        assert_eq!(parse("50,110"), parse("1gbe"));
        let own = Network { latency: Ticks(7_000), bandwidth: 3_000_000 };
        assert_eq!(parse("7,3"), Ok(own));
        assert_eq!(own.to_string(), "7,3");
        assert_eq!(parse("50,110").unwrap().to_string(), "1gbe");
        for wrong in ["", "1", "1gb", "5,0", "-5,1", "a,b", "1,99999999999999999999"] {
            let error = parse(wrong).unwrap_err().to_string();
            assert!(error.contains("expected sockets"), "{error}");
        }
    }

    #[test]
    fn a_megabyte_takes_nine_milliseconds_over_a_gigabit() {
        let network: Network = "1gbe".parse().unwrap();
        assert_eq!(network.time_to_send(1_000_000 - 100).0, 9_090_909);
        assert_eq!("ideal".parse::<Network>().unwrap().time_to_send(1_000_000), Ticks::ZERO);
    }
}
