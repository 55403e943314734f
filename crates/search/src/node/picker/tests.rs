use cleave_movegen::{attacked, legal_moves};

use super::*;
use crate::bench;
use crate::testing::{mv, with_worker};
use crate::units::Depth;

/// Returns all moves of a picker, in order.
fn picked(
    picker: &mut Picker,
    context: &SearchContext,
    position: &Position,
    ply: Ply,
) -> Vec<Move> {
    let (masks, attacked) = (Masks::new(position), attacked(position));
    let mut moves = Vec::new();
    while let Some(picked) = picker.next_move(context, position, &masks, attacked, ply) {
        if let Picked::Move(mv) = picked {
            moves.push(mv);
        }
    }
    moves
}

#[test]
fn killers_belong_to_their_ply() {
    let position = Position::start();
    let ply = Ply::new(2);
    with_worker(&position, |context| {
        let killers = ["a3", "h3", "b3", "g3", "f3", "c3", "Na3", "Nh3"];
        for (text, ply) in killers.into_iter().zip([0, 1, 2, 2, 3, 4, 1, 3]) {
            context.remember_killer(Ply::new(ply), mv(&position, text));
        }
        let mut picker = Picker::EMPTY;
        picker.restart(&position, &Masks::new(&position), mv(&position, "e4"));
        let first: Vec<Move> = picked(&mut picker, context, &position, ply)[..3].to_vec();
        assert_eq!(first, ["e4", "g3", "b3"].map(|text| mv(&position, text)), "latest first");
    });
}

/// The order is the table move, good captures by the value of the victim, killers, other quiet moves by history, and
/// captures that lose material.
#[test]
fn stages_come_best_first() {
    let fen = "1k6/p2p4/2p1p3/3q3r/4P3/1N2Q3/8/1K6 w - - 0 1";
    let position = Position::from_fen(fen).expect("a legal position");
    with_worker(&position, |context| {
        let [table, killer, good_quiet, bad_quiet] =
            ["Kc1", "Nd4", "Qf3", "Qg1"].map(|text| mv(&position, text));
        context.remember_killer(Ply::ROOT, killer);
        let (history, path) = (context.shared.history, &context.path);
        let quiets = history.quiets(&position, attacked(&position), path, Ply::ROOT);
        quiets.reward(&position, Depth::new(6), good_quiet, &[bad_quiet]);
        let mut picker = Picker::EMPTY;
        picker.restart(&position, &Masks::new(&position), table);
        let order = picked(&mut picker, context, &position, Ply::ROOT);
        let place = |text| order.iter().position(|&m| m == mv(&position, text)).unwrap();
        let expected = ["Kc1", "exd5", "Nd4", "Qf3", "Qg1", "Qxa7"].map(place);
        assert!(expected.is_sorted(), "{expected:?} in {order:?}");
        assert_eq!((expected[0], expected[5]), (0, order.len() - 1));
    });
}

/// Checks that lose a piece are skipped, but not checks that another piece gives.
#[test]
fn good_checks_are_not_skipped() {
    for (fen, expected) in [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", vec!["Rd8"]),
        ("r5k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", vec![]),
        ("7k/6p1/8/7N/8/8/5PP1/6KR w - - 0 1", vec!["Nf4", "Nf6", "Ng3", "Nxg7"]),
    ] {
        let position = Position::from_fen(fen).expect("a legal position");
        with_worker(&position, |context| {
            let mut picker = Picker::EMPTY;
            picker.restart(&position, &Masks::new(&position), Move::NONE);
            picker.skip_quiets();
            let mut moves = picked(&mut picker, context, &position, Ply::ROOT);
            let mut expected: Vec<Move> = expected.iter().map(|text| mv(&position, text)).collect();
            moves.sort_unstable_by_key(|mv| mv.bits());
            expected.sort_unstable_by_key(|mv| mv.bits());
            assert_eq!(moves, expected, "{fen}");
        });
    }
}

/// Table move, killers and countermoves may come from this position or from another.
#[test]
fn each_legal_move_is_handed_out_once() {
    let positions: Vec<Position> = bench::positions().collect();
    for (position, other) in positions.iter().zip(positions.iter().skip(1)) {
        with_worker(position, |context| {
            let (own, foreign) = (legal_moves(position), legal_moves(other));
            let mut expected: Vec<u16> = own.into_iter().map(Move::bits).collect();
            expected.sort_unstable();
            for remembered in own.into_iter().chain(&foreign).step_by(3) {
                context.remember_killer(Ply::ROOT, remembered);
                let mut picker = Picker::EMPTY;
                picker.restart(position, &Masks::new(position), remembered);
                let moves = picked(&mut picker, context, position, Ply::ROOT);
                let mut bits: Vec<u16> = moves.into_iter().map(Move::bits).collect();
                bits.sort_unstable();
                assert_eq!(bits, expected, "{position} {remembered:?}");
            }
        });
    }
}
