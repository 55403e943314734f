//! A file of games, written game by game.
//!
//! The head is the magic number, the length of a text and its CRC-32, and the text: the setting that the
//! games were played with. The games follow.

use std::fs::TryLockError;
use std::io;
use std::path::{Path, PathBuf};

use cleave_io::files::{Appender, read_all};
use cleave_kit::files::read_bytes;
use cleave_kit::games::game::{GameResult, Turn};

use super::game::{Stored, is_broken_off, to_bytes};
use cleave_kit::{Error, Result};

/// A file of this size gets no more games: 4 million plies.
const FULL: u64 = 1 << 24;

/// The most bytes of a file: a full one, with a last game that is no longer.
const MOST_BYTES: u64 = 2 * FULL;

const ENDING: &str = "games";
const MAGIC: &[u8; 16] = b"Cleave games 1\0\n";
const TEXT_AT: usize = 24;

/// Returns the file of this number in a folder.
pub(crate) fn path_of(folder: &Path, number: u32) -> PathBuf {
    folder.join(format!("{number:04}.{ENDING}"))
}

pub(super) fn is_of_games(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == ENDING)
}

/// A file that is being written.
pub(crate) struct GameFile {
    path: PathBuf,
    file: Appender,
    games: u32,
    size: u64,
}

impl GameFile {
    /// Opens a file behind its last whole game, or begins it. Returns `None` if the file is full or another
    /// process writes it.
    ///
    /// # Errors
    /// The file cannot be written, has games of another setting, or is damaged.
    pub(crate) fn open(path: PathBuf, setting: &str) -> Result<Option<GameFile>> {
        let failed = |error: io::Error| Error::of_file(&path, error);
        let mut file = Appender::open(&path).map_err(failed)?;
        match file.as_ref().try_lock() {
            Err(TryLockError::WouldBlock) => return Ok(None),
            // Not all file systems have locks.
            Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => {
                return Err(failed(error));
            }
            _ => {}
        }
        if file.as_ref().metadata().map_err(failed)?.len() >= FULL {
            return Ok(None);
        }
        let bytes = read_all(file.as_ref(), MOST_BYTES).map_err(failed)?;
        let head = head(setting);
        let (games, end) = if head.starts_with(without_zeros(&bytes)) {
            let emptied = file.as_ref().set_len(0);
            emptied.and_then(|()| file.add(&head)).and_then(|()| file.sync()).map_err(failed)?;
            (0, head.len())
        } else if bytes.starts_with(&head) {
            let (games, rest) = whole_games(&bytes[head.len()..], |_| Ok(()))
                .map_err(|reason| Error::of_file(&path, reason))?;
            (games, bytes.len() - rest)
        } else {
            return Err(Error::of_file(&path, "it has games of another setting"));
        };
        let size = end as u64;
        file.as_ref().set_len(size).map_err(failed)?;
        Ok(Some(GameFile { path, file, games, size }))
    }

    /// Games so far, which is the number of the next one.
    pub(crate) fn games(&self) -> u32 {
        self.games
    }

    /// Returns true if the next game belongs to another file.
    pub(crate) fn is_full(&self) -> bool {
        self.size >= FULL
    }

    /// Adds the next game, of at least one ply. Returns once a power failure would not take it back: lost bytes between
    /// two games would damage the file.
    ///
    /// # Errors
    /// The file cannot be written; the game is cut off when the file is opened again.
    pub(crate) fn add(&mut self, turns: &[Turn], result: GameResult) -> Result<()> {
        let bytes = to_bytes(self.games, turns, result);
        let written = self.file.add(&bytes).and_then(|()| self.file.sync());
        written.map_err(|error| Error::of_file(&self.path, error))?;
        self.games += 1;
        self.size += bytes.len() as u64;
        Ok(())
    }
}

/// Hands over the whole games of a file. The game that is being written or was broken off is left out.
pub(super) fn read(
    path: &Path,
    use_game: impl FnMut(&Stored<'_>) -> Result<(), String>,
) -> Result<()> {
    let of_file = |reason: String| Error::of_file(path, reason);
    let bytes = read_bytes(path, MOST_BYTES)?;
    let written = without_zeros(&bytes);
    let begins = written.len().min(MAGIC.len());
    if written[..begins] != MAGIC[..begins] {
        return Err(of_file("this is no file of games".into()));
    }
    let Some((text, checksum)) = split_head(written) else { return Ok(()) };
    if crc32fast::hash(text) != checksum {
        return Err(of_file("the head is damaged".into()));
    }
    whole_games(&bytes[TEXT_AT + text.len()..], use_game).map_err(of_file)?;
    Ok(())
}

/// Returns the head of a file.
fn head(setting: &str) -> Vec<u8> {
    let mut head = MAGIC.to_vec();
    head.extend((setting.len() as u32).to_le_bytes());
    head.extend(crc32fast::hash(setting.as_bytes()).to_le_bytes());
    head.extend(setting.as_bytes());
    head
}

/// Returns the bytes before the zeros that a power failure leaves in place of the last ones.
fn without_zeros(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    &bytes[..end]
}

/// Returns the text of a head and its checksum; `None` if the head is not whole.
fn split_head(bytes: &[u8]) -> Option<(&[u8], u32)> {
    let word = |at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?));
    let text = bytes.get(TEXT_AT..)?.get(..word(MAGIC.len())? as usize)?;
    Some((text, word(MAGIC.len() + size_of::<u32>())?))
}

