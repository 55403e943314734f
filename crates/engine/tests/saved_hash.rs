//! The table on disk, from a user's side: analysis goes on where it stopped.

use crate::common::answer;
use crate::folder::Folder;
use crate::uci::{last_number, lines_with_moves};

const GO: &str = "position startpos moves e2e4 e7e5 g1f3\ngo depth 12\n";

/// The answers of a new program to this script, in which it searches once, and the nodes of the search.
fn search(script: &str) -> (Vec<String>, i64) {
    let lines = lines_with_moves(script, 1);
    let nodes = last_number(&lines, "nodes").expect("it has searched");
    (lines, nodes)
}

/// The lines about the file of the table.
fn about(lines: &[String]) -> Vec<&str> {
    let is_about = |line: &&str| line.starts_with("info string ") && line.contains("hash");
    lines.iter().map(String::as_str).filter(is_about).collect()
}

#[test]
fn a_search_goes_on_in_another_program() {
    let folder = Folder::new();
    let file = folder.file("my hash");
    let named = format!("setoption name Hash File value {file}\n");
    for setup in
        ["", "setoption name Threads value 2\n", "setoption name Syzygy50MoveRule value false\n"]
    {
        let (lines, first) = search(&format!("{setup}{named}{GO}setoption name Save Hash\n"));
        let [saved] = about(&lines)[..] else { panic!("{lines:?}") };
        assert!(saved.ends_with(&format!(" entries of the table are saved in {file}")), "{saved}");
        let (lines, again) = search(&format!("{setup}{named}setoption name Load Hash\n{GO}"));
        let [loaded] = about(&lines)[..] else { panic!("{lines:?}") };
        assert_eq!(loaded, saved.replace("saved in", "loaded from"));
        if setup.contains("Threads") {
            // The tree of a team varies.
            continue;
        }
        assert!(again < first / 4, "{setup}: {again} of {first} nodes");
        // Whoever wants another game gets another table.
        let (_, anew) =
            search(&format!("{setup}{named}setoption name Load Hash\nucinewgame\n{GO}"));
        assert!(anew > first / 2, "{setup}: {anew} of {first} nodes");
        let (_, larger) = search(&format!(
            "{setup}{named}setoption name Hash value 3\nsetoption name Load Hash\n{GO}"
        ));
        assert!(larger < first / 4, "{setup}: {larger} of {first} nodes");
    }
}

#[test]
fn the_console_and_xboard_save_and_load() {
    let folder = Folder::new();
    let file = folder.file("hash");
    let search = "setboard 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\nsd 6\ngo\n";
    let said = answer(format!("{search}savehash {file}\nloadhash \"{file}\"\n").as_bytes());
    assert!(said.contains(&format!("of the table are saved in {file}")), "{said}");
    assert!(said.contains(&format!("of the table are loaded from {file}")), "{said}");
    let buttons = "option Save Hash\noption Load Hash\n";
    let said = answer(format!("xboard\nprotover 2\noption Hash File={file}\n{buttons}").as_bytes());
    for expected in [
        "feature option=\"HashFile -file \"",
        "feature option=\"SaveHash -button\"",
        &format!("# 0 entries of the table are saved in {file}"),
        &format!("# 0 entries of the table are loaded from {file}"),
    ] {
        assert!(said.contains(expected), "{expected}: {said}");
    }
}

/// A table that is being searched is not saved.
#[test]
fn a_search_under_way_holds_the_buttons() {
    let folder = Folder::new();
    let named = format!("setoption name Hash File value {}\n", folder.file("hash"));
    let script = format!("{named}position startpos\ngo nodes 30000\nsetoption name Save Hash\n");
    let lines = lines_with_moves(&script, 1);
    let place = |start: &str| lines.iter().position(|line| line.starts_with(start));
    let saved = lines.iter().position(|line| line.contains("of the table are saved"));
    assert!(saved.is_some() && place("bestmove") < saved, "{lines:?}");
}

#[test]
fn what_cannot_be_saved_or_loaded_is_named() {
    let folder = Folder::new();
    let game = folder.write("game.pgn", "1. e4 *");
    let missing = folder.file("none");
    let folder_name = folder.path().display();
    for (line, expected) in [
        ("savehash".into(), "the option Hash File names no file".into()),
        ("loadhash".into(), "the option Hash File names no file".into()),
        (
            format!("savehash {game}"),
            format!("cannot write {game}: it is there and is no saved table"),
        ),
        (format!("loadhash {game}"), format!("cannot load {game}: it is not a saved table")),
        (format!("loadhash {missing}"), format!("cannot load {missing}: No such file")),
        (format!("savehash {missing}/x"), format!("cannot write {missing}/x: ")),
        (
            "loadhash /dev/zero".into(),
            "cannot load /dev/zero: it is a device, not a regular file".into(),
        ),
        ("loadhash /dev/null".into(), "cannot load /dev/null: it is not a saved table".into()),
        (
            "savehash /dev/null".into(),
            "cannot write /dev/null: it is a device, not a regular file".into(),
        ),
        (
            format!("savehash {folder_name}"),
            format!("cannot write {folder_name}: it is a folder, not a regular file"),
        ),
    ] {
        let said = answer(format!("{line}\n").as_bytes());
        assert!(said.contains(&expected), "{line}: {said}");
        let said = answer(format!("xboard\n{line}\n").as_bytes());
        assert!(said.contains("Error (") && said.contains(&expected), "{line}: {said}");
    }
    assert_eq!(folder.read("game.pgn"), "1. e4 *");
}

/// A file of many zeros behind a header is refused before they are read.
#[test]
fn a_file_that_claims_to_be_enormous_is_refused_at_once() {
    let folder = Folder::new();
    let file = folder.file("hash");
    assert!(answer(format!("savehash {file}\n").as_bytes()).contains("0 entries"));
    let mut bytes = std::fs::read(&file).unwrap();
    let entries: u64 = 1 << 38;
    bytes[32..40].copy_from_slice(&entries.to_le_bytes());
    std::fs::write(&file, &bytes).unwrap();
    let said = answer(format!("loadhash {file}\n").as_bytes());
    assert!(said.contains(&format!("it has 44 bytes; expected {}", entries * 16 + 44)), "{said}");
    let sparse = std::fs::File::options().write(true).open(&file).unwrap();
    // Not all file systems have room for the name of so large a file.
    if sparse.set_len(entries * 16 + 44).is_ok() {
        let said = answer(format!("loadhash {file}\n").as_bytes());
        assert!(said.contains("it has 4194304 MiB of entries; a table may have"), "{said}");
    }
}
