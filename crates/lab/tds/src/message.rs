//! Encodes the messages between ranks as bytes. Messages for one rank travel together, in a packet:
//!
//! ```text
//!   0        version of the protocol
//!   1 .. 5   epoch: how many times ranks have died
//!   5 ..     numbers of the dead ranks, then the messages; each list after its length (u16), all little-endian
//!   last 4   CRC-32 of all bytes before
//! ```
//!
//! A network may deliver any bytes. [`Packet::decode`] refuses those that are no packet, and never panics. Positions stay
//! bytes here; the game checks them.

use cleave_cluster::Rank;

/// The version of the protocol.
pub const VERSION: u8 = 1;

/// The most messages of a packet.
pub(crate) const MOST_MESSAGES: usize = 256;

/// The longest position, in bytes.
const LONGEST_POSITION: usize = 128;

/// The name of a search: a position, its depth, and the bound to test. Equal searches have equal names on all ranks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Search {
    /// The hash of the position.
    pub key: u64,
    /// Remaining depth.
    pub depth: u8,
    /// The value is to be compared with this.
    pub bound: i32,
}

/// A message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// To the home of a child: search it for this search of the sender.
    Job {
        /// The search of the sender.
        parent: Search,
        /// The number of the child.
        child: u16,
        /// The bound of the child's search.
        bound: i32,
        /// The child.
        position: Vec<u8>,
    },
    /// To the rank of a parent: the value of a child.
    Result {
        /// The parent's search.
        parent: Search,
        /// The number of the child.
        child: u16,
        /// The value, for the child's side to move.
        value: i32,
    },
    /// To the home of a child: this search of the sender needs the child's search no more.
    Cancel {
        /// The child's search.
        search: Search,
        /// The search of the sender.
        parent: Search,
    },
    /// To the home of a position: what does the table know?
    Probe(Search),
    /// To the rank that asked: the bounds of the value, and the best child.
    Answer {
        /// The search that asked.
        search: Search,
        /// The value is at least this.
        lower: i32,
        /// The value is at most this.
        upper: i32,
        /// The best child, or the greatest number if it is not known.
        best: u16,
    },
    /// To the home of a position: the result of a search.
    Store {
        /// The search.
        search: Search,
        /// Its value.
        value: i32,
        /// The child of a cutoff, or the greatest number.
        best: u16,
    },
    /// To the first rank: a sign of life.
    Alive,
    /// From the first rank: the program ends.
    End,
}

/// Messages that travel together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packet {
    /// How many times ranks have died.
    pub epoch: u32,
    /// The ranks that have died.
    pub dead: Vec<Rank>,
    /// The messages.
    pub messages: Vec<Message>,
}

/// The reason why bytes are no packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Malformed {
    /// The version of the protocol is another one.
    #[error("version {0} of the protocol; expected {VERSION}")]
    Version(u8),
    /// The checksum does not match the bytes.
    #[error("the checksum is wrong")]
    Checksum,
    /// There are fewer bytes than the content needs.
    #[error("the packet is too short")]
    TooShort,
    /// There are more bytes than the content needs.
    #[error("the packet is {0} bytes too long")]
    TooLong(usize),
    /// A part has an impossible value.
    #[error("{0} is out of range")]
    OutOfRange(&'static str),
}

impl Packet {
    /// Returns the packet as bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = vec![VERSION];
        out.extend(self.epoch.to_le_bytes());
        out.extend((self.dead.len() as u16).to_le_bytes());
        self.dead.iter().for_each(|rank| out.extend(rank.number().to_le_bytes()));
        out.extend((self.messages.len() as u16).to_le_bytes());
        self.messages.iter().for_each(|message| message.write(&mut out));
        let sum = crc32fast::hash(&out);
        out.extend(sum.to_le_bytes());
        out
    }

    /// Decodes a packet.
    ///
    /// # Errors
    /// The bytes are no packet of this version.
    pub fn decode(bytes: &[u8]) -> Result<Packet, Malformed> {
        let (body, sum) = bytes.split_last_chunk().ok_or(Malformed::TooShort)?;
        if crc32fast::hash(body) != u32::from_le_bytes(*sum) {
            return Err(Malformed::Checksum);
        }
        let mut input = Input(body);
        let [version] = input.take()?;
        if version != VERSION {
            return Err(Malformed::Version(version));
        }
        let epoch = u32::from_le_bytes(input.take()?);
        let dead =
            (0..input.u16()?).map(|_| input.u16().map(Rank::new)).collect::<Result<_, _>>()?;
        let count = input.u16()?;
        if usize::from(count) > MOST_MESSAGES {
            return Err(Malformed::OutOfRange("the number of messages"));
        }
        let messages = (0..count).map(|_| Message::read(&mut input)).collect::<Result<_, _>>()?;
        match input.0.len() {
            0 => Ok(Packet { epoch, dead, messages }),
            more => Err(Malformed::TooLong(more)),
        }
    }
}

