//! The built-in network with arbitrary weights and a right checksum, or arbitrary bytes: what is a network is written again
//! as the same, and evaluates.
#![no_main]

use cleave_board::Position;
use cleave_nnue::{Network, NetworkEvaluator};

/// Bytes at the end of a file that are its checksum.
const CHECKSUM: usize = 4;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = Network::read(bytes);
    let mut file = Network::built_in().to_bytes();
    let length = file.len() - CHECKSUM;
    let (content, checksum) = file.split_at_mut(length);
    for &[a, b, c, d, low, high] in bytes.as_chunks().0 {
        let place = u32::from_le_bytes([a, b, c, d]) as usize % (content.len() - 1);
        content[place..place + 2].copy_from_slice(&[low, high]);
    }
    checksum.copy_from_slice(&crc32fast::hash(content).to_le_bytes());
    if let Ok(network) = Network::read(&file) {
        assert!(network.to_bytes() == file);
        NetworkEvaluator::new(network).evaluate(&Position::start());
    }
});
