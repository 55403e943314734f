//! `selfplay`: games of the engine against itself, in a folder where they last from day to day.
//!
//! Threads play games and append them to files, one file a thread. The main thread meanwhile watches for signals, for
//! other programs that need the processors, and for the end. Each game begins with an opening that no other game of the
//! folder has ([`opening`], [`store`]). It waits while the folder is paused ([`gate`]), and is written whole. So a
//! command that is broken off loses the games that were being played, and the next one goes on behind them.

mod background;
mod folder;
mod game;
mod gate;
mod load;
mod opening;
mod setting;
mod store;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use clap::value_parser;
use cleave_io::files::create_folder;
use cleave_io::{Interrupts, count, progress};
use cleave_kit::games::player::Thinking;
use cleave_kit::games::random::Random;
use cleave_kit::progress::announce;
use cleave_smp::random::mix;

use cleave_kit::{Error, Result};
use gate::Gate;
use load::Watch;
use setting::{Options, Setting};
use store::{Count, Store};

/// Plays games of the engine against itself until it is stopped, and stores them.
#[derive(clap::Args)]
pub struct Arguments {
    /// End when there are this many games of this setting.
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// End when the games of this setting have this many positions, quiet and not.
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    positions: Option<u64>,
    #[command(flatten)]
    options: Options,
    /// Number of threads; by default one for each processor.
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Run with the lowest priority, in favour of other work.
    #[arg(long)]
    background: bool,
    /// As --background, and play only while other programs leave the processors idle.
    #[arg(long)]
    pause_when_busy: bool,
    /// Stop all self-play in the folder, so that something can be timed, and end when no game is being played.
    #[arg(long, conflicts_with = "resume")]
    pause: bool,
    /// Let self-play in the folder go on.
    #[arg(long)]
    resume: bool,
    /// The folder of the games; by default cleave/selfplay in XDG_DATA_HOME, or in ~/.local/share.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

/// A game of the slowest settings ends within this time.
const LONGEST_GAME: Duration = Duration::from_secs(120);
/// How often the main thread looks for signals.
const LOOK: Duration = Duration::from_millis(200);
/// How often it measures the load of other programs.
const MEASURE: Duration = Duration::from_secs(1);
/// How often it prints the counts without a terminal.
const REPORT: Duration = Duration::from_secs(600);

/// Plays, pauses or resumes.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let no_home = || Error::Refused("no folder: HOME is not set, and there is no --out".into());
    let folder = arguments.out.clone().or_else(folder::default).ok_or_else(no_home)?;
    create_folder(&folder).map_err(|error| Error::of_file(&folder, error))?;
    let gate = Gate::new(&folder);
    let name = folder.display();
    if arguments.pause {
        gate.pause(LONGEST_GAME)?;
        println!("self-play in {name} is paused, until --resume; no game is being played");
        return Ok(());
    }
    if arguments.resume {
        let was_paused = gate.resume()?;
        println!("self-play in {name} {}", if was_paused { "goes on" } else { "was not paused" });
        return Ok(());
    }
    if arguments.background || arguments.pause_when_busy {
        background::enter();
    }
    let setting = arguments.options.read()?;
    let store = Store::open(&folder, &setting)?;
    arguments.play(&Play { setting, store, gate })
}

/// The state that the threads share.
struct Play {
    setting: Setting,
    store: Store,
    gate: Gate,
}

impl Arguments {
    /// Plays with all threads until there is enough, or until a signal comes.
    fn play(&self, play: &Play) -> Result<()> {
        let failed = |error| Error::Refused(format!("signals cannot be watched: {error}"));
        // Before the threads, so that no signal ends one of them.
        let interrupts = Interrupts::watch().map_err(failed)?;
        let available = || thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.map_or_else(available, usize::from);
        let result = thread::scope(|scope| {
            let threads: Vec<_> =
                (0..threads).map(|_| scope.spawn(|| self.play_games(play))).collect();
            let are_finished = || threads.iter().all(ScopedJoinHandle::is_finished);
            let watched = self.watch(play, interrupts, are_finished);
            play.gate.close();
            let results = threads.into_iter().map(|it| it.join().expect("no thread panics"));
            results.chain([watched]).collect()
        });
        println!("{}", play.report());
        result
    }

    /// Watches until a signal comes or all threads have finished.
    fn watch(
        &self,
        play: &Play,
        mut interrupts: Interrupts,
        are_finished: impl Fn() -> bool,
    ) -> Result<()> {
        let mut load = self.pause_when_busy.then(Watch::new).transpose()?;
        let bar = match (self.games, self.positions) {
            (Some(games), _) => progress::bar("games", games),
            (None, Some(positions)) => progress::bar("positions", positions),
            (None, None) => progress::counter("games"),
        };
        let (mut measured, mut reported, mut waits) = (Instant::now(), None, None);
        while !are_finished() && !interrupts.is_raised() {
            thread::sleep(LOOK);
            if let Some(load) = load.as_mut().filter(|_| measured.elapsed() >= MEASURE) {
                play.gate.set_busy(load.look()?);
                measured = Instant::now();
            }
            let reason = play.gate.reason_to_wait();
            if reason != waits {
                announce(&bar, reason.clone().unwrap_or_else(|| "games".into()));
                waits = reason;
            }
            let is_due = reported.is_none_or(|at: Instant| at.elapsed() >= REPORT);
            if bar.is_hidden() && is_due {
                announce(&bar, play.report());
                reported = Some(Instant::now());
            }
            let count = play.store.count();
            bar.set_position(if self.games.is_none() && self.positions.is_some() {
                count.positions
            } else {
                count.games
            });
        }
        bar.finish_and_clear();
        Ok(())
    }

    /// Plays games until there is enough or the gate is closed. An error closes it for the other threads.
    fn play_games(&self, play: &Play) -> Result<()> {
        let played = self.play_until_enough(play);
        if played.is_err() {
            play.gate.close();
        }
        played
    }

    fn play_until_enough(&self, play: &Play) -> Result<()> {
        let Play { setting, store, gate } = play;
        let mut player = setting.player()?;
        let (mut number, mut file) = store.next_file()?;
        while let Some(_permission) = gate.enter()? {
            if !self.begin(&mut store.count()) {
                return Ok(());
            }
            if file.is_full() {
                (number, file) = store.next_file()?;
            }
            let seed = [setting.seed, number.into(), file.games().into()];
            let mut random =
                Random::seeded(seed.into_iter().fold(0, |seed, part| mix(seed ^ part)));
            let nodes = setting.nodes / 2 + random.below(setting.nodes as usize + 1) as u64;
            player.set_thinking(Thinking::Nodes(nodes.max(1)));
            let opening = loop {
                let opening = opening::draw(&mut random, &mut player);
                if store.count().claim(&opening) {
                    break opening;
                }
            };
            let (turns, result) = game::play(opening, &mut player, setting.tables.as_deref());
            file.add(&turns, result)?;
            store.count().end(turns.len());
        }
        Ok(())
    }

    /// Returns true if there should be another game, and counts it as begun.
    fn begin(&self, count: &mut Count) -> bool {
        let is_enough = self.games.is_some_and(|games| count.games + count.begun >= games)
            || self.positions.is_some_and(|positions| count.positions >= positions);
        count.begun += u64::from(!is_enough);
        !is_enough
    }
}

impl Play {
    /// What there is.
    fn report(&self) -> String {
        let Count { games, positions, known, .. } = *self.store.count();
        format!(
            "{} games with {} positions in {}; {} openings were known and drawn anew",
            count(games),
            count(positions),
            self.store.folder().display(),
            count(known)
        )
    }
}