/// Values beyond this are no values.
const GREATEST: i32 = 1 << 28;

/// Bytes that are read from the front.
struct Input<'a>(&'a [u8]);

impl Input<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        let (bytes, rest) = self.0.split_first_chunk().ok_or(Malformed::TooShort)?;
        self.0 = rest;
        Ok(*bytes)
    }

    fn u16(&mut self) -> Result<u16, Malformed> {
        self.take().map(u16::from_le_bytes)
    }

    fn value(&mut self) -> Result<i32, Malformed> {
        let value = i32::from_le_bytes(self.take()?);
        let is_value = (-GREATEST..=GREATEST).contains(&value);
        is_value.then_some(value).ok_or(Malformed::OutOfRange("a value"))
    }

    fn search(&mut self) -> Result<Search, Malformed> {
        let (key, [depth]) = (u64::from_le_bytes(self.take()?), self.take()?);
        Ok(Search { key, depth, bound: self.value()? })
    }

    fn position(&mut self) -> Result<Vec<u8>, Malformed> {
        let length = usize::from(self.u16()?);
        if length > LONGEST_POSITION {
            return Err(Malformed::OutOfRange("the length of a position"));
        }
        let (position, rest) = self.0.split_at_checked(length).ok_or(Malformed::TooShort)?;
        self.0 = rest;
        Ok(position.to_vec())
    }
}

impl Search {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.key.to_le_bytes());
        out.push(self.depth);
        out.extend(self.bound.to_le_bytes());
    }
}

