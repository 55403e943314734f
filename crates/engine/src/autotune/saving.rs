//! Writes options into the configuration file, and leaves the rest of the file as it is.

use std::io::{self, ErrorKind};
use std::path::Path;

use cleave_io::files::{self, create_folder, replace};
use cleave_io::option::is_same_name;
use toml::Value;

use crate::options::configuration::{Configuration, LARGEST};

/// An option and its value.
pub type Setting = (&'static str, Value);

/// Gives these options their values in the configuration file, which is made if there is none.
///
/// # Errors
/// The file cannot be read or written, or is no configuration. It stays as it was.
pub fn save(file: &Path, settings: &[Setting]) -> io::Result<()> {
    let before = match files::read(file, LARGEST) {
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        read => read?,
    };
    let before =
        String::from_utf8(before).map_err(|error| io::Error::new(ErrorKind::InvalidData, error))?;
    let after = with(&before, settings);
    let checked = Configuration::default().add_text(&after, &file.display().to_string());
    checked.map_err(|error| io::Error::new(ErrorKind::InvalidData, error.to_string()))?;
    if let Some(folder) = file.parent() {
        create_folder(folder)?;
    }
    replace(file, after)
}

/// Returns the text of a configuration with these settings: in the line that has the option, or at the end.
fn with(text: &str, settings: &[Setting]) -> String {
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    for (name, value) in settings {
        let new = format!("{} = {value}", name.replace(' ', ""));
        let sets = |line: &&mut String| {
            let key = line.split_once('=').map(|(key, _)| key.trim().trim_matches(['"', '\'']));
            key.is_some_and(|key| is_same_name(key, name))
        };
        match lines.iter_mut().find(sets) {
            Some(line) => *line = new,
            None => lines.push(new),
        }
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_rest_of_the_file_stays() {
        let before = "# mine\nThreads = 4 # all\n\"Split Spin\" = 7\n";
        let settings = [("Split Spin", Value::from(200)), ("NumaPolicy", "system".into())];
        let after = "# mine\nThreads = 4 # all\nSplitSpin = 200\nNumaPolicy = \"system\"\n";
        assert_eq!(with(before, &settings), after);
        assert_eq!(with(after, &settings), after);
    }

    #[test]
    fn a_file_is_made_and_a_strange_one_is_not_touched() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new/cleave.toml");
        save(&file, &[("Split Depth", 6.into())]).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "SplitDepth = 6\n");
        for strange in ["[table]\nThreads = 4\n", "Threads = = 4\n", "No Such Option = 1\n"] {
            fs::write(&file, strange).unwrap();
            assert!(save(&file, &[("Split Depth", 6.into())]).is_err(), "{strange}");
            assert_eq!(fs::read_to_string(&file).unwrap(), strange);
        }
    }
}
