//! Numbers of few bytes, if they are small.

/// The largest amount that a step or an event may have: nodes, bytes, times. So many entries as fit into memory have
/// a sum.
const MOST: u64 = 1 << 36;

/// Appends a number.
pub(super) fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Appends a number that may be negative.
pub(super) fn put_signed(bytes: &mut Vec<u8>, number: i64) {
    put(bytes, (number << 1 ^ number >> 63) as u64);
}

/// Takes a number from the front; `None` if there is none, or it is too large for a word.
pub(super) fn take(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for place in 0..10 {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        if place == 9 && byte > 1 {
            return None;
        }
        number |= u64::from(byte & 0x7f) << (7 * place);
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// The same, of an amount that is added up.
pub(super) fn take_amount(bytes: &mut &[u8]) -> Option<u64> {
    take(bytes).filter(|&amount| amount <= MOST)
}

/// The same, of a number that may be negative.
pub(super) fn take_signed(bytes: &mut &[u8]) -> Option<i64> {
    take(bytes).map(|folded| (folded >> 1) as i64 ^ -((folded & 1) as i64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_back_and_small_ones_take_a_byte() {
        for number in [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX] {
            let mut bytes = Vec::new();
            put(&mut bytes, number);
            assert_eq!(take(&mut &bytes[..]), Some(number));
            assert_eq!(take(&mut &bytes[..bytes.len() - 1]), None, "{number} is cut short");
            assert_eq!(bytes.len() == 1, number < 128);
        }
        for number in [0, -1, 1, -64, 63, i64::MIN, i64::MAX] {
            let mut bytes = Vec::new();
            put_signed(&mut bytes, number);
            assert_eq!(take_signed(&mut &bytes[..]), Some(number));
        }
        assert_eq!(take(&mut &[0xff; 11][..]), None, "more than a word");
    }
}