/// Hands over all whole games. Returns their number, and how many bytes behind them were broken off.
fn whole_games(
    mut bytes: &[u8],
    mut use_game: impl FnMut(&Stored<'_>) -> Result<(), String>,
) -> Result<(u32, usize), String> {
    let mut games = 0;
    while let Some(game) = Stored::take(&mut bytes, games) {
        use_game(&game).map_err(|reason| format!("game {games}: {reason}"))?;
        games += 1;
    }
    match is_broken_off(bytes) {
        true => Ok((games, bytes.len())),
        false => Err(format!("damaged behind {games} games")),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::game::tests::random_game;
    use super::super::{for_each_game, is_quiet};
    use super::*;

    const SETTING: &str = "nodes 100\nseed 1\n";

    /// Returns a file of three games, its path, and where each game ends.
    fn three_games(folder: &Path) -> (PathBuf, Vec<u8>, [usize; 3]) {
        let path = path_of(folder, 7);
        let mut file = open(&path).unwrap();
        let ends = [0, 1, 2].map(|seed| {
            add(&mut file, seed);
            fs::metadata(&path).unwrap().len() as usize
        });
        (path.clone(), fs::read(&path).unwrap(), ends)
    }

    fn open(path: &Path) -> Option<GameFile> {
        GameFile::open(path.into(), SETTING).unwrap()
    }

    fn add(file: &mut GameFile, seed: u64) {
        let (turns, result) = random_game(seed, 4 + 3 * seed as usize);
        file.add(&turns, result).unwrap();
    }

    fn games_in(path: &Path) -> Result<usize> {
        let mut games = 0;
        for_each_game(path, |_| games += 1)?;
        Ok(games)
    }

    #[test]
    fn a_file_that_was_broken_off_at_any_byte_goes_on_behind_its_last_game() {
        let folder = tempfile::tempdir().unwrap();
        let (path, whole, ends) = three_games(folder.path());
        assert_eq!(ends[2], whole.len());
        for length in 0..=whole.len() {
            let games = ends.iter().filter(|&&end| end <= length).count();
            // After a crash of the machine the file may have its full length, with zeros at the end.
            let torn = [&whole[..length], &vec![0; whole.len() - length]].concat();
            for bytes in [&whole[..length], &torn] {
                fs::write(&path, bytes).unwrap();
                // A game that ends with zeros is whole without them.
                let games = games_in(&path).unwrap().max(games);
                let mut file = open(&path).unwrap();
                assert_eq!(file.games(), games as u32, "{length} bytes");
                (games as u64..3).for_each(|seed| add(&mut file, seed));
                assert_eq!(fs::read(&path).unwrap(), whole, "{length} bytes");
            }
        }
    }

    #[test]
    fn games_come_back_as_their_quiet_positions_with_the_result_for_each_side() {
        let folder = tempfile::tempdir().unwrap();
        let (path, ..) = three_games(folder.path());
        let mut seed = 0;
        let check = |records: &[super::super::Record]| {
            let (turns, result) = random_game(seed, 4 + 3 * seed as usize);
            let quiet = turns.iter().filter(|turn| is_quiet(turn));
            let expected: Vec<_> =
                quiet.map(|turn| super::super::Record::of(turn, result)).collect();
            assert!(records == expected && records.len() < turns.len(), "game {seed}");
            seed += 1;
        };
        for_each_game(&path, check).unwrap();
        assert_eq!(seed, 3);
    }

    #[test]
    fn one_process_writes_a_file_and_others_may_read_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = path_of(folder.path(), 0);
        let mut file = open(&path).unwrap();
        add(&mut file, 1);
        assert!(open(&path).is_none(), "it is being written");
        assert_eq!(games_in(folder.path()).unwrap(), 1);
        drop(file);
        assert_eq!(open(&path).unwrap().games(), 1);
    }

    #[test]
    fn a_full_file_is_left_to_its_readers() {
        let folder = tempfile::tempdir().unwrap();
        let path = path_of(folder.path(), 0);
        let mut file = open(&path).unwrap();
        file.size = FULL - 1;
        assert!(!file.is_full());
        add(&mut file, 1);
        assert!(file.is_full());
        file.file.as_ref().set_len(FULL).unwrap();
        drop(file);
        assert!(open(&path).is_none());
    }

    #[test]
    fn a_damaged_file_is_refused_and_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let (path, whole, ends) = three_games(folder.path());
        for at in [ends[0] - 3, ends[0] + 4, ends[0] + 5, ends[1] - 1] {
            let mut bytes = whole.clone();
            bytes[at] ^= 9;
            fs::write(&path, &bytes).unwrap();
            let reading = games_in(&path).unwrap_err().to_string();
            let writing = GameFile::open(path.clone(), SETTING).err().unwrap().to_string();
            let games = usize::from(at >= ends[0]);
            let expected = format!("0007.games: damaged behind {games} games");
            assert!(reading.ends_with(&expected) && writing.ends_with(&expected), "{reading}");
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
        let error = |bytes: &[u8]| {
            fs::write(&path, bytes).unwrap();
            games_in(&path).unwrap_err().to_string()
        };
        assert!(error(b"text").ends_with("this is no file of games"));
        let mut bytes = whole.clone();
        bytes[TEXT_AT] ^= 1;
        assert!(error(&bytes).ends_with("the head is damaged"));
    }

    #[test]
    fn a_file_of_another_setting_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (path, whole, _) = three_games(folder.path());
        let error = GameFile::open(path.clone(), "nodes 200\n").err().unwrap().to_string();
        assert!(error.ends_with("0007.games: it has games of another setting"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), whole);
    }
}
