//! Writes, reads and damages networks as bytes.

use cleave_board::Position;
use cleave_nnue::{BUCKETS, HIDDEN, INPUT_LIMIT, Network, NetworkError, OUTPUT_LIMIT, Parameters};

use crate::common::{Random, network};

/// Recomputes the checksum of the bytes.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - 4;
    let checksum = crc32fast::hash(&bytes[..end]).to_le_bytes();
    bytes[end..].copy_from_slice(&checksum);
    bytes
}

fn error(bytes: &[u8]) -> NetworkError {
    Network::read(bytes).expect_err("the bytes are damaged")
}

#[test]
fn a_written_network_is_read_back() {
    let network = network(&mut Random(8));
    let bytes = network.to_bytes();
    let again = Network::read(&bytes).expect("the bytes are a network");
    assert_eq!(again.parameters(), network.parameters());
    assert_eq!(again.to_bytes(), bytes);
    assert_eq!(bytes.len(), 24 + 2 * HIDDEN * (768 + 1 + 2 * BUCKETS) + 4 * BUCKETS + 4);
}

/// Returns the value of a position by the built-in network.
fn value(fen: &str) -> i32 {
    Network::built_in().evaluate(&Position::from_fen(fen).unwrap()).get()
}

#[test]
fn the_built_in_network_knows_what_pieces_are_worth() {
    let equal = value("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1");
    assert!(equal.abs() < 80, "{equal}");
    let ahead = [("N", 150), ("B", 150), ("R", 250), ("Q", 400)].map(|(piece, least)| {
        let fen = format!("4k3/pppppppp/8/8/8/8/PPPPPPPP/1{piece}2K3 w - - 0 1");
        let [mover, other] = [value(&fen), value(&fen.replace(" w ", " b "))];
        assert!(mover > least && other < -least, "{piece}: {mover} and {other}");
        mover
    });
    assert!(ahead[2] > ahead[0] && ahead[3] > ahead[2], "{ahead:?}");
}

#[test]
fn every_missing_or_additional_byte_is_an_error() {
    let bytes = network(&mut Random(9)).to_bytes();
    for length in (0..32).chain([bytes.len() / 2, bytes.len() - 1]) {
        let expected = match length {
            0..8 => NetworkError::Magic,
            _ => NetworkError::Length { found: length },
        };
        assert_eq!(error(&bytes[..length]), expected, "{length} bytes");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert_eq!(error(&longer), NetworkError::Length { found: longer.len() });
}

#[test]
fn every_changed_bit_is_an_error() {
    let mut bytes = network(&mut Random(10)).to_bytes();
    let mut random = Random(11);
    let header = (0..24).map(|at| (at, 1));
    let some: Vec<_> =
        (0..300).map(|_| (random.below(bytes.len()), 1 << random.below(8))).collect();
    for (at, bit) in header.chain(some) {
        bytes[at] ^= bit;
        let error = error(&bytes);
        match at {
            0..8 => assert_eq!(error, NetworkError::Magic),
            8..12 => assert!(matches!(error, NetworkError::Version { .. })),
            12..24 => assert!(matches!(error, NetworkError::Sizes { .. })),
            _ => assert_eq!(error, NetworkError::Checksum, "byte {at}"),
        }
        bytes[at] ^= bit;
    }
}

#[test]
fn a_network_of_another_version_or_size_has_its_own_error() {
    let bytes = network(&mut Random(12)).to_bytes();
    let mut newer = bytes.clone();
    newer[8] = 2;
    assert_eq!(
        error(&sealed(newer)).to_string(),
        "the network has format 2; this program reads format 1"
    );
    let mut wider = bytes;
    wider[16..20].copy_from_slice(&1024_u32.to_le_bytes());
    let expected =
        "the network has 768 inputs, 1024 neurons and 8 buckets; this program uses 768, ";
    assert!(error(&sealed(wider)).to_string().starts_with(expected));
}

type Slot = fn(&mut Parameters) -> &mut i16;

#[test]
fn numbers_beyond_the_limits_are_refused_and_those_at_the_limits_accepted() {
    let slots: [(Slot, i16); 4] = [
        (|parameters| &mut parameters.input_weights[767].0[HIDDEN - 1], INPUT_LIMIT),
        (|parameters| &mut parameters.input_bias.0[0], INPUT_LIMIT),
        (|parameters| &mut parameters.output_weights[0][0].0[0], OUTPUT_LIMIT),
        (|parameters| &mut parameters.output_weights[BUCKETS - 1][1].0[HIDDEN - 1], OUTPUT_LIMIT),
    ];
    for (slot, limit) in slots {
        for number in [limit, -limit] {
            let mut parameters = Parameters::zero();
            *slot(&mut parameters) = number;
            let network = Network::new(parameters).expect("the number is at the limit");
            assert!(Network::read(&network.to_bytes()).is_ok());
        }
        for number in [limit + 1, -limit - 1, i16::MAX, i16::MIN] {
            let mut parameters = Parameters::zero();
            *slot(&mut parameters) = number;
            let error = Network::new(parameters).expect_err("the number is beyond the limit");
            assert_eq!(error, NetworkError::Limit { number, limit });
        }
    }
}

/// A file with a correct checksum may still hold numbers that no trainer writes.
#[test]
fn a_file_with_numbers_beyond_the_limits_is_refused() {
    let mut bytes = network(&mut Random(13)).to_bytes();
    bytes[24..26].copy_from_slice(&i16::MIN.to_le_bytes());
    let expected = NetworkError::Limit { number: i16::MIN, limit: INPUT_LIMIT };
    assert_eq!(error(&sealed(bytes)), expected);
}
