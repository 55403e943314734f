use cleave_board::{Key, Move, Position, Value};
use cleave_search::Verdict;
use cleave_tt::{Bound, Entry};
use proptest::prelude::*;

use super::*;

prop_compose! {
    fn findings()(depth in 1..=128u32, value in -32_000..=32_000, verdict in 0..3usize,
                  line in prop::collection::vec(any::<u16>(), 1..=128)) -> Finding {
        Finding {
            depth,
            value: Value::new(value),
            verdict: [Verdict::Exact, Verdict::AtLeast, Verdict::AtMost][verdict],
            line: line.into_iter().map(Move::from_bits).collect(),
        }
    }
}

prop_compose! {
    fn entries()(key: u64, mv: u16, value in -32_000..=32_000i16,
                 eval in prop_oneof![-30_000..=30_000i16, Just(32_002)],
                 depth in 0..=128u8, bound in 0..3usize, pv: bool) -> KeyedEntry {
        let bound = [Bound::Upper, Bound::Lower, Bound::Exact][bound];
        KeyedEntry { key, entry: Entry { mv, value, eval, depth, bound, pv } }
    }
}

prop_compose! {
    fn asks()(key: u64, least in 0..=128u8) -> Ask {
        Ask { key, least }
    }
}

prop_compose! {
    fn serials()(game: u32, search: u32) -> Serial {
        Serial { game, search }
    }
}

fn messages() -> impl Strategy<Value = Message> {
    let identities =
        (".{0,20}", any::<u16>(), any::<u64>()).prop_map(|(program, entry_format, evaluation)| {
            Identity { program, entry_format, evaluation }
        });
    let ranks = any::<u16>().prop_map(Rank::new);
    let tasks = (
        serials(),
        prop::collection::vec(any::<u64>(), 0..=128),
        1..=128u32,
        prop::option::of(findings()),
    )
        .prop_map(|(serial, history, depth, last)| Task {
            serial,
            root: Root {
                position: Position::start(),
                history: history.into_iter().map(Key).collect(),
            },
            aim: Aim { depth, alpha: Value::new(-32_001), beta: Value::new(17) },
            last,
        });
    prop_oneof![
        (ranks.clone(), identities).prop_map(|(rank, identity)| Message::Hello { rank, identity }),
        tasks.prop_map(|task| Message::Start(Box::new(task))),
        (serials(), ranks.clone(), any::<u64>(), findings()).prop_map(
            |(serial, rank, nodes, finding)| {
                Message::Report(Report { serial, rank, nodes, finding })
            }
        ),
        prop::collection::vec(entries(), 0..300).prop_map(Message::Entries),
        prop::collection::vec(asks(), 0..300).prop_map(Message::Asks),
        serials().prop_map(Message::Stop),
        (".{0,20}", ".{0,20}").prop_map(|(name, value)| Message::Setting { name, value }),
        (ranks, serials(), any::<u64>()).prop_map(|(rank, serial, nodes)| Message::Alive {
            rank,
            serial,
            nodes
        }),
    ]
}

/// Appends the right checksum.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    checksum(&bytes).write(&mut bytes);
    bytes
}

proptest! {
    #[test]
    fn a_message_survives_encoding(message in messages()) {
        let bytes = message.encode();
        let read = Message::decode(&bytes).map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(format!("{read:?}"), format!("{message:?}"));
        prop_assert_eq!(read.encode(), bytes);
    }

    #[test]
    fn garbage_is_refused(bytes: Vec<u8>) {
        prop_assert!(Message::decode(&bytes).is_err());
    }

    /// With the right checksum the content reaches the reader of each field.
    #[test]
    fn garbage_with_a_checksum_never_panics(kind in 0..12u8, content: Vec<u8>) {
        let bytes = sealed([vec![VERSION, kind], content].concat());
        if let Ok(message) = Message::decode(&bytes) {
            prop_assert_eq!(message.encode(), bytes);
        }
    }

    #[test]
    fn a_changed_byte_is_an_error(message in messages(), place: prop::sample::Index, change in 1..=255u8) {
        let mut bytes = message.encode();
        let place = place.index(bytes.len());
        bytes[place] ^= change;
        prop_assert!(Message::decode(&bytes).is_err());
    }

    #[test]
    fn a_message_cut_short_or_lengthened_is_refused(message in messages(), by: prop::sample::Index) {
        let bytes = message.encode();
        let content = &bytes[..bytes.len() - 8];
        prop_assert!(Message::decode(&sealed(content[..by.index(content.len())].to_vec())).is_err());
        let longer = sealed([content, &[0]].concat());
        prop_assert_eq!(Message::decode(&longer).err(), Some(Malformed::TooLong(1)));
    }
}

#[test]
fn another_version_has_its_own_error() {
    let mut bytes = Message::Stop(Serial::default()).encode();
    bytes.truncate(bytes.len() - 8);
    bytes[0] = VERSION + 1;
    let error = Message::decode(&sealed(bytes)).unwrap_err();
    assert_eq!(error, Malformed::Version(VERSION + 1));
    assert!(error.to_string().contains("expected"), "{error}");
}

#[test]
fn values_out_of_range_are_refused() {
    let finding = |value| {
        let line = vec![Move::from_bits(77)];
        let finding = Finding { depth: 3, value: Value::new(value), verdict: Verdict::Exact, line };
        Message::Report(Report { serial: Serial::default(), rank: Rank::FIRST, nodes: 0, finding })
            .encode()
    };
    assert!(Message::decode(&finding(32_000)).is_ok());
    assert!(Message::decode(&finding(32_001)).is_err(), "beyond mate");
    let entry = |eval, depth| {
        let entry = Entry { mv: 0, value: 0, eval, depth, bound: Bound::Exact, pv: false };
        Message::decode(&Message::Entries(vec![KeyedEntry { key: 1, entry }]).encode()).is_ok()
    };
    assert!(entry(30_000, 128) && entry(32_002, 0));
    assert!(!entry(30_001, 9) && !entry(0, 129));
    let ask = |least| Message::decode(&Message::Asks(vec![Ask { key: 1, least }]).encode()).is_ok();
    assert!(ask(128) && !ask(129));
}
