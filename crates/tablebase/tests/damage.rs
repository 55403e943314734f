//! Probes damaged files, and files that change while they are in use.

use std::fs::{self, File};
use std::path::Path;

use cleave_board::Position;
use cleave_tablebase::{Dtz, Syzygy, Tablebase, Wdl};
use proptest::prelude::*;

use crate::directory::Directory;
use crate::files::{TABLES, known, words};

/// The values that tables return for a position.
type Answer = (Option<Wdl>, Option<Dtz>);

fn answer(tables: &Syzygy, position: &Position) -> Answer {
    (tables.probe_wdl(position), tables.probe_dtz(position))
}

/// Returns positions that together need all parts of one table's files, with the values of the
/// undamaged files.
fn samples(files: &[&str]) -> Vec<(Position, Answer)> {
    let directory = Directory::new("samples");
    files.iter().for_each(|file| drop(directory.copy(file)));
    let (tables, _) = Syzygy::open(&directory.0);
    let squares = 0..64u8;
    let all = squares.clone().flat_map(|piece| squares.clone().map(move |king| (piece, king)));
    let letter = files[0].as_bytes()[1] as char;
    let fens = all.step_by(7).flat_map(|(piece, king)| {
        ["w", "b"].map(|side| fen([('K', 28), (letter, piece), ('k', king)], side))
    });
    let positions = fens.filter_map(|fen| Position::from_fen(&fen?).ok());
    let known = positions.map(|position| (position, answer(&tables, &position)));
    known.filter(|(_, (wdl, _))| wdl.is_some()).collect()
}

/// Returns the position with these pieces on these squares, or `None` if two are on the same
/// square.
fn fen(pieces: [(char, u8); 3], side: &str) -> Option<String> {
    let mut board = [' '; 64];
    for (letter, square) in pieces {
        let place = &mut board[usize::from(square)];
        if std::mem::replace(place, letter) != ' ' {
            return None;
        }
    }
    let rank = |squares: &[char]| {
        let text: String = squares.iter().collect();
        (1..=8).rev().fold(text, |text, n| text.replace(&" ".repeat(n), &n.to_string()))
    };
    let ranks: Vec<String> = board.chunks(8).rev().map(rank).collect();
    Some(format!("{} {side} - - 0 1", ranks.join("/")))
}

/// Returns true if each value is missing or equals the undamaged files' value.
fn is_right_or_none((wdl, dtz): Answer, (whole_wdl, whole_dtz): Answer) -> bool {
    (wdl.is_none() || wdl == whole_wdl) && (dtz.is_none() || dtz == whole_dtz)
}

#[test]
fn a_file_cut_at_any_length_is_left_out() {
    for files in [["KRvK.rtbw", "KRvK.rtbz"], ["KPvK.rtbw", "KPvK.rtbz"]] {
        let directory = Directory::new("cut");
        // A long distance to zeroing, which is only in the file of distances.
        let samples = samples(&files);
        let far = samples.iter().max_by_key(|(_, (_, dtz))| dtz.map_or(0, |dtz| dtz.0.abs()));
        let (position, _) = far.unwrap();
        for cut in 0..2 {
            files.iter().for_each(|file| drop(directory.copy(file)));
            let path = directory.0.join(files[cut]);
            let file = File::options().write(true).open(&path).unwrap();
            for len in (0..file.metadata().unwrap().len()).rev() {
                file.set_len(len).unwrap();
                let (tables, problems) = Syzygy::open(&directory.0);
                let said = words(&problems);
                assert!(said.contains(&format!("{} is left out: ", files[cut])), "{len}: {said}");
                let (wdl, dtz) = answer(&tables, position);
                assert_eq!((wdl.is_some(), dtz.is_some()), (cut == 1, false), "{len}");
            }
        }
    }
}

