//! Options by which the transposition table is saved and loaded: analysis goes on where it stopped.

use std::io::{self, ErrorKind};
use std::path::Path;

use cleave_io::{count, files};
use cleave_search::saved::{SavedTableError, begins_saved_table};

use super::error::OptionError;
use super::option::{EngineOption, Kind};
use crate::client::notice::Notice;
use crate::engine::Engine;

/// The options about the file of the table. A button shall find the file that is named when it is pressed.
#[rustfmt::skip]
pub(super) const OPTIONS: &[EngineOption] = &[
    EngineOption::new("Hash File", Kind::File {
        get: |settings| &settings.hash_file,
        set: |engine, path| {
            engine.session.settings.hash_file = path.to_owned();
            Ok(())
        },
    }),
    EngineOption::new("Save Hash", Kind::Button(|engine| save(engine, ""))),
    EngineOption::new("Load Hash", Kind::Button(|engine| load(engine, ""))),
];

/// Saves the table in this file, or in the file that the option names if `file` is empty.
///
/// # Errors
/// No file is named, it is there and is no saved table, or it cannot be written. Then it is as it was.
pub(crate) fn save(engine: &mut Engine, file: &str) -> Result<(), OptionError> {
    let path = prepare(engine, file)?;
    let saved = must_not_be_another(path.as_ref())
        .and_then(|()| files::replace_by(path.as_ref(), |draft| engine.searcher.save_table(draft)));
    let entries = saved.map_err(|error| OptionError::SavingHash(path.clone(), error))?;
    let text = format!("{} entries of the table are saved in {path}", count(entries));
    engine.session.client.say(&Notice::Comment(&text));
    Ok(())
}

/// Loads the table from this file, or from the file that the option names if `file` is empty.
///
/// # Errors
/// No file is named; or it cannot be read, is no saved table, or does not belong to the settings in force. Then the
/// table is as it was, unless the error is [`SavedTableError::Changed`].
pub(crate) fn load(engine: &mut Engine, file: &str) -> Result<(), OptionError> {
    let path = prepare(engine, file)?;
    let loaded = open_and_load(engine, path.as_ref());
    let entries = loaded.map_err(|error| OptionError::LoadingHash(path.clone(), error))?;
    let text = format!("{} entries of the table are loaded from {path}", count(entries));
    engine.session.client.say(&Notice::Comment(&text));
    Ok(())
}

/// Refuses a file that is there and is no saved table: a slip of the fingers must not cost a game.
fn must_not_be_another(path: &Path) -> io::Result<()> {
    let may_be_replaced = match files::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => true,
        opened => {
            let file = opened?;
            file.metadata()?.len() == 0 || begins_saved_table(file)?
        }
    };
    let refusal = || io::Error::new(ErrorKind::AlreadyExists, "it is there and is no saved table");
    may_be_replaced.then_some(()).ok_or_else(refusal)
}

fn open_and_load(engine: &mut Engine, path: &Path) -> Result<u64, SavedTableError> {
    let mut file = files::open(path)?;
    let length = file.metadata()?.len();
    engine.searcher.load_table(&mut file, length)
}

/// Returns the name of the file. Passes to the searcher what the next search would, if that empties the table.
fn prepare(engine: &mut Engine, file: &str) -> Result<String, OptionError> {
    let Engine { session, searcher, .. } = engine;
    searcher.set_probing(session.settings.tablebase.limits());
    match [file, &session.settings.hash_file].into_iter().find(|name| !name.is_empty()) {
        Some(name) => Ok(name.to_owned()),
        None => Err(OptionError::NoHashFile),
    }
}
