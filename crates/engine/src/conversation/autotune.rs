//! The command `autotune`: the engine as the place of a [contest](crate::autotune::contest).

use std::path::PathBuf;
use std::time::{Duration, Instant};

use cleave_board::Position;
use cleave_search::team::Topology;
use cleave_search::{Clock, Host, Limits, Root, Signal, Status, Thinking};

use super::event_loop::EventLoop;
use super::listener::Listener;
use crate::autotune::contest::{self, Ring};
use crate::autotune::plan::Conditions;
use crate::autotune::saving::{self, Setting};
use crate::client::notice::Notice;
use crate::engine::Engine;
use crate::options;
use crate::options::configuration::toml_of;
use crate::refusal::{Refusal, Reply};
use crate::session::running::RunningSearch;
use crate::task::Activity;

/// The table of the contest for each second that it takes, in MiB. To clear a larger one before each search would take most
/// of the time.
const TABLE_MIB: u64 = 2;

/// The smallest and the largest table of the contest, in MiB.
const TABLES: (u64, u64) = (16, 256);

impl EventLoop {
    /// Tries settings for this time, and keeps those that are faster. With `saves`, also in the configuration file.
    pub(super) fn autotune(&mut self, time: Duration, saves: bool) -> Reply {
        let begun = Instant::now();
        let topology = Topology::of_this_machine();
        let conditions = Conditions::of(&self.engine, &topology)?;
        let workers = conditions.workers;
        if workers < 2 {
            let one = "One worker has nothing to tune. 'cores N' sets how many search.";
            self.engine.session.client.line(one);
            return Ok(());
        }
        let file = if saves { Some(self.configuration_file()?) } else { None };
        let line = format!("{workers} workers on {topology}; the table is cleared.");
        self.engine.session.client.line(line);
        let most = (TABLE_MIB * time.as_secs()).clamp(TABLES.0, TABLES.1) as usize;
        let before = self.engine.shrink_table(most).map_err(|error| error.to_string())?;
        let known_workers = self.engine.known_workers;
        let mut ring = EngineRing { at: self, begun };
        let changed = contest::hold(&mut ring, &conditions.trials(), time);
        // The user knows how many workers search, whatever has been set meanwhile.
        self.engine.known_workers = known_workers;
        // The small table is cleared: a large one would take its time again.
        self.engine.searcher.new_game();
        if let Err(error) = self.engine.restore_table(&before) {
            let warning = format!("the table keeps {} MiB: {error}", self.engine.table_mib);
            self.engine.session.client.say(&Notice::Warning(&warning));
        }
        self.conclude_autotune(&changed?, file)
    }

    /// Returns the file in which settings are saved.
    fn configuration_file(&self) -> Result<PathBuf, Refusal> {
        let file = self.engine.configuration_file.clone();
        file.ok_or("the environment names no home directory for a configuration".into())
    }

    /// Says what has changed, and saves it in the file if there is one.
    fn conclude_autotune(&mut self, changed: &[&'static str], file: Option<PathBuf>) -> Reply {
        let values = changed.iter().map(|option| format!("{option} = {}", self.value(option)));
        let values = values.collect::<Vec<_>>().join(", ");
        let client = &mut self.engine.session.client;
        if changed.is_empty() {
            client.line("Your settings are as fast as any that were tried.");
            return Ok(());
        }
        let Some(file) = file else {
            let line = format!("Until the program ends: {values}. 'autotune save' also keeps it.");
            client.line(line);
            return Ok(());
        };
        let setting = |&option: &&'static str| -> Option<Setting> {
            Some((option, toml_of(&options::find(option).ok()?.state(&self.engine).value)?))
        };
        let settings: Vec<Setting> = changed.iter().filter_map(setting).collect();
        saving::save(&file, &settings)
            .map_err(|error| Refusal::BadArgument(format!("cannot save: {error}")))?;
        let line = format!("{values}. It is in {}.", file.display());
        self.engine.session.client.line(line);
        Ok(())
    }

    fn value(&self, option: &str) -> String {
        let state = options::find(option).map(|option| option.state(&self.engine));
        state.ok().and_then(|state| state.value.text()).unwrap_or_default()
    }
}

/// The engine as the place of a contest that began then.
struct EngineRing<'a> {
    at: &'a mut EventLoop,
    begun: Instant,
}

impl Ring for EngineRing<'_> {
    fn value(&self, option: &str) -> String {
        self.at.value(option)
    }

    fn set(&mut self, option: &str, value: &str) -> Reply {
        Ok(options::set(&mut self.at.engine, option, value)?)
    }

    fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    fn search(
        &mut self,
        position: &Position,
        depth: u32,
        until: Duration,
    ) -> Result<Option<Duration>, Refusal> {
        let EventLoop { engine, protocol } = &mut *self.at;
        engine.prepare_search(0);
        let Engine { session, searcher, .. } = engine;
        searcher.new_game();
        let running = RunningSearch::new(Activity::Measuring, *position, Clock::Unlimited);
        let listener = Listener::new(session, *protocol, running);
        let mut host = Deadline { listener, until: self.begun + until, is_over: false };
        let begun = Instant::now();
        searcher.search(&Root::from(*position), &Limits::to_depth(depth), &mut host);
        let elapsed = begun.elapsed();
        let (is_over, is_stopped) = (host.is_over, host.listener.is_stopped());
        host.listener.end();
        if is_stopped {
            return Err(Refusal::NotNow("interrupted"));
        }
        Ok((!is_over).then_some(elapsed))
    }

    fn say(&mut self, line: &str) {
        self.at.engine.session.client.line(line);
    }
}

/// A listener during a search that ends at this moment.
struct Deadline<'a> {
    listener: Listener<'a>,
    until: Instant,
    /// The moment has come.
    is_over: bool,
}

impl Host for Deadline<'_> {
    fn poll(&mut self, status: &Status) -> Signal {
        let signal = self.listener.poll(status);
        self.is_over |= Instant::now() >= self.until;
        if self.is_over { Signal::Stop } else { signal }
    }

    fn thinking(&mut self, line: &Thinking) {
        self.listener.thinking(line);
    }
}
