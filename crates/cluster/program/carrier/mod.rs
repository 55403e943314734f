//! The carrier: the process of a rank that takes part in MPI.

mod search;

use std::collections::VecDeque;
use std::error::Error;
use std::os::unix::process::CommandExt;
use std::process::{self, Command, ExitCode};
use std::time::{Duration, Instant};
use std::{env, io};

use cleave_cluster::{Rank, Ranks};
use mpi::environment::Universe;
use mpi::traits::Communicator;

use crate::complain;
use crate::frame::Frame;
use crate::mail::{Farewell, Letter, Mail, RankNumber, Tag};
use crate::place;
use crate::socket_net::MOST_IN_FLIGHT;
use search::{SearchChild, Watch};

/// Milliseconds between two looks at MPI. A process cannot wait for MPI and a socket at the same
/// time.
const NAP: u8 = 1;

/// Milliseconds between two looks after nothing has come for [`CALM`].
const LONG_NAP: u8 = 5;
const CALM: Duration = Duration::from_secs(2);

/// The time between two signs of life of the first rank.
const BEAT: Duration = Duration::from_secs(2);

/// The time after which a silent first rank counts as dead.
const PATIENCE: Duration = Duration::from_secs(30);

/// The time for which the first rank waits at the end for answers of the other ranks.
const ANSWER: Duration = Duration::from_secs(1);

/// The time for which the first rank then waits for the end of the others, if some have not
/// answered. `mpirun` takes a second to end a running rank.
const DEPARTURE: Duration = Duration::from_millis(100);

/// The time for which ranks wait for each other if all have answered.
const FAREWELL: Duration = Duration::from_secs(5);

/// Runs the carrier of this rank until the program ends.
pub(crate) fn run() -> Result<ExitCode, Box<dyn Error>> {
    let universe = mpi::initialize().ok_or("MPI has been initialised already")?;
    let world = universe.world();
    let ranks = u16::try_from(world.size()).ok().and_then(Ranks::new);
    let ranks = ranks.ok_or("a cluster has at most 65535 ranks")?;
    if ranks == Ranks::ONE {
        drop(universe);
        return Err(become_cleave()?.into());
    }
    let mut carrier = match Carrier::start(&universe, rank(world.rank()), ranks) {
        Ok(carrier) => carrier,
        Err(error) => {
            // Finalizing MPI would wait for the other ranks.
            complain(format_args!("the search of rank {} cannot start: {error}", world.rank()));
            world.abort(1);
        }
    };
    let status = carrier.carry();
    match carrier.say_goodbye() {
        Farewell::Met => Ok(ExitCode::from(status)),
        // MPI would wait for ever for a dead rank.
        Farewell::SomeAreMissing => world.abort(status.into()),
        Farewell::Dismissed => process::exit(status.into()),
    }
}

/// Replaces a cluster of one by `cleave`. Returns only if that fails, with the reason.
fn become_cleave() -> io::Result<io::Error> {
    let mut command = Command::new(env::current_exe()?);
    command.args(env::args_os().skip(1));
    place::give_alone(&mut command);
    Ok(command.exec())
}

/// Carries messages from the search process to other ranks, and back.
struct Carrier<'u> {
    rank: Rank,
    ranks: Ranks,
    mail: Mail<'u>,
    search: SearchChild,
    /// The ranks of sent messages that the search process does not know yet.
    gone: VecDeque<Rank>,
    last_traffic: Instant,
    last_beat: Instant,
}

