//! The children of a team: who is there, who has died.

use std::thread;
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;

use crate::arena::Arena;
use crate::ids::WorkerId;
use crate::node::Node;

/// How long a child may take over what it is told, before it is killed.
const PATIENCE: Duration = Duration::from_secs(1);

/// Pause between two looks at a child that is expected to do something.
const PAUSE: Duration = Duration::from_micros(200);

/// The forked helpers, by worker.
#[derive(Default)]
pub(super) struct Crew {
    children: Vec<(WorkerId, Pid)>,
}

impl Crew {
    pub(super) fn add(&mut self, id: WorkerId, pid: Pid) {
        self.children.push((id, pid));
    }

    pub(super) fn has(&self, id: WorkerId) -> bool {
        self.children.iter().any(|&(other, _)| other == id)
    }

    /// All of them.
    pub(super) fn children(&self) -> &[(WorkerId, Pid)] {
        &self.children
    }

    /// Takes those that have died, or have been stopped and so are of no use, off the crew.
    pub(super) fn bury_dead(&mut self) -> Vec<(WorkerId, WaitStatus)> {
        let mut dead = Vec::new();
        self.children.retain(|&(id, pid)| match dead_or_stopped(pid) {
            None => true,
            Some(status) => {
                dead.push((id, status));
                false
            }
        });
        dead
    }

    /// Waits until `is_done` says so of each child, and kills those that take too long.
    pub(super) fn wait_until(&mut self, is_done: impl Fn(WorkerId) -> bool) -> usize {
        let start = Instant::now();
        let mut buried = 0;
        let mut has_killed = false;
        while !self.children.iter().all(|&(id, _)| is_done(id)) {
            buried += self.bury_dead().len();
            // Once: the killed may take long to die, and there is nothing more to be done.
            if !has_killed && start.elapsed() > PATIENCE {
                has_killed = true;
                for &(id, pid) in self.children.iter().filter(|&&(id, _)| !is_done(id)) {
                    log::warn!("{id} (process {pid}) does not answer and is killed");
                    // It may have died just now, which is as good.
                    let _ = kill(pid, Signal::SIGKILL);
                }
            }
            thread::sleep(PAUSE);
        }
        buried
    }

    /// Tells those beyond this number of workers, the captain included, to go home.
    pub(super) fn dismiss_from<N: Node>(&self, arena: &Arena<N>, workers: usize) {
        for &(id, _) in self.children.iter().filter(|&&(id, _)| id.index() >= workers) {
            arena.mailbox(id).dismiss();
        }
        arena.board().bell().ring_all();
    }

    /// Waits until those that have been told to go home have gone.
    pub(super) fn wait_for_end(&mut self, workers: usize) {
        self.wait_until(|id| id.index() < workers);
    }
}

/// What has become of a child, if it is not running. It is gone afterwards.
fn dead_or_stopped(pid: Pid) -> Option<WaitStatus> {
    match waitpid(pid, Some(WaitPidFlag::WNOHANG | WaitPidFlag::WUNTRACED)) {
        Ok(WaitStatus::StillAlive) | Err(Errno::EINTR) => None,
        Ok(status @ WaitStatus::Stopped(..)) => {
            let _ = kill(pid, Signal::SIGKILL);
            let _ = waitpid(pid, None);
            Some(status)
        }
        Ok(status) => Some(status),
        // Somebody else has reaped it.
        Err(_) => Some(WaitStatus::Exited(pid, -1)),
    }
}
