//! A book: its entries, and the moves of a position.

use std::io::{self, ErrorKind};
use std::ops::Range;
use std::path::Path;

use cleave_board::{Move, Position};

use crate::entry::{Entry, LEN};
use crate::{key, lines};

/// The size of the largest file that can be read, in MiB.
const LARGEST_MIB: u64 = 1024;

/// A move of a book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// The frequency with which it should be played, relative to the other moves.
    pub weight: u32,
}

/// Returns the sum of the weights. The share of a move's weight in it is the probability of the
/// move.
pub fn total_weight(moves: &[BookMove]) -> u64 {
    moves.iter().map(|entry| u64::from(entry.weight)).sum()
}

/// An opening book.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Book {
    /// The entries in ascending order of keys.
    entries: Vec<Entry>,
}

/// The reason why a file is not a book.
#[derive(Debug, thiserror::Error)]
pub enum NotABook {
    /// The file cannot be read.
    #[error("cannot read the book {path}: {error}")]
    Unreadable {
        /// The file.
        path: String,
        /// The system's reason.
        error: io::Error,
    },
    /// The file is too large.
    #[error("the book {path} is larger than {mib} MiB; {expected}")]
    TooLarge {
        /// The file.
        path: String,
        /// The limit.
        mib: u64,
        /// The formats that can be read.
        expected: &'static str,
    },
    /// The file is not in Polyglot's format.
    #[error("the book {path} is damaged: {error}")]
    Damaged {
        /// The file.
        path: String,
        /// What is wrong.
        error: Damage,
    },
    /// A line is not a line of play.
    #[error("the book {path}, {error}")]
    BadLine {
        /// The file.
        path: String,
        /// What is wrong.
        error: lines::LineError,
    },
}

/// The reason why bytes are not a book in Polyglot's format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Damage {
    /// The last entry is incomplete.
    #[error("its length, {0} bytes, is not a multiple of {LEN}")]
    Length(usize),
    /// The keys are not in ascending order, so look-ups would miss moves.
    #[error("entry {0} is out of order")]
    Order(usize),
}

impl Book {
    /// Reads the book in a file. A name that ends in `.bin` means Polyglot's format, any other name lines
    /// of play. `read` gets the file and the number of bytes that a book of its format may have. It returns
    /// the bytes, and [`ErrorKind::FileTooLarge`] if there are more.
    ///
    /// # Errors
    /// The file cannot be read, is too large, or is not a book.
    pub fn read(
        file: &Path,
        read: impl FnOnce(&Path, u64) -> io::Result<Vec<u8>>,
    ) -> Result<Book, NotABook> {
        let path = || file.display().to_string();
        let unreadable = |error| NotABook::Unreadable { path: path(), error };
        let is_binary = Book::is_binary(file);
        let (mib, expected) = if is_binary {
            (LARGEST_MIB, "books in Polyglot's format are smaller")
        } else {
            (
                lines::LARGEST_MIB,
                "a book is a text file with a line of play, such as 'e4 e5 Nf3', on each line, or a \
                 file in Polyglot's format, with a name that ends in .bin",
            )
        };
        let bytes = read(file, mib << 20).map_err(|error| match error.kind() {
            ErrorKind::FileTooLarge => NotABook::TooLarge { path: path(), mib, expected },
            _ => unreadable(error),
        })?;
        if is_binary {
            return Book::from_bytes(&bytes)
                .map_err(|error| NotABook::Damaged { path: path(), error });
        }
        let text = String::from_utf8(bytes)
            .map_err(|_| unreadable(io::Error::new(ErrorKind::InvalidData, "it is not text")))?;
        lines::read(&text).map_err(|error| NotABook::BadLine { path: path(), error })
    }

    /// Returns true if a file of this name is in Polyglot's format: the name ends in `.bin`.
    pub fn is_binary(file: &Path) -> bool {
        file.extension().is_some_and(|end| end.eq_ignore_ascii_case("bin"))
    }