impl<'u> Carrier<'u> {
    fn start(universe: &'u Universe, rank: Rank, ranks: Ranks) -> io::Result<Carrier<'u>> {
        Ok(Carrier {
            rank,
            ranks,
            mail: Mail::new(universe),
            search: SearchChild::start(rank, ranks)?,
            gone: VecDeque::new(),
            last_traffic: Instant::now(),
            last_beat: Instant::now(),
        })
    }

    /// Carries messages until the program ends. Returns its exit status.
    fn carry(&mut self) -> u8 {
        loop {
            self.take_out();
            if self.take_in() {
                return 0;
            }
            match self.search.watch() {
                Watch::Lives => {}
                // The MPI job is the engine's conversation, and ends with it.
                Watch::Ended(status) if self.rank == Rank::FIRST => return status,
                Watch::Ended(_) => {}
            }
            if self.beat() {
                return 1;
            }
            let is_calm = self.last_traffic.elapsed() > CALM;
            self.search.packets.wait(if is_calm { LONG_NAP } else { NAP });
        }
    }

    /// Takes messages from the search process to other ranks.
    fn take_out(&mut self) {
        // The search process keeps to its limit, but a new one does not know the messages still on
        // their way.
        let most = 2 * MOST_IN_FLIGHT * self.ranks.count();
        while self.mail.leaving() < most
            && let Some(frame) = self.search.packets.receive()
        {
            self.search.has_worked = true;
            let Frame::Message(to, message) = frame else { continue };
            if !self.ranks.has(to) {
                continue;
            }
            let (rank, bytes) = (RankNumber::from(to.number()), message.to_vec());
            if !self.mail.send(Letter { rank, tag: Tag::Search, bytes }) {
                self.gone.push_back(to);
            }
            self.last_traffic = Instant::now();
        }
        self.gone.extend(self.mail.take_gone().into_iter().map(rank));
        while let Some(&to) = self.gone.front()
            && self.search.packets.send(Frame::Gone(to))
        {
            self.gone.pop_front();
        }
    }

    /// Takes messages from other ranks to the search process. Returns true if the program ends.
    fn take_in(&mut self) -> bool {
        for Letter { rank: from, tag, bytes } in self.mail.receive(MOST_IN_FLIGHT) {
            let from = rank(from);
            if from == Rank::FIRST {
                self.last_beat = Instant::now();
            }
            match tag {
                Tag::End => {
                    self.mail.send(Letter { rank: from.number().into(), tag, bytes: Vec::new() });
                    return true;
                }
                Tag::Beat => {}
                // A message without room is lost, like a message for a dead process.
                Tag::Search => {
                    self.search.packets.send(Frame::Message(from, &bytes));
                    self.last_traffic = Instant::now();
                }
            }
        }
        false
    }

    /// Sends a sign of life to the others if this is the first rank. Returns true if the first rank
    /// is dead.
    fn beat(&mut self) -> bool {
        if self.rank != Rank::FIRST {
            return self.last_beat.elapsed() > PATIENCE;
        }
        if self.last_beat.elapsed() > BEAT {
            self.last_beat = Instant::now();
            self.tell_all(Tag::Beat);
        }
        false
    }

    fn tell_all(&mut self, tag: Tag) {
        for other in self.ranks.iter().filter(|&other| other != self.rank) {
            let rank = RankNumber::from(other.number());
            // Signs of life to a rank that takes none must not pile up, because `take_out` counts
            // leaving messages.
            if tag == Tag::Beat && self.mail.is_leaving(rank, tag) {
                continue;
            }
            self.mail.send(Letter { rank, tag, bytes: Vec::new() });
        }
    }

    /// Ends the search process, and the program on all other ranks:
    ///
    /// ```text
    ///   first rank                           another rank
    ///   End to all ────────────────────────► End, as an answer
    ///   all have answered?                   end the search process
    ///     yes: meet all                      meet all
    ///     no:  End to all, then abort ─────►   or leave, on a second End
    /// ```
    fn say_goodbye(&mut self) -> Farewell {
        if self.rank == Rank::FIRST {
            self.tell_all(Tag::End);
            if !self.mail.hear_end_from(self.ranks.count() - 1, ANSWER) {
                self.tell_all(Tag::End);
                self.mail.carry_on_for(DEPARTURE);
                return Farewell::SomeAreMissing;
            }
        }
        self.search.end();
        self.mail.meet_all(FAREWELL)
    }
}

/// Converts the number of a rank. It fits, because the number of ranks fits.
fn rank(number: RankNumber) -> Rank {
    Rank::new(number as u16)
}
