//! Games in files.

use std::path::Path;

use cleave_pgn::{Game, PgnError, load, separator};

use crate::common::random_game;

#[test]
fn games_that_are_added_are_loaded_by_number() {
    let path = std::env::temp_dir().join(format!("cleave-pgn-files-{}", std::process::id()));
    let games: Vec<Game> = (1..4).map(random_game).collect();
    // A file that does not end with a line end, and whose game has an error.
    let mut text = String::from("[Event \"bad\"]\n\n1. e5 *");
    for game in &games {
        text = format!("{text}{}{game}", separator(text.as_bytes()));
    }
    std::fs::write(&path, &text).unwrap();
    let loaded: Vec<_> = (1..=5).map(|number| load(&path, number)).collect();
    std::fs::remove_file(&path).unwrap();
    assert!(loaded[0].is_err());
    for (found, game) in loaded[1..].iter().zip(&games) {
        assert_eq!(found.as_ref().unwrap().as_ref(), Some(game));
    }
    assert!(matches!(loaded[4], Ok(None)));
    assert!(!text.contains("\n\n\n"), "one empty line between games: {text}");
    assert!(load(&path, 1).unwrap_err().to_string().starts_with("No such file"));
}

#[test]
fn a_file_that_cannot_be_read_is_not_a_file_with_fewer_games() {
    // Nothing is mapped at its beginning.
    let unreadable = Path::new("/proc/self/mem");
    for number in [1, 2] {
        assert!(matches!(load(unreadable, number), Err(PgnError::Unreadable(_))), "{number}");
    }
}
