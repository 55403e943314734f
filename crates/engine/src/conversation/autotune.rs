//! The command `autotune`: searches positions by turns with the settings that compete.

use std::time::{Duration, Instant};

use cleave_board::Position;
use cleave_search::team::Topology;
use cleave_search::{Clock, Limits, Root, bench};

use super::event_loop::EventLoop;
use super::listener::Listener;
use crate::autotune::duel::{Duel, FEWEST};
use crate::autotune::plan::{Conditions, Trial};
use crate::autotune::saving::{self, Setting};
use crate::engine::Engine;
use crate::options;
use crate::options::configuration::toml_of;
use crate::refusal::{Refusal, Reply};
use crate::session::running::RunningSearch;
use crate::task::Activity;

/// The shortest search that is timed. The noise of shorter ones is larger than any gain.
const SHORTEST: Duration = Duration::from_millis(30);

/// The share of the time for finding out how deep to search.
const FOR_DEPTH: u32 = 10;

impl EventLoop {
    /// Tries settings for about this long, and keeps those that are faster. With `saves`, also in the configuration file.
    pub(super) fn autotune(&mut self, time: Duration, saves: bool) -> Reply {
        let workers = self.engine.searcher.team_size();
        if workers < 2 {
            let one = "One worker has nothing to tune. 'cores N' sets how many search.";
            self.engine.session.client.line(one);
            return Ok(());
        }
        let topology = Topology::of_this_machine();
        let trials = Conditions::here(workers, &topology).trials();
        let line = format!("{workers} workers on {topology}; the table is cleared.");
        self.engine.session.client.line(line);
        let before: Vec<_> = trials.iter().map(|trial| self.value(trial.option)).collect();
        if let Err(refusal) = self.try_all(&trials, time) {
            for (trial, value) in trials.iter().zip(&before) {
                options::set(&mut self.engine, trial.option, value)?;
            }
            return Err(refusal);
        }
        let is_new = |(trial, before): &(&Trial, &String)| self.value(trial.option) != **before;
        let changed: Vec<_> = trials.iter().zip(&before).filter(is_new).collect();
        let changed: Vec<&'static str> =
            changed.into_iter().map(|(trial, _)| trial.option).collect();
        self.conclude_autotune(&changed, saves)
    }

    /// Says what has changed, and saves it.
    fn conclude_autotune(&mut self, changed: &[&'static str], saves: bool) -> Reply {
        let values = changed.iter().map(|option| format!("{option} = {}", self.value(option)));
        let values = values.collect::<Vec<_>>().join(", ");
        let Engine { session, configuration_file, .. } = &mut self.engine;
        if changed.is_empty() {
            session.client.line("Your settings are as fast as any that were tried.");
            return Ok(());
        }
        if !saves {
            let line = format!("Until the program ends: {values}. 'autotune save' also keeps it.");
            session.client.line(line);
            return Ok(());
        }
        let Some(file) = configuration_file.clone() else {
            return Err("the environment names no home directory for a configuration".into());
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

    /// Lets all values compete, each for the same share of the time.
    fn try_all(&mut self, trials: &[Trial], time: Duration) -> Reply {
        let challengers: usize = trials.iter().map(|trial| trial.values.len() - 1).sum();
        let share = time * (FOR_DEPTH - 1) / FOR_DEPTH / challengers.max(1) as u32;
        let depth = self.depth_for((share / (4 * FEWEST as u32)).max(SHORTEST))?;
        for Trial { option, values } in trials {
            for value in values {
                let in_force = self.value(option);
                if *value == in_force {
                    continue;
                }
                let duel = self.duel(option, [value, &in_force], depth, share)?;
                let is_won = duel.is_won();
                let kept = if is_won { value } else { &in_force };
                options::set(&mut self.engine, option, kept)?;
                let verdict = if is_won { "is faster" } else { "stays out" };
                let line = format!(
                    "{option} {value} takes {duel} of the time of {in_force}, and {verdict}"
                );
                self.engine.session.client.line(line);
            }
        }
        Ok(())
    }

    /// Returns the depth at which a search takes about this long.
    fn depth_for(&mut self, wanted: Duration) -> Result<u32, Refusal> {
        let positions: Vec<Position> = bench::positions().collect();
        for depth in 4..Limits::DEEPEST {
            let mut all = Duration::ZERO;
            for position in &positions[..4] {
                all += self.time_of(position, depth)?;
            }
            if all >= 4 * wanted {
                return Ok(depth);
            }
        }
        Ok(Limits::DEEPEST)
    }

    /// Searches positions with two values of an option by turns, until the time is up.
    fn duel(
        &mut self,
        option: &str,
        values: [&String; 2],
        depth: u32,
        time: Duration,
    ) -> Result<Duel, Refusal> {
        let begun = Instant::now();
        let mut duel = Duel::default();
        let positions: Vec<Position> = bench::positions().collect();
        for (round, position) in positions.iter().cycle().enumerate() {
            if round >= FEWEST && begun.elapsed() >= time {
                break;
            }
            let mut times = [Duration::ZERO; 2];
            // The first of two searches may be at a disadvantage.
            for turn in 0..2 {
                let at = (round + turn) % 2;
                options::set(&mut self.engine, option, values[at])?;
                times[at] = self.time_of(position, depth)?;
            }
            duel.add(times[0], times[1]);
        }
        Ok(duel)
    }

    /// Returns the time of a search to this depth with cleared tables.
    fn time_of(&mut self, position: &Position, depth: u32) -> Result<Duration, Refusal> {
        self.engine.prepare_search(0);
        let Engine { session, searcher, .. } = &mut self.engine;
        let running = RunningSearch::new(Activity::Measuring, *position, Clock::Unlimited);
        let mut listener = Listener::new(session, self.protocol, running);
        searcher.new_game();
        let begun = Instant::now();
        searcher.search(&Root::from(*position), &Limits::to_depth(depth), &mut listener);
        let elapsed = begun.elapsed();
        let is_stopped = listener.is_stopped();
        listener.end();
        if is_stopped { Err(Refusal::NotNow("interrupted")) } else { Ok(elapsed) }
    }
}
