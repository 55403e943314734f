//! Plays the pairs that a file lacks, several at once, until the test has a verdict.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use cleave_board::Position;
use cleave_io::files::Appender;
use cleave_kit::experiment::{Entries, Journal};
use cleave_kit::games::game::Adjudication;
use cleave_kit::progress;
use cleave_kit::{Error, Result};
use indicatif::ProgressBar;

use super::contestant::{Contestant, Setup, Timing};
use super::game::{self, Played};
use super::pair::{Pair, Summary};
use super::pgn;
use super::report::{self, Report};
use super::sprt::{Sprt, Verdict};

/// A match.
pub(super) struct Match {
    /// Challenger and champion.
    pub(super) setups: [Setup; 2],
    pub(super) names: [String; 2],
    pub(super) timing: Timing,
    pub(super) openings: Vec<Position>,
    pub(super) adjudication: Adjudication,
    pub(super) sprt: Option<Sprt>,
    pub(super) pairs: u32,
    pub(super) concurrency: usize,
}

/// The files that take the games.
pub(super) struct Files {
    pub(super) journal: Journal,
    pub(super) pgn: Option<Mutex<Appender>>,
}

/// The state that all threads update.
struct Tally {
    entries: Entries<Pair>,
    report: Report,
    verdict: Option<Verdict>,
    error: Option<Error>,
}

/// Without a terminal the score is printed after this many pairs.
const TOLD_EVERY: u32 = 50;

impl Match {
    /// Plays, and returns all pairs, the report about them and the verdict.
    ///
    /// # Errors
    /// A program cannot be started, or a file not written.
    pub(super) fn play(
        &self,
        files: &Files,
        known: Entries<Pair>,
    ) -> Result<(Entries<Pair>, Report, Option<Verdict>)> {
        let mut report = Report::default();
        known.values().for_each(|pair| report.add(pair));
        let due: Vec<u32> = (0..self.pairs).filter(|&n| !known.contains_key(&n)).collect();
        let verdict = self.verdict(&report);
        let running = Running {
            of: self,
            files,
            next: AtomicUsize::new(0),
            stop: AtomicBool::new(verdict.is_some()),
            bar: progress::bar("pairs", self.pairs.into()),
            begun: Instant::now(),
            before: report.pairs.pairs(),
            tally: Mutex::new(Tally { entries: known, report, verdict, error: None }),
        };
        running.bar.set_position(running.before.into());
        thread::scope(|scope| {
            for _ in 0..self.concurrency.min(due.len()) {
                scope.spawn(|| running.work(&due));
            }
        });
        running.bar.finish_and_clear();
        let tally = running.tally.into_inner().unwrap_or_else(PoisonError::into_inner);
        match tally.error {
            Some(error) => Err(error),
            None => Ok((tally.entries, tally.report, tally.verdict)),
        }
    }

    fn verdict(&self, report: &Report) -> Option<Verdict> {
        let sprt = self.sprt.as_ref()?;
        sprt.verdict(sprt.ratio(report.pairs.counts()))
    }
}

/// A match under way.
struct Running<'m> {
    of: &'m Match,
    files: &'m Files,
    /// The place of the next pair among those that are due.
    next: AtomicUsize,
    /// Games in progress are abandoned.
    stop: AtomicBool,
    bar: ProgressBar,
    begun: Instant,
    /// Pairs that were played before.
    before: u32,
    tally: Mutex<Tally>,
}

impl Running<'_> {
    /// Plays pairs until none is left or the test has ended.
    fn work(&self, due: &[u32]) {
        let mut players =
            self.of.setups.clone().map(|setup| Contestant::new(setup, self.of.timing));
        while !self.stop.load(Ordering::Relaxed)
            && let Some(&number) = due.get(self.next.fetch_add(1, Ordering::Relaxed))
        {
            let done = self.pair(number, &mut players).and_then(|pair| match pair {
                Some(pair) => self.record(pair),
                None => Ok(()),
            });
            if let Err(error) = done {
                self.stop.store(true, Ordering::Relaxed);
                // Only the first of several errors is reported.
                self.tally().error.get_or_insert(error);
            }
        }
    }

    /// Plays a pair; `None` after the signal to stop.
    fn pair(&self, number: u32, players: &mut [Contestant; 2]) -> Result<Option<Pair>> {
        let opening = self.of.openings[number as usize % self.of.openings.len()];
        let adjudication = &self.of.adjudication;
        let [challenger, champion] = players;
        let Some(white) = game::play(opening, [challenger, champion], adjudication, &self.stop)?
        else {
            return Ok(None);
        };
        let Some(black) = game::play(opening, [champion, challenger], adjudication, &self.stop)?
        else {
            return Ok(None);
        };
        self.write_pgn(number, &white, &black)?;
        let (as_white, as_black) = (Summary::of(&white), Summary::of(&black));
        Ok(Some(Pair { number, as_white, as_black }))
    }

    fn write_pgn(&self, number: u32, white: &Played, black: &Played) -> Result<()> {
        let Some(file) = &self.files.pgn else { return Ok(()) };
        let [challenger, champion] = self.of.names.each_ref().map(String::as_str);
        let round = number + 1;
        let text = pgn::text(white, [challenger, champion], &format!("{round}.1"))
            + &pgn::text(black, [champion, challenger], &format!("{round}.2"));
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = file.add(&text).and_then(|()| file.sync());
        written.map_err(|error| Error::Refused(format!("the PGN file: {error}")))
    }

    /// Keeps a pair, unless the match has been decided, and prints the score.
    fn record(&self, pair: Pair) -> Result<()> {
        let mut tally = self.tally();
        if self.stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        self.files.journal.record(&pair)?;
        tally.report.add(&pair);
        tally.entries.insert(pair.number, pair);
        tally.verdict = self.of.verdict(&tally.report);
        if tally.verdict.is_some() {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.tell(&tally.report);
        Ok(())
    }

    fn tell(&self, report: &Report) {
        let (pairs, sprt) = (report.pairs.pairs(), self.of.sprt.as_ref());
        let per_pair = self.begun.elapsed() / (pairs - self.before).max(1);
        let left = report.pairs_left(sprt, self.of.pairs.saturating_sub(pairs));
        let line = || format!("{}; {}", report.score(sprt), report::time_left(left, per_pair));
        self.bar.inc(1);
        if !self.bar.is_hidden() {
            self.bar.set_message(line());
        } else if pairs % TOLD_EVERY == 0 {
            println!("{}", line());
        }
    }

    fn tally(&self) -> std::sync::MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
