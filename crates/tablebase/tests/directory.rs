//! Directories with copies of tables.

use std::fs;
use std::path::{Path, PathBuf};

use crate::files::TABLES;

/// A temporary directory for one test, removed at the end.
pub(crate) struct Directory(pub(crate) PathBuf);

impl Directory {
    pub(crate) fn new(name: &str) -> Directory {
        let path =
            std::env::temp_dir().join(format!("cleave-syzygy-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Directory(path)
    }

    pub(crate) fn copy(&self, file: &str) -> PathBuf {
        let to = self.0.join(file);
        fs::copy(Path::new(TABLES).join(file), &to).unwrap();
        to
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
