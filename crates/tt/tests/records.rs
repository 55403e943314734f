//! Tests tables that are taken out of memory and put back.

use cleave_tt::{Bound, Entry, Mapping, MateThreshold, Record, Table};
use proptest::prelude::*;

const MATES: MateThreshold = MateThreshold::new(31_000);

prop_compose! {
    /// Keys that share few buckets, so that entries replace each other.
    fn keys()(high in 0..4u64, low in 1..32u64) -> u64 {
        high << 62 | low
    }
}

prop_compose! {
    fn entries()(mv: u16, value: i16, eval: i16, depth: u8, bound in 0..3usize, pv: bool) -> Entry {
        Entry { mv, value, eval, depth, bound: [Bound::Upper, Bound::Lower, Bound::Exact][bound], pv }
    }
}

/// A store, or `None` for a new search.
type Step = Option<(u64, usize, Entry)>;

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let store = (keys(), 0..20usize, entries()).prop_map(Some);
    prop::collection::vec(prop_oneof![9 => store, 1 => Just(None)], 0..200)
}

fn play(table: &Table<'_>, steps: &[Step]) {
    for step in steps {
        match *step {
            Some((key, ply, entry)) => table.store(key, ply, entry),
            None => table.new_search(),
        }
    }
}

fn through_bytes(record: Record) -> Record {
    Record::from_bytes(record.to_bytes()).expect("it is the record of an entry")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_restored_table_probes_the_same(steps in steps(), ply in 0..20usize) {
        let [old, new] = [(); 2].map(|()| Mapping::new(1).unwrap());
        let [old, new] = [&old, &new].map(|mapping| Table::over(mapping.words(), MATES));
        play(&old, &steps);
        old.records().map(through_bytes).for_each(|record| new.restore(record));
        for &(key, ..) in steps.iter().flatten() {
            prop_assert_eq!(new.probe(key, ply), old.probe(key, ply));
        }
        prop_assert_eq!(new.hashfull(), old.hashfull(), "entries keep their age");
        prop_assert!(new.records().eq(old.records()));
    }

    #[test]
    fn a_larger_table_takes_all_entries(steps in steps()) {
        let [old, new] = [1, 3].map(|mib| Mapping::new(mib).unwrap());
        let [old, new] = [&old, &new].map(|mapping| Table::over(mapping.words(), MATES));
        play(&old, &steps);
        old.records().for_each(|record| new.restore(record));
        for &(key, ..) in steps.iter().flatten() {
            prop_assert_eq!(new.probe(key, 0), old.probe(key, 0));
        }
    }

    #[test]
    fn a_full_bucket_keeps_what_is_worth_most(depths in prop::collection::vec(0..=255u8, 5..12)) {
        let mapping = Mapping::new(1).unwrap();
        let table = Table::over(mapping.words(), MATES);
        for (key, &depth) in (1..).zip(&depths) {
            let entry = Entry { mv: 7, value: 1, eval: 2, depth, bound: Bound::Exact, pv: false };
            table.restore(Record { key, age: 0, entry });
        }
        let mut kept: Vec<u8> = table.records().map(|record| record.entry.depth).collect();
        let mut deepest = depths;
        kept.sort_unstable_by(|a, b| b.cmp(a));
        deepest.sort_unstable_by(|a, b| b.cmp(a));
        prop_assert_eq!(&kept, &deepest[..4]);
    }
}

#[test]
fn a_restored_table_can_be_cleared_before_its_first_search() {
    let mapping = Mapping::new(1).unwrap();
    let table = Table::over(mapping.words(), MATES);
    let entry = Entry { mv: 7, value: 1, eval: 2, depth: 3, bound: Bound::Exact, pv: false };
    table.restore(Record { key: 5, age: 3, entry });
    assert_eq!(table.probe(5, 0), Some(entry));
    assert_eq!(table.records().next().map(|record| record.age), Some(3));
    table.clear();
    assert_eq!(table.records().next(), None);
}
