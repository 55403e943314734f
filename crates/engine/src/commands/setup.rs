//! Commands that set up a position.

use cleave_board::Position;

use super::crafty::Crafty::Has;
use crate::conversation::protocol::Action::Interrupts;
use crate::conversation::protocol::{Chapter, command, gui_command};
use crate::engine::Engine;
use crate::game::arrangement::{Arrangement, Castling};
use crate::refusal::{Refusal, Reply};
use crate::session::Session;

/// The command that a bare FEN implies.
pub(super) const SET_BOARD: &str = "setboard";

/// The seventh of the wild positions of chess servers: king and three pawns on opposite wings.
const WILD_SEVEN: &str = "4k3/5ppp/8/8/8/8/PPP5/3K4 w - - 0 1";

#[rustfmt::skip]
pub(crate) const CHAPTER: Chapter = Chapter {
    topic: "setup",
    title: "Setting up",
    commands: &[
        command(&[SET_BOARD], "FEN", Interrupts(set_board),
            "Set up a position. 'setboard' may be left out.")
            .crafty(&[
                Has("`setboard`", "`setboard 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1`", "all ranks must be complete"),
                Has("a bare FEN", "`4k3/8/8/8/8/8/4P3/4K3 w - - 0 1`", ""),
            ]),
        command(&["variant"], "[NAME]", Interrupts(variant),
            "Play 'normal' chess, 'nocastle' or 'fischerandom' (chess960).")
            .crafty(&[Has("`variant`", "`variant normal`, `variant nocastle`", "`fischerandom`, too")]),
        command(&["wild"], "7", Interrupts(wild),
            "Set up the wild position of chess servers with a king and three pawns each.")
            .crafty(&[Has("`wild 7`", "`wild 7`", "the only one, as in Crafty")]),
        command(&["flip"], "", Interrupts(flip),
            "Mirror the position from top to bottom, colours and side to move included.")
            .crafty(&[Has("`flip`, `flop`", "`flip`, `flop`", "`flop` takes castling away")]),
        command(&["flop"], "", Interrupts(flop), "Mirror the position from left to right."),
        gui_command(&["edit"], "", Interrupts(edit),
            "Set up a position piece by piece: 'Nf3' puts one, 'xf3' clears a square, '#' the board, 'c' changes the colour, and '.' ends it.")
            .crafty(&[Has("`edit`", "`edit`, `#`, `Ke1`, `Pe2`, `c`, `Ke8`, `.`", "White's pieces first, as xboard sends them")]),
    ],
};

fn set_board(engine: &mut Engine, fen: &str) -> Reply {
    let (position, repairs) = Position::from_fen_mended(fen).map_err(Refusal::IllegalPosition)?;
    put_on_board(&mut engine.session, position)?;
    engine.session.client.warn_of(&repairs);
    Ok(())
}

/// Begins a game from this position. An engine that plays waits for the side to move.
fn put_on_board(session: &mut Session, position: Position) -> Reply {
    if position.is_chess960() && !session.settings.chess960 {
        return Err(Refusal::Chess960Position);
    }
    session.set_up(position);
    Ok(())
}

fn variant(engine: &mut Engine, name: &str) -> Reply {
    let (chess960, start) = match name {
        "normal" | "standard" => (false, Position::start()),
        "nocastle" => (false, without_castling(&Position::start())?),
        "fischerandom" => (true, Position::start()),
        "" => {
            let played = if engine.session.settings.chess960 { "fischerandom" } else { "normal" };
            engine.session.client.confirm(format!("The variant is '{played}'."));
            return Ok(());
        }
        _ => return Err("unsupported variant".into()),
    };
    let session = &mut engine.session;
    session.settings.chess960 = chess960;
    session.begin(start);
    session.show_board();
    session.client.confirm(format!("The variant is '{name}'."));
    Ok(())
}

fn without_castling(position: &Position) -> Result<Position, Refusal> {
    Arrangement::of(position).position(Castling::Never).map_err(Refusal::IllegalPosition)
}

fn wild(engine: &mut Engine, number: &str) -> Reply {
    if number != "7" {
        return Err("7 is the only wild position that is set up here".into());
    }
    set_board(engine, WILD_SEVEN)
}

fn flip(engine: &mut Engine, _: &str) -> Reply {
    let flipped = engine.session.game.position().flipped();
    put_on_board(&mut engine.session, flipped)
}

/// With the king on the queen's square no side can castle.
fn flop(engine: &mut Engine, _: &str) -> Reply {
    let flopped = Arrangement::of(engine.session.game.position()).flopped();
    let flopped = flopped.position(Castling::Never).map_err(Refusal::IllegalPosition)?;
    put_on_board(&mut engine.session, flopped)
}

fn edit(engine: &mut Engine, _: &str) -> Reply {
    engine.session.begin_edit();
    engine.session.client.confirm(
        "Put pieces on the board: 'Nf3'. 'c' changes the colour, 'xf3' clears a square, '#' the board; '.' ends.",
    );
    Ok(())
}
