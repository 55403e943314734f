//! Tracks the forked helpers of a team: which are alive, and which have died.

use std::thread;
use std::time::Duration;

use cleave_sync::Instant;

use super::process::{self, End, Pid, dead_or_stopped, is_stop};
use crate::arena::Common;
use crate::ids::WorkerId;
use crate::node::Node;

/// Time within which a child must obey before it is killed.
pub(super) const PATIENCE: Duration = Duration::from_secs(1);

/// The patience while the program owes an answer.
pub(super) const HASTE: Duration = Duration::from_millis(200);

/// Time within which a killed child should die. A child that the kernel keeps (state D, waiting for a disk) does nothing
/// more in this program, so the team waits no longer.
const DEATH: Duration = Duration::from_millis(200);

/// Time between two checks of a child from which an action is expected.
const PAUSE: Duration = Duration::from_micros(200);

/// The forked helpers, by worker.
#[derive(Default)]
pub(super) struct ChildProcesses {
    children: Vec<(WorkerId, Pid)>,
    /// Killed, and not yet reaped.
    doomed: Vec<Pid>,
    /// A child has been killed because it was late. The arena has not been reset since.
    has_killed: bool,
}

impl ChildProcesses {
    pub(super) fn add(&mut self, id: WorkerId, pid: Pid) {
        self.children.push((id, pid));
    }

    pub(super) fn has(&self, id: WorkerId) -> bool {
        self.children.iter().any(|&(other, _)| other == id)
    }

    /// Returns all children.
    pub(super) fn children(&self) -> &[(WorkerId, Pid)] {
        &self.children
    }

    /// Removes and returns children that have died or been stopped. Kills the stopped ones.
    fn reap(&mut self) -> Vec<(WorkerId, End)> {
        self.doomed.retain(|&pid| dead_or_stopped(pid).is_none_or(|end| is_stop(&end)));
        let mut dead = Vec::new();
        self.children.retain(|&(id, pid)| match dead_or_stopped(pid) {
            None => true,
            Some(end) => {
                if is_stop(&end) {
                    process::kill(pid);
                    self.doomed.push(pid);
                }
                dead.push((id, end));
                false
            }
        });
        dead
    }

    /// Waits until `is_done` returns true for each child, and kills children that take too long. The patience is
    /// shorter if `is_urgent` returns true, which is called now and then. Returns the number of deaths, without the
    /// children that were killed in haste.
    pub(super) fn wait_until(
        &mut self,
        is_done: impl Fn(WorkerId) -> bool,
        is_urgent: impl FnMut() -> bool,
    ) -> usize {
        self.wait_or_kill(is_done, is_urgent, process::kill, DEATH)
    }

    /// As [`wait_until`](ChildProcesses::wait_until); `death` limits the wait for a killed child.
    fn wait_or_kill(
        &mut self,
        is_done: impl Fn(WorkerId) -> bool,
        mut is_urgent: impl FnMut() -> bool,
        kill: impl Fn(Pid),
        death: Duration,
    ) -> usize {
        let start = Instant::now();
        let mut killed = None;
        let mut gone = 0;
        let mut is_hasty = false;
        while !self.children.iter().all(|&(id, _)| is_done(id)) {
            let died = self.reap().len();
            gone += if is_hasty { 0 } else { died };
            let late = self.children.iter().filter(|&&(id, _)| !is_done(id));
            let waited = start.elapsed();
            match killed {
                None if waited > PATIENCE || waited > HASTE && is_urgent() => {
                    for &(id, pid) in late {
                        log::warn!("{id} (process {pid}) does not answer and is killed");
                        kill(pid);
                    }
                    (killed, is_hasty) = (Some(Instant::now()), waited <= PATIENCE);
                    self.has_killed = true;
                }
                Some(killed) if killed.elapsed() > death => {
                    for &(id, pid) in late {
                        log::warn!("{id} (process {pid}) has been killed and does not die");
                        self.doomed.push(pid);
                        gone += usize::from(!is_hasty);
                    }
                    self.children.retain(|&(id, _)| is_done(id));
                }
                _ => {}
            }
            thread::sleep(PAUSE);
        }
        gone
    }

    /// Dismisses helpers beyond this number of workers, which includes the main worker.
    pub(super) fn dismiss_from<N: Node>(&self, common: &Common<N>, workers: usize) {
        for &(id, _) in self.children.iter().filter(|&&(id, _)| id.index() >= workers) {
            common.mailbox(id).dismiss();
        }
        common.team_state().event_count().notify_all();
    }

