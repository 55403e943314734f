//! Checks that this crate and python-chess read back the written text.

use std::fmt::Write as _;
use std::process::Command;

use cleave_board::Position;
use cleave_pgn::{Comment, Epd, Game, Games, Operand, Operation, Ply, Remark, Tags, Variation};
use proptest::prelude::*;

use crate::common::{Random, random_game};

fn read(text: &str) -> Vec<Game> {
    Games::new(text.as_bytes()).collect::<Result<_, _>>().unwrap()
}

#[test]
fn a_thousand_games_are_read_back_unchanged() {
    let games: Vec<Game> = (0..1000).map(random_game).collect();
    let texts: Vec<String> = games.iter().map(ToString::to_string).collect();
    let file = texts.join("\n");
    let again = read(&file);
    assert_eq!(again.len(), games.len());
    for (number, (before, after)) in games.iter().zip(&again).enumerate() {
        assert_eq!(after, before, "game {number}:\n{}", texts[number]);
        assert_eq!(after.to_string(), texts[number]);
    }
    let annotated =
        games.iter().filter(|game| game.main.plies.iter().any(|ply| !ply.remarks.is_empty()));
    assert!(annotated.count() > 800, "the games have something to lose");
}

#[test]
fn main_lines_agree_with_whole_games() {
    let games: Vec<Game> = (0..200).map(random_game).collect();
    let file: String = games.iter().map(|game| format!("{game}\n")).collect();
    let lines = Games::new(file.as_bytes()).main_lines();
    for (line, game) in lines.zip(&games) {
        let mut bare = game.clone();
        bare.main = Variation::default();
        bare.main.plies = game.main.moves().map(Ply::new).collect();
        assert_eq!(line.unwrap(), bare);
    }
}

#[test]
fn lines_are_short() {
    for number in 0..200 {
        let text = random_game(number).to_string();
        let movetext = text.lines().skip_while(|line| !line.is_empty());
        for line in movetext.filter(|line| !line.contains(['{', '}', ';'])) {
            assert!(line.chars().count() < 80, "{line}");
        }
    }
}

/// Returns the parts of a game that python-chess reports: moves of all variations, comments, and
/// the last position.
fn summary(game: &Game) -> String {
    let mut position = game.start;
    for mv in game.main.moves() {
        position = position.make(mv);
    }
    format!("{} {} {}", count_moves(&game.main), game.result, position.to_fen())
}

fn count_moves(variation: &Variation) -> usize {
    let below = |ply: &Ply| -> usize {
        ply.remarks
            .iter()
            .map(|remark| match remark {
                Remark::Variation(variation) => count_moves(variation),
                Remark::Comment(_) => 0,
            })
            .sum()
    };
    variation.plies.iter().map(|ply| 1 + below(ply)).sum()
}

#[test]
fn python_chess_reads_the_written_games() {
    let is_there = Command::new("python3").args(["-c", "import chess.pgn"]).output();
    if !is_there.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: python-chess is not installed");
        return;
    }
    let games: Vec<Game> = (0..1000).map(random_game).collect();
    let name = format!("cleave-pgn-{}.pgn", std::process::id());
    let path = std::env::temp_dir().join(name);
    let file: String = games.iter().map(|game| format!("{game}\n")).collect();
    std::fs::write(&path, file).unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/read-pgn.py");
    let output = Command::new("python3").arg(script).arg(&path).output().unwrap();
    std::fs::remove_file(&path).unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let mut wanted = String::new();
    for game in &games {
        writeln!(wanted, "{}", summary(game)).unwrap();
    }
    let found = String::from_utf8(output.stdout).unwrap();
    for (number, (found, wanted)) in found.lines().zip(wanted.lines()).enumerate() {
        assert_eq!(found, wanted, "game {number}:\n{}", games[number]);
    }
    assert_eq!(found.lines().count(), games.len());
}

/// Generates texts with many of the characters that have a meaning.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        any::<char>().prop_map(String::from),
        "[ \\\\\"{}();%$!?*\n\r\\[\\]]{1,3}",
        "[a-h1-8O=+#.-]{1,5}",
    ];
    prop::collection::vec(piece, 0..20).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_comment_is_read_back(first in text(), second in text(), number in 0..1000_u64) {
        let mut game = random_game(number);
        let comments = [&first, &second].into_iter().filter_map(|text| Comment::new(text));
        match game.main.plies.last_mut() {
            Some(ply) => ply.remarks.extend(comments.map(Remark::Comment)),
            None => game.main.comments.extend(comments),
        }
        let again = read(&game.to_string());
        prop_assert_eq!(again, [game]);
    }

    #[test]
    fn any_tag_is_read_back(value in text()) {
        let mut game = random_game(1);
        game.tags = Tags::default();
        let name = cleave_pgn::TagName::EVENT;
        game.tags.set(name.clone(), &value);
        let again = read(&format!("{}\n*\n", game.tags));
        prop_assert_eq!(again[0].tags.get(&name), game.tags.get(&name));
    }

    #[test]
    fn any_operation_is_read_back(texts in prop::collection::vec(text(), 0..4), number in 0..1000_u64) {
        let mut random = Random(number);
        let names = ["bm", "id", "c0", "noop", "acd"];
        let mut epd = Epd::new(random_position(&mut random));
        for text in texts {
            let operands = vec![Operand::new(&text), Operand::new("Nf3")];
            let name = names[random.below(names.len())];
            epd.operations.extend(Operation::new(name, operands));
        }
        prop_assert_eq!(Epd::parse(&epd.to_string()), Ok(epd));
    }
}

/// Returns a position of a random game. It is chess960 only if its castling rights show it, because
/// EPD has no other sign.
fn random_position(random: &mut Random) -> Position {
    let game = random_game(random.below(1000) as u64);
    let plies = random.below(game.main.plies.len() + 1);
    let moves = game.main.moves().take(plies);
    let position = moves.fold(game.start, |position, mv| position.make(mv));
    Position::from_fen(&position.to_fen()).unwrap()
}
