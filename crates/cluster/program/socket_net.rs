//! The net of a search process: the socket to its carrier.

use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::thread;
use std::time::{Duration, Instant};

use cleave_cluster::{Full, Net, Rank, Ranks};
use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::socket::{AddressFamily, MsgFlags, SockFlag, SockType, recv, send, socketpair};

use crate::frame::{Frame, LONGEST};

/// The number of messages that may be on their way to a rank.
pub(crate) const MOST_IN_FLIGHT: usize = 16;

/// The time for which [`Net::wait`] waits for a message, in milliseconds.
const NAP: u8 = 20;

/// Creates a pair of connected sockets that keep packets apart. Only the second passes to a started
/// program.
pub(crate) fn pair() -> io::Result<(OwnedFd, OwnedFd)> {
    let pair = || socketpair(AddressFamily::Unix, SockType::SeqPacket, None, SockFlag::empty());
    let (carrier, search) = pair()?;
    nix::fcntl::fcntl(&carrier, nix::fcntl::F_SETFD(nix::fcntl::FdFlag::FD_CLOEXEC))?;
    Ok((carrier, search))
}

/// One end of such a pair. It sends and receives packets without waiting.
#[derive(Debug)]
pub(crate) struct Packets {
    socket: OwnedFd,
    buffer: Box<[u8]>,
    has_ended: bool,
}

impl Packets {
    pub(crate) fn over(socket: OwnedFd) -> Packets {
        Packets { socket, buffer: vec![0; LONGEST].into(), has_ended: false }
    }

    /// Sends a frame. Returns false if there is no room at present.
    pub(crate) fn send(&mut self, frame: Frame<'_>) -> bool {
        let flags = MsgFlags::MSG_DONTWAIT | MsgFlags::MSG_NOSIGNAL;
        match send(self.socket.as_raw_fd(), &frame.encode(), flags) {
            Ok(_) => true,
            Err(Errno::EAGAIN | Errno::EINTR | Errno::ENOBUFS | Errno::EMSGSIZE) => false,
            Err(_) => {
                self.has_ended = true;
                false
            }
        }
    }

    /// Returns the next frame, if one has come.
    pub(crate) fn receive(&mut self) -> Option<Frame<'_>> {
        match recv(self.socket.as_raw_fd(), &mut self.buffer, MsgFlags::MSG_DONTWAIT) {
            Ok(0) => self.has_ended = true,
            Ok(count) => return Frame::decode(&self.buffer[..count]),
            Err(Errno::EAGAIN | Errno::EINTR) => {}
            Err(_) => self.has_ended = true,
        }
        None
    }

    /// Returns true if the other side has closed.
    pub(crate) fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Waits for a frame or the end of the other side, at most `millis` milliseconds.
    pub(crate) fn wait(&self, millis: u8) {
        if self.has_ended {
            // The socket is always ready now, so polling it would not wait.
            thread::sleep(Duration::from_millis(millis.into()));
            return;
        }
        // The next look shows the reason for any result.
        let _ = poll(
            &mut [PollFd::new(self.socket.as_fd(), PollFlags::POLLIN)],
            PollTimeout::from(millis),
        );
    }
}

/// The net from the search process to the other ranks.
#[derive(Debug)]
pub(crate) struct SocketNet {
    packets: Packets,
    rank: Rank,
    /// The messages in flight, by rank.
    in_flight: Vec<usize>,
    began: Instant,
}

impl SocketNet {
    /// Creates the net of this rank, one of `ranks`.
    pub(crate) fn new(socket: OwnedFd, rank: Rank, ranks: Ranks) -> SocketNet {
        let packets = Packets::over(socket);
        SocketNet { packets, rank, in_flight: vec![0; ranks.count()], began: Instant::now() }
    }
}

impl Net for SocketNet {
    fn now(&mut self, _: Option<Duration>) -> Duration {
        self.began.elapsed()
    }

