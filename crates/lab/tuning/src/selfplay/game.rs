//! One game.

use cleave_board::Position;
use cleave_kit::games::game::{Adjudication, GameResult, Turn, play_by};
use cleave_kit::games::player::Player;
use cleave_tablebase::{Tablebase, Wdl};

/// Plays a game in which the player has both sides, which share the table. Tables end it after the first
/// capture or pawn move to a position that they have.
pub(super) fn play(
    opening: Position,
    player: &mut Player,
    tables: Option<&dyn Tablebase>,
) -> (Vec<Turn>, GameResult) {
    player.new_game();
    let mut by_tables = None;
    let (turns, result) = play_by(
        opening,
        |position, history| {
            // Tables assume that the counter of the fifty-move rule is 0.
            let may_probe = !history.is_empty() && position.halfmove_clock() == 0;
            let wdl = tables.filter(|_| may_probe).and_then(|tables| tables.probe_wdl(position));
            by_tables = wdl.map(|wdl| result_of(wdl, position));
            if by_tables.is_some() { None } else { player.think(position, history) }
        },
        &Adjudication::LATE,
    );
    (turns, by_tables.unwrap_or(result))
}

fn result_of(wdl: Wdl, position: &Position) -> GameResult {
    match wdl {
        Wdl::Win => GameResult::loss_of(!position.side()),
        Wdl::Loss => GameResult::loss_of(position.side()),
        Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => GameResult::Draw,
    }
}

#[cfg(test)]
mod tests {
    use cleave_kit::games::player::{SMALL_HASH, Thinking};
    use cleave_tablebase::Syzygy;

    use super::*;

    fn player() -> Player {
        Player::new(None, Thinking::Nodes(60), SMALL_HASH).unwrap()
    }

    fn moves(turns: &[Turn]) -> Vec<cleave_board::Move> {
        turns.iter().map(|turn| turn.mv).collect()
    }

    #[test]
    fn an_opening_determines_the_game_after_any_other_games() {
        let mut player = player();
        let (first, result) = play(Position::start(), &mut player, None);
        let ending = Position::from_fen("8/5pk1/6p1/7p/7P/5KP1/5P2/8 w - - 0 1").unwrap();
        assert!(first.len() > 10 && !play(ending, &mut player, None).0.is_empty());
        let (again, same) = play(Position::start(), &mut player, None);
        assert_eq!((moves(&again), same), (moves(&first), result));
    }

    #[test]
    fn tables_end_a_game_after_a_capture_and_know_its_result() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../data/syzygy");
        let (tables, _) = Syzygy::open(folder);
        // The rook takes the knight, and the table of rook against king says the rest.
        for (fen, result) in [
            ("8/8/8/8/8/1k6/8/n3R1K1 w - - 0 1", GameResult::WhiteWins),
            ("N3r1k1/8/1K6/8/8/8/8/8 b - - 0 1", GameResult::BlackWins),
        ] {
            let opening = Position::from_fen(fen).unwrap();
            let (turns, by_tables) = play(opening, &mut player(), Some(&tables));
            assert_eq!((turns.len(), by_tables), (1, result), "{fen}");
            assert!(play(opening, &mut player(), None).0.len() > 1, "{fen}");
        }
        let drawn = Position::from_fen("8/8/8/8/8/1k6/8/b3RK2 w - - 0 1").unwrap();
        let (turns, result) = play(drawn, &mut player(), Some(&tables));
        assert!(result != GameResult::BlackWins && !turns.is_empty());
    }
}
