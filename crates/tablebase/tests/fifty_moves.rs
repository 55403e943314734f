//! Checks results at the limit of the fifty-move rule: on the last ply in time, and one ply later.

use cleave_board::{PieceKind, Position};
use cleave_movegen::{legal_moves, parse_move};
use cleave_tablebase::root::{Circumstances, RankedMove, Ranking};
use cleave_tablebase::{Dtz, Syzygy, Tablebase, Wdl};

use crate::files::TABLES;

/// A stand-in for tables. After any move of the side with the rook, that side zeroes the counter in
/// this number of plies and wins. It loses if the number is negative.
struct AfterAMove(i32);

impl Tablebase for AfterAMove {
    fn max_pieces(&self) -> u32 {
        3
    }

    fn probe_wdl(&self, _: &Position) -> Option<Wdl> {
        None
    }

    fn probe_dtz(&self, position: &Position) -> Option<Dtz> {
        let has_rook = !position.pieces(position.side(), PieceKind::Rook).is_empty();
        Some(Dtz(if has_rook { self.0 } else { -self.0 }))
    }
}

fn circumstances(fifty_moves: bool) -> Circumstances<'static> {
    Circumstances { fifty_moves, has_repeated: false, is_repetition: &|_| false }
}

/// Returns the rank of a quiet rook move with this counter, if `plies` plies are left after it.
fn quiet_move(clock: i32, plies: i32, fifty_moves: bool) -> RankedMove {
    let fen = format!("8/8/8/4k3/8/8/8/R3K3 w - - {clock} 90");
    let position = Position::from_fen(&fen).unwrap();
    let mv = parse_move(&position, "Ra2").unwrap();
    let tables = AfterAMove(plies);
    Ranking::new(&tables, &position, &[mv], circumstances(fifty_moves)).unwrap().moves[0]
}

#[test]
fn a_win_or_loss_counts_up_to_exactly_a_hundred_plies() {
    // The move itself is a ply too: the counter and `plies + 1` are 99, 100 or 101.
    for clock in [0, 1, 50, 80, 97] {
        for (sum, win, loss) in [
            (99, Wdl::Win, Wdl::Loss),
            (100, Wdl::Win, Wdl::Loss),
            (101, Wdl::CursedWin, Wdl::BlessedLoss),
        ] {
            let plies = sum - clock - 1;
            let result = |plies, rule| quiet_move(clock, plies, rule).result;
            assert_eq!((result(plies, true), result(-plies, true)), (win, loss), "{clock} {sum}");
            let without_rule = (result(plies, false), result(-plies, false));
            assert_eq!(without_rule, (Wdl::Win, Wdl::Loss), "{clock} {sum}");
        }
    }
}

/// Distances may be one too small, so the shortest way counts one ply before time is up.
#[test]
fn the_shortest_way_counts_as_soon_as_time_may_be_up() {
    let rank = |clock, plies| quiet_move(clock, plies, true).rank;
    assert_eq!(rank(50, 48), rank(50, 47), "99 and 98 plies are in time");
    assert!(rank(50, 49) < rank(50, 48), "100 plies may be too late");
    assert!(rank(50, 50) < rank(50, 49) && rank(50, 50) > quiet_move(50, 0, true).rank);
    // The loser plays for the end of the counter if it can be reached.
    assert_eq!(rank(50, -23), rank(50, -22), "98 and 96 plies: out of reach");
    assert!(rank(50, -24) > rank(50, -23) && rank(50, -25) > rank(50, -24));
}

/// If the last move before the rule applies is not mate, the game is drawn.
#[test]
fn mate_on_the_hundredth_ply_wins_and_any_other_quiet_move_draws() {
    let (tables, _) = Syzygy::open(TABLES);
    for (clock, fifty_moves, mate, other) in [
        (98, true, Wdl::Win, Wdl::CursedWin),
        (99, true, Wdl::Win, Wdl::Draw),
        (99, false, Wdl::Win, Wdl::Win),
    ] {
        let fen = format!("k7/8/1K6/8/8/8/8/7R w - - {clock} 90");
        let position = Position::from_fen(&fen).unwrap();
        let moves = legal_moves(&position).to_vec();
        let ranking = Ranking::new(&tables, &position, &moves, circumstances(fifty_moves)).unwrap();
        let result = |text| {
            let mv = parse_move(&position, text).unwrap();
            ranking.moves.iter().find(|ranked| ranked.mv == mv).unwrap().result
        };
        assert_eq!((result("Rh8"), result("Rg1")), (mate, other), "{clock} {fifty_moves}");
        assert_eq!(ranking.result(), mate);
    }
}
