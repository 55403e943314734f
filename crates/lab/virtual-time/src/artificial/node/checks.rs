//! Checks of the search by a node of an artificial tree, which knows its own value.

use cleave_algorithms::Narrow;
use cleave_smp::random::mix;

use super::{Action, ArtificialNode, Job};
use crate::artificial::explorer::Explorer;

impl ArtificialNode {
    /// # Panics
    /// If the value of a child is not the value that its search with the window of the job proves.
    pub(super) fn check_value(&self, explorer: &Explorer<'_>, job: &Job, value: i32) {
        let place = match job.action {
            Action::Child(number) => explorer.shape.child(&self.place, number),
            Action::Preliminary => self.place,
        };
        let (mut alpha, mut beta) = (job.alpha, job.beta);
        if Self::has_whole_window(job) {
            // The window of the job has been narrowed with this node's window.
            (alpha, beta) = (alpha.max(-self.beta), beta.min(-self.alpha));
        }
        let is_proven = (place.value == value)
            || value >= beta && place.value > value
            || value <= alpha && place.value < value;
        assert!(is_proven, "{value} does not hold for {place:?} by {job:?}");
    }

    /// # Panics
    /// If the worker's path does not lead to this node; any worker may have opened it.
    pub(super) fn check_path(&self, explorer: &Explorer<'_>) {
        let path = &explorer.path[..=usize::from(self.ply)];
        let path_hash = path.iter().fold(0, |hash, key| mix(hash ^ key));
        assert_eq!(
            path_hash, self.path_hash,
            "the worker's path does not lead to the node it is at"
        );
    }
}
