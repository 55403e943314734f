//! Games in files.

use std::fs::File;
use std::io::BufReader;

use cleave_pgn::{Game, PgnError, load, separator};

use crate::common::random_game;

#[test]
fn games_that_are_added_are_loaded_by_number() {
    let games: Vec<Game> = (1..4).map(random_game).collect();
    // A file that does not end with a line end, and whose game has an error.
    let mut text = String::from("[Event \"bad\"]\n\n1. e5 *");
    for game in &games {
        text = format!("{text}{}{game}", separator(text.as_bytes()));
    }
    let loaded: Vec<_> = (1..=5).map(|number| load(text.as_bytes(), number)).collect();
    assert!(loaded[0].is_err());
    for (found, game) in loaded[1..].iter().zip(&games) {
        assert_eq!(found.as_ref().unwrap().as_ref(), Some(&(game.clone(), vec![])));
    }
    assert!(matches!(loaded[4], Ok(None)));
    assert!(!text.contains("\n\n\n"), "one empty line between games: {text}");
}

#[test]
fn a_file_that_cannot_be_read_is_not_a_file_with_fewer_games() {
    // Nothing is mapped at its beginning.
    let unreadable = || BufReader::new(File::open("/proc/self/mem").unwrap());
    for number in [1, 2] {
        assert!(matches!(load(unreadable(), number), Err(PgnError::Unreadable(_))), "{number}");
    }
}
