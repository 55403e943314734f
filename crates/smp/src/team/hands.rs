//! The captain's helpers, be they processes or threads.

use std::cell::{Cell, RefCell};
use std::thread::ScopedJoinHandle;

use nix::unistd::Pid;

use super::crew::Crew;
use super::fork;
use super::seat::{Helper, Seat};
use crate::arena::Arena;
use crate::ids::WorkerId;
use crate::node::Node;

/// Deaths one after the other, without a search brought to its end, that are made good. After that
/// something is wrong with this machine, and every further death makes the team smaller.
const REPLACED: u32 = 3;

pub(super) enum Hands<'s, 'h, N: Node> {
    Processes {
        crew: &'h RefCell<Crew>,
        helper: Helper<'h, N>,
        /// Workers that the team shall have, the captain included.
        strength: &'h Cell<usize>,
        /// Deaths since a search was last brought to its end.
        deaths: Cell<u32>,
    },
    Threads(Vec<ScopedJoinHandle<'s, ()>>),
}

impl<N: Node> Hands<'_, '_, N> {
    /// Forks the helpers that are missing. If one cannot be had, the team is made smaller, and those
    /// beyond it are sent home: who is not of the team hears no call.
    pub(super) fn muster(&self, arena: &Arena<N>) {
        let Hands::Processes { crew, helper, strength, .. } = self else { return };
        let mut crew = crew.borrow_mut();
        let board = arena.board();
        for index in 1..strength.get() {
            let id = WorkerId::new(index);
            if crew.has(id) {
                continue;
            }
            arena.mailbox(id).engage();
            match fork::spawn(|| helper(&Seat::new(arena, id))) {
                Ok(pid) => crew.add(id, pid),
                Err(reason) => {
                    log::warn!("{id} could not be started, {index} workers must do: {reason}");
                    strength.set(index);
                    crew.dismiss_from(arena, index);
                    crew.wait_for_end(index);
                    break;
                }
            }
        }
        board.set_team_size(strength.get());
    }

    /// True if a helper has ended that should not have.
    pub(super) fn somebody_died(&self) -> bool {
        match self {
            Hands::Processes { crew, deaths, .. } => {
                let dead = crew.borrow_mut().bury_dead();
                for (id, how) in &dead {
                    log::warn!("{id} has died: {how:?}");
                }
                deaths.set(deaths.get() + dead.len() as u32);
                !dead.is_empty()
            }
            Hands::Threads(threads) => threads.iter().any(ScopedJoinHandle::is_finished),
        }
    }

    /// A search has been brought to its end.
    pub(super) fn search_went_well(&self) {
        if let Hands::Processes { deaths, .. } = self {
            deaths.set(0);
        }
    }

    /// Processes of the helpers.
    pub(super) fn processes(&self) -> Vec<Pid> {
        match self {
            Hands::Processes { crew, .. } => {
                crew.borrow().children().iter().map(|&(_, pid)| pid).collect()
            }
            Hands::Threads(_) => Vec::new(),
        }
    }

    /// After an alarm: waits until all who live have left everything, puts the arena back to the
    /// beginning, replaces the dead or makes the team smaller, and gives the all-clear.
    ///
    /// # Panics
    /// A worker *thread* has ended. That happens only if it has panicked, and then this whole
    /// process is in no state to go on.
    pub(super) fn recover(&self, arena: &Arena<N>) {
        let Hands::Processes { crew, strength, deaths, .. } = self else {
            panic!("a worker thread has panicked");
        };
        let alarm = &arena.board().alarm;
        let turn = alarm.turn();
        let more = crew.borrow_mut().wait_until(|id| arena.mailbox(id).has_parked(turn));
        deaths.set(deaths.get() + more as u32);
        arena.reset();
        if deaths.get() > REPLACED && strength.get() > 1 {
            strength.set(strength.get() - 1);
            log::warn!("workers keep dying; going on with {}", strength.get());
        }
        let strong = strength.get();
        crew.borrow_mut().dismiss_from(arena, strong);
        alarm.all_clear();
        crew.borrow_mut().wait_for_end(strong);
        self.muster(arena);
        log::info!("the team has recovered and searches again with {} workers", strength.get());
    }
}
