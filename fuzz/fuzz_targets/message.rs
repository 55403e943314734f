//! Arbitrary messages with a right checksum, from both neighbours of a rank: each is written again as the same, and the rank
//! goes on.
#![no_main]

use std::collections::VecDeque;
use std::sync::LazyLock;
use std::time::Duration;

use cleave_board::Position;
use cleave_cluster::message::{Message, VERSION};
use cleave_cluster::{Full, Identity, Member, Net, Rank, Ranks, Sharing};

/// The neighbours of rank 1 of five.
const NEIGHBOURS: [Rank; 2] = [Rank::FIRST, Rank::new(4)];

/// A net with these messages, which takes all others.
struct Arriving(VecDeque<(Rank, Vec<u8>)>);

impl Net for Arriving {
    fn now(&mut self, _: Option<Duration>) -> Duration {
        Duration::ZERO
    }

    fn try_send(&mut self, _: Rank, message: &[u8]) -> Result<(), Full> {
        Message::decode(message).map(drop).map_err(|_| Full)
    }

    fn try_receive(&mut self) -> Option<(Rank, Vec<u8>)> {
        self.0.pop_front()
    }

    fn in_flight(&self) -> usize {
        0
    }

    fn is_closed(&self) -> bool {
        false
    }

    fn wait(&mut self) {}
}

/// The message with this content.
fn framed(content: &[u8]) -> Vec<u8> {
    let mut message = [&[VERSION], content].concat();
    // FNV-1a.
    let sum = message.iter().fold(0xcbf2_9ce4_8422_2325, |sum: u64, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    message.extend(sum.to_le_bytes());
    message
}

/// Takes the sender and the content of a message: a byte, the length in two bytes, and the content, or what is there.
fn take<'b>(bytes: &mut &'b [u8]) -> Option<(Rank, &'b [u8])> {
    let (&[sender, low, high], rest) = bytes.split_first_chunk()?;
    let (content, rest) = rest.split_at(rest.len().min(u16::from_le_bytes([low, high]).into()));
    *bytes = rest;
    Some((NEIGHBOURS[usize::from(sender % 2)], content))
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    static IDENTITY: LazyLock<Identity> = LazyLock::new(Identity::of_this_program);
    let ranks = Ranks::new(5).expect("a cluster may have five ranks");
    let mut member = Member::new(Rank::new(1), ranks, IDENTITY.clone(), Sharing::default());
    let mut rest = bytes;
    while let Some((from, content)) = take(&mut rest) {
        let message = framed(content);
        if let Ok(decoded) = Message::decode(&message) {
            let again = Message::decode(&decoded.encode()).expect("its own bytes");
            assert_eq!(again.encode(), decoded.encode());
        }
        member.poll(Duration::ZERO, &mut Arriving([(from, message)].into()));
        member.take_order();
        member.settled();
        member.nodes_of_others();
        member.choose_depth(1);
    }
    member.start(&Position::start().into());
    member.new_game();
});
