//! Tests tables that are saved and loaded.

use std::io::{Cursor, SeekFrom};
use std::sync::Arc;

use cleave_board::{Position, Value};
use cleave_tablebase::Syzygy;
use cleave_tt::{Bound, Entry};
use proptest::prelude::*;

use super::*;
use crate::team::Backend;
use crate::{Evaluation, Limits, Outcome, Root, SearchMode, Undisturbed, bench};

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/syzygy");

fn search(searcher: &mut Searcher, position: Position, depth: u32) -> Outcome {
    searcher.search(&Root::from(position), &Limits::to_depth(depth), &mut Undisturbed)
}

/// A searcher that has searched the start position.
fn used() -> Searcher {
    let mut searcher = Searcher::new(1).unwrap();
    search(&mut searcher, Position::start(), 5);
    searcher
}

/// A searcher with more entries than 1 MiB holds, all of them good.
fn filled() -> Searcher {
    let searcher = Searcher::new(4).unwrap();
    let table = Table::over(&searcher.table.mapping);
    for number in 0..150_000u64 {
        let depth = number as u8;
        let entry = Entry { mv: 7, value: 12, eval: 34, depth, bound: Bound::Exact, pv: false };
        table.put(number.wrapping_mul(0x9e37_79b9_7f4a_7c15), entry);
    }
    searcher
}

fn saved(searcher: &Searcher) -> Vec<u8> {
    let mut bytes = Vec::new();
    let entries = searcher.save_table(&mut bytes).unwrap();
    assert_eq!(bytes.len(), HEADER + CHECKSUM + Record::BYTES * entries as usize);
    bytes
}

fn load(searcher: &mut Searcher, bytes: &[u8]) -> Result<u64, SavedTableError> {
    searcher.load_table(&mut Cursor::new(bytes), bytes.len() as u64)
}

fn records(searcher: &Searcher) -> Vec<Record> {
    Table::over(&searcher.table.mapping).records().collect()
}

