//! A file of records, written game by game.

use std::fs::{self, File, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use cleave_io::files::read_all;
use cleave_kit::files::read_bytes;
use cleave_kit::{Error, Result};

use super::Record;

/// A shard is complete with this many records.
pub(crate) const FULL: usize = 1_000_000;

/// File name endings of shards.
const COMPLETE: &str = "positions";
const PART: &str = "part";

const UNIT: usize = Record::BYTES;
/// The most bytes of a file: twice those of a full shard, for the heads of its games and its last game.
const MOST_BYTES: u64 = (2 * FULL * UNIT) as u64;
/// How a file begins.
const MAGIC: &[u8; 16] = b"Cleave positions";
const MAGIC_OF_GAME: &[u8; 4] = b"game";

/// Returns the file of a complete shard.
pub(crate) fn path_of(folder: &Path, number: u32) -> PathBuf {
    folder.join(format!("{number:04}.{COMPLETE}"))
}

pub(super) fn is_shard(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == COMPLETE || ending == PART)
}

/// A shard that is being written.
pub(crate) struct Shard {
    path: PathBuf,
    file: File,
    games: u32,
    records: usize,
    complete: PathBuf,
}

impl Shard {
    /// Opens a shard behind its last whole game, or begins it.
    ///
    /// # Errors
    /// The file cannot be written, or is another's.
    pub(crate) fn open(folder: &Path, number: u32, seed: u64) -> Result<Shard> {
        let complete = path_of(folder, number);
        let path = complete.with_extension(PART);
        let failed = |error: io::Error| Error::of_file(&path, error);
        let head = head(number, seed);
        let options =
            File::options().create(true).read(true).write(true).truncate(false).open(&path);
        let mut file = options.map_err(failed)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(Error::of_file(&path, "another process plays these games"));
            }
            // Not all file systems have locks.
            Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => {
                return Err(failed(error));
            }
            _ => {}
        }
        let mut bytes = read_all(&file, MOST_BYTES).map_err(failed)?;
        if bytes.len() < UNIT {
            bytes = head.to_vec();
        }
        if bytes[..UNIT] != head {
            return Err(Error::of_file(&path, "it is not of this seed"));
        }
        let (mut games, mut records, mut end) = (0, 0, UNIT);
        while let Some(game) = game(&bytes[end..], games) {
            end += UNIT + game.len();
            records += game.len() / UNIT;
            games += 1;
        }
        file.rewind().map_err(failed)?;
        file.write_all(&head).map_err(failed)?;
        file.set_len(end as u64).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok(Shard { path, file, games, records, complete })
    }

    /// Games so far, which is the number of the next one.
    pub(crate) fn games(&self) -> u32 {
        self.games
    }

    /// Records so far.
    pub(crate) fn records(&self) -> usize {
        self.records
    }

    /// Adds the records of the next game.
    ///
    /// # Errors
    /// The file cannot be written; the game is cut off when the shard is opened again.
    pub(crate) fn add(&mut self, records: &[Record]) -> Result<()> {
        let mut bytes = vec![0; UNIT];
        bytes.extend(records.iter().flat_map(Record::bytes));
        let checksum = checksum(self.games, &bytes[UNIT..]);
        bytes[..4].copy_from_slice(MAGIC_OF_GAME);
        bytes[4..8].copy_from_slice(&self.games.to_le_bytes());
        bytes[8..12].copy_from_slice(&(records.len() as u32).to_le_bytes());
        bytes[12..16].copy_from_slice(&checksum.to_le_bytes());
        self.file.write_all(&bytes).map_err(|error| Error::of_file(&self.path, error))?;
        self.games += 1;
        self.records += records.len();
        Ok(())
    }

    /// Gives the complete shard its name.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn complete(self) -> Result<()> {
        let renamed = self.file.sync_all().and_then(|()| fs::rename(&self.path, &self.complete));
        renamed.map_err(|error| Error::of_file(&self.path, error))
    }
}

/// Hands over the games of a shard, one by one. The part of an incomplete one after its last whole game is left out.
pub(super) fn read(path: &Path, mut use_game: impl FnMut(&[Record])) -> Result<()> {
    let bytes = read_bytes(path, MOST_BYTES)?;
    if !bytes.starts_with(MAGIC) {
        return Err(Error::of_file(path, "this is no file of positions"));
    }
    let mut rest = bytes.get(UNIT..).unwrap_or_default();
    let mut games = 0;
    let mut records = Vec::new();
    while let Some(game) = game(rest, games) {
        records.clear();
        records.extend(game.as_chunks().0.iter().copied().map(Record::from_bytes));
        use_game(&records);
        rest = &rest[UNIT + game.len()..];
        games += 1;
    }
    let is_part = path.extension().is_some_and(|ending| ending == PART);
    if !rest.is_empty() && !is_part {
        return Err(Error::of_file(path, format!("damaged behind {games} games")));
    }
    Ok(())
}