    /// Reads the book from the bytes of a file in Polyglot's format.
    ///
    /// # Errors
    /// The bytes are not whole entries in ascending order of keys.
    pub fn from_bytes(bytes: &[u8]) -> Result<Book, Damage> {
        let (entries, rest) = bytes.as_chunks::<LEN>();
        if !rest.is_empty() {
            return Err(Damage::Length(bytes.len()));
        }
        let entries: Vec<Entry> = entries.iter().map(Entry::from_bytes).collect();
        match entries.windows(2).position(|pair| pair[0].key > pair[1].key) {
            Some(before) => Err(Damage::Order(before + 2)),
            None => Ok(Book { entries }),
        }
    }

    /// Makes a book of these entries.
    pub fn from_entries(mut entries: Vec<Entry>) -> Book {
        entries.sort_by_key(|entry| entry.key);
        Book { entries }
    }

    /// Returns the book as a file in Polyglot's format.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.entries.iter().flat_map(|entry| entry.to_bytes()).collect()
    }

    /// Returns all entries, in ascending order of keys.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns the number of positions for which the book has moves.
    pub fn positions(&self) -> usize {
        self.entries.chunk_by(|one, other| one.key == other.key).count()
    }

    /// Returns the legal moves that the book has here, by descending weight. Moves with weight 0
    /// must not be played.
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let legal = |entry: &Entry| {
            let mv = entry.mv.in_position(position)?;
            Some(BookMove { mv, weight: entry.weight.into() })
        };
        let entries = self.key_in_use(key::all(position)).map(|key| self.entries_of(key));
        let mut moves: Vec<BookMove> =
            entries.unwrap_or_default().iter().filter_map(legal).collect();
        moves.sort_by_key(|entry| std::cmp::Reverse(entry.weight));
        moves
    }

    /// Returns the first of these keys that has entries.
    pub(crate) fn key_in_use(&self, mut keys: impl Iterator<Item = u64>) -> Option<u64> {
        keys.find(|&key| !self.entries_of(key).is_empty())
    }

    fn entries_of(&self, key: u64) -> &[Entry] {
        &self.entries[self.places_of(key)]
    }

    pub(crate) fn entries_of_mut(&mut self, key: u64) -> &mut [Entry] {
        let places = self.places_of(key);
        &mut self.entries[places]
    }

    fn places_of(&self, key: u64) -> Range<usize> {
        let start = self.entries.partition_point(|entry| entry.key < key);
        start..self.entries.partition_point(|entry| entry.key <= key)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use proptest::prelude::*;

    use super::*;
    use crate::entry::PackedMove;

    fn open(path: &Path) -> Result<Book, NotABook> {
        Book::read(path, |path, most| match fs::metadata(path)?.len() {
            len if len > most => Err(ErrorKind::FileTooLarge.into()),
            _ => fs::read(path),
        })
    }

    fn temporary(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("cleave-{}-{name}", std::process::id()))
    }

    #[test]
    fn errors_name_the_file_and_what_is_wrong() {
        let error = |name: &str, bytes: &[u8]| {
            let path = temporary(name);
            fs::write(&path, bytes).unwrap();
            let error = open(&path).unwrap_err().to_string();
            fs::remove_file(&path).unwrap();
            error.replace(&path.display().to_string(), "FILE")
        };
        let illegal = error("book.txt", b"e4\ne4 e4\n");
        assert!(illegal.starts_with("the book FILE, line 2: illegal move 'e4'"), "{illegal}");
        assert_eq!(
            error("cut.bin", &[0; 40]),
            "the book FILE is damaged: its length, 40 bytes, is not a multiple of 16"
        );
        let mut unordered = [0; 48];
        unordered[16] = 1;
        assert_eq!(
            error("order.bin", &unordered),
            "the book FILE is damaged: entry 3 is out of order"
        );
        assert_eq!(error("bytes.txt", &[0xff; 3]), "cannot read the book FILE: it is not text");
        let missing = open("/nowhere".as_ref()).unwrap_err().to_string();
        assert!(missing.starts_with("cannot read the book /nowhere: No such file"), "{missing}");
        let long = error("long.txt", &vec![b'#'; (4 << 20) + 1]);
        assert!(long.starts_with("the book FILE is larger than 4 MiB; a book is"), "{long}");
    }

    #[test]
    fn a_written_book_is_read_again() {
        let book = lines::read("e4 e5 Nf3\nd4\n").unwrap();
        let path = temporary("again.bin");
        fs::write(&path, book.to_bytes()).unwrap();
        assert_eq!(open(&path).unwrap(), book);
        fs::remove_file(&path).unwrap();
        assert_eq!((book.entries().len(), book.positions()), (4, 3));
    }

    #[test]
    fn weights_sum_up_to_more_than_32_bits() {
        let e4 = lines::read("e4").unwrap().entries()[0];
        let book = Book::from_entries(vec![Entry { weight: u16::MAX, ..e4 }; 70_000]);
        let moves = book.moves(&Position::start());
        assert_eq!(total_weight(&moves), 70_000 * 65_535);
    }

    proptest! {
        #[test]
        fn any_entries_survive_the_file(
            numbers in prop::collection::vec(any::<(u8, u16, u16, u32)>(), 0..40),
        ) {
            let entry = |&(key, mv, weight, learn): &(u8, u16, u16, u32)| {
                let bytes = [0, 0, 0, 0, 0, 0, 0, key, (mv >> 8) as u8, mv as u8];
                let mut all = [0; LEN];
                all[..10].copy_from_slice(&bytes);
                Entry { weight, learn, ..Entry::from_bytes(&all) }
            };
            let entries: Vec<Entry> = numbers.iter().map(entry).collect();
            let book = Book::from_entries(entries.clone());
            prop_assert_eq!(&Book::from_bytes(&book.to_bytes()).unwrap(), &book);
            let of = |key| entries.iter().filter(|entry| entry.key == key).copied().collect();
            for key in 0..256 {
                let expected: Vec<Entry> = of(key);
                prop_assert_eq!(book.entries_of(key), &expected[..]);
            }
        }
    }

    /// A book that Polyglot made has the file of the push in the key. An older book of Cleave has
    /// not.
    #[test]
    fn a_position_after_a_double_push_is_found_under_either_key() {
        let line = lines::moves("e4 e5 f4 exf4 e5 Qe7 a3 d5 d4").next().unwrap().unwrap();
        let (next, before) = line.split_last().unwrap();
        let position = before.iter().fold(Position::start(), |position, &mv| position.make(mv));
        let expected = [BookMove { mv: *next, weight: 1 }];
        for key in key::all(&position) {
            let entry = Entry { key, mv: PackedMove::new(*next), weight: 1, learn: 0 };
            let mut book = Book::from_entries(vec![entry]);
            assert_eq!(book.moves(&position), expected);
            let (start, result) = (Position::start(), cleave_pgn::GameResult::Draw);
            assert_eq!(book.learn(&crate::maker::Game { start, moves: &line, result }), 1);
            assert_eq!(book.moves(&position)[0].weight, 2);
        }
        let made = lines::read("e4 e5 f4 exf4 e5 Qe7 a3 d5 d4").unwrap();
        let exact = key::after(&position, before.last().copied());
        assert!(
            made.entries().iter().any(|entry| entry.key == exact),
            "the key that Polyglot writes"
        );
    }

    #[test]
    fn moves_that_are_not_legal_are_left_out() {
        let start = Position::start();
        let reply = lines::read("e4 e5").unwrap();
        let e5 =
            reply.entries().iter().find(|entry| entry.key != key::after(&start, None)).unwrap().mv;
        let entry =
            |mv: PackedMove| Entry { key: key::after(&start, None), mv, weight: 1, learn: 0 };
        assert!(Book::from_entries(vec![entry(e5)]).moves(&start).is_empty());
    }
}