/// These bytes, changed at this place, with a checksum that matches.
fn patched(bytes: &[u8], at: usize, by: &[u8]) -> Vec<u8> {
    let mut bytes = bytes[..bytes.len() - CHECKSUM].to_vec();
    bytes[at..at + by.len()].copy_from_slice(by);
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// Returns why these bytes are refused. The table must stay as it is.
fn refusal(searcher: &mut Searcher, bytes: &[u8]) -> String {
    let before = records(searcher);
    let error = load(searcher, bytes).expect_err("it is refused");
    assert!(records(searcher) == before, "the table has changed: {error}");
    error.to_string()
}

/// A searcher with the built-in network that searches so.
fn by_network(mode: SearchMode) -> Searcher {
    let mut searcher = Searcher::new(4).unwrap();
    searcher.set_evaluation(Evaluation::by_built_in_network());
    searcher.set_mode(mode).unwrap();
    searcher.set_processors(2);
    searcher
}

#[test]
fn a_search_goes_on_where_it_stopped() {
    let position = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    let position = Position::from_fen(position).unwrap();
    let mut yesterday = by_network(SearchMode::Sequential);
    let first = search(&mut yesterday, position, 12);
    let bytes = saved(&yesterday);
    let team = |backend| SearchMode::Parallel { workers: 2, backend };
    let continued = |mode| {
        let mut today = by_network(mode);
        // Helpers that are there already see what is loaded.
        search(&mut today, Position::start(), 4);
        let entries = load(&mut today, &bytes).unwrap();
        assert_eq!(records(&today).len() as u64, entries);
        let again = search(&mut today, position, 12);
        assert_eq!((first.depth, again.depth), (12, 12));
        again.nodes
    };
    let again = continued(SearchMode::Sequential);
    assert!(again < first.nodes / 4, "{again} of {} nodes", first.nodes);
    for backend in [Backend::Thread, Backend::Fork] {
        // The tree of a team varies.
        let nodes: Vec<u64> = (0..4).map(|_| continued(team(backend))).collect();
        assert!(nodes.iter().any(|&nodes| nodes < first.nodes / 2), "{backend:?}: {nodes:?}");
    }
}

/// The first iterations must not replace what the search that was saved has found at depth.
#[test]
fn the_next_search_counts_as_the_one_that_was_saved() {
    let old = used();
    let mut new = Searcher::new(1).unwrap();
    load(&mut new, &saved(&old)).unwrap();
    let ages = |searcher: &Searcher| {
        let mut ages: Vec<u8> = records(searcher).iter().map(|record| record.age).collect();
        ages.dedup();
        ages
    };
    assert_eq!(ages(&new), [0]);
    new.set_up(&Root::from(Position::start()));
    assert_eq!(ages(&new), [0], "the search goes on");
    new.set_up(&Root::from(Position::start()));
    assert_eq!(ages(&new), [1], "another search");
    load(&mut new, &saved(&old)).unwrap();
    new.new_game();
    new.set_up(&Root::from(Position::start()));
    assert_eq!(records(&new), []);
}

/// A table that is saved has all that a search has stored.
#[test]
fn every_entry_of_a_search_is_plausible() {
    let mut searcher = Searcher::new(4).unwrap();
    searcher.set_tablebase(Some(Arc::new(Syzygy::open(TABLES).0)));
    for fen in [
        "3R4/2R5/8/8/7k/8/1K5N/8 w - - 0 1",
        "7k/8/8/8/8/8/6q1/K7 w - - 0 1",
        "8/8/8/8/3k4/8/p7/R3K3 w - - 3 1",
        "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    ] {
        search(&mut searcher, Position::from_fen(fen).unwrap(), 12);
    }
    bench::positions().for_each(|position| drop(search(&mut searcher, position, 6)));
    let records = records(&searcher);
    let odd = records.iter().find(|record| !is_plausible(record));
    assert_eq!(odd, None);
    assert!(records.iter().any(|record| i32::from(record.entry.value) > Value::DECISIVE.get()));
}

#[test]
fn a_table_of_another_size_takes_the_entries() {
    let old = used();
    let entries = records(&old).len();
    let mut larger = Searcher::new(3).unwrap();
    assert_eq!(load(&mut larger, &saved(&old)).unwrap() as usize, entries);
    assert_eq!(records(&larger).len(), entries);
    let mut smaller = Searcher::new(1).unwrap();
    let read = load(&mut smaller, &saved(&filled())).unwrap();
    assert!(read > 140_000, "{read}");
    let kept = records(&smaller);
    assert!(kept.len() > 60_000, "{}", kept.len());
    let shallow = kept.iter().filter(|record| record.entry.depth < 64).count();
    assert!(shallow < kept.len() / 20, "the deepest stay: {shallow} of {}", kept.len());
}

#[test]
fn a_stream_that_is_no_saved_table_is_refused() {
    let mut searcher = used();
    let bytes = saved(&searcher);
    let short = format!("it has {} bytes; expected {}", bytes.len() - 16, bytes.len());
    let many = u64::MAX.to_le_bytes();
    for (bytes, expected) in [
        (Vec::new(), "it is not a saved table"),
        (b"CleaveTT".to_vec(), "it is not a saved table"),
        (vec![0; 1000], "it is not a saved table"),
        (patched(&bytes, 8, &[9]), "it has version 9 of the format; expected 1"),
        (patched(&bytes, 12, &[!bytes[12]]), "it was saved with another evaluation"),
        (
            patched(&bytes, 20, &[!bytes[20]]),
            "it was saved by a program with other keys of positions",
        ),
        (bytes[..bytes.len() - 16].to_vec(), &*short),
        (
            patched(&bytes, 32, &many),
            &*format!("it has {} bytes; expected {}", bytes.len(), u64::MAX),
        ),
        (
            patched(&bytes, 28, &[5]),
            "it was saved with endgame tables of 5 pieces and no fifty-move rule, and there are no endgame tables now",
        ),
    ] {
        assert_eq!(refusal(&mut searcher, &bytes), expected);
    }
}

#[test]
fn an_entry_that_no_search_stores_is_refused() {
    let mut searcher = used();
    let bytes = saved(&searcher);
    let entry = Entry { mv: 0, value: 0, eval: 0, depth: 9, bound: Bound::Exact, pv: false };
    for entry in [
        Entry { value: 32_001, ..entry },
        Entry { value: -32_001, bound: Bound::Upper, ..entry },
        Entry { value: i16::MIN, bound: Bound::Lower, ..entry },
        Entry { eval: 31_000, ..entry },
    ] {
        let entry = Record { key: 0x5555, age: 0, entry }.to_bytes();
        let bytes = patched(&bytes, HEADER + 2 * Record::BYTES, &entry);
        let expected = "it is damaged: entry 2 is none of a search";
        assert_eq!(refusal(&mut searcher, &bytes), expected);
    }
    let empty = patched(&bytes, HEADER, &[0; Record::BYTES]);
    assert_eq!(refusal(&mut searcher, &empty), "it is damaged: entry 0 is none of a search");
}

#[test]
fn other_endgame_tables_and_other_networks_are_refused() {
    let mut searcher = used();
    let without = saved(&searcher);
    searcher.set_tablebase(Some(Arc::new(Syzygy::open(TABLES).0)));
    let expected =
        "it was saved with no endgame tables, and there are endgame tables of 4 pieces now";
    assert_eq!(refusal(&mut searcher, &without), expected);
    let with = saved(&searcher);
    assert!(load(&mut searcher, &with).is_ok());
    searcher.set_tablebase(None);
    assert!(load(&mut searcher, &without).is_ok());
    searcher.set_evaluation(Evaluation::by_built_in_network());
    assert_eq!(refusal(&mut searcher, &without), "it was saved with another evaluation");
}

#[test]
fn more_entries_than_there_is_memory_are_refused() {
    let filled = filled();
    let bytes = saved(&filled);
    let read = |most| {
        let length = bytes.len() as u64;
        read(&mut &bytes[..], length, most, &Origin::of(&filled), |_| ())
            .map(|(entries, _)| entries)
    };
    let mib = bytes.len() as u64 >> 20;
    assert_eq!(read(mib).unwrap(), records(&filled).len() as u64);
    let expected = format!("it has {mib} MiB of entries; a table may have {} MiB here", mib - 1);
    assert_eq!(read(mib - 1).unwrap_err().to_string(), expected);
}

/// A stream that is another one when it is read again.
struct Changing(Vec<Cursor<Vec<u8>>>);

impl Read for Changing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0[0].read(buffer)
    }
}

