//! Finds the files, and reports the files that cannot be used.

use std::collections::{BTreeMap, HashMap};
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cleave_board::Position;

use super::file::{Storage, TableFile};
use super::placement::MAX_PIECES;
use super::problem::{Damage, Problem};
use super::table::{Kind, Table};
use crate::{Dtz, Material, Tablebase, Wdl};

/// The Syzygy tables of some directories.
pub struct Syzygy {
    /// Indices by material. Each table is entered twice: the side named first is White, or Black.
    tables: HashMap<Material, usize>,
    files: Vec<Files>,
    pub(super) max_pieces: u32,
}

/// The files of a table.
pub(super) struct Files {
    pub(super) wdl: Table,
    /// `None` if the file is missing or damaged.
    pub(super) dtz: Option<Table>,
}

/// The paths of a table.
#[derive(Default)]
struct Paths {
    wdl: Option<PathBuf>,
    dtz: Option<PathBuf>,
}

impl Syzygy {
    /// Opens all tables in these directories, separated as in `PATH`, and reports the files that
    /// cannot be used. If a table is in several directories, the first one counts.
    pub fn open(directories: impl AsRef<OsStr>) -> (Syzygy, Vec<Problem>) {
        let mut problems = Vec::new();
        let mut found: BTreeMap<String, Paths> = BTreeMap::new();
        for directory in env::split_paths(&directories).filter(|path| path != Path::new("")) {
            match find(&directory, &mut found) {
                Ok(true) => {}
                Ok(false) => problems.push(Problem::NoTables(directory)),
                Err(error) => problems.push(Problem::Directory { path: directory, error }),
            }
        }
        let mut syzygy = Syzygy { tables: HashMap::new(), files: Vec::new(), max_pieces: 0 };
        let storage = match Storage::new(2 * found.len().max(1)) {
            Ok(storage) => Arc::new(storage),
            Err(error) => {
                problems.push(Problem::Memory(error));
                return (syzygy, problems);
            }
        };
        let mut without_distances = Vec::new();
        for (number, (name, paths)) in (0..).step_by(2).zip(found) {
            match syzygy.add(&name, paths, number, &storage, &mut problems) {
                Some(true) | None => {}
                Some(false) => without_distances.push(name),
            }
        }
        if !without_distances.is_empty() {
            problems.push(Problem::NoDistances(without_distances));
        }
        (syzygy, problems)
    }

    /// Adds a table. Its files get two numbers from this one on. Returns true if it has distances,
    /// and `None` if it cannot be used.
    fn add(
        &mut self,
        name: &str,
        paths: Paths,
        number: usize,
        storage: &Arc<Storage>,
        problems: &mut Vec<Problem>,
    ) -> Option<bool> {
        let material = Material::from_name(name)?;
        let mut open = |path: &Path, kind| {
            let damage = |damage| problems.push(Problem::File { path: path.into(), damage });
            let file = TableFile::open(path, number + kind as usize, storage);
            let table =
                file.map_err(Damage::from).and_then(|file| Table::open(file, material, kind));
            table.map_err(damage).ok()
        };
        let wdl = paths.wdl.as_deref().and_then(|path| open(path, Kind::Wdl));
        let dtz = paths.dtz.as_deref().and_then(|path| open(path, Kind::Dtz));
        let Some(wdl) = wdl else {
            if let (None, Some(path)) = (paths.wdl, paths.dtz) {
                problems.push(Problem::NoResults { path, name: name.into() });
            }
            return None;
        };
        let has_distances = dtz.is_some();
        for material in [material, material.mirrored()] {
            self.tables.insert(material, self.files.len());
        }
        self.files.push(Files { wdl, dtz });
        self.max_pieces = self.max_pieces.max(material.pieces());
        Some(has_distances)
    }

    /// Returns the number of usable tables.
    pub fn tables(&self) -> usize {
        self.files.len()
    }

    /// Returns the files for this material.
    pub(super) fn files(&self, material: &Material) -> Option<&Files> {
        self.tables.get(material).map(|&index| &self.files[index])
    }
}

/// Collects the tables in a directory. Returns true if there are any.
fn find(directory: &Path, found: &mut BTreeMap<String, Paths>) -> io::Result<bool> {
    let mut any = false;
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        let Some(name) = path.file_stem().and_then(OsStr::to_str).map(String::from) else {
            continue;
        };
        let is_table = Material::from_name(&name)
            .is_some_and(|material| (3..=MAX_PIECES as u32).contains(&material.pieces()));
        let has = |kind: Kind| path.extension() == Some(OsStr::new(kind.extension()));
        if !is_table || !(has(Kind::Wdl) || has(Kind::Dtz)) {
            continue;
        }
        any |= has(Kind::Wdl);
        let is_wdl = has(Kind::Wdl);
        let paths = found.entry(name).or_default();
        let place = if is_wdl { &mut paths.wdl } else { &mut paths.dtz };
        place.get_or_insert(path);
    }
    Ok(any)
}

impl Tablebase for Syzygy {
    fn max_pieces(&self) -> u32 {
        self.max_pieces
    }

    fn probe_wdl(&self, position: &Position) -> Option<Wdl> {
        self.wdl(position)
    }

    fn probe_dtz(&self, position: &Position) -> Option<Dtz> {
        self.dtz(position)
    }

    fn take_problems(&self) -> Vec<Problem> {
        let files = self.files.iter().flat_map(|Files { wdl, dtz }| [Some(wdl), dtz.as_ref()]);
        files.flatten().filter_map(Table::take_problem).collect()
    }
}