fn head(number: u32, seed: u64) -> [u8; UNIT] {
    let mut head = [0; UNIT];
    head[..16].copy_from_slice(MAGIC);
    head[16..24].copy_from_slice(&seed.to_le_bytes());
    head[24..28].copy_from_slice(&number.to_le_bytes());
    head
}

/// Returns the records of the game that begins here, if it is this one and undamaged.
fn game(bytes: &[u8], number: u32) -> Option<&[u8]> {
    let (head, rest) = bytes.split_at_checked(UNIT)?;
    let word = |at: usize| u32::from_le_bytes(head[at..at + 4].try_into().expect("four bytes"));
    if !head.starts_with(MAGIC_OF_GAME) || word(4) != number {
        return None;
    }
    let records = rest.get(..(word(8) as usize).checked_mul(UNIT)?)?;
    (word(12) == checksum(number, records)).then_some(records)
}

fn checksum(number: u32, records: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&number.to_le_bytes());
    hasher.update(records);
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use cleave_board::{Move, Position, Value};

    use super::super::{Outcome, shards};
    use super::*;

    /// Returns the records of a game, none of them like another.
    fn records(game: i32, count: i32) -> Vec<Record> {
        let record = |n| {
            let value = Value::new(100 * game + n);
            Record::new(&Position::start(), Move::NONE, value, Outcome::Drawn)
        };
        (0..count).map(record).collect()
    }

    fn values(path: &Path) -> Vec<i32> {
        super::super::read(path).unwrap().iter().map(|record| record.value().get()).collect()
    }

    #[test]
    fn a_shard_that_was_broken_off_at_any_byte_goes_on_behind_its_last_game() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let mut shard = Shard::open(folder, 7, 1).unwrap();
        for game in 0..3 {
            shard.add(&records(game, game + 1)).unwrap();
        }
        let path = shard.path.clone();
        let whole = fs::read(&path).unwrap();
        let error = Shard::open(folder, 7, 1).err().unwrap().to_string();
        assert!(error.ends_with("another process plays these games"), "{error}");
        drop(shard);
        // After the head of the file: games of one, two and three records, each with its head.
        let ends = [3, 6, 10].map(|units: usize| units * UNIT);
        assert_eq!(ends[2], whole.len());
        for length in 0..=whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let mut shard = Shard::open(folder, 7, 1).unwrap();
            let games = ends.iter().filter(|&&end| end <= length).count();
            assert_eq!(shard.games(), games as u32, "{length} bytes");
            for game in games as i32..3 {
                shard.add(&records(game, game + 1)).unwrap();
            }
            assert_eq!(fs::read(&path).unwrap(), whole, "{length} bytes");
        }
        Shard::open(folder, 7, 1).unwrap().complete().unwrap();
        assert_eq!(shards(folder).unwrap(), [path_of(folder, 7)]);
        assert_eq!(values(folder), [0, 100, 101, 200, 201, 202]);
    }

    #[test]
    fn a_damaged_shard_is_refused_and_says_where() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let mut shard = Shard::open(folder, 0, 1).unwrap();
        shard.add(&records(0, 5)).unwrap();
        shard.add(&records(1, 5)).unwrap();
        shard.complete().unwrap();
        let path = path_of(folder, 0);
        let mut bytes = fs::read(&path).unwrap();
        let middle = bytes.len() - 3 * UNIT;
        bytes[middle] ^= 1;
        fs::write(&path, &bytes).unwrap();
        let error = super::super::read(folder).unwrap_err().to_string();
        assert!(error.ends_with("0000.positions: damaged behind 1 games"), "{error}");
        fs::write(&path, "text").unwrap();
        let error = super::super::read(&path).unwrap_err().to_string();
        assert!(error.ends_with("this is no file of positions"), "{error}");
    }

    #[test]
    fn a_shard_of_another_seed_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let mut shard = Shard::open(folder.path(), 0, 1).unwrap();
        shard.add(&records(0, 5)).unwrap();
        drop(shard);
        let error = Shard::open(folder.path(), 0, 2).err().unwrap().to_string();
        assert!(error.ends_with("0000.part: it is not of this seed"), "{error}");
        assert_eq!(Shard::open(folder.path(), 0, 1).unwrap().records(), 5);
    }

    #[test]
    fn a_folder_without_shards_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let error = shards(folder.path()).unwrap_err().to_string();
        assert!(error.ends_with("there is no file of positions"), "{error}");
    }
}
