//! What all games of a folder have in common.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use cleave_io::files;
use cleave_kit::{Error, Result};

use super::Arguments;
use crate::checksum;

/// What determines the games of a folder besides their numbers, as the text that stands in a file
/// beside them.
pub(super) struct Setting(String);

/// The file that holds it.
const NAME: &str = "setting.txt";

impl Setting {
    /// The setting that the arguments ask for.
    ///
    /// # Errors
    /// The weights or the network cannot be read.
    pub(super) fn new(arguments: &Arguments) -> Result<Setting> {
        let Arguments { seed, nodes, weights, network, .. } = arguments;
        let evaluation = match (network, weights) {
            (Some(path), _) => format!("network {:08x}", checksum::of_network(path)?),
            (None, Some(path)) => format!("weights {:08x}", checksum::of_file(path)?),
            (None, None) => "weights built-in".into(),
        };
        Ok(Setting(format!("seed {seed}\nnodes {nodes}\n{evaluation}\n")))
    }

    /// Writes the setting into a new folder, or compares it with that of an old one.
    ///
    /// # Errors
    /// The folder has another setting, or the file cannot be read or written.
    pub(super) fn agree_with(&self, folder: &Path) -> Result<()> {
        let path = folder.join(NAME);
        match fs::read_to_string(&path) {
            Ok(text) if text == self.0 => Ok(()),
            Ok(text) => Err(Error::of_file(
                &path,
                format!(
                    "the games there were played with '{}', not '{}'",
                    line(&text),
                    line(&self.0)
                ),
            )),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                files::replace(&path, &self.0).map_err(|error| Error::of_file(&path, error))
            }
            Err(error) => Err(Error::of_file(&path, error)),
        }
    }
}

fn line(text: &str) -> String {
    text.trim().replace('\n', ", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_two_settings_do_not_share_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let setting = |nodes: u32| Setting(format!("seed 1\nnodes {nodes}\n"));
        setting(100).agree_with(folder.path()).unwrap();
        setting(100).agree_with(folder.path()).unwrap();
        let error = setting(200).agree_with(folder.path()).unwrap_err().to_string();
        let expected =
            "the games there were played with 'seed 1, nodes 100', not 'seed 1, nodes 200'";
        assert!(error.ends_with(expected), "{error}");
    }
}
