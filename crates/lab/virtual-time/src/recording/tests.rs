//! A recording has everything that a search has done.

use std::collections::BTreeMap;

use cleave_algorithms::{Algorithm, Arena};
use cleave_smp::{End, Params, Stats, WorkerId};

use super::*;
use crate::artificial::{ArtificialNode, Explorer, Shape};
use crate::virtual_time::{Death, Machine, Ticks, VirtualRun, VirtualTeam};

/// Three searches of a tree with phases, as iterations of one, and the counters of the team.
fn record(algorithm: Algorithm, workers: usize, is_recorded: bool) -> (VirtualRun, Stats) {
    record_on(Machine { is_recorded, ..Machine::new(workers) }, algorithm)
}

/// The same, in which worker 1 of seven is killed.
fn record_death(algorithm: Algorithm) -> (VirtualRun, Stats) {
    let death = Some(Death { worker: WorkerId::new(1), at: Ticks(100_000) });
    record_on(Machine { is_recorded: true, death, ..Machine::new(7) }, algorithm)
}

fn record_on(machine: Machine, algorithm: Algorithm) -> (VirtualRun, Stats) {
    let shape = Shape { height: 8, branching: 4, ordering: 70, ..Shape::default() };
    let arena: Arena<ArtificialNode> = Arena::new(machine.workers).unwrap();
    arena.memory().select(algorithm);
    let helpers = (1..machine.workers).map(|_| Explorer::new(arena.shared())).collect();
    let mut team = VirtualTeam::new(&arena, machine, Params::default(), helpers);
    let mut main_worker = Explorer::new(arena.shared());
    main_worker.set_deepening(1);
    let mut stats = Stats::default();
    let mut left = 3;
    while left > 0 {
        main_worker.prepare(&shape);
        let root = ArtificialNode::root(&mut main_worker);
        let finished = team.search(&mut main_worker, &root, &shape);
        left -= u32::from(finished.end != End::WorkerDied);
        stats += finished.stats;
    }
    (team.run(), stats)
}

#[test]
fn a_replay_counts_what_the_search_has_counted_by_every_algorithm() {
    for algorithm in Algorithm::ALL {
        for workers in [1, 7] {
            let (run, counted) = record(algorithm, workers, true);
            let found = Replay::stats_of(&run.recording.unwrap()).unwrap();
            assert_equal(&found, &counted, &format!("{algorithm} by {workers}"));
        }
        let (run, counted) = record_death(algorithm);
        let found = Replay::stats_of(&run.recording.unwrap()).unwrap();
        assert_equal(&found, &counted, &format!("{algorithm} with a death"));
    }
}

/// Compares all counters except the number of the search.
fn assert_equal(found: &Stats, counted: &Stats, name: &str) {
    assert_eq!(found.workers.len(), counted.workers.len(), "{name}");
    for (worker, (found, counted)) in found.workers.iter().zip(&counted.workers).enumerate() {
        let without_serial = |text: String| text.split_once("nodes").unwrap().1.to_owned();
        let [found, counted] = [found, counted].map(|stats| without_serial(format!("{stats:?}")));
        assert_eq!(found, counted, "{name}, worker {worker}");
    }
}

#[test]
fn recording_changes_nothing() {
    for algorithm in Algorithm::ALL {
        let (recorded, counted) = record(algorithm, 5, true);
        let (plain, counted_without) = record(algorithm, 5, false);
        assert_eq!((recorded.time, recorded.hash), (plain.time, plain.hash), "{algorithm}");
        assert_eq!(recorded.accounts, plain.accounts, "{algorithm}");
        assert_eq!(counted, counted_without, "{algorithm}");
        assert!(plain.recording.is_none());
    }
}

#[test]
fn the_steps_of_a_worker_follow_each_other_and_fill_its_account() {
    let (run, _) = record(Algorithm::Dts, 6, true);
    let recording = run.recording.unwrap();
    let mut ends = [Ticks::ZERO; 6];
    let mut busy = [0; 6];
    for entry in recording.entries().unwrap() {
        let Entry::Step(step) = entry.unwrap() else { continue };
        let end = &mut ends[step.worker.index()];
        assert!(*end <= step.from && step.from <= step.to, "{step:?}");
        assert!(step.noted.is_sorted_by_key(|&(at, _)| at), "{step:?}");
        assert!(step.noted.iter().all(|&(at, _)| step.from <= at && at <= step.to), "{step:?}");
        *end = step.to;
        busy[step.worker.index()] += (step.to - step.from - step.look).0;
    }
    let accounts: Vec<_> = run.accounts.iter().map(|account| account.busy().0).collect();
    assert_eq!(busy[..], accounts[..]);
}

/// Blocks are made below blocks in use, counts of claims return to zero, and the last one out ends a block.
#[test]
fn the_tree_is_complete_at_any_moment_and_empty_at_the_end() {
    let runs = Algorithm::ALL.map(|algorithm| {
        [(algorithm, record(algorithm, 7, true).0), (algorithm, record_death(algorithm).0)]
    });
    for (algorithm, run) in runs.into_iter().flatten() {
        let (mut tree, mut foreign) = (Tree::default(), 0);
        for entry in run.recording.unwrap().entries().unwrap() {
            let entry = entry.unwrap();
            tree.follow(&entry, |tree, step, _, event| match *event {
                TraceEvent::BlockFreed { block } => {
                    let block = tree.block(block).expect("it is in use");
                    assert_eq!(block.claims, 0, "{algorithm}: {block:?} by {:?}", step.worker);
                    assert!(block.ended_by.is_some(), "{algorithm}: {block:?}");
                    foreign += u32::from(block.ended_by != Some(block.maker));
                }
                TraceEvent::ClaimReleased { block } => {
                    assert!(tree.block(block).unwrap().claims > 0);
                }
                TraceEvent::Copied { bytes } => assert!(bytes > 0, "that is no copy"),
                _ => {}
            });
            let orphan = |(_, block): (_, &Block)| {
                block.parent.is_some_and(|above| tree.block(above).is_none())
            };
            if !algorithm.has_split_blocks() {
                assert_eq!(tree.blocks().count(), 0, "{algorithm}");
            }
            assert!(!tree.blocks().any(orphan), "{algorithm}");
        }
        assert_eq!(tree.blocks().count(), 0, "{algorithm}");
        if algorithm == Algorithm::Dts {
            assert!(foreign > 0, "no block was ended by another than its maker");
        }
    }
}