    /// Removes children that have died unexpectedly or been stopped. Returns their number.
    pub(super) fn count_dead(&mut self) -> usize {
        let dead = self.reap();
        for (id, how) in &dead {
            log::warn!("{id} has died: {how:?}");
        }
        dead.len()
    }

    /// Returns true if a child has been killed because it was late, since the last call.
    pub(super) fn take_killed(&mut self) -> bool {
        std::mem::take(&mut self.has_killed)
    }

    /// Waits until dismissed helpers have ended.
    pub(super) fn wait_for_end(&mut self, workers: usize, is_urgent: impl FnMut() -> bool) {
        self.wait_until(|id| id.index() < workers, is_urgent);
    }
}

#[cfg(all(test, not(portable)))]
mod tests {
    use std::process::{Child, Command};

    use super::*;

    /// Returns a sleeping process, and the helpers with this process as worker 1.
    fn sleeper() -> (Child, ChildProcesses) {
        let child = Command::new("sleep").arg("100").spawn().unwrap();
        let mut children = ChildProcesses::default();
        children.add(WorkerId::new(1), pid_of(&child));
        (child, children)
    }

    fn pid_of(child: &Child) -> Pid {
        Pid::from_raw(child.id() as i32)
    }

    #[test]
    fn a_child_that_obeys_in_time_is_not_killed() {
        let (mut child, mut children) = sleeper();
        let start = Instant::now();
        let kill = |pid| panic!("{pid} has obeyed");
        assert_eq!(
            children.wait_or_kill(|_| start.elapsed() > PATIENCE / 10, || true, kill, DEATH),
            0
        );
        assert!(children.has(WorkerId::new(1)) && !children.take_killed());
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// A killed child may still need time to end.
    #[test]
    fn a_child_that_dies_of_the_signal_is_waited_for() {
        let (mut child, mut children) = sleeper();
        let kill = |pid| {
            thread::spawn(move || {
                thread::sleep(DEATH / 4);
                process::kill(pid);
            });
        };
        // On a busy machine the child may wait long for a processor.
        let death = Duration::from_secs(20);
        assert_eq!(children.wait_or_kill(|_| false, || false, kill, death), 1);
        assert_eq!(children.doomed, [], "it is dead");
        assert!(child.wait().is_err(), "and has been asked for its status");
    }

    /// The program owes an answer. A killed child does not count as a dead one then.
    #[test]
    fn a_child_is_killed_in_haste_when_the_wait_becomes_urgent() {
        let (mut child, mut children) = sleeper();
        let start = Instant::now();
        let died = children.wait_or_kill(|_| false, || true, process::kill, 60 * PATIENCE);
        assert_eq!(died, 0);
        assert!((HASTE..PATIENCE).contains(&start.elapsed()), "{:?}", start.elapsed());
        assert_eq!([children.take_killed(), children.take_killed()], [true, false]);
        assert!(child.wait().is_err(), "a zombie is left");
    }

    /// A stopped child counts as dead at once. It is killed, and reaped when it has ended.
    #[test]
    fn a_stopped_child_is_killed_and_not_waited_for() {
        let (mut child, mut children) = sleeper();
        let pid = pid_of(&child);
        nix::sys::signal::kill(pid, nix::sys::signal::Signal::SIGSTOP).unwrap();
        let start = Instant::now();
        while children.count_dead() == 0 {
            assert!(start.elapsed() < 60 * PATIENCE, "nobody notices");
            thread::sleep(PAUSE);
        }
        assert!(!children.has(WorkerId::new(1)));
        assert_eq!(children.doomed, [pid], "it may still have to end");
        while !children.doomed.is_empty() {
            assert!(start.elapsed() < 60 * PATIENCE, "it is not killed");
            assert!(children.reap().is_empty(), "it has been counted already");
            thread::sleep(PAUSE);
        }
        assert!(child.wait().is_err(), "a zombie is left");
    }

    /// As in state D: the signal has no effect. The others must not wait forever.
    #[test]
    fn a_child_that_cannot_be_killed_is_not_waited_for() {
        let (mut child, mut children) = sleeper();
        let pid = pid_of(&child);
        assert_eq!(children.wait_or_kill(|_| false, || false, |_| {}, DEATH), 1);
        assert!(!children.has(WorkerId::new(1)), "its place is free for another");
        assert_eq!(children.doomed, [pid]);
        child.kill().unwrap();
        let start = Instant::now();
        while !children.doomed.is_empty() && start.elapsed() < 60 * PATIENCE {
            assert!(children.reap().is_empty(), "it has been counted already");
            thread::sleep(PAUSE);
        }
        assert!(child.wait().is_err(), "a zombie is left");
    }
}
