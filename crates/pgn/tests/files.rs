//! Loads games from files, and adds games to files.

use std::fs::File;
use std::io::BufReader;

use cleave_pgn::{Game, PgnError, load, separator};

use crate::common::random_game;

#[test]
fn added_games_are_loaded_by_number() {
    let games: Vec<Game> = (1..4).map(random_game).collect();
    // A file without a line end at its end, and with an error in its game.
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
fn an_unreadable_file_is_an_error() {
    // No memory is mapped at its beginning.
    let unreadable = || BufReader::new(File::open("/proc/self/mem").unwrap());
    for number in [1, 2] {
        assert!(matches!(load(unreadable(), number), Err(PgnError::Unreadable(_))), "{number}");
    }
}
