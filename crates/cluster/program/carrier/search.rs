//! Starts, watches and replaces the search process, for its carrier.

use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use std::{env, io};

use cleave_cluster::{Rank, Ranks};

use crate::socket_net::{Packets, pair};
use crate::{complain, place};

/// The lifetime below which a dead process is not replaced at once. It would die again and again.
const LIFETIME: Duration = Duration::from_secs(1);

/// The search process of this rank.
pub(super) struct SearchChild {
    rank: Rank,
    ranks: Ranks,
    child: Option<Child>,
    born: Instant,
    /// True if a search process of this rank has sent a message. Then arguments and configuration
    /// are right.
    pub(super) has_worked: bool,
    /// The socket to it.
    pub(super) packets: Packets,
}

/// The result of a look at the search process.
pub(super) enum Watch {
    /// The process is alive, or another has replaced it.
    Lives,
    /// The process has ended with this status.
    Ended(u8),
}

impl SearchChild {
    /// Starts the process.
    pub(super) fn start(rank: Rank, ranks: Ranks) -> io::Result<SearchChild> {
        let (child, packets) = spawn(rank, ranks)?;
        Ok(SearchChild {
            rank,
            ranks,
            child: Some(child),
            born: Instant::now(),
            has_worked: false,
            packets,
        })
    }

    /// Checks whether the process is alive. Replaces a crashed process, except the engine's on the
    /// first rank: its conversation is lost.
    pub(super) fn watch(&mut self) -> Watch {
        match self.child.as_mut().map(Child::try_wait) {
            Some(Ok(None)) => return Watch::Lives,
            Some(Ok(Some(status))) if self.rank == Rank::FIRST || self.is_deliberate(status) => {
                return Watch::Ended(exit_code(status));
            }
            Some(Ok(Some(status))) => {
                let rank = self.rank;
                complain(format_args!("the search of {rank} has died ({status}); it starts anew"));
                self.child = None;
            }
            Some(Err(_)) | None => {}
        }
        if self.born.elapsed() > LIFETIME {
            self.born = Instant::now();
            match spawn(self.rank, self.ranks) {
                Ok((child, packets)) => (self.child, self.packets) = (Some(child), packets),
                Err(error) => complain(format_args!("{} cannot search: {error}", self.rank)),
            }
        }
        Watch::Lives
    }

    /// Returns true if the process has ended by itself: on request, or with a message why it cannot
    /// begin.
    fn is_deliberate(&self, status: ExitStatus) -> bool {
        match status.code() {
            Some(0) => true,
            Some(1) => !self.has_worked,
            _ => false,
        }
    }

    /// Ends the process if it has not ended by itself.
    pub(super) fn end(&mut self) {
        if let Some(mut child) = self.child.take() {
            // An error means that the process has already ended.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn spawn(rank: Rank, ranks: Ranks) -> io::Result<(Child, Packets)> {
    let (carrier_end, search_end) = pair()?;
    let mut command = Command::new(env::current_exe()?);
    command.args(env::args_os().skip(1));
    place::give(&mut command, &search_end, rank, ranks);
    if rank != Rank::FIRST {
        command.stdin(Stdio::null()).stdout(Stdio::null());
    }
    Ok((command.spawn()?, Packets::over(carrier_end)))
}

/// Returns the exit status of a process. For a process ended by a signal it is the status that a
/// shell reports.
fn exit_code(status: ExitStatus) -> u8 {
    let code = status.code().or_else(|| Some(128 + status.signal()?));
    code.and_then(|code| code.try_into().ok()).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Only a crashed process is replaced. These statuses mean a deliberate end.
    #[test]
    fn a_process_that_cannot_begin_is_not_started_again() {
        let exit = |code: i32| ExitStatus::from_raw(code << 8);
        let killed = ExitStatus::from_raw(9);
        for (has_worked, status, is_deliberate) in [
            (false, exit(0), true),
            (true, exit(0), true),
            (false, exit(1), true),
            (true, exit(1), false),
            (false, exit(101), false),
            (false, killed, false),
        ] {
            let (socket, _other_end) = pair().expect("there are sockets");
            let (rank, ranks) = (Rank::new(1), Ranks::new(2).expect("two are possible"));
            let (child, born, packets) = (None, Instant::now(), Packets::over(socket));
            let search = SearchChild { rank, ranks, child, born, has_worked, packets };
            assert_eq!(search.is_deliberate(status), is_deliberate, "{has_worked}, {status}");
        }
    }
}
