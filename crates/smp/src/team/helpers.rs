//! The helpers of the main worker, processes or threads.

use std::cell::{Cell, RefCell};
use std::io;
use std::panic::resume_unwind;
use std::thread::ScopedJoinHandle;

use cleave_sync::affinity::ProcessorSet;

use super::child_processes::ChildProcesses;
use super::helper_slot::{Helper, HelperSlot};
use super::placement::Placement;
use super::process::{self, Pid};
use super::strategy::Strategies;
use crate::arena::{Arena, Exclusive};
use crate::ids::WorkerId;
use crate::node::Node;

/// Deaths without a finished search in between after which dead helpers are no longer replaced. Then the machine is
/// faulty, and every further death makes the team smaller.
const REPLACED: u32 = 3;

pub(super) enum Helpers<'s, 'h, N: Node, S> {
    Processes {
        children: &'h RefCell<ChildProcesses>,
        helper: Helper<'h, N, S>,
        placement: &'h Placement,
        /// The processors on which the main worker ran before it was bound.
        home: Option<ProcessorSet>,
        /// Workers wanted in the team, the main worker included.
        strength: &'h Cell<usize>,
        /// Why the system refused to start a helper.
        refusal: &'h RefCell<Option<io::Error>>,
        /// Deaths since a search was last finished.
        deaths: Cell<u32>,
    },
    Threads(Vec<ScopedJoinHandle<'s, ()>>),
}

impl<N: Node, S: Strategies<N>> Helpers<'_, '_, N, S> {
    /// Forks the missing helpers. If the system refuses to start one, the team becomes smaller, and the helpers with higher
    /// numbers are dismissed: no worker calls a worker outside the team.
    pub(super) fn fork_missing(&self, arena: &Arena<N, S>) {
        let Helpers::Processes { children, helper, placement, home, strength, refusal, .. } = self
        else {
            return;
        };
        let mut children = children.borrow_mut();
        for index in 1..strength.get() {
            let id = WorkerId::new(index);
            if children.has(id) {
                continue;
            }
            arena.mailbox(id).engage();
            let serve = || {
                placement.bind_for_good(id, *home);
                helper(HelperSlot::new(arena, id));
            };
            match process::spawn(serve) {
                Ok(pid) => children.add(id, pid),
                Err(reason) => {
                    log::warn!(
                        "{id} could not be started; going on with {index} workers: {reason}"
                    );
                    refusal.replace(Some(reason));
                    strength.set(index);
                    children.dismiss_from(arena, index);
                    children.wait_for_end(index, || true);
                    break;
                }
            }
        }
        // This marks only workers of the team as idle. A stale mark would be checked at every node of a private search.
        arena.set_team_size(strength.get());
    }

    /// Returns true if a helper has died.
    pub(super) fn has_death(&self) -> bool {
        match self {
            Helpers::Processes { children, deaths, .. } => {
                let dead = children.borrow_mut().count_dead();
                deaths.set(deaths.get() + dead as u32);
                dead > 0
            }
            Helpers::Threads(threads) => threads.iter().any(ScopedJoinHandle::is_finished),
        }
    }

    /// Notes that a search has finished.
    pub(super) fn search_went_well(&self) {
        if let Helpers::Processes { deaths, .. } = self {
            deaths.set(0);
        }
    }

    /// Waits for dismissed threads to end.
    ///
    /// # Panics
    /// If a thread has panicked, with its panic.
    pub(super) fn join(self) {
        let Helpers::Threads(threads) = self else { return };
        for thread in threads {
            thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    }

    /// Returns the processes of the helpers.
    pub(super) fn processes(&self) -> Vec<Pid> {
        match self {
            Helpers::Processes { children, .. } => {
                children.borrow().children().iter().map(|&(_, pid)| pid).collect()
            }
            Helpers::Threads(_) => Vec::new(),
        }
    }

    /// Returns true if helpers can be killed and replaced.
    pub(super) fn are_processes(&self) -> bool {
        matches!(self, Helpers::Processes { .. })
    }

    /// Recovers from an alarm: waits until all living helpers have parked, resets the arena, replaces dead helpers or makes
    /// the team smaller, and switches the alarm off. A helper that does not park in time is killed, after a shorter time
    /// if `is_urgent` returns true, which is called now and then. The caller holds no lock.
    ///
    /// # Panics
    /// If a worker *thread* has ended. It can only have panicked, and then the state of this process cannot be trusted.
    #[allow(unsafe_code)]
    pub(super) fn recover(&self, arena: &Arena<N, S>, mut is_urgent: impl FnMut() -> bool) {
        let Helpers::Processes { children, strength, deaths, .. } = self else {
            panic!("a worker thread has panicked");
        };
        let alarm = &arena.team_state().alarm;
        let turn = alarm.turn();
        let has_parked = |id| arena.mailbox(id).has_parked(turn);
        let more = children.borrow_mut().wait_until(has_parked, &mut is_urgent);
        // They may count as asleep or hold locks until the reset.
        children.borrow_mut().take_killed();
        deaths.set(deaths.get() + more as u32);
        // SAFETY: the living helpers have parked and wait for the end of the alarm. Killed helpers that do not die get no
        // processor or are held by the kernel, and die before they do anything more. The caller is the main worker between searches: its
        // guards ended with the functions that took them.
        arena.reset(&unsafe { Exclusive::assume() });
        if deaths.get() > REPLACED && strength.get() > 1 {
            strength.set(strength.get() - 1);
            log::warn!("workers keep dying; going on with {}", strength.get());
        }
        let strong = strength.get();
        children.borrow_mut().dismiss_from(arena, strong);
        alarm.all_clear();
        children.borrow_mut().wait_for_end(strong, &mut is_urgent);
        self.fork_missing(arena);
        log::info!("the team has recovered and searches again with {} workers", strength.get());
    }
}
