//! Tests evaluation and static exchange.

use cleave_xiangqi::search::{Trace, evaluate, exchange, trace, weights, weights_as_text};
use cleave_xiangqi::{Position, parse_move};

use crate::positions;

#[test]
fn the_trace_sums_to_the_value() {
    let weights = weights();
    for position in positions::all() {
        let Trace { first, counts } = trace(&position);
        let half = |half: usize| -> f32 {
            let terms =
                counts.iter().map(|&(at, count)| weights[usize::from(at)][half] * i32::from(count));
            terms.sum::<i32>() as f32
        };
        let sum = half(0) * first + half(1) * (1.0 - first);
        // Red is to move in all positions.
        let value = evaluate(&position) as f32;
        assert!((sum - value).abs() <= 1.0, "{position:?}: {sum} and {value}");
    }
}

#[test]
fn the_weights_survive_writing_and_reading() {
    let text = include_str!("../src/search/evaluation/weights.txt");
    assert_eq!(weights_as_text(&weights()), text);
}

/// Turns the board, and exchanges the colours.
fn turned(position: &Position) -> Position {
    let fen = position.fen();
    let (placement, rest) = fen.split_once(' ').expect("there are fields");
    let swap = |letter: char| match letter.is_ascii_uppercase() {
        true => letter.to_ascii_lowercase(),
        false => letter.to_ascii_uppercase(),
    };
    let ranks: Vec<String> =
        placement.split('/').rev().map(|rank| rank.chars().map(swap).collect()).collect();
    let rest = rest.replacen('w', "b", 1);
    Position::from_fen(&format!("{} {rest}", ranks.join("/")))
        .expect("the turned position is legal")
}

#[test]
fn both_sides_are_evaluated_alike() {
    for position in positions::all() {
        assert_eq!(evaluate(&turned(&position)), evaluate(&position), "{position:?}");
    }
}

#[test]
fn exchanges_end_when_they_no_longer_pay() {
    let value = |fen: &str, mv: &str| {
        let position = Position::from_fen(fen).expect(fen);
        exchange(&position, parse_move(&position, mv).expect(mv))
    };
    // A rook takes a soldier that a horse protects.
    assert_eq!(value("3k5/9/9/5n3/9/4p4/9/9/9/4RK3 w - - 0 1", "e0e4"), 100 - 850);
    // With a second rook behind, the horse is lost as well.
    assert_eq!(value("3k5/9/9/5n3/9/4p4/9/9/4R4/4RK3 w - - 0 1", "e1e4"), 100 - 850 + 380);
}

/// Returns Red's count minus Black's of each weight in a row of `weights.txt`, where it is not 0.
fn counts(fen: &str, row: &str) -> Vec<(usize, i16)> {
    let text = weights_as_text(&weights());
    let (mut name, mut places) = ("", Vec::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        match line.strip_suffix(" =") {
            Some(begun) => name = begun,
            None => places.extend(line.split(", ").map(|_| name)),
        }
    }
    let begin = places.iter().position(|&name| name == row).expect(row);
    let position = Position::from_fen(fen).expect(fen);
    let counts = trace(&position).counts.into_iter().map(|(at, count)| (usize::from(at), count));
    let of_row = counts.filter(|&(at, _)| places[at] == row);
    of_row.map(|(at, count)| (at - begin, count)).collect()
}

#[test]
fn terms_count_what_is_on_the_board() {
    // The rook reaches three squares of the other palace, which nobody defends. Black reaches none.
    let rook = "3k5/R8/9/9/9/9/9/9/9/4K4 w - - 0 1";
    assert_eq!(counts(rook, "rook_moves"), [(17, 1)]);
    assert_eq!(counts(rook, "palace"), [(5, 3)]);
    assert_eq!(counts(rook, "assault"), [(0, -1), (5, 1)]);
    // An elephant or an advisor defends it.
    let elephant = "2bk5/R8/9/9/9/9/9/9/9/4K4 w - - 0 1";
    assert_eq!(counts(elephant, "assault"), [(0, -1), (6, 1)]);
    let advisor = "3k1a3/R8/9/9/9/9/9/9/9/4K4 w - - 0 1";
    assert_eq!(counts(advisor, "assault"), [(0, -1), (6, 1)]);
    // The rook attacks an elephant. On the second board another elephant protects it.
    assert_eq!(counts("2bk5/9/9/9/2R6/9/9/9/9/4K4 w - - 0 1", "loose"), [(2, 1)]);
    assert_eq!(counts("2bk5/9/4b4/9/2R6/9/9/9/9/4K4 w - - 0 1", "loose"), []);
    // A soldier stands between the cannon and the general.
    let cannon = "3k5/9/9/9/9/3p5/9/3C5/9/4K4 b - - 0 1";
    assert_eq!(counts(cannon, "file_screens"), [(1, 1)]);
    assert_eq!(counts(cannon, "cannon_moves"), [(11, 1)]);
}

#[test]
fn the_share_of_the_first_values_falls_with_the_large_pieces() {
    let first = |fen: &str| trace(&Position::from_fen(fen).expect(fen)).first;
    assert_eq!(first(Position::START_FEN), 1.0);
    assert_eq!(first("3k5/9/9/9/9/9/9/9/RNC6/4K4 w - - 0 1"), 0.25);
    assert_eq!(first("3k5/9/9/9/9/3p5/9/9/9/4K4 w - - 0 1"), 0.0);
}
