//! Tests the rules of Go: cases by hand, boards set up from nothing, and random games checked by
//! GNU Go. `tests/go-gnugo.py` writes these games. The environment variable `CLEAVE_GO_TRUTH` names
//! a folder with more.

use std::sync::atomic::AtomicBool;

use cleave_games::go::{Cell, Go, LightPlayouts, PatternPlayouts, Side, Vertex};
use cleave_mcts::{
    Evaluator, Game, ModeName, Move, NodeId, Outcome, Proof, Random, Search, Settings, Value,
};
use proptest::prelude::*;

fn at(point: &str) -> Vertex {
    Vertex::parse(point, 13).unwrap()
}

/// Returns a game without komi with these stones on the board, and Black to move.
fn with_stones(size: u8, stones: impl IntoIterator<Item = (Vertex, Side)>) -> Go {
    let start = Go::new(size, 0);
    let place = |game: Go, (vertex, side): (Vertex, Side)| {
        let mut game = game.with(0, side);
        game.play(vertex.into());
        game
    };
    stones.into_iter().fold(start, place).with(0, Side::Black)
}

/// Returns such a game from the rows of the board, the highest first. X is Black, O is White.
fn position(rows: &str) -> Go {
    let size = rows.split(' ').count() as u8;
    let points = rows.split(' ').zip((1..=size).rev()).flat_map(|(stones, row)| {
        stones.chars().zip(1..).map(move |(stone, column)| (Vertex::at(column, row), stone))
    });
    let sides = [('X', Side::Black), ('O', Side::White)];
    let stone = |(vertex, stone)| Some((vertex, sides.iter().find(|side| side.0 == stone)?.1));
    with_stones(size, points.filter_map(stone))
}

fn play(game: &mut Go, points: &str) {
    for point in points.split(' ') {
        assert!(game.is_legal(at(point)), "{point}");
        game.play(at(point).into());
    }
}

#[test]
fn a_ko_is_taken_back_after_a_move_elsewhere() {
    let mut game = position(".XO.. XO.O. .XO.. ..... .....");
    play(&mut game, "C4");
    assert_eq!(game.board()[at("B4")], Cell::Empty, "captured");
    assert!(!game.board().is_legal(at("B4")));
    play(&mut game, "E1 E2 B4");
    assert_eq!(game.board()[at("C4")], Cell::Empty);
}

#[test]
fn superko_forbids_what_simple_ko_allows() {
    // White gives two stones and takes one back. The board is as before, but the other player is to
    // move.
    let mut game = position(".O.O. XXO.. ..... ..... .....").with(0, Side::White);
    play(&mut game, "A5 C5");
    assert!(game.board().is_legal(at("B5")) && !game.is_legal(at("B5")));
    play(&mut game, "E1 E2 B5");
}

#[test]
fn suicide_is_illegal_but_a_capture_is_not_suicide() {
    let is_legal = |rows: &str, point| position(rows).is_legal(at(point));
    assert!(is_legal(".OX.. OX... ..... ..... .....", "A5"));
    assert!(!is_legal(".O... O.... ..... ..... .....", "A5"));
    assert!(!is_legal("X.O.. XO... O.... ..... .....", "B5"), "of three stones");
}

#[test]
fn a_snapback_takes_more_than_it_gives() {
    let mut game = position("..X.. OOX.. XX... ..... .....");
    play(&mut game, "A5 B5");
    assert_eq!(game.board()[at("A5")], Cell::Empty);
    play(&mut game, "A5");
    assert!(["A4", "B4", "B5"].iter().all(|point| game.board()[at(point)] == Cell::Empty));
}

#[test]
fn an_eye_may_have_one_diagonal_of_the_opponent_but_none_at_the_edge() {
    let is_eye = |rows: &str, point| position(rows).board().is_eye(at(point));
    assert!(is_eye(".X... XX... ..... ..... .....", "A5"));
    assert!(!is_eye(".X... XO... ..... ..... .....", "A5"));
    assert!(is_eye("..... .OX.. .X.X. ..X.. .....", "C3"));
    assert!(!is_eye("..... .OX.. .X.X. ..XO. .....", "C3"));
    assert!(!is_eye("..... ..X.. .X.O. ..X.. .....", "C3"));
}

/// All stones share two liberties. The side that fills one is captured.
const SEKI: &str = "XX.OO XXXOO XXXOO XXXOO XX.OO";

