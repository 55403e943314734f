//! Binds workers to the processors that the program has chosen for them.

use cleave_sync::affinity::{Bound, ProcessorSet};

use crate::ids::WorkerId;

/// The processors on which each worker runs. By default none is bound.
#[derive(Clone, PartialEq, Eq, Default)]
pub(super) struct Placement {
    sets: Vec<ProcessorSet>,
}

impl Placement {
    /// Binds the workers to these processors: worker 0 to the first set, and so on. If there are more workers than sets,
    /// they begin again with the first set. Without sets no worker is bound.
    pub(super) fn new(sets: &[ProcessorSet]) -> Placement {
        Placement { sets: sets.to_vec() }
    }

    /// Binds this thread, which is about to run a worker. If the system refuses, the worker runs anywhere.
    pub(super) fn bind(&self, id: WorkerId) -> Option<Bound> {
        let set = self.sets.get(id.index() % self.sets.len().max(1))?;
        let bound = Bound::to(set);
        let complain = |error| log::warn!("{id} is not bound to the processors {set}: {error}");
        bound.map_err(complain).ok()
    }

    /// As [`bind`](Placement::bind), until the thread or process ends. The worker was started by the main worker and began
    /// with its binding. If the system refuses, the worker runs where the main worker ran before, at `home`.
    pub(super) fn bind_for_good(&self, id: WorkerId, home: Option<ProcessorSet>) {
        let at_home = || Bound::to(&home?).ok();
        self.bind(id).or_else(at_home).into_iter().for_each(Bound::for_good);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use cleave_sync::affinity::allowed;

    use super::*;
    use crate::team::Backend;
    use crate::testing::TinyNode;
    use crate::{HelperSlot, Team};

    fn sets_of(processors: impl Iterator<Item = usize>) -> Vec<ProcessorSet> {
        processors.map(|processor| ProcessorSet::from_iter([processor])).collect()
    }

    /// The third of three workers begins again with the first set. `cleave-virtual-time` does the same with processes.
    #[test]
    fn each_thread_is_bound_and_the_main_worker_while_a_session_lasts() {
        let Some(before) = allowed() else { return };
        let sets = sets_of(before.iter().take(2));
        let mut team: Team<TinyNode> = Team::new(3, Backend::Thread).unwrap();
        team.set_processors(3);
        assert!(team.set_placement(&sets) && !team.set_placement(&sets));
        let (report, reports) = mpsc::channel();
        let tells = |slot: HelperSlot<'_, TinyNode>| {
            report.send((slot.id().index(), allowed())).unwrap();
            slot.serve(&mut 0);
        };
        team.session(&tells, |_| assert_eq!(allowed(), Some(sets[0])));
        assert_eq!(allowed(), Some(before));
        let mut bound: Vec<_> = reports.try_iter().collect();
        bound.sort_by_key(|&(index, _)| index);
        let of = |index: usize| (index, Some(sets[index % sets.len()]));
        assert_eq!(bound, [of(1), of(2)]);
        team.set_placement(&[]);
        team.session(&tells, |_| assert_eq!(allowed(), Some(before)));
        assert!(reports.try_iter().all(|(_, set)| set == Some(before)));
    }

    /// As in a container that has lost a processor.
    #[test]
    fn workers_that_cannot_be_bound_run_anywhere() {
        let before = allowed();
        let mut team: Team<TinyNode> = Team::new(2, Backend::Thread).unwrap();
        team.set_processors(2);
        team.set_placement(&sets_of([1023, 1022].into_iter()));
        let size = team.session(&|slot| slot.serve(&mut 0), |main_worker| {
            assert_eq!(allowed(), before);
            main_worker.team_size()
        });
        assert_eq!(size, 2);
    }

    /// The main worker is bound before it starts the helper.
    #[test]
    fn a_helper_that_cannot_be_bound_does_not_stay_with_the_main_worker() {
        let Some(before) = allowed() else { return };
        let first = before.iter().next().unwrap();
        let mut team: Team<TinyNode> = Team::new(2, Backend::Thread).unwrap();
        team.set_processors(2);
        team.set_placement(&sets_of([first, 1023].into_iter()));
        let (report, reports) = mpsc::channel();
        let tells = |slot: HelperSlot<'_, TinyNode>| {
            report.send(allowed()).unwrap();
            slot.serve(&mut 0);
        };
        team.session(&tells, |_| assert_eq!(allowed(), Some(ProcessorSet::from_iter([first]))));
        assert!(reports.try_iter().eq([Some(before)]));
    }
}
