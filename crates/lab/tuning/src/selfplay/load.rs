//! How busy other programs keep the processors.

use std::path::Path;

use cleave_kit::files::read_text;
use cleave_kit::{Error, Result};

/// The file in which the system counts the time of its processors.
const STAT: &str = "/proc/stat";

/// Other programs are busy when they use this many processors for [`TO_PAUSE`] looks in a row.
const BUSY: f64 = 0.5;
/// They are idle again when they use at most this many for [`TO_RESUME`] looks.
const CALM: f64 = 0.2;
const TO_PAUSE: u32 = 3;
const TO_RESUME: u32 = 5;

/// Decides, look by look, whether self-play should leave the processors to others.
pub(super) struct Watch {
    last: Ticks,
    is_busy: bool,
    /// Looks in a row that contradict `is_busy`.
    against: u32,
}

impl Watch {
    /// Begins to watch.
    ///
    /// # Errors
    /// The system has no `/proc/stat`.
    pub(super) fn new() -> Result<Watch> {
        Ok(Watch { last: Ticks::now()?, is_busy: false, against: 0 })
    }

    /// Looks again, a second or so after the last time. Returns true while others are busy.
    ///
    /// # Errors
    /// As [`Watch::new`].
    pub(super) fn look(&mut self) -> Result<bool> {
        let now = Ticks::now()?;
        let used = now.used_since(&self.last);
        self.last = now;
        Ok(self.update(used))
    }

    /// Takes the number of processors that others used since the last look.
    fn update(&mut self, used: f64) -> bool {
        let (contradicts, patience) = match self.is_busy {
            true => (used <= CALM, TO_RESUME),
            false => (used >= BUSY, TO_PAUSE),
        };
        self.against = if contradicts { self.against + 1 } else { 0 };
        if self.against == patience {
            self.is_busy = !self.is_busy;
            self.against = 0;
        }
        self.is_busy
    }
}

/// Time of all processors since the start of the machine, in ticks.
struct Ticks {
    /// By programs of normal or higher priority and by the kernel. Programs of low priority, this one among
    /// them, do not count.
    others: u64,
    all: u64,
    processors: usize,
}

impl Ticks {
    fn now() -> Result<Ticks> {
        let path = Path::new(STAT);
        let text = read_text(path)?;
        Ticks::parse(&text).ok_or_else(|| Error::of_file(path, "it does not count processor time"))
    }

    /// Reads the first line, `cpu user nice system idle iowait irq softirq steal ...`, and counts the lines
    /// of single processors.
    fn parse(text: &str) -> Option<Ticks> {
        let mut lines = text.lines();
        let mut words = lines.next()?.split_whitespace();
        words.next().filter(|&word| word == "cpu")?;
        let times: Vec<u64> = words.map_while(|word| word.parse().ok()).take(8).collect();
        let &[user, _nice, system, _idle, _iowait, irq, softirq, _steal] = &times[..] else {
            return None;
        };
        let processors = lines.take_while(|line| line.starts_with("cpu")).count().max(1);
        let others = user + system + irq + softirq;
        Some(Ticks { others, all: times.iter().sum(), processors })
    }

    /// Processors that others kept busy since then.
    fn used_since(&self, before: &Ticks) -> f64 {
        let share = self.others.saturating_sub(before.others) as f64
            / self.all.saturating_sub(before.all).max(1) as f64;
        share * self.processors as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_load_of_others_leaves_out_low_priorities() {
        let stat = |user, nice, idle| {
            let zeros = "cpu0 0 0\ncpu1 0 0\nintr 1 2\ncpufreq 1\n";
            Ticks::parse(&format!("cpu  {user} {nice} 10 {idle} 0 0 0 0 0 0\n{zeros}")).unwrap()
        };
        let used = |user, nice, idle| stat(user, nice, idle).used_since(&stat(0, 0, 0));
        assert_eq!(used(0, 200, 0), 0.0, "self-play alone");
        assert_eq!(used(200, 0, 0), 2.0);
        assert_eq!(used(100, 100, 0), 1.0);
        assert_eq!(used(50, 0, 150), 0.5);
        assert!(Ticks::parse("").is_none() && Ticks::parse("cpu 1 2 3\n").is_none());
    }

    #[test]
    fn a_short_burst_changes_nothing_and_a_long_one_does() {
        let mut watch =
            Watch { last: Ticks { others: 0, all: 0, processors: 2 }, is_busy: false, against: 0 };
        let mut states =
            |used: &[f64]| -> Vec<bool> { used.iter().map(|&used| watch.update(used)).collect() };
        assert_eq!(states(&[1.0, 1.0, 0.0, 1.0, 1.0, 0.3]), [false; 6]);
        assert_eq!(states(&[0.6, 2.0, 0.5]), [false, false, true]);
        assert_eq!(states(&[0.1, 0.1, 0.1, 0.1, 0.3]), [true; 5]);
        assert_eq!(states(&[0.1, 0.0, 0.0, 0.2, 0.0]), [true, true, true, true, false]);
    }

    #[test]
    fn this_machine_counts_its_time() {
        let mut watch = Watch::new().unwrap();
        assert!(watch.last.all > 0);
        watch.look().unwrap();
    }
}
