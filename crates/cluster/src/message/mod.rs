//! Encodes the messages between ranks as bytes:
//!
//! ```text
//!   0        version of the protocol
//!   1        kind of message
//!   2 ..     its content, little-endian
//!   last 8   FNV-1a over all bytes before, 64 bits
//! ```
//!
//! A network may deliver any bytes. [`Message::decode`] refuses bytes without the right version,
//! length and checksum, and values out of range. It never panics. The [`Member`](crate::Member)
//! checks conditions that the bytes alone do not show, such as the legality of a line.

mod chess;
mod wire;

use cleave_search::Root;
use cleave_search::cluster::{Aim, Ask, Finding, KeyedEntry};

use crate::identity::Identity;
use crate::rank::Rank;
use wire::Wire;

/// The version of the protocol. Ranks of different versions do not understand each other.
pub const VERSION: u8 = 3;

/// The number of a search. Later searches have larger numbers. It contains the game as well, so
/// that a rank that has missed the beginning of a game learns of it from the first message about a
/// search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Serial {
    /// The number of games before this one.
    pub game: u32,
    /// The number of the search in its game, from 1, or 0 before the first.
    pub search: u32,
}

impl Serial {
    /// Returns the next search of the same game.
    ///
    /// The numbers that a rank counts itself never come near their end. A rank that takes one from a hostile
    /// message stays there: it ignores later searches, and the other ranks continue.
    pub fn next(self) -> Serial {
        Serial { search: self.search.saturating_add(1), ..self }
    }

    /// Returns the beginning of the next game, before its first search.
    pub fn next_game(self) -> Serial {
        Serial { game: self.game.saturating_add(1), search: 0 }
    }
}

/// A message.
#[derive(Clone, Debug)]
pub enum Message {
    /// To all, at the start: the program of a rank.
    Hello {
        /// The rank.
        rank: Rank,
        /// The program.
        identity: Identity,
    },
    /// Down the tree: a task to search.
    Start(Box<Task>),
    /// To all: a rank's result for the root.
    Report(Report),
    /// To all: table entries.
    Entries(Vec<KeyedEntry>),
    /// Down: this search and all earlier ones are over. A new game begins as a search 0 that is
    /// over.
    Stop(Serial),
    /// Down: an option of the program has a new value.
    Setting {
        /// The name of the option.
        name: String,
        /// The value, in the user's notation.
        value: String,
    },
    /// Up: a sign of life of a rank.
    Alive {
        /// The rank.
        rank: Rank,
        /// The search in which the rank is.
        serial: Serial,
        /// The nodes that it has searched there.
        nodes: u64,
    },
    /// To the home of these positions: questions for table entries.
    Asks(Vec<Ask>),
}

/// A task to search. A rank that has missed all earlier tasks of a search needs only this one.
#[derive(Clone, Debug)]
pub struct Task {
    /// The search.
    pub serial: Serial,
    /// The position, with the keys of the positions before it.
    pub root: Root,
    /// The depth and window of the first rank.
    pub aim: Aim,
    /// The last exact result that the first rank knows.
    pub last: Option<Finding>,
}

/// A result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The search.
    pub serial: Serial,
    /// The rank that has found it.
    pub rank: Rank,
    /// Nodes that this rank has searched so far.
    pub nodes: u64,
    /// The finding.
    pub finding: Finding,
}

/// The reason why bytes are no message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Malformed {
    /// The version of the protocol is another one.
    #[error("version {0} of the protocol; expected {VERSION}")]
    Version(u8),
    /// The checksum does not match the bytes.
    #[error("the checksum is wrong")]
    Checksum,
    /// There are fewer bytes than the content needs.
    #[error("the message is too short")]
    TooShort,
    /// There are more bytes than the content needs.
    #[error("the message is {0} bytes too long")]
    TooLong(usize),
    /// A part of the message has an impossible value.
    #[error("{0} is out of range")]
    OutOfRange(&'static str),
}

