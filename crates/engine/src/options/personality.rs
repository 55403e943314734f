//! Personalities: named sets of options, in files.
//!
//! A personality is a file of options, as the configuration is ([`crate::options::configuration`]), in the folder
//! `personalities` beside it: `~/.config/cleave/personalities/coffeehouse.toml`. What is saved as one are
//! the options about how the engine plays, not those about the machine; what is loaded may set any option.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::engine::Engine;
use crate::options::configuration::Configuration;
use crate::replacement::replace;
use crate::{folders, options};

/// The option that loads a personality.
pub(crate) const OPTION: &str = "Personality";

/// The folder in that of a configuration file.
const FOLDER: &str = "personalities";

/// What the names of the files end with.
const EXTENSION: &str = "toml";

/// The options that make a personality.
const CHARACTER: [&str; 11] = [
    "Skill",
    "UCI_LimitStrength",
    "UCI_Elo",
    "Contempt",
    "Offer Draws",
    "Resign Threshold",
    "Swindle",
    "Book File",
    "OwnBook",
    "Best Book Move",
    "Book Width",
];

/// Where personalities lie.
#[derive(Clone, Debug)]
pub struct Personalities {
    /// The folders, the first to be searched and written to first.
    folders: Vec<PathBuf>,
    /// What the last one loaded has set.
    sets: Vec<&'static str>,
}

impl Default for Personalities {
    fn default() -> Personalities {
        Personalities::beside(None)
    }
}

impl Personalities {
    /// Those beside this configuration file, if one is named, and those of the user.
    pub fn beside(configuration: Option<&Path>) -> Personalities {
        let named = configuration.map(|file| file.parent().unwrap_or(Path::new("")).to_owned());
        let folders = named.into_iter().chain(folders::configuration());
        Personalities { folders: folders.map(|it| it.join(FOLDER)).collect(), sets: Vec::new() }
    }

    /// True if the last personality that was loaded has set this option.
    pub fn sets(&self, option: &str) -> bool {
        self.sets.contains(&option)
    }

    /// The names of all, in alphabetical order.
    pub fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for entry in self.folders.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten() {
            let path = entry.map(|entry| entry.path()).unwrap_or_default();
            if path.extension().is_some_and(|extension| extension == EXTENSION) {
                names.extend(path.file_stem().and_then(|name| name.to_str()).map(String::from));
            }
        }
        names.sort_unstable();
        names.dedup();
        names
    }

    /// The file of this name: in the first folder that has it, or any file by its path.
    fn find(&self, name: &str) -> Result<PathBuf, String> {
        if name.contains('/') {
            return Ok(name.into());
        }
        let file = file_name(name)?;
        let found = self.folders.iter().map(|it| it.join(&file)).find(|path| path.is_file());
        found.ok_or_else(|| match &self.names()[..] {
            [] => format!("no personality '{name}'; 'personality save {name}' makes it"),
            names => format!("no personality '{name}'; there are: {}", names.join(", ")),
        })
    }
}

fn file_name(name: &str) -> Result<String, String> {
    let is_usable = |c: char| c.is_alphanumeric() || " -_".contains(c);
    match !name.is_empty() && name.chars().all(is_usable) {
        true => Ok(format!("{name}.{EXTENSION}")),
        false => Err("the name of a personality has letters, digits, '-' and '_'".into()),
    }
}

/// Sets the options of this personality; without a name, forgets which one was loaded.
///
/// # Errors
/// There is no such personality, or a part of it cannot be set; nothing has changed.
pub fn load(engine: &mut Engine, name: &str) -> Result<(), String> {
    let mut sets = Vec::new();
    if !name.is_empty() {
        let file = engine.session.personalities.find(name)?;
        let mut options = Configuration::default();
        options.add_file(&file).map_err(|error| error.to_string())?;
        sets = options.names().collect();
        if sets.contains(&OPTION) {
            return Err(format!("{}: a personality cannot name another", file.display()));
        }
        options.apply_or_restore(engine).map_err(|error| error.to_string())?;
    }
    engine.session.personalities.sets = sets;
    engine.session.settings.personality = name.to_owned();
    Ok(())
}

/// Saves the options about how the engine plays under this name. Returns the file.
///
/// # Errors
/// The name cannot be that of a file, the file cannot be written, or it has other options, which would be
/// lost; the file is as it was.
pub fn save(engine: &mut Engine, name: &str) -> Result<PathBuf, String> {
    let file = file_name(name)?;
    let folder = engine.session.personalities.folders.first();
    let folder = folder.ok_or("the environment names no home to save a personality in")?.clone();
    let mut text = String::new();
    for name in CHARACTER {
        if let Some(value) = options::find(name)?.state(engine).value.toml() {
            let _ = writeln!(text, "{} = {value}", name.replace(' ', ""));
        }
    }
    let path = folder.join(file);
    refuse_to_lose_options(&path)?;
    let written = fs::create_dir_all(&folder).and_then(|()| replace(&path, &text));
    written.map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    Ok(path)
}

/// Refuses to overwrite a file that has more than a saved personality, which somebody has written.
fn refuse_to_lose_options(path: &Path) -> Result<(), String> {
    if !path.exists() {
        return Ok(());
    }
    let mut there = Configuration::default();
    there.add_file(path).map_err(|error| error.to_string())?;
    match there.names().find(|name| !CHARACTER.contains(name)) {
        Some(name) => Err(format!("{} also sets {name}; choose another name", path.display())),
        None => Ok(()),
    }
}
