//! `position`: the game so far.

use cleave_board::{FenRepair, Position};
use cleave_movegen::parse_move;

use crate::engine::Engine;
use crate::game::Game;
use crate::refusal::{Refusal, Reply};

/// Puts the position on the board, with the moves that led to it. If a move is illegal, or the line has another fault,
/// nothing is searched until another position is set up. A move of the previous position would be played in the wrong
/// game.
pub(super) fn set_up(engine: &mut Engine, text: &str) -> Reply {
    let session = &mut engine.session;
    match read(text, session.settings.chess960) {
        Ok((game, repairs)) => {
            session.client.warn_of(&repairs);
            session.set_game(game);
        }
        Err(refusal) => session.game.refused = Some(refusal),
    }
    session.game.must_be_set_up()
}

/// Reads `startpos` or `fen FEN`, perhaps followed by `moves MOVE ...`. A position with castling rights of chess960 is
/// a chess960 position even if the option is off, because castling could not be written otherwise.
fn read(text: &str, chess960: bool) -> Result<(Game, Vec<FenRepair>), Refusal> {
    let mut words = text.split_whitespace();
    let mut position = loop {
        match words.next() {
            Some("startpos") => break Position::start(),
            Some("fen") => {
                let fields: Vec<&str> =
                    words.by_ref().take_while(|word| *word != "moves").collect();
                let (position, repairs) = from_fen(&fields.join(" "), chess960)?;
                return Ok((play(position, words)?, repairs));
            }
            Some(_) => {}
            None => {
                return Err("expected 'startpos' or 'fen FEN', and perhaps 'moves MOVE ...'".into());
            }
        }
    };
    position.set_chess960(chess960);
    let game = play(position, words.skip_while(|word| *word != "moves").skip(1))?;
    Ok((game, Vec::new()))
}

fn from_fen(fen: &str, chess960: bool) -> Result<(Position, Vec<FenRepair>), Refusal> {
    let (mut position, repairs) =
        Position::from_fen_mended(fen).map_err(Refusal::IllegalPosition)?;
    position.set_chess960(chess960 || position.is_chess960());
    Ok((position, repairs))
}

fn play<'a>(start: Position, moves: impl Iterator<Item = &'a str>) -> Result<Game, Refusal> {
    let mut game = Game::from_position(start);
    for text in moves {
        let mv =
            parse_move(game.position(), text).map_err(|error| Refusal::of_move(text, &error))?;
        game.play(mv);
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fen_after(text: &str, chess960: bool) -> Option<String> {
        read(text, chess960).ok().map(|(game, _)| game.position().to_fen())
    }

    #[test]
    fn positions_are_read_with_their_moves() {
        let e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        let start = Position::START_FEN;
        for text in [
            "startpos moves e2e4",
            "  startpos  moves   e2e4 ",
            "please startpos now moves e2e4",
            &format!("fen {start} moves e2e4"),
        ] {
            assert_eq!(fen_after(text, false).as_deref(), Some(e4), "{text}");
        }
        for text in ["startpos", "startpos moves", &format!("fen {start}")] {
            assert_eq!(fen_after(text, false).as_deref(), Some(start), "{text}");
        }
        assert_eq!(read("startpos moves e2e4 e7e5 g1f3", false).unwrap().0.len(), 3);
    }

    #[test]
    fn castling_is_read_in_both_notations() {
        let fen = "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves";
        let castled = fen_after(&format!("{fen} e1g1 e8c8"), false);
        assert!(castled.is_some());
        assert_eq!(fen_after(&format!("{fen} e1h1 e8a8"), true), castled);
        let shredder = "fen 4k3/8/8/8/8/8/8/1K3R2 w F - 0 1 moves b1f1";
        assert!(read(shredder, false).unwrap().0.position().is_chess960(), "by its rights");
    }

    #[test]
    fn nonsense_is_refused() {
        for text in [
            "",
            "moves e2e4",
            "fen",
            "fen 8/8",
            "fen moves e2e4",
            "startpos moves e2e5",
            "startpos moves 0000",
        ] {
            assert!(read(text, false).is_err(), "{text}");
        }
    }
}
