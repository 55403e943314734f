//! Checks the values of real files, and the treatment of missing and damaged files.

use std::fs;
use std::path::Path;

use cleave_board::Position;
use cleave_tablebase::{Dtz, Problem, Syzygy, Tablebase};

use crate::directory::Directory;

pub(crate) const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/syzygy");

/// Each line is a position, its result and its distance.
const KNOWN: &str = include_str!("known.txt");

pub(crate) fn known() -> impl Iterator<Item = (Position, i8, i32)> {
    KNOWN.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (fen, values) = line.split_once(" | ").expect("a bar before the values");
        let (wdl, dtz) = values.split_once(' ').expect("two values");
        let position = Position::from_fen(fen).expect("a legal position");
        (position, wdl.parse().expect("a result"), dtz.parse().expect("a distance"))
    })
}

pub(crate) fn words(problems: &[Problem]) -> String {
    problems.iter().map(|problem| format!("{problem}\n")).collect()
}

#[test]
fn positions_have_the_values_of_another_reader() {
    let (tables, problems) = Syzygy::open(TABLES);
    assert_eq!(words(&problems), "");
    assert_eq!((tables.tables(), tables.max_pieces()), (10, 4));
    let (mut distances, mut long) = (0, 0);
    for (position, wdl, dtz) in known() {
        let fen = position.to_fen();
        assert_eq!(tables.probe_wdl(&position).map(|wdl| wdl as i8), Some(wdl), "{fen}");
        // A promotion may lead to a table that is missing.
        if let Some(found) = tables.probe_dtz(&position) {
            assert_eq!(found, Dtz(dtz), "{fen}");
            distances += 1;
            long += usize::from(dtz.abs() >= 10);
        } else {
            assert!(fen.contains(['P', 'p']), "{fen}");
        }
    }
    assert_eq!((distances, long), (233, 24), "known distances, and distances of 10 or more");
}

#[test]
fn positions_without_a_table_have_no_result() {
    let (tables, _) = Syzygy::open(TABLES);
    for fen in [
        Position::START_FEN,
        "4k3/8/8/8/8/8/8/R3K2R w - - 0 1",
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
        "8/8/8/8/2k5/8/r7/K1N5 w - - 0 1",
    ] {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(
            (tables.probe_wdl(&position), tables.probe_dtz(&position)),
            (None, None),
            "{fen}"
        );
    }
}

#[test]
fn unusable_files_are_reported_and_left_out() {
    let directory = Directory::new("damage");
    for file in ["KRvK.rtbw", "KPvK.rtbw", "KQvK.rtbz"] {
        directory.copy(file);
    }
    let bytes = |file| fs::read(Path::new(TABLES).join(file)).unwrap();
    let write = |file: &str, bytes: &[u8]| fs::write(directory.0.join(file), bytes).unwrap();
    write("KRvK.rtbz", &bytes("KRvK.rtbz")[..4000]);
    write("KBvK.rtbw", b"");
    write("KNvK.rtbw", b"no table");
    // A table under another table's name, and a table cut to a length that only its header
    // contradicts.
    write("KNNvK.rtbw", &bytes("KPPvK.rtbw"));
    write("KPPvK.rtbw", &bytes("KPPvK.rtbw")[..64 * 100 + 16]);
    write("notes.txt", b"");
    let (tables, problems) = Syzygy::open(&directory.0);
    let path = directory.0.display();
    assert_eq!(
        words(&problems),
        format!(
            "{path}/KBvK.rtbw is left out: it is not a Syzygy table\n\
             {path}/KNNvK.rtbw is left out: it is damaged: its header does not fit its name or its length\n\
             {path}/KNvK.rtbw is left out: it is not a Syzygy table\n\
             {path}/KPPvK.rtbw is left out: it is damaged: its header does not fit its name or its length\n\
             {path}/KQvK.rtbz is left out: there is no KQvK.rtbw\n\
             {path}/KRvK.rtbz is left out: it is incomplete: a table cannot have 4000 bytes\n\
             tables without distances (*.rtbz): KPvK KRvK\n"
        )
    );
    assert_eq!(tables.tables(), 2);
    let rook = Position::from_fen("8/8/8/8/4k3/8/8/R3K3 w - - 0 1").unwrap();
    assert!(tables.probe_wdl(&rook).is_some());
    assert_eq!(tables.probe_dtz(&rook), None);
}

#[test]
fn directories_without_tables_are_reported() {
    let (tables, problems) = Syzygy::open("/nowhere:/proc");
    let text = words(&problems);
    assert!(text.starts_with("cannot read the directory /nowhere: No such file"), "{text}");
    assert!(text.ends_with("there are no Syzygy tables (*.rtbw) in /proc\n"), "{text}");
    assert_eq!(tables.max_pieces(), 0);
    assert!(Syzygy::open("").1.is_empty());
}
