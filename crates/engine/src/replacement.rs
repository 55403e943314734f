//! Files that are replaced as a whole.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Gives a file this text instead of what it has, or makes it. At any moment the file has the one or the
/// other, also after a power failure.
///
/// # Errors
/// It cannot be written; then it is as it was.
pub(crate) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let fresh = path.with_file_name(name);
    let mut file = File::create(&fresh)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(&fresh, path)?;
    let folder = path.parent().filter(|folder| *folder != "").unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_text_is_there_and_no_other_file() {
        let folder = std::env::temp_dir().join(format!("cleave-replaced-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("file.toml");
        replace(&file, "once").unwrap();
        replace(&file, "again").unwrap();
        let (text, files) = (fs::read_to_string(&file), fs::read_dir(&folder).unwrap().count());
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!((text.unwrap().as_str(), files), ("again", 1));
    }
}
