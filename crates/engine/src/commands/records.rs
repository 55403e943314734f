//! Commands that keep games and positions in files.

use std::path::Path;

use super::arguments::{self, file_name};
use super::crafty::Crafty::Has;
use crate::client::notice::Notice;
use crate::conversation::protocol::Action::{AtOnce, UnlessThinking};
use crate::conversation::protocol::{Chapter, command};
use crate::engine::Engine;
use crate::game::records;
use crate::refusal::{Refusal, Reply};
use crate::session::Session;

#[rustfmt::skip]
pub(crate) const CHAPTER: Chapter = Chapter {
    topic: "files",
    title: "Games and positions in files",
    commands: &[
        command(&["savegame"], "[FILE]", AtOnce(save_game),
            "Add the game to the end of FILE, as PGN, with the comments and variations that it was loaded with; without FILE, show it.")
            .crafty(&[Has("`savegame [FILE]`", "`savegame`, `savegame saved.pgn`", "at the end of the file, which is not overwritten")]),
        command(&["loadgame", "read"], "FILE [N]", UnlessThinking(load_game),
            "Put game N of a PGN file on the board, 1 if there is no N. 'undo' goes back in it, 'go' lets the engine play on.")
            .crafty(&[
                Has("`read FILE`", "`read games.pgn`", "PGN; `read games.pgn 3` reads the third game"),
                Has("`read`", "`new`, `force`, `e4`, `e5`, `playother`", "moves of both sides are entered after `force`"),
            ]),
        command(&["reada"], "FILE", UnlessThinking(append_moves),
            "Play the moves of a PGN file on from the position on the board.")
            .crafty(&[Has("`reada FILE`", "`reada line.pgn`", "")]),
        command(&["savepos"], "[FILE]", AtOnce(save_position),
            "Add the position to the end of FILE, as EPD; without FILE, show it as FEN.")
            .crafty(&[Has("`savepos [FILE]`", "`savepos`, `savepos saved.epd`", "as EPD, at the end of the file")]),
        command(&["loadpos", "load"], "FILE [N | ID]", UnlessThinking(load_position),
            "Set up position N of an EPD file, or the one with this id; the first if neither is given.")
            .crafty(&[Has("`load FILE TITLE`", "`load suite.epd first`", "EPD, by id or number; not Crafty's own test files")]),
        command(&["tags"], "", AtOnce(tags), "Show the PGN tags of the game.")
            .crafty(&[Has("`tags`", "`tags`", "")]),
        command(&["pgn"], "TAG VALUE", AtOnce(set_tag),
            "Set a PGN tag of the game: 'pgn White Anna Rudolf', 'pgn Result 1-0'.")
            .crafty(&[Has("`pgn TAG VALUE`", "`pgn Event Club championship`", "any tag")]),
    ],
};

fn save_game(session: &mut Session, file: &str) -> Reply {
    let game = session.game.to_pgn();
    if file.is_empty() {
        session.client.line(game.to_string().trim_end());
        return Ok(());
    }
    let file = file_name(file)?;
    records::append_game(file, &game)?;
    session.client.confirm(format!("The game is in {file}."));
    Ok(())
}

fn load_game(engine: &mut Engine, text: &str) -> Reply {
    let (file, number) = file_and_choice(text)?;
    let number = match number {
        "" => 1,
        text => arguments::number(text, "the number of the game", 1, None)? as usize,
    };
    let (game, flaws) = records::load_game(Path::new(file), number)?;
    let session = &mut engine.session;
    check_variant(session, &game.start)?;
    warn(session, &flaws);
    session.load(game);
    watch(session);
    Ok(())
}

fn append_moves(engine: &mut Engine, file: &str) -> Reply {
    let session = &mut engine.session;
    let file = Path::new(file_name(file)?);
    let (moves, flaws) = records::load_moves(file, session.game.position())?;
    warn(session, &flaws);
    for mv in moves {
        session.game.moves.play(mv);
    }
    session.game.excluded.clear();
    session.game.outlook.forget_value();
    watch(session);
    Ok(())
}

fn warn(session: &mut Session, flaws: &[String]) {
    for flaw in flaws {
        session.client.say(&Notice::Warning(flaw));
    }
}

fn save_position(session: &mut Session, file: &str) -> Reply {
    if file.is_empty() {
        session.client.line(format!("setboard {}", session.game.position().to_fen()));
        return Ok(());
    }
    let file = file_name(file)?;
    records::append_position(file, session.game.position())?;
    session.client.confirm(format!("The position is in {file}."));
    Ok(())
}

fn load_position(engine: &mut Engine, text: &str) -> Reply {
    let (file, choice) = file_and_choice(text)?;
    let position = records::load_position(Path::new(file), choice)?;
    let session = &mut engine.session;
    check_variant(session, &position)?;
    session.begin(position);
    watch(session);
    Ok(())
}

fn tags(session: &mut Session, _: &str) -> Reply {
    let tags = session.game.to_pgn().tags.to_string();
    session.client.line(tags.trim_end());
    Ok(())
}

fn set_tag(session: &mut Session, text: &str) -> Reply {
    let (name, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let value = value.trim();
    session.game.set_tag(name, value)?;
    session.client.confirm(format!("{name}: {value}"));
    Ok(())
}

/// The engine waits for 'go', as after 'undo'.
fn watch(session: &mut Session) {
    session.game.stop_playing_unless_analysed();
    session.show_board();
}

fn check_variant(session: &Session, position: &cleave_board::Position) -> Reply {
    let is_allowed = !position.is_chess960() || session.game.moves.start().is_chess960();
    if is_allowed { Ok(()) } else { Err(Refusal::Chess960Position) }
}

/// Splits a text into a file and the rest. The name of a file may contain blanks if it is in quotation marks.
fn file_and_choice(text: &str) -> Result<(&str, &str), Refusal> {
    let quoted = text.strip_prefix('"').and_then(|rest| rest.split_once('"'));
    let (file, choice) =
        quoted.or_else(|| text.split_once(char::is_whitespace)).unwrap_or((text, ""));
    Ok((file_name(file)?, choice.trim()))
}
