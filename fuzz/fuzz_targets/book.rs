//! Arbitrary bytes as a book, in both forms.
#![no_main]

use cleave_board::Position;
use cleave_book::{Book, lines};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(book) = Book::from_bytes(bytes) {
        assert_eq!(book.to_bytes(), bytes);
        book.moves(&Position::start());
    }
    if let Ok(text) = str::from_utf8(bytes) {
        let _ = lines::read(text);
    }
});