impl Message {
    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Message::Job { parent, child, bound, position } => {
                out.push(0);
                parent.write(out);
                out.extend(child.to_le_bytes());
                out.extend(bound.to_le_bytes());
                out.extend((position.len() as u16).to_le_bytes());
                out.extend(position);
            }
            Message::Result { parent, child, value } => {
                out.push(1);
                parent.write(out);
                out.extend(child.to_le_bytes());
                out.extend(value.to_le_bytes());
            }
            Message::Cancel { search, parent } => {
                out.push(2);
                search.write(out);
                parent.write(out);
            }
            Message::Probe(search) => {
                out.push(3);
                search.write(out);
            }
            Message::Answer { search, lower, upper, best } => {
                out.push(4);
                search.write(out);
                out.extend(lower.to_le_bytes());
                out.extend(upper.to_le_bytes());
                out.extend(best.to_le_bytes());
            }
            Message::Store { search, value, best } => {
                out.push(5);
                search.write(out);
                out.extend(value.to_le_bytes());
                out.extend(best.to_le_bytes());
            }
            Message::Alive => out.push(6),
            Message::End => out.push(7),
        }
    }

    fn read(input: &mut Input<'_>) -> Result<Message, Malformed> {
        let [kind] = input.take()?;
        Ok(match kind {
            0 => Message::Job {
                parent: input.search()?,
                child: input.u16()?,
                bound: input.value()?,
                position: input.position()?,
            },
            1 => Message::Result {
                parent: input.search()?,
                child: input.u16()?,
                value: input.value()?,
            },
            2 => Message::Cancel { search: input.search()?, parent: input.search()? },
            3 => Message::Probe(input.search()?),
            4 => Message::Answer {
                search: input.search()?,
                lower: input.value()?,
                upper: input.value()?,
                best: input.u16()?,
            },
            5 => Message::Store {
                search: input.search()?,
                value: input.value()?,
                best: input.u16()?,
            },
            6 => Message::Alive,
            7 => Message::End,
            _ => return Err(Malformed::OutOfRange("the kind of a message")),
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    prop_compose! {
        fn searches()(key: u64, depth: u8, bound in -GREATEST..=GREATEST) -> Search {
            Search { key, depth, bound }
        }
    }

    fn messages() -> impl Strategy<Value = Message> {
        let values = || -GREATEST..=GREATEST;
        prop_oneof![
            (searches(), any::<u16>(), values(), prop::collection::vec(any::<u8>(), 0..=128))
                .prop_map(|(parent, child, bound, position)| Message::Job {
                    parent,
                    child,
                    bound,
                    position
                }),
            (searches(), any::<u16>(), values())
                .prop_map(|(parent, child, value)| Message::Result { parent, child, value }),
            (searches(), searches())
                .prop_map(|(search, parent)| Message::Cancel { search, parent }),
            searches().prop_map(Message::Probe),
            (searches(), values(), values(), any::<u16>()).prop_map(
                |(search, lower, upper, best)| { Message::Answer { search, lower, upper, best } }
            ),
            (searches(), values(), any::<u16>()).prop_map(|(search, value, best)| Message::Store {
                search,
                value,
                best
            }),
            Just(Message::Alive),
            Just(Message::End),
        ]
    }

    prop_compose! {
        fn packets()(epoch: u32, dead in prop::collection::vec(any::<u16>(), 0..5),
                     messages in prop::collection::vec(messages(), 0..20)) -> Packet {
            Packet { epoch, dead: dead.into_iter().map(Rank::new).collect(), messages }
        }
    }

    /// Appends the right checksum.
    fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    proptest! {
        #[test]
        fn a_packet_survives_encoding(packet in packets()) {
            prop_assert_eq!(Packet::decode(&packet.encode()), Ok(packet));
        }

        #[test]
        fn garbage_with_a_checksum_never_panics(content: Vec<u8>) {
            let bytes = sealed([vec![VERSION], content].concat());
            if let Ok(packet) = Packet::decode(&bytes) {
                prop_assert_eq!(packet.encode(), bytes);
            }
        }

        #[test]
        fn a_changed_byte_is_an_error(packet in packets(), place: prop::sample::Index, change in 1..=255u8) {
            let mut bytes = packet.encode();
            let place = place.index(bytes.len());
            bytes[place] ^= change;
            prop_assert!(Packet::decode(&bytes).is_err());
        }

        #[test]
        fn a_packet_cut_short_or_lengthened_is_refused(packet in packets(), by: prop::sample::Index) {
            let bytes = packet.encode();
            let content = &bytes[..bytes.len() - 4];
            prop_assert!(Packet::decode(&sealed(content[..by.index(content.len())].to_vec())).is_err());
            let longer = sealed([content, &[0]].concat());
            prop_assert_eq!(Packet::decode(&longer), Err(Malformed::TooLong(1)));
        }
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        let search = Search { key: 1, depth: 2, bound: 3 };
        let packet = |messages| Packet { epoch: 0, dead: Vec::new(), messages };
        let decode = |message| Packet::decode(&packet(vec![message]).encode());
        let result = |value| decode(Message::Result { parent: search, child: 0, value });
        assert!(result(GREATEST).is_ok());
        assert_eq!(result(GREATEST + 1), Err(Malformed::OutOfRange("a value")));
        let job = |length| {
            decode(Message::Job { parent: search, child: 0, bound: 0, position: vec![0; length] })
        };
        assert!(job(LONGEST_POSITION).is_ok() && job(LONGEST_POSITION + 1).is_err());
        let many = packet(vec![Message::Alive; MOST_MESSAGES + 1]);
        assert!(Packet::decode(&many.encode()).is_err());
        let mut other = packet(Vec::new()).encode();
        other.truncate(other.len() - 4);
        other[0] += 1;
        assert_eq!(Packet::decode(&sealed(other)), Err(Malformed::Version(VERSION + 1)));
    }
}
