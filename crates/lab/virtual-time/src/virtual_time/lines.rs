//! Lines that more than one worker uses, and one at least writes.
//!
//! Only one core at a time can write a cache line. A worker that wants to write it fetches it from the core
//! that wrote it last, and waits for those that asked before. So a line limits a team, however many
//! processors there are. Readers fetch a line anew after each write, but do not wait for each other.

use cleave_smp::WorkerId;
use cleave_smp::instrument::SharedLine;

use super::ticks::Ticks;

/// The lines, and the workers that have fetched each.
pub(super) struct Lines {
    lines: Vec<Line>,
    /// By kind of line: how often they were written.
    pub(super) writes: [u64; SharedLine::KINDS],
    /// By worker and line: the version read last.
    seen: Vec<Vec<u64>>,
}

#[derive(Clone, Copy)]
struct Line {
    /// The worker that may write without fetching the line; `None` after others have read it.
    owner: Option<WorkerId>,
    /// Counts the writes.
    version: u64,
    /// The last time during which one after the other fetched it, from the beginning to the end.
    busy: [Ticks; 2],
}

impl Lines {
    /// Returns the lines of this team, which the main worker has written.
    pub(super) fn new(workers: usize) -> Lines {
        let line = Line { owner: Some(WorkerId::MAIN), version: 1, busy: [Ticks::ZERO; 2] };
        let count = 3 + 2 * workers;
        Lines { lines: vec![line; count], writes: [0; _], seen: vec![vec![0; count]; workers] }
    }

    /// Returns the line, and the version of it that this worker has read last.
    fn line(&mut self, line: SharedLine, who: WorkerId) -> (&mut Line, &mut u64) {
        let index = match line {
            SharedLine::IdleMarks => 0,
            SharedLine::PoolMarks => 1,
            SharedLine::Whereabouts(id) => 2 + id.index(),
            SharedLine::Trail(id) => 2 + self.seen.len() + id.index(),
            SharedLine::OwnerMarks => 2 + 2 * self.seen.len(),
        };
        (&mut self.lines[index], &mut self.seen[who.index()][index])
    }

    /// Returns the time at which this worker has written the line, if it wants to now and fetching it takes so long.
    pub(super) fn write(
        &mut self,
        line: SharedLine,
        who: WorkerId,
        now: Ticks,
        fetch: Ticks,
    ) -> Ticks {
        self.writes[line.kind()] += 1;
        let (state, seen) = self.line(line, who);
        let mut written = now;
        if state.owner != Some(who) {
            let [from, until] = state.busy;
            // Steps run as a whole, so that others may have fetched it for a later time.
            if now + fetch > from {
                let begin = now.max(until);
                written = begin + fetch;
                state.busy = [if now > until { begin } else { from }, written];
            } else {
                written = now + fetch;
            }
            state.owner = Some(who);
        }
        state.version += 1;
        *seen = state.version;
        written
    }

    /// Returns the time at which this worker has read the line.
    pub(super) fn read(
        &mut self,
        line: SharedLine,
        who: WorkerId,
        now: Ticks,
        fetch: Ticks,
    ) -> Ticks {
        let (state, seen) = self.line(line, who);
        let version = state.version;
        let is_known = std::mem::replace(seen, version) == version;
        if state.owner == Some(who) || is_known {
            return now;
        }
        state.owner = None;
        now + fetch
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: SharedLine = SharedLine::IdleMarks;
    const FETCH: Ticks = Ticks(100);

    fn write(lines: &mut Lines, who: usize, now: u64) -> u64 {
        lines.write(LINE, WorkerId::new(who), Ticks(now), FETCH).0
    }

    fn read(lines: &mut Lines, who: usize, now: u64) -> u64 {
        lines.read(LINE, WorkerId::new(who), Ticks(now), FETCH).0
    }

    #[test]
    fn one_worker_alone_waits_for_nothing() {
        let mut lines = Lines::new(1);
        for now in [5, 6, 900] {
            assert_eq!((write(&mut lines, 0, now), read(&mut lines, 0, now)), (now, now));
        }
    }

    #[test]
    fn writers_wait_for_each_other() {
        let mut lines = Lines::new(4);
        assert_eq!([1, 2, 3].map(|who| write(&mut lines, who, 1_000)), [1_100, 1_200, 1_300]);
        assert_eq!(write(&mut lines, 3, 1_310), 1_310, "it has the line");
        assert_eq!(write(&mut lines, 1, 1_310), 1_410);
        // Worker 2 has run ahead of the others.
        assert_eq!(write(&mut lines, 2, 9_000), 9_100);
        assert_eq!(write(&mut lines, 3, 2_000), 2_100, "there is time for that before");
    }

    #[test]
    fn readers_fetch_a_line_once_after_each_write_and_its_writer_fetches_it_back() {
        let mut lines = Lines::new(3);
        assert_eq!(write(&mut lines, 1, 0), 100);
        assert_eq!([0, 2].map(|who| read(&mut lines, who, 200)), [300, 300]);
        assert_eq!([0, 1, 2].map(|who| read(&mut lines, who, 400)), [400; 3]);
        assert_eq!(write(&mut lines, 1, 500), 600);
        assert_eq!(read(&mut lines, 2, 700), 800);
    }
}