#[test]
fn a_broken_recording_says_where_it_is_broken() {
    let (run, _) = record_death(Algorithm::Dts);
    let whole = run.recording.unwrap();
    let bytes = whole.bytes();
    let is_recovery = |entry: &_| matches!(entry, Ok(Entry::Mark(Mark::Recovers { .. })));
    assert!(whole.entries().unwrap().any(|entry| is_recovery(&entry)));
    assert_eq!(Recording::new(vec![9]).entries().err(), Some(Broken::Version(9)));
    assert_eq!(Recording::new(vec![VERSION as u8, 0]).entries().err(), Some(Broken::At(1)));
    for length in (0..bytes.len()).step_by(97) {
        let cut = Recording::new(bytes[..length].to_vec());
        let Ok(entries) = cut.entries() else { continue };
        let read = entries.take_while(Result::is_ok).count();
        assert!(read <= length);
    }
    let mut changed = bytes.to_vec();
    for place in (2..bytes.len()).step_by(89) {
        changed[place] ^= 0x55;
        let changed = Recording::new(changed.clone());
        if let Ok(entries) = changed.entries() {
            let mut replay = Replay::new(entries.workers());
            entries.map_while(Result::ok).for_each(|entry| replay.follow(&entry));
        }
    }
}

/// A recording by two workers. A part is an event, in a step of its own without length: the worker, the number of the
/// event, and its fields. An empty part is the end of a search.
fn recording_of(parts: &[&[u64]]) -> Recording {
    const BEGINS: u8 = 0x80;
    const ENDS: u8 = 0x83;
    const HAS_NOTED: u8 = 1 << 6;
    let mut bytes = vec![VERSION as u8, 2, BEGINS];
    for part in parts {
        let [worker, event, fields @ ..] = part else {
            bytes.push(ENDS);
            continue;
        };
        bytes.extend([HAS_NOTED, *worker as u8, 0, 1, *event as u8, 0]);
        fields.iter().for_each(|&field| numbers::put(&mut bytes, field));
    }
    Recording::new(bytes)
}

/// Each of them once panicked, or never ended.
#[test]
fn no_search_that_cannot_have_been_does_harm() {
    let (entered, scanned) = ([0, 1, 0], [0, 22]);
    let root = [0, 2, 5, 0, 0, 0, 0, 3, 0];
    let its_own_parent = [0, 3, 5];
    let stopped_others = [1, 14, 6];
    let harmless: [&[&[u64]]; 2] =
        [&[&entered, &scanned, &[], &entered, &[]], &[&root, &its_own_parent, &stopped_others]];
    for parts in harmless {
        let recording = recording_of(parts);
        assert!(Replay::of(&recording).is_ok() && Moment::all(&recording).is_ok(), "{parts:?}");
    }
    for event in [7, 23, 24] {
        let most = [0, event, u64::MAX];
        let recording = recording_of(&[&entered, &most, &most, &[]]);
        assert!(matches!(Replay::of(&recording).err(), Some(Broken::At(_))), "event {event}");
    }
}

/// The moves of a node that have been searched without a cutoff only become more.
#[test]
fn jobs_of_a_block_are_taken_with_growing_confidence() {
    let recording = record(Algorithm::Dts, 5, true).0.recording.unwrap();
    let (mut confidence, mut most) = (BTreeMap::new(), 0);
    for entry in recording.entries().unwrap() {
        let Entry::Step(step) = entry.unwrap() else { continue };
        for (_, noted) in step.noted {
            match noted {
                Noted::Did(
                    TraceEvent::BlockMade { block } | TraceEvent::RootMade { block, .. },
                ) => {
                    confidence.insert(block.index(), 0);
                }
                Noted::Did(TraceEvent::JobTaken {
                    block: Some(block),
                    searched: Some(searched),
                    ..
                }) => {
                    let before = confidence.insert(block.index(), searched);
                    assert!(before <= Some(searched), "{block:?}: {before:?}, then {searched}");
                    most = most.max(searched);
                }
                _ => {}
            }
        }
    }
    assert!(most >= 2, "{most}");
}

#[test]
fn a_team_has_moments_worth_seeing_and_one_worker_has_no_handover() {
    let moments = |algorithm, workers| {
        Moment::all(&record(algorithm, workers, true).0.recording.unwrap()).unwrap()
    };
    // One worker of Dynamic Tree Splitting makes no block.
    let (many, one) = (moments(Algorithm::Dts, 7), moments(Algorithm::Ybwc, 1));
    for kind in [Kind::Handover, Kind::Cutoff, Kind::Chain] {
        assert!(many.iter().any(|moment| moment.kind == kind), "{kind:?}: {many:?}");
    }
    assert!(many.is_sorted_by_key(|moment| moment.at));
    assert!(!one.is_empty() && one.iter().all(|moment| moment.kind == Kind::Chain), "{one:?}");
}