    fn try_send(&mut self, to: Rank, message: &[u8]) -> Result<(), Full> {
        let in_flight = self.in_flight.get_mut(to.index()).ok_or(Full)?;
        if *in_flight >= MOST_IN_FLIGHT || !self.packets.send(Frame::Message(to, message)) {
            return Err(Full);
        }
        *in_flight += 1;
        Ok(())
    }

    fn try_receive(&mut self) -> Option<(Rank, Vec<u8>)> {
        loop {
            match self.packets.receive()? {
                Frame::Message(from, message) => return Some((from, message.to_vec())),
                Frame::Gone(rank) => {
                    // The carrier may report messages of an earlier search process.
                    if let Some(in_flight) = self.in_flight.get_mut(rank.index()) {
                        *in_flight = in_flight.saturating_sub(1);
                    }
                }
            }
        }
    }

    fn in_flight(&self) -> usize {
        self.in_flight.iter().sum()
    }

    /// Returns true if the carrier has closed, except on the first rank, which still has its user.
    fn is_closed(&self) -> bool {
        self.packets.has_ended() && self.rank != Rank::FIRST
    }

    fn wait(&mut self) {
        self.packets.wait(NAP);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OTHER: Rank = Rank::new(1);

    fn net(rank: Rank) -> (SocketNet, Packets) {
        let (carrier, search) = pair().unwrap();
        let net = SocketNet::new(search, rank, Ranks::new(2).unwrap());
        (net, Packets::over(carrier))
    }

    #[test]
    fn the_number_of_messages_in_flight_is_limited() {
        let (mut net, mut carrier) = net(Rank::FIRST);
        for number in 0..MOST_IN_FLIGHT as u8 {
            assert_eq!(net.try_send(OTHER, &[number]), Ok(()));
        }
        assert_eq!(net.try_send(OTHER, &[99]), Err(Full));
        assert_eq!(net.in_flight(), MOST_IN_FLIGHT);
        assert_eq!(carrier.receive(), Some(Frame::Message(OTHER, &[0])));
        assert!(carrier.send(Frame::Gone(OTHER)));
        assert!(carrier.send(Frame::Message(OTHER, b"answer")));
        assert_eq!(net.try_receive(), Some((OTHER, b"answer".to_vec())));
        assert_eq!(net.in_flight(), MOST_IN_FLIGHT - 1);
        assert_eq!(net.try_send(OTHER, &[99]), Ok(()));
        assert_eq!(net.try_send(Rank::new(2), &[0]), Err(Full), "there is no such rank");
    }

    /// Sends more than an exchange may send at once.
    #[test]
    fn a_long_message_arrives_whole() {
        let (mut net, mut carrier) = net(Rank::FIRST);
        let long: Vec<u8> = (0..60_000).map(|byte: u32| byte as u8).collect();
        assert_eq!(net.try_send(OTHER, &long), Ok(()));
        assert_eq!(carrier.receive(), Some(Frame::Message(OTHER, &long)));
        assert!(carrier.send(Frame::Message(OTHER, &long)));
        assert_eq!(net.try_receive(), Some((OTHER, long)));
    }

    #[test]
    fn sending_does_not_wait_for_a_carrier() {
        let (mut net, _carrier) = net(Rank::FIRST);
        let long = vec![7; 60_000];
        let sent = (0..MOST_IN_FLIGHT).take_while(|_| net.try_send(OTHER, &long).is_ok()).count();
        assert!(sent < MOST_IN_FLIGHT, "the socket holds all of {sent} messages");
        assert_eq!(net.try_send(OTHER, &vec![7; 10 * LONGEST]), Err(Full));
    }

    #[test]
    fn without_a_carrier_a_helper_ends_and_the_first_rank_continues() {
        for (rank, is_closed) in [(OTHER, true), (Rank::FIRST, false)] {
            let (mut net, carrier) = net(rank);
            assert!(!net.is_closed());
            drop(carrier);
            assert_eq!(net.try_receive(), None);
            assert_eq!(net.is_closed(), is_closed);
            assert_eq!(net.try_send(OTHER, &[0]), Err(Full));
        }
    }
}
