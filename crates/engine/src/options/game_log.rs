//! Options in game logs: kept with each game, and restored when it is resumed.

use std::path::Path;
use std::time::SystemTime;

use cleave_movegen::line_text;

use super::personality;
use crate::client::notice::Notice;
use crate::engine::Engine;
use crate::game::current::Role;
use crate::journal::Journal;
use crate::journal::stored::StoredGame;
use crate::session::Session;

/// Brings the log of the game up to date, if one is kept.
pub fn update(engine: &mut Engine) {
    if engine.session.settings.game_log.is_on {
        engine.session.journal.options = values(engine);
    }
    engine.session.keep_journal();
}

/// Returns the options of a game that have a value, with the value. The personality is left out because it would undo
/// later settings. Constants and options for experts would fill the file.
fn values(engine: &Engine) -> Vec<(&'static str, String)> {
    let is_kept = |name| ![personality::OPTION, "UCI_EngineAbout"].contains(&name);
    super::for_everyone()
        .filter(|option| is_kept(option.name))
        .filter_map(|option| Some((option.name, option.state(engine).value.text()?)))
        .collect()
}

/// Continues the game in this game log, or the last game if none is named: its moves, the engine's side, the clocks and
/// the options. Further moves are added to the same file.
///
/// # Errors
/// There is no such game, it is over, the file has other games, or another program logs it. Nothing has changed.
pub fn resume(engine: &mut Engine, file: Option<&Path>) -> Result<(), String> {
    let stored = StoredGame::read(&engine.session.settings.game_log, file)?;
    for warning in set_changed(engine, &stored.saved.options) {
        engine.session.client.say(&Notice::Warning(&warning));
    }
    let session = &mut engine.session;
    let StoredGame { file, game, saved, transcripts, written, warnings } = stored;
    session.settings.game_log.is_on = true;
    session.settings.chess960 |= game.start.is_chess960();
    session.load(game);
    session.game.role = saved.role;
    session.game.clocks = saved.clocks;
    if let Role::Plays(side) = session.game.role {
        session.game.played = Some(side).filter(|&side| session.game.moves.moves_by(side) > 0);
        session.game.clocks.start(session.game.side().index());
    }
    session.client.set_transcripts(transcripts);
    let resumed = format!("resumed {}, {}", file.path().display(), last_move(session, written));
    session.client.say(&Notice::Comment(&resumed));
    for warning in warnings {
        session.client.say(&Notice::Warning(&warning));
    }
    session.journal = Journal::in_file(file);
    session.show_board();
    Ok(())
}

/// Returns the last move and the time of the file: `after 4. h3, on 2026-11-24 at 13:02:39 UTC`.
fn last_move(session: &Session, written: SystemTime) -> String {
    let last = session.game.moves.last().map(|(before, mv)| line_text(before, [mv]));
    let time = jiff::Timestamp::try_from(written).unwrap_or_default();
    let time = time.strftime("%Y-%m-%d at %H:%M:%S UTC");
    format!("after {}, on {time}", last.as_deref().unwrap_or("no move"))
}

/// Sets the options that differ from the current ones. Returns a warning for each option that cannot be set, for
/// example because a file is gone.
fn set_changed(engine: &mut Engine, options: &[(String, String)]) -> Vec<String> {
    let mut warnings = Vec::new();
    for (name, value) in options {
        let Ok(option) = super::find(name) else {
            warnings.push(format!("no option '{name}' any more"));
            continue;
        };
        let is_in_force = option.state(engine).value.text().as_ref() == Some(value);
        if !is_in_force && let Err(error) = super::set(engine, name, value) {
            warnings.push(error.to_string());
        }
    }
    warnings
}
