//! Commands about endgame tables.

use super::arguments::{number, on_or_off};
use super::crafty::Crafty::Has;
use crate::client::notice::Notice;
use crate::conversation::protocol::Action::Queues;
use crate::conversation::protocol::{Chapter, command, gui_command};
use crate::engine::Engine;
use crate::options;
use crate::refusal::Reply;
use crate::settings::TablebaseSettings;

#[rustfmt::skip]
pub(crate) const CHAPTER: Chapter = Chapter {
    topic: "tables",
    title: "Endgame tables",
    commands: &[
        command(&["egtb"], "[on | off]", Queues(use_tables),
            "Use the Syzygy tables, or none; without an argument, show which are used.")
            .crafty(&[Has("`egtb`", "`egtb on`, `egtb off`", "without an argument it shows which tables are used")]),
        command(&["egtbd"], "[DEPTH]", Queues(depth),
            "Show or set the depth from which positions with the most pieces are looked up.")
            .crafty(&[Has("`egtbd n`", "`egtbd 4`", "")]),
        gui_command(&["egtpath"], "TYPE PATH", Queues(path_of_type),
            "The path of endgame tables; 'syzygy' is the only type that is read."),
    ],
};

fn use_tables(engine: &mut Engine, text: &str) -> Reply {
    let session = &mut engine.session;
    if !text.is_empty() {
        turn(&mut session.settings.tablebase, on_or_off(text)?);
    }
    let settings = &session.settings;
    let said = match (settings.tablebase.pieces, settings.tablebase.path.as_str()) {
        (0, _) => "no endgame tables are used".into(),
        (_, "") => "there are no endgame tables: 'tbpath PATH' names their directories".into(),
        (_, path) => format!("the endgame tables in {path} are used"),
    };
    session.client.say(&Notice::Comment(&said));
    Ok(())
}

/// Turns the tables on or off. Does nothing if they are already.
fn turn(tables: &mut TablebaseSettings, on: bool) {
    match (on, tables.pieces) {
        (true, 0) => {
            let before = tables.pieces_when_on.take();
            tables.pieces = before.unwrap_or(TablebaseSettings::default().pieces);
        }
        (false, 1..) => tables.pieces_when_on = Some(std::mem::take(&mut tables.pieces)),
        _ => {}
    }
}

fn depth(engine: &mut Engine, text: &str) -> Reply {
    let depth = &mut engine.session.settings.tablebase.depth;
    if !text.is_empty() {
        *depth = number(text, "the depth", 1, Some(100))? as u32;
    }
    let said = format!("endgame tables are looked up from depth {depth} on");
    engine.session.client.say(&Notice::Comment(&said));
    Ok(())
}

fn path_of_type(engine: &mut Engine, text: &str) -> Reply {
    match text.split_once(char::is_whitespace) {
        Some(("syzygy", path)) => {
            // xboard sends its own path, /EGT/Syzygy, if the user has named none. It would show an error in a window at
            // each start. So the absence of tables is a comment.
            if let Err(error) = options::set(engine, "SyzygyPath", path) {
                engine.session.client.say(&Notice::Comment(&error.to_string()));
            }
            Ok(())
        }
        _ => Err("the type of tables must be 'syzygy'".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_comes_back_with_the_tables() {
        let mut tables = TablebaseSettings { pieces: 5, ..TablebaseSettings::default() };
        for (on, pieces) in [(true, 5), (false, 0), (false, 0), (true, 5)] {
            turn(&mut tables, on);
            assert_eq!(tables.pieces, pieces);
        }
    }
}
