//! The game on the board as PGN, and games and positions from files.

use std::io::{self, BufReader};
use std::path::Path;

use cleave_board::{Move, Position};
use cleave_io::files;
use cleave_pgn::{Epd, Flaw, Game, GameResult, Games, PgnError, Positions, TagName};

use super::current::{CurrentGame, Role};

impl CurrentGame {
    /// Returns the game as PGN, with the tags, comments and variations that it was loaded with.
    pub fn to_pgn(&self) -> Game {
        let mut game = self.record.clone();
        let moves: Vec<Move> = self.moves.moves().collect();
        if !game.main.moves().eq(moves.iter().copied()) {
            game.set_moves(&moves);
            game.set_result(GameResult::Unknown);
        }
        // A known result may have other reasons, and a repetition need not have been claimed.
        if game.result == GameResult::Unknown
            && let Some(ending) = self.moves.ending()
        {
            game.set_result(ending.result());
        }
        let side = if let Role::Plays(color) = self.role { Some(color) } else { self.played };
        if let Some(color) = side {
            let name = if color.is_white() { TagName::WHITE } else { TagName::BLACK };
            set_if_unknown(&mut game, name, concat!("Cleave ", env!("CARGO_PKG_VERSION")));
        }
        game
    }

    /// Notes the result of a game that ends for reasons that its moves do not show.
    pub fn note_result(&mut self, result: GameResult) {
        self.record = self.to_pgn();
        self.record.set_result(result);
        self.ended = Some(result);
    }

    /// Sets a tag of the game.
    ///
    /// # Errors
    /// The name or the value is wrong, as the text explains.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), String> {
        let name = TagName::parse(name)
            .ok_or_else(|| format!("'{name}' is not the name of a tag, such as White or Event"))?;
        if name == TagName::FEN || name == TagName::SET_UP || name == TagName::VARIANT {
            return Err(format!("the tag {name} follows from the position: 'setboard' sets that"));
        }
        if name == TagName::RESULT {
            let result = GameResult::parse(value).ok_or_else(|| {
                format!("'{value}' is no result: expected 1-0, 0-1, 1/2-1/2 or *")
            })?;
            self.note_result(result);
        } else {
            self.record.tags.set(name, value);
        }
        Ok(())
    }
}

fn set_if_unknown(game: &mut Game, name: TagName, value: &str) {
    let is_unknown = game.tags.get(&name).is_none_or(|known| known.starts_with('?'));
    if is_unknown {
        game.tags.set(name, value);
    }
}

/// Creates a game that begins now, with the date in UTC as in the tag Date.
pub(super) fn begun_today(start: Position) -> Game {
    let mut game = Game::new(start);
    game.tags.set(TagName::DATE, &jiff::Timestamp::now().strftime("%Y.%m.%d").to_string());
    game
}

/// Returns the game with this number, from 1, in a file, and the flaws that were skipped, in words.
///
/// # Errors
/// The reason why there is none, in words.
pub fn load_game(file: &Path, number: usize) -> Result<(Game, Vec<String>), String> {
    find_game(file, number)?.ok_or_else(|| format!("{} has no game {number}", file.display()))
}

/// As [`load_game`]; returns `None` if the file has fewer games.
///
/// # Errors
/// The reason why it cannot be read, in words.
pub fn find_game(file: &Path, number: usize) -> Result<Option<(Game, Vec<String>)>, String> {
    let load = |stream| cleave_pgn::load(BufReader::new(stream), number);
    let found = files::open(file).map_err(PgnError::from).and_then(load);
    let found = found.map_err(|error| describe(file, &error))?;
    Ok(found.map(|(game, flaws)| (game, in_words(file, &flaws))))
}

fn in_words(file: &Path, flaws: &[Flaw]) -> Vec<String> {
    flaws.iter().map(|flaw| format!("{}, {flaw}", file.display())).collect()
}

/// Returns the moves of the first game in a file, played from this position, and the flaws that were skipped, in words.
///
/// # Errors
/// The reason why they cannot be loaded, in words.
pub fn load_moves(file: &Path, position: &Position) -> Result<(Vec<Move>, Vec<String>), String> {
    let stream = files::open(file).map_err(|error| describe(file, &error.into()))?;
    let mut games = Games::new(BufReader::new(stream)).continuing(*position);
    match games.next() {
        Some(Ok(game)) if game.start.key() != position.key() => Err(format!(
            "{}: the game does not start from the position on the board",
            file.display()
        )),
        Some(Ok(game)) => Ok((game.main.moves().collect(), in_words(file, &games.take_flaws()))),
        Some(Err(error)) => Err(describe(file, &error)),
        None => Err(format!("{} has no moves", file.display())),
    }
}

fn describe(file: &Path, error: &PgnError) -> String {
    match error {
        PgnError::Unreadable(error) => format!("cannot read {}: {error}", file.display()),
        PgnError::Malformed { .. } => format!("{}, {error}", file.display()),
    }
}

/// Adds a game to the end of a file.
///
/// # Errors
/// The file cannot be written, as the text explains. It stays as it was.
pub fn append_game(file: &str, game: &Game) -> Result<(), String> {
    let added = files::append(Path::new(file), cleave_pgn::separator, &game.to_string());
    added.map_err(|error| unwritable(file, &error))
}

/// Adds a position to the end of a file, on a line of its own.
///
/// # Errors
/// The file cannot be written, as the text explains. It stays as it was.
pub fn append_position(file: &str, position: &Position) -> Result<(), String> {
    let separator = |end: &[u8]| if matches!(end, [] | [.., b'\n']) { "" } else { "\n" };
    let added = files::append(Path::new(file), separator, &format!("{}\n", Epd::new(*position)));
    added.map_err(|error| unwritable(file, &error))
}

fn unwritable(file: &str, error: &io::Error) -> String {
    format!("cannot write {file}: {error}")
}

/// Returns the position of a file that `choice` names, by its number, from 1, or by its id. An empty `choice` means the
/// first.
///
/// # Errors
/// The reason why there is none, in words.
pub fn load_position(file: &Path, choice: &str) -> Result<Position, String> {
    let cannot_read = |error| format!("cannot read {}: {error}", file.display());
    let stream = files::open(file).map_err(cannot_read)?;
    let number = if choice.is_empty() { Some(1) } else { choice.parse().ok() };
    for (count, line) in (1_usize..).zip(Positions::new(BufReader::new(stream))) {
        let (line, epd) = line.map_err(cannot_read)?;
        let is_numbered = number == Some(count);
        match epd {
            Ok(epd) if is_numbered || epd.id() == Some(choice) => return Ok(epd.position),
            Err(error) if is_numbered => {
                return Err(format!("{}, line {line}, {error}", file.display()));
            }
            _ => {}
        }
    }
    Err(match choice {
        "" => format!("{} has no position", file.display()),
        choice => format!("{} has no position '{choice}'", file.display()),
    })
}
