//! Compares random positions and repeating games to pyffish (Fairy-Stockfish).
//!
//! `tests/xiangqi-truth.py` writes the files. The environment variable `CLEAVE_XIANGQI_TRUTH` names
//! a folder with files other than the committed ones.

use std::fs;
use std::path::PathBuf;

use cleave_xiangqi::{Notation, Position, Rules, parse_coordinates, parse_move, repetition};

use crate::common::game;

fn lines(file: &str) -> Vec<String> {
    let folder = std::env::var_os("CLEAVE_XIANGQI_TRUTH");
    let folder = folder.map_or_else(|| PathBuf::from("../../data/xiangqi"), PathBuf::from);
    let text = fs::read_to_string(folder.join(file)).expect("the truth is in the repository");
    text.lines().map(str::to_owned).collect()
}

#[test]
fn legal_moves_checks_and_wxf_agree_with_pyffish() {
    let lines = lines("positions.txt");
    assert!(lines.len() >= 300);
    for line in lines {
        let fields: Vec<&str> = line.split(';').collect();
        let [fen, check, count, crc, text, wxf] = fields[..] else { panic!("{line}") };
        let position = Position::from_fen(fen).expect(fen);
        assert_eq!(position.in_check(), check == "1", "{fen}");
        let write = |mv| Notation::CoordinatesFromOne.write(&position, mv);
        let mut moves: Vec<String> = position.legal_moves().into_iter().map(write).collect();
        moves.sort();
        assert_eq!(moves.len(), count.parse::<usize>().unwrap(), "{fen} {moves:?}");
        assert_eq!(crc32fast::hash(moves.join(" ").as_bytes()).to_string(), crc, "{fen} {moves:?}");
        if text != "-" {
            let mv = parse_coordinates(text, 1).unwrap();
            // Fairy-Stockfish names the file if no other piece can make the move. We name it if no
            // other piece is on it.
            let ours = Notation::Wxf.write(&position, mv);
            let is_by_file =
                wxf.as_bytes()[0].is_ascii_alphabetic() && wxf.as_bytes()[1].is_ascii_digit();
            let is_as_said = ours == wxf || is_by_file && !ours.starts_with(&wxf[..2]);
            assert!(is_as_said, "{fen} {ours} {wxf}");
            assert_eq!(parse_move(&position, wxf), Ok(mv), "{fen}");
        }
    }
}

#[test]
fn results_of_repeating_games_agree_with_pyffish() {
    let lines = lines("games.txt");
    let mut differences = Vec::new();
    let mut decided = 0;
    for line in &lines {
        let fields: Vec<&str> = line.split(';').collect();
        let [fen, moves, expected] = fields[..] else { panic!("{line}") };
        let game = game(fen, moves, 1);
        let found = repetition(game.position(), game.steps(), game.steps().len(), Rules::Axf);
        let found = found.map_or("-".into(), |verdict| format!("{verdict:?}").to_lowercase());
        decided += usize::from(expected != "draw");
        if found != expected {
            differences.push(format!("{found} instead of {expected}: {line}"));
        }
    }
    assert!(decided * 3 > lines.len());
    // In two of a thousand games pyffish judges by pins, while the rules ask for the legality of a
    // capture. `repetition.rs` has such games.
    let few = lines.len() / 400;
    let (found, all) = (differences.len(), lines.len());
    assert!(found <= few, "{found} of {all}\n{}", differences.join("\n"));
}
