//! A worker is killed. The main worker notices at its next look; all leave their blocks, the blocks are emptied, and
//! another process takes the dead worker's place. The iteration is searched again, with the game's shared memory.
//!
//! A worker dies between two of its steps, so that nothing is half written. Its place is taken with the context that
//! it had.

use cleave_algorithms::CompleteNode;
use cleave_smp::instrument;
use cleave_smp::{Alarmed, WorkerId};

use super::super::clock::Clock;
use super::super::invariants::Inspector;
use super::super::ticks::Ticks;
use super::VirtualTeam;
use crate::recording::Mark;

/// From one look of the main worker whether all are alive to the next, as in real time.
const INTERVAL: Ticks = Ticks(5_000_000);

/// From the alarm until the team is complete. With the mean wait for the next look, 2.5 ms, that makes 7.4 ms, the
/// median of 100 kills on a real machine.
const REPLACEMENT: Ticks = Ticks(4_900_000);

/// The death to simulate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Death {
    /// The worker that dies; not the main worker.
    pub worker: WorkerId,
    /// When, or at the end of the step under way then; if the main worker is between two searches, when it begins the next.
    pub at: Ticks,
}

/// Whether a worker is to die, or has died.
#[derive(Clone, Copy)]
pub(super) enum Fate {
    /// Nobody is to die any more.
    Spared,
    /// It will die.
    Doomed(Death),
    /// It is dead, and the main worker will see that at this time.
    Dead(Ticks),
}

impl Fate {
    pub(super) fn of(death: Option<Death>) -> Fate {
        death.map_or(Fate::Spared, Fate::Doomed)
    }
}

impl<N: CompleteNode> VirtualTeam<'_, '_, N> {
    /// Returns the next turn of a worker that lives.
    ///
    /// # Errors
    /// By then the main worker has noticed a death.
    pub(super) fn next_turn(&mut self) -> Result<(Ticks, WorkerId), Alarmed> {
        let is_due = |at: Ticks, clock: &Clock| clock.earliest().is_none_or(|turn| at <= turn);
        if let Fate::Doomed(death) = self.fate
            && is_due(death.at, &self.clock)
        {
            self.kill(death);
        }
        match self.fate {
            Fate::Dead(noticed) if is_due(noticed, &self.clock) => Err(Alarmed),
            _ => Ok(self.clock.next().expect("while a search is under way some worker searches")),
        }
    }

    /// Takes all turns from the worker, so that no other finds it idle.
    fn kill(&mut self, Death { worker, at }: Death) {
        self.clock.cancel(worker);
        self.idle.fetch(worker, at);
        self.waiting.fetch(worker, at);
        let at = at.max(self.processors[worker.index()].since);
        self.mark(Mark::Dies { worker, at });
        self.fate = Fate::Dead(INTERVAL.times(at.0 / INTERVAL.0 + 1));
    }

    /// After the alarm: the living workers end the steps that they are in; then no worker holds anything, and the team
    /// is complete.
    pub(super) fn recover(&mut self) {
        let Fate::Dead(noticed) = std::mem::replace(&mut self.fate, Fate::Spared) else { return };
        let ends = self.processors.iter().map(|processor| processor.since);
        let left = ends.fold(noticed, Ticks::max);
        self.now = left + REPLACEMENT;
        self.mark(Mark::Recovers { left, at: self.now });
        instrument::recover(
            self.arena,
            self.processors.iter_mut().map(|processor| &mut processor.worker),
        );
        self.clock.clear();
        self.idle.clear();
        self.waiting.clear();
        for id in (0..self.machine.workers).map(WorkerId::new) {
            self.idle_until(id, self.now);
            self.processors[id.index()].forget();
            if id != WorkerId::MAIN {
                self.idle.rest(self.now, id);
            }
        }
        self.inspector = Inspector::new(self.machine.workers);
        (self.joinable, self.has_news, self.looked) = (0, false, self.now);
        self.deadline.renew();
        self.show_time(self.now);
    }
}

#[cfg(test)]
mod tests {
    use cleave_algorithms::Algorithm;
    use cleave_smp::{End, Params};

    use super::*;
    use crate::artificial::{Shape, minimax, run_virtual_by};
    use crate::recording::{Kind, Moment, Replay};
    use crate::virtual_time::{Machine, VirtualRun};

    fn shape() -> Shape {
        Shape { height: 8, branching: 4, ordering: 70, ..Shape::default() }
    }

    /// One of seven workers dies when this share of the search has passed.
    fn machine(worker: usize, whole: Ticks, percent: u64) -> Machine {
        let death = Death { worker: WorkerId::new(worker), at: Ticks(whole.0 * percent / 100) };
        let machine = Machine { is_checked: true, is_recorded: true, ..Machine::new(7) };
        Machine { death: Some(death), ..machine }
    }

    /// The search is so short that it may end before the death of an idle worker is noticed.
    #[test]
    fn the_value_is_right_whenever_a_worker_dies_by_every_algorithm() {
        let (params, expected) = (Params::default(), End::Value(minimax(&shape())));
        for algorithm in Algorithm::ALL {
            let search = |machine| run_virtual_by(algorithm, &shape(), &params, &machine).unwrap();
            let whole = search(Machine::new(7)).run.time;
            let mut missed = 0;
            let deaths =
                [(1, 0), (1, 30), (1, 95), (3, 1), (3, 60), (6, 20), (6, 80), (2, 50), (5, 90)];
            for (worker, percent) in deaths {
                let name = format!("{algorithm}, worker {worker} at {percent} %");
                let found = search(machine(worker, whole, percent));
                assert_eq!(found.finished.end, expected, "{name}");
                let recording = found.run.recording.as_ref().unwrap();
                let replayed = Replay::stats_of(recording).unwrap();
                assert_eq!(replayed.nodes(), found.finished.stats.nodes(), "{name}");
                let moments = Moment::all(recording).unwrap();
                let death = moments.iter().find(|moment| moment.kind == Kind::Death);
                let Some(death) = death else { continue };
                assert_eq!(death.worker.index(), worker, "{name}");
                assert!(found.run.time >= INTERVAL + REPLACEMENT, "{name}");
                if missed == 0 {
                    let again = search(machine(worker, whole, percent)).run;
                    assert_eq!((again.time, again.hash), (found.run.time, found.run.hash));
                }
                missed += 1;
            }
            assert!(missed >= 1, "{algorithm}: no death was noticed");
        }
    }

    /// The account of every worker reaches to the end, through the time in which no worker can work.
    #[test]
    fn the_time_of_a_recovery_is_on_every_account() {
        let params = Params::default();
        let search =
            |machine| run_virtual_by(Algorithm::Dts, &shape(), &params, &machine).unwrap().run;
        let whole = search(Machine::new(7)).time;
        let mut deaths = (20..=80).step_by(15).map(|percent| search(machine(3, whole, percent)));
        let is_noticed = |run: &VirtualRun| run.time >= INTERVAL + REPLACEMENT;
        let run = deaths.find(is_noticed).expect("a death that is noticed");
        for account in &run.accounts {
            let total = account.total();
            assert!(total >= run.time && total < run.time + Ticks(5_000), "{total:?} of {run:?}");
            assert!(account.idle > REPLACEMENT);
        }
    }

    #[test]
    #[should_panic(expected = "only a helper can be killed")]
    fn the_main_worker_cannot_be_killed() {
        let death = Some(Death { worker: WorkerId::MAIN, at: Ticks::ZERO });
        let machine = Machine { death, ..Machine::new(2) };
        let _ = run_virtual_by(Algorithm::Dts, &shape(), &Params::default(), &machine);
    }
}
