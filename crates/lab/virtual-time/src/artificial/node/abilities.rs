//! The traits that the older algorithms need of a node.

use cleave_algorithms::{Guess, Keys, Narrow, OwnRoot, RootBegun, RootMoves, RootTask};
use cleave_smp::Window;
use cleave_smp::random::mix;

use super::*;

impl Keys for ArtificialNode {
    fn job_key(&self, job: &Job) -> Option<u64> {
        match job.action {
            Action::Child(number) => Some(mix(self.place.key ^ u64::from(number))),
            Action::Preliminary => None,
        }
    }

    fn position_key(&self) -> u64 {
        mix(self.path_hash ^ u64::from(self.is_preliminary))
    }
}

impl Narrow for ArtificialNode {
    fn widened(&self, job: &Job) -> Job {
        match job.action {
            Action::Child(number) if self.is_pv => self.job(number, true),
            _ => *job,
        }
    }

    fn has_whole_window(job: &Job) -> bool {
        job.is_pv
    }

    fn narrow(&mut self, _: &mut Explorer<'_>, window: Window) -> Option<i32> {
        self.alpha = self.alpha.max(window.alpha);
        self.beta = self.beta.min(window.beta);
        (self.alpha >= self.beta).then_some(self.alpha)
    }

    fn window(&self) -> Option<Window> {
        Some(Window { alpha: self.alpha, beta: self.beta })
    }
}

impl OwnRoot for ArtificialNode {
    fn root_key(&self, explorer: &Explorer<'_>) -> Option<u64> {
        explorer.deepening().map(|number| mix(self.place.key ^ number))
    }

    fn full_window() -> Window {
        Window { alpha: -INFINITE, beta: INFINITE }
    }

    fn score(&value: &i32) -> Option<i32> {
        Some(value)
    }

    /// A tree has one depth, so a root that is to be searched deeper is the same root again.
    fn begin_own_root(&mut self, explorer: &mut Explorer<'_>, task: &RootTask) -> RootBegun {
        if !explorer.has_own_roots {
            return RootBegun::AsAsked;
        }
        if let Some(Window { alpha, beta }) = task.window {
            (self.alpha, self.beta) = (alpha, beta);
        }
        let (place, of) = match task.moves {
            RootMoves::All => (0, 1),
            RootMoves::Share { place, of } => (place as u16, of as u16),
            RootMoves::Own => explorer.share,
        };
        explorer.share = (place, of);
        (self.first, self.stride) = (place, of);
        let all = std::mem::take(&mut self.children);
        self.children = all.saturating_sub(place).div_ceil(of);
        let has_children = self.children > 0 || all == 0 && place == 0;
        if has_children { RootBegun::AsAssigned } else { RootBegun::Empty }
    }
}

impl Guess for ArtificialNode {
    /// Returns the minimax value, wrong by up to three grains: as good a guess as a shallow search makes.
    fn estimate(&self, explorer: &Explorer<'_>) -> Option<i32> {
        let grains = (mix(self.place.key ^ 5) % 7) as i32 - 3;
        Some(self.place.value + grains * explorer.shape.granularity)
    }

    fn presume(explorer: &mut Explorer<'_>, is_presumed: bool) {
        explorer.is_presumed = is_presumed;
    }
}
