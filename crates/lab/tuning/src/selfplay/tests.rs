//! Self-play as a whole, with games of few nodes.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use cleave_kit::options::words::parse;

use super::*;
use crate::positions::{for_each_game, for_each_stored};

fn arguments(folder: &Path, more: &[&str]) -> Arguments {
    let line = ["selfplay", "--nodes=30", "--by-hand", "--out", folder.to_str().unwrap()];
    parse(line.iter().chain(more)).unwrap()
}

fn play(folder: &Path, more: &[&str]) {
    run(&arguments(folder, more)).unwrap();
}

/// Returns the openings and lengths of all games.
fn games(folder: &Path) -> Vec<(String, usize)> {
    let mut games = Vec::new();
    let add = |_: &Path, game: &crate::positions::Stored<'_>| {
        games.push((game.opening().unwrap().to_fen(), game.plies()));
    };
    for_each_stored(folder, add).unwrap();
    games
}

#[test]
fn games_go_on_where_they_stopped_and_no_two_begin_alike() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    play(folder, &["--games=7", "--threads=2"]);
    let first = games(folder);
    assert_eq!(first.len(), 7);
    play(folder, &["--games=7"]);
    assert_eq!(games(folder), first, "there are enough");
    play(folder, &["--games=9", "--threads=1"]);
    let all = games(folder);
    assert!(all.len() == 9 && first.iter().all(|game| all.contains(game)));
    let openings: HashSet<&String> = all.iter().map(|(opening, _)| opening).collect();
    assert_eq!(openings.len(), 9);
    let (mut kept, plies) = (0, all.iter().map(|(_, plies)| plies).sum::<usize>());
    for_each_game(folder, |records| kept += records.len()).unwrap();
    assert!(plies / 4 < kept && kept < plies, "{kept} of {plies} positions are quiet");
}

#[test]
fn a_seed_determines_the_games() {
    let folders = ["--seed=1", "--seed=1", "--seed=2"].map(|seed| {
        let folder = tempfile::tempdir().unwrap();
        play(folder.path(), &["--games=3", "--threads=1", seed]);
        games(folder.path())
    });
    assert_eq!(folders[0], folders[1]);
    assert_ne!(folders[0], folders[2]);
}

/// The file of a setting is removed, so that its seed draws the same openings again; the copy in another
/// sub-folder makes them known.
#[test]
fn an_opening_of_any_setting_is_drawn_anew() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    play(folder, &["--games=3", "--threads=1"]);
    let own = folder.join("nodes-30_seed-1_weights-built-in");
    fs::rename(&own, folder.join("other")).unwrap();
    let arguments = arguments(folder, &["--games=3", "--threads=1"]);
    let setting = arguments.options.read().unwrap();
    let store = Store::open(folder, &setting).unwrap();
    let both = Play { setting, store, gate: Gate::new(folder) };
    arguments.play(&both).unwrap();
    assert!(both.report().contains("3 openings were known"), "{}", both.report());
    let openings: HashSet<String> = games(folder).into_iter().map(|(fen, _)| fen).collect();
    assert_eq!(openings.len(), 6);
}

#[test]
fn positions_are_a_target_too() {
    let folder = tempfile::tempdir().unwrap();
    play(folder.path(), &["--positions=300", "--threads=1"]);
    let plies: Vec<usize> = games(folder.path()).iter().map(|(_, plies)| *plies).collect();
    let (last, before) = plies.split_last().unwrap();
    let before: usize = before.iter().sum();
    assert!(before < 300 && before + last >= 300, "{plies:?}");
}

#[test]
fn a_paused_folder_plays_nothing_until_it_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    play(folder, &["--pause"]);
    thread::scope(|scope| {
        let playing = scope.spawn(|| play(folder, &["--games=1", "--threads=1"]));
        thread::sleep(Duration::from_millis(500));
        assert!(games(folder).is_empty() && !playing.is_finished());
        play(folder, &["--resume"]);
        playing.join().unwrap();
    });
    assert_eq!(games(folder).len(), 1);
}

#[test]
fn an_error_names_the_folder() {
    let error = run(&arguments(Path::new("/dev/null"), &[])).unwrap_err().to_string();
    assert!(error.starts_with("/dev/null: "), "{error}");
}
