//! The frames between carrier and search process. A frame is one packet of their socket:
//!
//! ```text
//!   byte 0     kind
//!   byte 1, 2  the number of the other rank, little-endian
//!   byte 3 ..  the message
//! ```

use cleave_cluster::Rank;

/// The longest frame, in bytes. Messages are a few KiB.
pub(crate) const LONGEST: usize = 64 * 1024;

const HEADER: usize = 3;
const MESSAGE: u8 = 0;
const GONE: u8 = 1;

/// The content of a packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Frame<'a> {
    /// A message to or from this rank.
    Message(Rank, &'a [u8]),
    /// A message to this rank is no longer on its way. It has been sent, or is lost.
    Gone(Rank),
}

impl<'a> Frame<'a> {
    /// Returns the bytes of the packet.
    pub(crate) fn encode(self) -> Vec<u8> {
        let (kind, rank, message) = match self {
            Frame::Message(rank, message) => (MESSAGE, rank, message),
            Frame::Gone(rank) => (GONE, rank, &[][..]),
        };
        let [low, high] = rank.number().to_le_bytes();
        [&[kind, low, high], message].concat()
    }

    /// Returns the frame in a packet, or `None` if the packet has no frame.
    pub(crate) fn decode(packet: &'a [u8]) -> Option<Frame<'a>> {
        let (&[kind, low, high], message) = packet.split_first_chunk::<HEADER>()?;
        let rank = Rank::new(u16::from_le_bytes([low, high]));
        match kind {
            MESSAGE => Some(Frame::Message(rank, message)),
            GONE if message.is_empty() => Some(Frame::Gone(rank)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_survive_the_socket() {
        for frame in [Frame::Message(Rank::new(259), b"text"), Frame::Gone(Rank::new(7))] {
            assert_eq!(Frame::decode(&frame.encode()), Some(frame));
        }
        for garbage in [&[][..], &[0, 0], &[2, 0, 0], &[1, 0, 0, 9]] {
            assert_eq!(Frame::decode(garbage), None);
        }
    }
}