#[test]
fn in_a_seki_the_winner_passes() {
    let game = position(SEKI);
    assert_eq!(game.score(), 6, "13 stones to 10, and two neutral points");
    for (komi, side) in [(0, Side::Black), (10, Side::White)] {
        let game = game.clone().with(komi, side);
        let mut search = Search::new(&game, &Settings::default(), |_| PatternPlayouts::default());
        search.run(3_000, &AtomicBool::new(false));
        assert_eq!(search.best().map(|best| Vertex::from(best.mv)), Some(Vertex::PASS));
    }
    let value = PatternPlayouts::default().evaluate(&game, &mut Random::of(1, 1)).value;
    assert_eq!(value, Value::WIN, "playouts leave it alone");
}

#[test]
fn two_passes_end_the_game_and_a_won_pass_is_proven() {
    let mut game = position("..... .X... ..... ..... .....").with(1, Side::White);
    play(&mut game, "pass");
    let mut search = Search::new(&game, &Settings::default(), |_| LightPlayouts);
    search.run(1_000, &AtomicBool::new(false));
    let best = search.best().unwrap();
    assert_eq!((best.mv, best.counts.proof), (Move::from(Vertex::PASS), Proof::Win));
    game.play(best.mv);
    assert_eq!((game.outcome(), game.score()), (Some(Outcome::Loss), 49));
}

#[test]
fn all_modes_search_both_boards_on_two_threads() {
    for mode in ModeName::ALL {
        for size in [9, 13] {
            let settings = Settings { mode, workers: 2, ..Settings::default() };
            let mut search =
                Search::new(&Go::new(size, 15), &settings, |_| PatternPlayouts::default());
            search.run(300, &AtomicBool::new(false));
            let visits = search.trees().iter().map(|tree| tree.counts(NodeId::ROOT).visits);
            assert_eq!(visits.sum::<u32>(), 300, "{mode:?}");
        }
    }
}

proptest! {
    #[test]
    fn a_played_board_equals_a_board_set_up(size in 2..=13u8, seed: u64, length in 0..400) {
        let mut game = Go::new(size, 0);
        let mut random = Random::of(seed, 0);
        for _ in 0..length {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            let mv = moves[random.below(moves.len() as u32) as usize];
            game.play(mv);
        }
        let board = game.board();
        let stones: Vec<_> = board.points().filter_map(|point| match board[point] {
            Cell::Stone(side) => Some((point, side)),
            _ => None,
        }).collect();
        let rebuilt = with_stones(size, stones.clone()).with(0, board.to_move());
        prop_assert_eq!(rebuilt.board().key(), board.key());
        prop_assert_eq!(rebuilt.score(), game.score());
        for (stone, _) in stones {
            prop_assert_eq!(rebuilt.board().only_liberty(stone), board.only_liberty(stone));
        }
        let differ = |point: &Vertex| rebuilt.board().is_legal(*point) != board.is_legal(*point);
        prop_assert!(board.points().filter(differ).count() <= 1, "simple ko");
    }
}

#[test]
fn legal_moves_agree_with_gnu_go() {
    let folder = std::env::var_os("CLEAVE_GO_TRUTH").map(std::path::PathBuf::from);
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/go");
    let file = folder.unwrap_or_else(|| own.into()).join("games.txt");
    let games = std::fs::read_to_string(file).unwrap();
    assert!(games.lines().count() >= 40);
    for line in games.lines() {
        let fields: Vec<&str> = line.split(';').collect();
        let mut game = Go::new(fields[0].parse().unwrap(), 0);
        let mut sum: u64 = 0xCBF2_9CE4_8422_2325;
        for (number, mv) in fields[1].split(' ').enumerate() {
            let legal = game.board().points().filter(|&vertex| game.is_legal(vertex));
            let mut legal: Vec<String> = legal.map(|vertex| vertex.to_string()).collect();
            legal.sort();
            for byte in (legal.join(" ") + " ").bytes() {
                sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
            }
            assert!(game.is_legal(at(mv)), "move {number} of {line}");
            game.play(at(mv).into());
        }
        assert_eq!(format!("{sum:016x}"), fields[2], "legal moves of {line}");
        assert_eq!((2 * fields[3].parse::<i32>().unwrap()), game.score(), "{line}");
    }
}
