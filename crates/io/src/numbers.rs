//! Numbers as people read them.

/// A large number in four digits or so: `12345`, `1.2M`.
pub fn count(number: u64) -> String {
    match number {
        0..=99_999 => number.to_string(),
        100_000..=999_999 => format!("{}k", number / 1000),
        1_000_000..=999_999_999 => format!("{}.{}M", number / 1_000_000, number / 100_000 % 10),
        _ => format!("{}.{}G", number / 1_000_000_000, number / 100_000_000 % 10),
    }
}
