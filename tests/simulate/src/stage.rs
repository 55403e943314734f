//! The common part of all dialogues: events, and how long an answer may take.

use std::time::{Duration, Instant};

use nix::sys::signal::Signal;
use nix::unistd::Pid;

use crate::counts::Counts;
use crate::excuses::Excuses;
use crate::plan::{Event, Timed};
use crate::problem::{Problem, Result};
use crate::running::Running;

/// How much later than its limit an answer may come. The time for which the program or this simulation had no processor,
/// the times of the program's stops, and the pauses of its reader do not count.
const GRACE: Duration = Duration::from_secs(3);

/// How long a search without a limit of time may take before a line ends it.
pub(crate) const WORK: Duration = Duration::from_millis(1_500);

/// How long an answer without a search may take, on a busy machine.
const SOON: Duration = Duration::from_secs(60);

/// The most memory of a program with its helpers, in MiB. Tables have at most 64 MiB.
const MOST_MEMORY: u64 = 400;

/// The most open files of a program. A helper needs two.
const MOST_FILES: usize = 64;

/// A program with what has happened to it.
pub(crate) struct Stage {
    pub(crate) running: Running,
    pub(crate) counts: Counts,
    /// The sum of all stops of the program.
    frozen: Duration,
    /// The times without a processor.
    excuses: Excuses<Pid>,
    /// Helpers to continue, and when.
    stopped: Vec<(Instant, Pid)>,
}

/// Measures the time of an answer.
pub(crate) struct Watch {
    begun: Instant,
    /// What did not count before.
    excused: Duration,
}

impl Watch {
    /// Returns the whole time so far.
    pub(crate) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }
}

impl Stage {
    pub(crate) fn new(running: Running) -> Stage {
        let counts = Counts { lives: 1, ..Counts::default() };
        let excuses = Excuses::new();
        Stage { running, counts, frozen: Duration::ZERO, excuses, stopped: Vec::new() }
    }

    pub(crate) fn watch(&mut self) -> Watch {
        Watch { begun: Instant::now(), excused: self.excused() }
    }

    /// Returns the time that no program could use.
    fn excused(&mut self) -> Duration {
        let without_processor = self.excuses.until(Instant::now(), &self.running.waits());
        self.frozen + self.running.paused() + without_processor
    }

    /// Checks that an answer that is due after `limit`, if it is not there yet, is not late.
    pub(crate) fn must_not_be_late(&mut self, watch: &Watch, limit: Duration) -> Result<()> {
        let own = watch.elapsed().saturating_sub(self.excused().saturating_sub(watch.excused));
        let late = own.saturating_sub(limit);
        self.counts.latest = self.counts.latest.max(late);
        match late > GRACE {
            true => Err(Problem::new(format!("an answer is {late:?} later than {limit:?}"))),
            false => Ok(()),
        }
    }

    /// Performs the events that are due, and returns when the next one is.
    pub(crate) fn perform_due(
        &mut self,
        events: &mut std::slice::Iter<Timed>,
        watch: &Watch,
        mut say: impl FnMut(&mut Stage, &Event),
    ) -> Option<Duration> {
        self.continue_stopped();
        loop {
            let next = events.as_slice().first()?;
            if next.at > watch.elapsed() {
                return Some(next.at);
            }
            events.next();
            self.perform(&next.event);
            say(self, &next.event);
        }
    }

    fn perform(&mut self, event: &Event) {
        match event {
            Event::KillHelper(which) => {
                let helper = self.helper(*which);
                self.kill(helper.as_slice());
            }
            Event::KillAllHelpers => {
                let helpers = self.running.helpers();
                self.kill(&helpers);
            }
            Event::StopHelper(which, time) => {
                let Some(helper) = self.helper(*which) else { return };
                self.counts.stops += u64::from(self.running.signal(helper, Signal::SIGSTOP));
                self.stopped.extend(time.map(|time| (Instant::now() + time, helper)));
            }
            Event::StarveHelper(which) => {
                let Some(helper) = self.helper(*which) else { return };
                self.counts.starved += u64::from(self.running.signal(helper, Signal::SIGUSR1));
            }
            Event::Freeze(time) => self.freeze(*time),
            Event::PauseReader(time) => {
                self.running.pause_reader(*time);
                self.counts.pauses += 1;
            }
            Event::Line(line) | Event::Go(line) => {
                self.running.send(line);
                self.counts.sent += 1;
            }
        }
    }

    fn helper(&self, which: u64) -> Option<Pid> {
        let helpers = self.running.helpers();
        helpers.get(which as usize % helpers.len().max(1)).copied()
    }

    fn kill(&mut self, helpers: &[Pid]) {
        for &helper in helpers {
            self.counts.kills += u64::from(self.running.signal(helper, Signal::SIGKILL));
        }
    }

    fn freeze(&mut self, time: Duration) {
        let (program, begun) = (self.running.pid(), Instant::now());
        if self.running.signal(program, Signal::SIGSTOP) {
            std::thread::sleep(time);
            self.running.signal(program, Signal::SIGCONT);
            self.counts.freezes += 1;
        }
        self.frozen += begun.elapsed();
    }

    fn continue_stopped(&mut self) {
        let helpers = self.running.helpers();
        let now = Instant::now();
        for (_, helper) in self.stopped.extract_if(.., |&mut (at, _)| at <= now) {
            // The number of a helper that is gone may belong to another process.
            if helpers.contains(&helper) {
                self.running.signal(helper, Signal::SIGCONT);
            }
        }
    }

    /// Returns the next line if one comes soon, before this time of the watch.
    pub(crate) fn hear(
        &mut self,
        watch: &Watch,
        before: Option<Duration>,
    ) -> Result<Option<String>> {
        let most = watch.elapsed() + Duration::from_millis(20);
        let until = watch.begun + before.map_or(most, |before| before.min(most));
        let line = self.running.next_line(until);
        if line.is_none() && !self.running.is_running() {
            // Its last lines may have come in between.
            let line = self.running.next_line(Instant::now() + Duration::from_millis(200));
            return line.map(Some).ok_or_else(|| Problem::new("the program has ended"));
        }
        Ok(line)
    }

    /// Waits for a line that begins with `start`. The other lines go to `hear`.
    pub(crate) fn wait_for(
        &mut self,
        start: &str,
        mut hear: impl FnMut(&mut Stage, &str) -> Result<()>,
    ) -> Result<()> {
        let watch = self.watch();
        loop {
            let line = self.hear(&watch, None)?;
            if line.as_ref().is_some_and(|line| line.starts_with(start)) {
                return Ok(());
            }
            line.map_or(Ok(()), |line| hear(self, &line))?;
            self.continue_stopped();
            if watch.elapsed() > SOON {
                return Err(Problem::new(format!("no {start} within {SOON:?}")));
            }
        }
    }

    /// Checks the memory and the open files of the program.
    pub(crate) fn must_be_small(&mut self) -> Result<()> {
        let (memory, files) = (self.running.memory(), self.running.open_files());
        self.counts.memory = self.counts.memory.max(memory);
        match () {
            () if memory > MOST_MEMORY => Err(Problem::new(format!("{memory} MiB of memory"))),
            () if files > MOST_FILES => Err(Problem::new(format!("{files} open files"))),
            () => Ok(()),
        }
    }
}
