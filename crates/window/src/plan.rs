//! Records one search in virtual time.

use cleave_board::Position;
use cleave_search::team::Algorithm;
use cleave_search::{Host, Limits, Root, Searcher, SearcherError, Signal, Status, Thinking};
use cleave_smp::ArenaError;
use cleave_virtual_time::recording::{Broken, Moment, Recording, Replay, VERSION};
use cleave_virtual_time::virtual_time::Machine;

use crate::about::{About, Counted, Line, Sequential};
use crate::virtual_search::{Remembering, VirtualSearch};

/// The maximum size of a recording.
const MOST_BYTES: usize = 64 << 20;

/// The search to record.
#[derive(Clone, Debug)]
pub struct RecordingOrder {
    /// The position, which must have a legal move.
    pub position: Position,
    /// A name of the position.
    pub id: String,
    /// The depth of the last iteration.
    pub depth: u32,
    /// The algorithm by which the workers share the tree.
    pub algorithm: Algorithm,
    /// The machine to simulate.
    pub machine: Machine,
    /// The size of the table in MiB.
    pub hash: usize,
}

/// The reason why there is no recording.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// There is no memory for the table.
    #[error(transparent)]
    Searcher(#[from] SearcherError),
    /// There is no memory for the workers, or there are too many workers.
    #[error(transparent)]
    Team(#[from] ArenaError),
    /// The host has stopped a search.
    #[error("the search was stopped")]
    Stopped,
    /// The recording cannot be read.
    #[error(transparent)]
    Broken(#[from] Broken),
    /// The recording and the counters of the search differ.
    #[error("the recording has {0:?}, but the search has counted {1:?}")]
    Differs(Box<Counted>, Box<Counted>),
    /// The recording is too large to be kept.
    #[error("the recording has {0} MiB; a smaller depth is needed")]
    TooLong(usize),
}

impl RecordingOrder {
    /// Returns an order of ten plies by Dynamic Tree Splitting.
    pub fn of(position: Position, machine: Machine) -> RecordingOrder {
        let (id, algorithm) = ("position".into(), Algorithm::default());
        RecordingOrder { position, id, depth: 10, algorithm, machine, hash: 16 }
    }

    /// Searches with P_seq, and then with the team, whose search is recorded. Both poll the host.
    ///
    /// # Errors
    /// There is no memory, the recording is too large, or the host stops a search.
    pub fn record(&self, host: &mut dyn Host) -> Result<(About, Recording), RecordError> {
        let RecordingOrder { position, id, depth, algorithm, machine, hash } = self.clone();
        let (root, limits) = (Root::from(position), Limits::to_depth(depth));
        let mut watcher =
            Watcher { root: position, lines: Vec::new(), host: Remembering::of(host) };
        let mut searcher = Searcher::new(hash)?;
        let alone = searcher.search(&root, &limits, &mut watcher).nodes;
        watcher.host.must_go_on().ok_or(RecordError::Stopped)?;
        watcher.lines.clear();
        searcher.new_game();
        searcher.set_algorithm(algorithm);
        let machine = Machine { is_recorded: true, ..machine };
        let virtual_search = VirtualSearch::on(machine);
        let (outcome, run) = virtual_search.run(&mut searcher, &root, &limits, &mut watcher)?;
        watcher.host.must_go_on().ok_or(RecordError::Stopped)?;
        let spent = run.account();
        let recording = run.recording.expect("recording is switched on");
        if recording.bytes().len() > MOST_BYTES {
            return Err(RecordError::TooLong(recording.bytes().len() >> 20));
        }
        let replay = Replay::of(&recording)?;
        let about = About {
            version: VERSION,
            algorithm,
            id,
            fen: position.to_string(),
            depth,
            workers: machine.workers,
            seed: machine.seed,
            jitter: machine.jitter,
            time: run.time.0,
            nodes: outcome.nodes,
            value: outcome.value.get(),
            sequential: Sequential { nodes: alone, time: machine.costs.sequential(alone).0 },
            lines: watcher.lines,
            spent,
            lost: replay.searched() - replay.stats().nodes(),
            counted: Counted::of(replay.stats()),
            moments: Moment::all(&recording)?,
        };
        match outcome.stats.as_ref().map(Counted::of) {
            Some(counted) if counted != about.counted => {
                Err(RecordError::Differs(Box::new(about.counted), Box::new(counted)))
            }
            _ => Ok((about, recording)),
        }
    }
}

/// Keeps the lines that the search reports, and reports its progress.
struct Watcher<'h> {
    root: Position,
    lines: Vec<Line>,
    host: Remembering<'h>,
}

impl Host for Watcher<'_> {
    fn poll(&mut self, status: &Status) -> Signal {
        self.host.poll(status)
    }

    fn thinking(&mut self, thinking: &Thinking) {
        self.host.thinking(thinking);
        self.lines.push(Line::of(&self.root, thinking));
    }
}