impl Message {
    /// Returns the message as bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = vec![VERSION];
        self.write(&mut out);
        checksum(&out).write(&mut out);
        out
    }

    /// Decodes a message.
    ///
    /// # Errors
    /// The bytes are no message of this version.
    pub fn decode(bytes: &[u8]) -> Result<Message, Malformed> {
        let (body, sum) = bytes.split_last_chunk().ok_or(Malformed::TooShort)?;
        let (&version, mut content) = body.split_first().ok_or(Malformed::TooShort)?;
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(Malformed::Checksum);
        }
        if version != VERSION {
            return Err(Malformed::Version(version));
        }
        let message = Message::read(&mut content)?;
        if content.is_empty() { Ok(message) } else { Err(Malformed::TooLong(content.len())) }
    }
}

/// Returns the 64-bit FNV-1a hash.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

impl Wire for Message {
    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Message::Hello { rank, identity } => {
                0u8.write(out);
                rank.write(out);
                identity.write(out);
            }
            Message::Start(task) => {
                1u8.write(out);
                task.write(out);
            }
            Message::Report(report) => {
                2u8.write(out);
                report.write(out);
            }
            Message::Entries(entries) => {
                3u8.write(out);
                entries.write(out);
            }
            Message::Stop(serial) => {
                4u8.write(out);
                serial.write(out);
            }
            Message::Setting { name, value } => {
                5u8.write(out);
                name.write(out);
                value.write(out);
            }
            Message::Alive { rank, serial, nodes } => {
                6u8.write(out);
                rank.write(out);
                serial.write(out);
                nodes.write(out);
            }
            Message::Asks(asks) => {
                7u8.write(out);
                asks.write(out);
            }
        }
    }

    fn read(input: &mut &[u8]) -> Result<Message, Malformed> {
        Ok(match u8::read(input)? {
            0 => Message::Hello { rank: Wire::read(input)?, identity: Wire::read(input)? },
            1 => Message::Start(Box::new(Wire::read(input)?)),
            2 => Message::Report(Wire::read(input)?),
            3 => Message::Entries(Wire::read(input)?),
            4 => Message::Stop(Wire::read(input)?),
            5 => Message::Setting { name: Wire::read(input)?, value: Wire::read(input)? },
            6 => Message::Alive {
                rank: Wire::read(input)?,
                serial: Wire::read(input)?,
                nodes: Wire::read(input)?,
            },
            7 => Message::Asks(Wire::read(input)?),
            _ => return Err(Malformed::OutOfRange("the kind of message")),
        })
    }
}

impl Wire for Rank {
    fn write(&self, out: &mut Vec<u8>) {
        self.number().write(out);
    }

    fn read(input: &mut &[u8]) -> Result<Rank, Malformed> {
        u16::read(input).map(Rank::new)
    }
}

impl Wire for Serial {
    fn write(&self, out: &mut Vec<u8>) {
        self.game.write(out);
        self.search.write(out);
    }

    fn read(input: &mut &[u8]) -> Result<Serial, Malformed> {
        Ok(Serial { game: Wire::read(input)?, search: Wire::read(input)? })
    }
}

impl Wire for Identity {
    fn write(&self, out: &mut Vec<u8>) {
        self.program.write(out);
        self.entry_format.write(out);
        self.evaluation.write(out);
    }

    fn read(input: &mut &[u8]) -> Result<Identity, Malformed> {
        Ok(Identity {
            program: Wire::read(input)?,
            entry_format: Wire::read(input)?,
            evaluation: Wire::read(input)?,
        })
    }
}

impl Wire for Task {
    fn write(&self, out: &mut Vec<u8>) {
        self.serial.write(out);
        self.root.write(out);
        self.aim.write(out);
        self.last.write(out);
    }

    fn read(input: &mut &[u8]) -> Result<Task, Malformed> {
        Ok(Task {
            serial: Wire::read(input)?,
            root: Wire::read(input)?,
            aim: Wire::read(input)?,
            last: Wire::read(input)?,
        })
    }
}

impl Wire for Report {
    fn write(&self, out: &mut Vec<u8>) {
        self.serial.write(out);
        self.rank.write(out);
        self.nodes.write(out);
        self.finding.write(out);
    }

    fn read(input: &mut &[u8]) -> Result<Report, Malformed> {
        Ok(Report {
            serial: Wire::read(input)?,
            rank: Wire::read(input)?,
            nodes: Wire::read(input)?,
            finding: Wire::read(input)?,
        })
    }
}

#[cfg(test)]
mod tests;
