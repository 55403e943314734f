//! Tests the list in ARCHITECTURE.md of the files that explain Dynamic Tree Splitting, with their
//! lengths.

use std::fs;

use crate::{files, root};

/// The most files and lines on that path, and in the room of the machine itself.
const PATH: (usize, usize) = (22, 4_000);
const ROOM: (usize, usize) = (12, 2_500);

/// Returns the number of lines of a file before its tests.
fn length(source: &str) -> usize {
    let is_test = |line: &str| line == "#[cfg(test)]" || line == "#[cfg(all(test, not(loom)))]";
    let lines: Vec<_> = source.lines().collect();
    let begins = |&at: &usize| {
        is_test(lines[at]) && lines.get(at + 1).is_some_and(|next| next.ends_with("tests {"))
    };
    (0..lines.len()).find(begins).unwrap_or(lines.len())
}

/// Returns the files of the table, with their lengths in the table.
fn listed() -> Vec<(String, usize)> {
    let page = fs::read_to_string(root().join("docs/ARCHITECTURE.md")).unwrap();
    let section = page.split("### Dynamic Tree Splitting, file by file").nth(1).unwrap();
    let section = section.split("\n#").next().unwrap();
    let cells = |row: &str| row.split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    let rows = section.lines().map(cells).filter(|cells| cells.len() > 3);
    let listed = rows.filter_map(|cells| Some((cells[1].clone(), cells[2].parse().ok()?)));
    listed.map(|(name, lines)| (format!("crates/{}", name.trim_matches('`')), lines)).collect()
}

#[test]
fn the_reading_path_has_each_file_with_its_length() {
    let told = listed();
    let actual = told.iter().map(|(path, _)| {
        let source = fs::read_to_string(root().join(path));
        (path.clone(), source.map_or(0, |source| length(&source)))
    });
    assert_eq!(told, actual.collect::<Vec<_>>());
}

#[test]
fn the_reading_path_is_short_and_has_all_files_of_the_folder() {
    let told = listed();
    let room: Vec<_> = told.iter().filter(|(path, _)| path.contains("/dts/")).collect();
    let in_folder = files(&root().join("crates/smp/src/dts"), "rs");
    let in_folder = in_folder.iter().filter(|path| !path.ends_with("tests.rs")).count();
    assert_eq!(room.len(), in_folder, "files of dts/");
    let lines = |listed: &[&(String, usize)]| listed.iter().map(|(_, lines)| lines).sum::<usize>();
    assert!(room.len() <= ROOM.0 && lines(&room) <= ROOM.1, "{} lines in dts/", lines(&room));
    let all: Vec<_> = told.iter().collect();
    assert!(all.len() <= PATH.0 && lines(&all) <= PATH.1, "{} files, {}", all.len(), lines(&all));
}
