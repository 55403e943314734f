//! Arbitrary bytes as a saved table: alone, and as entries between a good header and a good checksum.
#![no_main]

use std::cell::RefCell;
use std::io::Cursor;

use cleave_board::Position;
use cleave_search::{Limits, Root, Searcher, Undisturbed};

/// Bytes before the entries, the last eight of which are their number; and bytes of an entry.
const HEADER: usize = 40;
const ENTRY: usize = 16;

thread_local! {
    static SEARCHER: RefCell<Searcher> = RefCell::new(Searcher::new(1).expect("1 MiB"));
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    SEARCHER.with_borrow_mut(|searcher| {
        let load = |searcher: &mut Searcher, bytes: &[u8]| {
            searcher.load_table(&mut Cursor::new(bytes), bytes.len() as u64)
        };
        let _ = load(searcher, bytes);
        let mut file = Vec::new();
        searcher.save_table(&mut file).expect("memory");
        let entries = bytes.len() / ENTRY;
        file.truncate(HEADER - 8);
        file.extend((entries as u64).to_le_bytes());
        file.extend(&bytes[..entries * ENTRY]);
        file.extend(crc32fast::hash(&file).to_le_bytes());
        if load(searcher, &file).is_ok() {
            let root = Root::from(Position::start());
            searcher.search(&root, &Limits::to_depth(4), &mut Undisturbed);
        }
    });
});