/// A mapped file would kill the program here. The pages that have been read are still known, and
/// the rest is missing.
#[test]
fn a_file_that_becomes_shorter_in_use_is_left_out_and_reported_once() {
    for (files, cut) in
        [(["KRvK.rtbw", "KRvK.rtbz"], "KRvK.rtbz"), (["KPvK.rtbw", "KPvK.rtbz"], "KPvK.rtbw")]
    {
        let directory = Directory::new("shorter");
        let samples = samples(&files);
        let whole = fs::read(Path::new(TABLES).join(cut)).unwrap();
        let mut left_out = 0;
        // The last page of one file has only its checksum.
        let end = whole.len() / 4096 * 4096;
        for len in (0..end).step_by(61).chain([4095, end - 1]) {
            files.iter().for_each(|file| drop(directory.copy(file)));
            let (tables, problems) = Syzygy::open(&directory.0);
            assert_eq!(words(&problems), "");
            let file = File::options().write(true).open(directory.0.join(cut)).unwrap();
            file.set_len(len as u64).unwrap();
            for (position, expected) in &samples {
                let found = answer(&tables, position);
                assert!(is_right_or_none(found, *expected), "{len}: {}", position.to_fen());
            }
            let said = words(&tables.take_problems());
            let changed = "is left out: its length has changed while it was in use";
            assert_eq!(said, format!("{} {changed}\n", directory.0.join(cut).display()), "{len}");
            assert_eq!(words(&tables.take_problems()), "", "the problem is reported once");
            // The file stays left out, even if it is whole again.
            fs::write(directory.0.join(cut), &whole).unwrap();
            let wdl_is_cut = cut.ends_with("rtbw");
            for (position, (_, dtz)) in &samples {
                let found = answer(&tables, position);
                left_out += usize::from(
                    wdl_is_cut && found.0.is_none() || dtz.is_some() && found.1.is_none(),
                );
            }
        }
        assert!(left_out > 1000, "{cut}: {left_out}");
    }
}

#[test]
fn a_deleted_file_is_usable_while_it_is_open() {
    let files = ["KRvK.rtbw", "KRvK.rtbz"];
    let directory = Directory::new("deleted");
    let paths = files.map(|file| directory.copy(file));
    let (tables, _) = Syzygy::open(&directory.0);
    paths.iter().for_each(|path| fs::remove_file(path).unwrap());
    for (position, expected) in samples(&files) {
        assert_eq!(answer(&tables, &position), expected);
    }
    assert!(tables.take_problems().is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Damage may be detected, or lead to a wrong result, but to nothing worse.
    #[test]
    fn damage_does_no_harm(
        flips in prop::collection::vec((any::<prop::sample::Index>(), 1u8..), 1..6),
        header in any::<bool>(),
        file in prop::sample::select(vec!["KPPvK.rtbw", "KNNvK.rtbw", "KPvK.rtbz", "KRvK.rtbz"]),
    ) {
        let directory = Directory::new("flips");
        directory.copy(&file.replace(".rtbz", ".rtbw"));
        let copy = directory.copy(file);
        let mut bytes = fs::read(&copy).unwrap();
        let range = if header { 200.min(bytes.len()) } else { bytes.len() };
        for (at, flip) in flips {
            bytes[at.index(range)] ^= flip;
        }
        fs::write(&copy, bytes).unwrap();
        let (tables, _) = Syzygy::open(&directory.0);
        for fen in ["8/8/8/8/4k3/8/8/R3K3 w - - 0 1", "8/8/8/8/4k3/8/P7/4K3 b - - 0 1"] {
            let position = Position::from_fen(fen).unwrap();
            tables.probe_wdl(&position);
            tables.probe_dtz(&position);
        }
        for (position, _, _) in known() {
            tables.probe_wdl(&position);
            tables.probe_dtz(&position);
        }
    }

    /// Reads a file that has only garbage after its magic number, with a possible length.
    #[test]
    fn garbage_does_no_harm(
        bytes in prop::collection::vec(any::<u8>(), 0..400),
        kind in prop::sample::select(vec!["KRvK.rtbw", "KRvK.rtbz", "KPPvK.rtbw", "KBvKB.rtbw"]),
        copied in 0..200usize,
    ) {
        let directory = Directory::new("garbage");
        directory.copy(&kind.replace(".rtbz", ".rtbw"));
        let path = directory.copy(kind);
        let mut whole = fs::read(&path).unwrap();
        whole.truncate(copied.max(4));
        whole.extend(bytes);
        whole.resize(whole.len().next_multiple_of(64) + 16, 0);
        fs::write(&path, whole).unwrap();
        let (tables, _) = Syzygy::open(&directory.0);
        for (position, _, _) in known() {
            answer(&tables, &position);
        }
    }
}
