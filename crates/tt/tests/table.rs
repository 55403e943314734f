//! Tests storing, replacing and probing, and the memory that a table accepts.

use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use cleave_shared_memory::available_memory;
use cleave_tt::{Bound, Entry, Mapping, MappingError, MateThreshold, Table};
use proptest::prelude::*;

const MATES: MateThreshold = MateThreshold::new(31_000);
const SLOTS_PER_BUCKET: u64 = 4;

fn entry(depth: u8) -> Entry {
    Entry { mv: 7, value: 100, eval: 50, depth, bound: Bound::Lower, pv: false }
}

/// Returns keys of one bucket, which their high bits choose.
fn bucket_mates(n: u64) -> impl Iterator<Item = u64> {
    (0..n).map(|i| 0x5000_0000_0000_0000 + i)
}

fn with_table(test: impl FnOnce(Table)) {
    let mapping = Mapping::new(1).expect("1 MiB is available");
    let table = Table::over(mapping.words(), MATES);
    table.new_search();
    test(table);
}

#[test]
fn capacity_follows_the_size() {
    for mib in [1, 3, 16] {
        let mapping = Mapping::new(mib).unwrap();
        let table = Table::over(mapping.words(), MATES);
        assert_eq!(mapping.mib(), mib);
        assert_eq!(table.capacity(), (mib * 1024 * 1024 - 64) / 16);
    }
}

#[test]
fn empty_table_has_no_entries() {
    with_table(|table| {
        for key in [0, 1, u64::MAX, 1 << 63] {
            assert_eq!(table.probe(key, 0), None);
        }
        assert_eq!(table.hashfull(), 0);
    });
}

#[test]
fn extreme_keys_have_a_bucket() {
    with_table(|table| {
        for key in [0, 1, u64::MAX, u64::MAX - 1, 1 << 63] {
            table.prefetch(key);
            table.store(key, 0, entry(3));
            assert_eq!(table.probe(key, 0), Some(entry(3)));
        }
    });
}

#[test]
fn shallowest_entry_of_a_bucket_is_replaced() {
    with_table(|table| {
        for (key, depth) in bucket_mates(SLOTS_PER_BUCKET).zip([9, 4, 7, 8]) {
            table.store(key, 0, entry(depth));
        }
        let newcomer = bucket_mates(SLOTS_PER_BUCKET + 1).last().unwrap();
        table.store(newcomer, 0, entry(1));
        let known: Vec<bool> =
            bucket_mates(SLOTS_PER_BUCKET + 1).map(|key| table.probe(key, 0).is_some()).collect();
        assert_eq!(known, [true, false, true, true, true]);
    });
}

#[test]
fn old_entries_are_replaced_before_shallow_ones() {
    with_table(|table| {
        let mut keys = bucket_mates(SLOTS_PER_BUCKET + 1);
        let old = keys.next().unwrap();
        table.store(old, 0, entry(10));
        table.new_search();
        table.new_search();
        for key in keys {
            table.store(key, 0, entry(0));
        }
        assert_eq!(table.probe(old, 0), None);
        assert!(
            bucket_mates(SLOTS_PER_BUCKET + 1).skip(1).all(|key| table.probe(key, 0).is_some())
        );
    });
}

#[test]
fn one_position_takes_one_slot() {
    with_table(|table| {
        for depth in 0..20 {
            table.store(1, 0, entry(depth));
        }
        table.store(2, 0, entry(0));
        table.store(3, 0, entry(0));
        table.store(4, 0, entry(0));
        assert!((1..=4).all(|key| table.probe(key, 0).is_some()));
    });
}

#[test]
fn deep_entry_resists_a_shallow_bound_but_not_an_exact_value() {
    with_table(|table| {
        let shallow = Entry { value: -1, ..entry(2) };
        table.store(1, 0, entry(12));
        table.store(1, 0, shallow);
        assert_eq!(table.probe(1, 0), Some(entry(12)));

        let exact = Entry { bound: Bound::Exact, ..shallow };
        table.store(1, 0, exact);
        assert_eq!(table.probe(1, 0), Some(exact));

        table.store(1, 0, entry(12));
        table.new_search();
        table.store(1, 0, shallow);
        assert_eq!(table.probe(1, 0), Some(shallow));
    });
}

#[test]
fn move_is_kept_by_an_entry_without_one() {
    with_table(|table| {
        table.store(1, 0, entry(3));
        table.store(1, 0, Entry { mv: 0, bound: Bound::Upper, ..entry(5) });
        assert_eq!(table.probe(1, 0), Some(Entry { bound: Bound::Upper, ..entry(5) }));
        table.store(1, 0, Entry { mv: 8, ..entry(6) });
        assert_eq!(table.probe(1, 0).unwrap().mv, 8);
    });
}

#[test]
fn hashfull_counts_this_search_only() {
    with_table(|table| {
        let step = u64::MAX / table.capacity() as u64;
        for i in 0..table.capacity() as u64 / 2 {
            table.store(i * 2 * step, 0, entry(1));
        }
        assert!((450..=550).contains(&table.hashfull()), "{}", table.hashfull());
        table.new_search();
        assert_eq!(table.hashfull(), 0);
    });
}