#[cfg(test)]
mod tests {
    use cleave_search::Undisturbed;
    use cleave_smp::WorkerId;
    use cleave_virtual_time::recording::Kind;
    use cleave_virtual_time::virtual_time::{Death, Ticks};

    use super::*;
    use crate::virtual_search::tests::StopsAt;

    /// `record` fails if the replay differs from the search.
    #[test]
    fn chess_is_recorded_by_every_algorithm() {
        let position = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
        let position = Position::from_fen(position).unwrap();
        for algorithm in Algorithm::ALL {
            let plan = RecordingOrder::of(position, Machine::new(5));
            let plan = RecordingOrder { depth: 6, hash: 1, algorithm, ..plan };
            let (about, recording) = plan.record(&mut Undisturbed).unwrap();
            assert!(about.counted.nodes_are(about.nodes), "{algorithm}");
            assert_eq!(about.lost, 0, "{algorithm}");
            let beyond = about.spent.total().0.checked_sub(5 * about.time).unwrap();
            assert!(beyond < about.time / 10, "{algorithm}: {beyond} of {}", about.time);
            assert!(!about.lines.is_empty() && !recording.bytes().is_empty(), "{algorithm}");
        }
    }

    #[test]
    fn a_host_that_stops_a_search_gets_no_recording() {
        let plan = RecordingOrder::of(Position::start(), Machine::new(3));
        let plan = RecordingOrder { depth: 8, hash: 1, ..plan };
        let polls = &mut 0;
        plan.record(&mut StopsAt { poll: u32::MAX, polls }).unwrap();
        // The first poll is that of P_seq, the last that of the team.
        for poll in [1, *polls] {
            let stopped = plan.record(&mut StopsAt { poll, polls: &mut 0 });
            assert!(matches!(stopped, Err(RecordError::Stopped)), "{poll} of {polls}");
        }
    }

    /// `record` fails if the replay differs from what the search has counted.
    #[test]
    fn a_worker_that_is_killed_is_replaced_in_the_recording() {
        let position = "2rqr1k1/1b1nbppp/pp1ppn2/8/2PNP3/1PN2P2/PB1Q2PP/2RR1BK1 b - - 0 1";
        let position = Position::from_fen(position).unwrap();
        let plan = |death| RecordingOrder {
            depth: 8,
            hash: 1,
            ..RecordingOrder::of(position, Machine { death, ..Machine::new(8) })
        };
        let (alive, _) = plan(None).record(&mut Undisturbed).unwrap();
        for worker in [1, 4, 7].map(WorkerId::new) {
            // The death of an idle worker has no effect.
            let (at, about) = [50, 40, 60, 30]
                .map(|percent| Ticks(alive.time * percent / 100))
                .into_iter()
                .map(|at| {
                    (at, plan(Some(Death { worker, at })).record(&mut Undisturbed).unwrap().0)
                })
                .find(|(_, about)| about.moments.iter().any(|moment| moment.kind == Kind::Death))
                .expect("the death of a worker with a claim is recorded");
            let death = about.moments.iter().find(|moment| moment.kind == Kind::Death).unwrap();
            assert_eq!(death.worker, worker);
            assert!((at..at + Ticks(5_000)).contains(&death.at), "{:?}, not {at:?}", death.at);
            assert!(about.lost > 0);
            assert!(about.time > alive.time + 5_000_000, "{} and {}", about.time, alive.time);
            assert!(about.counted.nodes_are(about.nodes));
            let lines = |about: &About| about.lines.last().map(Line::depth);
            assert_eq!(lines(&about), lines(&alive));
        }
    }
}
