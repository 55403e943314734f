//! Searches on the device, or on the twin if there is no device or it is lost.

use cleave_gpu::device::{Gpu, Searcher, SearcherOptions};
use cleave_gpu::search::{Batch, Found, Limits, Root, SearchMethod, Windows};
use cleave_gpu::twin::Twins;
use cleave_gpu::{DeviceError, Rules, Tester};

/// The options of the protocol.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Settings {
    pub(crate) search: Kind,
    /// The number of windows of a root move.
    pub(crate) windows: u32,
    /// The number of questions of a batch.
    pub(crate) batch: u32,
    /// Plies of the upper tree.
    pub(crate) plies: u32,
    /// The number of plies of captures below the other plies.
    pub(crate) captures: u32,
    /// The number of table entries, as a power of two.
    pub(crate) table: u32,
}

/// The three searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Windows,
    Batch,
    Warp,
}

impl Kind {
    pub(crate) const ALL: [(&'static str, Kind); 3] =
        [("windows", Kind::Windows), ("batch", Kind::Batch), ("warp", Kind::Warp)];
}

impl Default for Settings {
    fn default() -> Self {
        Settings { search: Kind::Batch, windows: 64, batch: 256, plies: 2, captures: 4, table: 20 }
    }
}

impl Settings {
    /// Returns the rules for lanes.
    pub(crate) fn rules(&self) -> Rules {
        Rules { captures: self.captures, together: self.search == Kind::Warp }
    }

    /// Returns the search method.
    pub(crate) fn search(&self) -> Box<dyn SearchMethod> {
        match self.search {
            Kind::Batch => Box::new(Batch { plies: self.plies, size: self.batch as usize }),
            Kind::Windows | Kind::Warp => Box::new(Windows { count: self.windows }),
        }
    }

    /// Returns the setup of the device.
    pub(crate) fn options(&self) -> SearcherOptions {
        SearcherOptions { table: Some(self.table), depth: 24, ..SearcherOptions::new(self.rules()) }
    }
}

/// Plays with the device or the twin.
pub(crate) struct Player<'a> {
    gpu: Option<&'a Gpu>,
    settings: Settings,
    tester: Option<Box<dyn Tester + 'a>>,
}

impl<'a> Player<'a> {
    pub(crate) fn new(gpu: Option<&'a Gpu>) -> Player<'a> {
        Player { gpu, settings: Settings::default(), tester: None }
    }

    pub(crate) fn settings(&mut self) -> &mut Settings {
        self.tester = None;
        &mut self.settings
    }

    /// Makes the tester if there is none.
    pub(crate) fn prepare(&mut self) -> Result<&mut (dyn Tester + 'a), DeviceError> {
        let (settings, gpu) = (&self.settings, self.gpu);
        let tester: Box<dyn Tester + 'a> = match (self.tester.take(), gpu) {
            (Some(tester), _) => tester,
            (None, Some(gpu)) => Box::new(Searcher::new(gpu, settings.options())?),
            (None, None) => Box::new(Twins::new(settings.rules(), Some(settings.table))),
        };
        Ok(&mut **self.tester.insert(tester))
    }

    /// Searches. If the device fails, reports it and continues with the twin.
    pub(crate) fn search(
        &mut self,
        root: &Root,
        limits: &Limits,
        tell: &mut dyn FnMut(Result<&Found, &DeviceError>),
    ) -> Option<Found> {
        let mut search = self.settings.search();
        loop {
            let searched = self
                .prepare()
                .and_then(|tester| search.run(root, limits, tester, &mut |found| tell(Ok(found))));
            match searched {
                Ok(found) => return found,
                // Only a device can fail.
                Err(error) => tell(Err(&error)),
            }
            (self.gpu, self.tester) = (None, None);
        }
    }
}