#[test]
fn cleared_table_has_no_entries() {
    with_table(|table| {
        for key in 0..1000u64 {
            table.store(key << 54, 0, entry(1));
        }
        table.clear();
        assert!((0..1000u64).all(|key| table.probe(key << 54, 0).is_none()));
        assert_eq!(table.hashfull(), 0);
    });
}

/// Clears after a store without a new search, after a search, and without any store.
#[test]
fn every_entry_is_cleared() {
    let mapping = Mapping::new(1).unwrap();
    let table = Table::over(mapping.words(), MATES);
    table.clear();
    for announced in [false, true, false] {
        if announced {
            table.new_search();
        }
        table.store(7, 0, entry(1));
        assert!(table.probe(7, 0).is_some());
        table.clear();
        assert_eq!(table.probe(7, 0), None, "{announced}");
    }
    assert!(mapping.words().iter().all(|word| word.load(Relaxed) == 0));
}

/// Providing all pages of a large table would take seconds.
#[test]
fn an_unused_table_is_ready_in_a_second() {
    let Some(mapping) = [16, 8, 4].iter().find_map(|gib| Mapping::new(gib << 10).ok()) else {
        eprintln!("skipped: too little memory for a table of 4 GiB");
        return;
    };
    let table = Table::over(mapping.words(), MATES);
    let begin = Instant::now();
    table.clear();
    assert!(begin.elapsed() < Duration::from_secs(1), "{:?}", begin.elapsed());
    assert_eq!(table.probe(1 << 63, 0), None);
}

#[test]
fn refused_size_leaves_the_old_memory() {
    let mut mapping = Mapping::new(2).unwrap();
    Table::over(mapping.words(), MATES).store(5, 0, entry(5));

    assert!(matches!(mapping.resize(0), Err(MappingError::TooSmall { mib: 0 })));
    for mib in [1 << 30, usize::MAX] {
        let error = mapping.resize(mib).unwrap_err();
        match error {
            MappingError::TooLarge { available, .. } => {
                assert!((1..mib as u64).contains(&available), "in MiB: {available}");
            }
            // This system does not report its memory.
            MappingError::Refused { .. } if available_memory().is_none() => {}
            _ => panic!("{error:?}"),
        }
        assert!(error.to_string().contains(&format!("{mib} MiB")), "{error}");
    }
    assert_eq!(mapping.mib(), 2);
    assert_eq!(Table::over(mapping.words(), MATES).probe(5, 0), Some(entry(5)));

    mapping.resize(1).unwrap();
    assert_eq!(mapping.mib(), 1);
    assert_eq!(Table::over(mapping.words(), MATES).probe(5, 0), None);
}

#[test]
#[should_panic(expected = "cache line")]
fn unaligned_memory_is_refused() {
    let mapping = Mapping::new(1).unwrap();
    Table::over(&mapping.words()[1..], MATES);
}

#[test]
#[should_panic(expected = "at least one bucket")]
fn memory_for_a_header_alone_is_refused() {
    let mapping = Mapping::new(1).unwrap();
    Table::over(&mapping.words()[..8], MATES);
}

proptest! {
    /// Few positions do not displace each other. So the table maps each key to the entry stored
    /// last, unless that entry is clearly shallower than the previous one.
    #[test]
    fn table_is_a_map_while_there_is_room(
        stores in prop::collection::vec((0..16u64, any::<i16>(), 0..250u8), 1..200)
    ) {
        let mapping = Mapping::new(1).unwrap();
        let table = Table::over(mapping.words(), MATES);
        let mut truth: HashMap<u64, Entry> = HashMap::new();
        for (n, value, depth) in stores {
            let key = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let new = Entry { value: value.clamp(-30_000, 30_000), ..entry(depth) };
            table.store(key, 3, new);
            let kept = truth.entry(key).or_insert(new);
            if new.depth + 4 > kept.depth {
                *kept = new;
            }
        }
        for (&key, &kept) in &truth {
            prop_assert_eq!(table.probe(key, 11), Some(kept));
        }
    }
}

/// No probe accepts a slot with halves of two entries. The store that replaces the slot counts it.
#[test]
fn torn_entry_is_rejected_and_counted() {
    let mapping = Mapping::new(1).unwrap();
    let words = mapping.words();
    let table = Table::over(words, MATES);
    let keys: Vec<u64> = bucket_mates(1 + SLOTS_PER_BUCKET).collect();
    table.store(keys[0], 0, entry(1));
    let data = words.iter().skip(16).position(|word| word.load(Relaxed) != 0).unwrap() + 16 + 1;
    let other_depth = 0b1010 << 51;
    words[data].fetch_xor(other_depth, Relaxed);
    assert_eq!(table.probe(keys[0], 0), None);
    assert_eq!(table.torn_rejected(), 0, "no store has found it yet");
    for &key in &keys[1..] {
        table.store(key, 0, entry(200));
    }
    assert_eq!(table.torn_rejected(), 1);
    table.clear();
    assert_eq!(table.torn_rejected(), 0);
}

#[test]
fn whole_entries_are_never_counted_as_torn() {
    with_table(|table| {
        for n in 0..1_000_000_u64 {
            table.store(n.wrapping_mul(0x9e37_79b9_7f4a_7c15), 0, entry(n as u8));
        }
        assert_eq!(table.torn_rejected(), 0);
    });
}
