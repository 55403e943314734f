//! Personalities: named sets of options, in files.
//!
//! A personality is a file of options like the configuration ([`configuration`](super::configuration)), in the folder
//! `personalities` next to it: `~/.config/cleave/personalities/coffeehouse.toml`. A saved personality contains the
//! options about play, not those about the machine. A loaded one may set any option.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use cleave_io::files::{create_folder, replace};

use super::configuration::{Configuration, toml_of};
use super::error::PersonalityError;
use crate::engine::Engine;
use crate::options;
use crate::personalities::{EXTENSION, Personalities};

/// The option that loads a personality.
pub(crate) const OPTION: &str = "Personality";

/// Sets the options of this personality. Without a name, forgets which personality was loaded.
///
/// # Errors
/// There is no such personality, or a part of it cannot be set. Nothing has changed. A missing book or folder of tables
/// is left out with a warning.
pub fn load(engine: &mut Engine, name: &str) -> Result<(), PersonalityError> {
    let mut sets = Vec::new();
    if !name.is_empty() {
        let file = find(&engine.session.personalities, name)?;
        let mut options = Configuration::default();
        options.add_file(&file)?;
        sets = options.names().collect();
        if sets.contains(&OPTION) {
            return Err(PersonalityError::NamesAnother(file.display().to_string()));
        }
        options.apply_or_restore(engine)?;
    }
    engine.session.personalities.sets = sets;
    engine.session.settings.personality = name.to_owned();
    Ok(())
}

/// Returns the file of this personality: in the first folder that has it, or any file by its path.
fn find(personalities: &Personalities, name: &str) -> Result<PathBuf, PersonalityError> {
    if name.contains('/') {
        return Ok(name.into());
    }
    let found = personalities.find(&file_name(name)?);
    found.ok_or_else(|| match personalities.names() {
        names if names.is_empty() => PersonalityError::None(name.into()),
        others => PersonalityError::Unknown(name.into(), others),
    })
}

fn file_name(name: &str) -> Result<String, PersonalityError> {
    let is_usable = |c: char| c.is_alphanumeric() || " -_".contains(c);
    match !name.is_empty() && name.chars().all(is_usable) {
        true => Ok(format!("{name}.{EXTENSION}")),
        false => Err(PersonalityError::BadName),
    }
}

/// Saves the options about how the engine plays under this name. Returns the file.
///
/// # Errors
/// The name cannot be a file name, the file cannot be written, or it has other options, which would be lost. The file
/// stays as it was.
pub fn save(engine: &mut Engine, name: &str) -> Result<PathBuf, PersonalityError> {
    let file = file_name(name)?;
    let folder = engine.session.personalities.folder().ok_or(PersonalityError::NoFolder)?;
    let path = folder.join(file);
    let mut text = String::new();
    for option in options::all().filter(|option| option.is_personal) {
        if let Some(value) = toml_of(&option.state(engine).value) {
            let _ = writeln!(text, "{} = {value}", option.name.replace(' ', ""));
        }
    }
    refuse_to_lose_options(&path)?;
    let written = create_folder(folder).and_then(|()| replace(&path, &text));
    written.map_err(|error| PersonalityError::Unwritable(path.display().to_string(), error))?;
    Ok(path)
}

/// Refuses to overwrite a file that a user has extended beyond a saved personality.
fn refuse_to_lose_options(path: &Path) -> Result<(), PersonalityError> {
    if !path.exists() {
        return Ok(());
    }
    let mut there = Configuration::default();
    there.add_file(path)?;
    let path = path.display().to_string();
    let is_personal = |name| options::find(name).is_ok_and(|option| option.is_personal);
    match there.names().find(|name| !is_personal(name)) {
        Some(option) => Err(PersonalityError::AlsoSets(path, option)),
        None => Ok(()),
    }
}
