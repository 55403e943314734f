//! The generator against cozy-chess, on random games of chess and chess960.

use std::collections::HashMap;

use cleave_board::{Color, Key, Move, MoveKind, Piece, PieceKind, Position, zobrist};
use cleave_movegen::{
    Checks, Each, Masks, MoveList, captures, gives_check, is_legal, legal_moves, perft,
    quiet_checks, quiets,
};

use crate::common::{self, Random, cozy_moves, our_moves, random_games};

#[test]
fn same_legal_moves() {
    random_games(200, |position, board| {
        assert_eq!(our_moves(position), cozy_moves(board), "{position}");
    });
}

#[test]
fn same_position_after_every_move() {
    random_games(100, |position, board| {
        let again = Position::from_fen(&format!("{board:#}")).unwrap();
        let mut copy = again;
        copy.set_chess960(position.is_chess960());
        assert_eq!(*position, copy, "incremental and recomputed state differ");
        for fen in [position.to_fen(), position.to_shredder_fen()] {
            assert_eq!(Position::from_fen(&fen).unwrap().to_fen(), position.to_fen(), "{fen}");
        }
        assert_eq!(position.flipped().flipped(), *position);
    });
}

#[test]
fn partial_keys_cover_their_pieces() {
    random_games(40, |position, _| {
        let sum = |wanted: &dyn Fn(Piece) -> bool| {
            position.occupied().into_iter().fold(Key(0), |sum, square| {
                let piece = position.piece_on(square).expect("an occupied square");
                if wanted(piece) { sum ^ zobrist::piece(piece, square) } else { sum }
            })
        };
        let is_pawn = |piece: Piece| piece.kind() == PieceKind::Pawn;
        assert_eq!(position.pawn_key(), sum(&is_pawn));
        for color in Color::ALL {
            let expected = sum(&|piece| !is_pawn(piece) && piece.color() == color);
            assert_eq!(position.non_pawn_key(color), expected);
        }
    });
}

#[test]
fn likely_key_is_exact_for_plain_moves() {
    random_games(40, |position, _| {
        for mv in &legal_moves(position) {
            let next = position.make(mv);
            let plain = mv.kind() == MoveKind::Normal
                && position.en_passant().is_none()
                && position.castling() == next.castling();
            if plain {
                assert_eq!(position.likely_key_after(mv), next.key(), "{position}: {mv}");
            }
        }
    });
}

#[test]
fn perft_is_symmetric_in_colour() {
    let mut n = 0;
    random_games(40, |position, _| {
        n += 1;
        if n % 8 == 0 {
            assert_eq!(perft(position, 2), perft(&position.flipped(), 2), "{position}");
        }
    });
}

/// Returns the features by which the rules distinguish positions, as cozy-chess has them.
fn identity(board: &cozy_chess::Board) -> String {
    let text = format!("{board:#}");
    let mut fields: Vec<&str> = text.split(' ').take(3).collect();
    let en_passant = cozy_moves(board).into_iter().find(|mv| {
        let mv: cozy_chess::Move = mv.parse().unwrap();
        board.piece_on(mv.from) == Some(cozy_chess::Piece::Pawn)
            && mv.from.file() != mv.to.file()
            && board.piece_on(mv.to).is_none()
    });
    let square = en_passant.map(|mv| mv[2..4].to_string()).unwrap_or_default();
    fields.push(&square);
    fields.join(" ")
}

#[test]
fn keys_are_equal_exactly_for_equal_positions() {
    let mut seen: HashMap<u64, String> = HashMap::new();
    let mut known: HashMap<String, u64> = HashMap::new();
    let mut transpositions = 0;
    let mut note = |position: &Position, board: &cozy_chess::Board| {
        let (key, identity) = (position.key().0, identity(board));
        assert_eq!(*seen.entry(key).or_insert_with(|| identity.clone()), identity);
        transpositions += usize::from(known.contains_key(&identity));
        assert_eq!(*known.entry(identity).or_insert(key), key, "{position}");
    };
    random_games(40, &mut note);
    for fen in [Position::START_FEN, "r3k2r/1p1p4/8/2P1P3/8/8/8/R3K2R b KQkq - 0 1"] {
        let board = cozy_chess::Board::from_fen(fen, false).unwrap();
        walk(&Position::from_fen(fen).unwrap(), &board, 3, &mut note);
    }
    assert!(transpositions > 1000, "only {transpositions} transpositions occurred");
}

fn walk(
    position: &Position,
    board: &cozy_chess::Board,
    depth: u32,
    visit: &mut impl FnMut(&Position, &cozy_chess::Board),
) {
    visit(position, board);
    if depth > 0 {
        for mv in &legal_moves(position) {
            let mut next = board.clone();
            next.play(common::to_cozy(mv));
            walk(&position.make(mv), &next, depth - 1, visit);
        }
    }
}

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            nodes += if depth > 1 { cozy_perft(&next, depth - 1) } else { 1 };
        }
        false
    });
    nodes
}

#[test]
fn same_perft() {
    let mut n = 0;
    random_games(30, |position, board| {
        n += 1;
        if n % 16 == 0 {
            assert_eq!(perft(position, 3), cozy_perft(board, 3), "{position}");
        }
    });
}

#[test]
fn captures_and_quiets_partition_the_moves() {
    random_games(100, |position, _| {
        let masks = Masks::new(position);
        let (mut first, mut second) = (MoveList::new(), MoveList::new());
        captures(position, &masks, &mut first);
        quiets(position, &masks, &mut second);
        for mv in &first {
            let takes = position.piece_on(mv.to()).is_some() || mv.kind() == MoveKind::EnPassant;
            assert!(takes || mv.promotion().is_some(), "{position}: {mv}");
        }
        let mut both: Vec<String> =
            first.into_iter().chain(&second).map(|mv| mv.to_string()).collect();
        both.sort();
        assert_eq!(both, our_moves(position), "{position}");
        assert_eq!(masks.in_check(), position.in_check());
        assert_eq!(masks.checkers(), position.checkers());
    });
}

#[test]
fn is_legal_is_exactly_membership() {
    let mut random = Random(77);
    random_games(60, |position, _| {
        if random.below(20) != 0 {
            return;
        }
        let masks = Masks::new(position);
        let moves = legal_moves(position);
        let legal: Vec<u16> = moves.into_iter().map(Move::bits).collect();
        for bits in 0..=u16::MAX {
            let mv = Move::from_bits(bits);
            assert_eq!(
                is_legal(position, &masks, mv),
                legal.contains(&mv.bits()),
                "{position}: {mv} {:?}",
                mv.kind()
            );
        }
    });
}

#[test]
fn gives_check_agrees_with_the_position_after() {
    random_games(100, |position, _| {
        for mv in &legal_moves(position) {
            let expected = position.make(mv).in_check();
            assert_eq!(gives_check(position, mv), expected, "{position}: {mv}");
        }
    });
}

#[test]
fn quiet_checks_are_the_quiet_moves_that_give_check() {
    random_games(100, |position, _| {
        let (masks, checks) = (Masks::new(position), Checks::new(position));
        let mut expected = Vec::new();
        quiets(
            position,
            &masks,
            &mut Each(|mv| {
                let is_check = gives_check(position, mv);
                assert_eq!(checks.given_by(position, mv), is_check, "{position}: {mv}");
                expected.extend(is_check.then_some(mv));
            }),
        );
        let mut found = Vec::new();
        quiet_checks(position, &masks, &checks, &mut Each(|mv| found.push(mv)));
        assert_eq!(found, expected, "{position}");
    });
}