impl Seek for Changing {
    fn seek(&mut self, _: SeekFrom) -> io::Result<u64> {
        self.0.remove(0);
        Ok(0)
    }
}

#[test]
fn a_stream_that_changes_leaves_an_empty_table() {
    let mut searcher = used();
    let good = saved(&searcher);
    let mut bad = good.clone();
    bad[HEADER] ^= 1;
    let other = patched(&good, HEADER, &[!good[HEADER]]);
    for second in [bad, other, good[..good.len() / 2].to_vec()] {
        assert!(load(&mut searcher, &good).is_ok());
        let mut stream = Changing([&good, &second].map(|it| Cursor::new(it.clone())).into());
        let error = searcher.load_table(&mut stream, good.len() as u64).unwrap_err();
        assert!(matches!(error, SavedTableError::Changed), "{error}");
        assert_eq!(records(&searcher), []);
    }
}

#[test]
fn any_damage_is_found() {
    let mut searcher = used();
    let bytes = saved(&searcher);
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(64));
    let damages = (0..bytes.len(), 1..=255u8);
    let check = |(at, by): (usize, u8)| {
        let mut damaged = bytes.clone();
        damaged[at] ^= by;
        refusal(&mut searcher, &damaged);
        Ok(())
    };
    let check = std::cell::RefCell::new(check);
    runner.run(&damages, |damage| (check.borrow_mut())(damage)).unwrap();
}

/// A file that cannot be read.
struct Unreadable;

impl Read for Unreadable {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::ErrorKind::PermissionDenied.into())
    }
}

#[test]
fn a_stream_that_cannot_be_read_is_an_error_and_a_short_one_is_no_table() {
    let begins = |bytes: &[u8]| begins_saved_table(bytes).unwrap();
    let table = saved(&used());
    assert_eq!(
        [&table[..], &table[1..], &table[..3], b""].map(begins),
        [true, false, false, false]
    );
    let error = begins_saved_table(Unreadable).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
}
