//! Options in the logs of games: kept with each game, and put back in force when one is resumed.

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

/// The options of a game that have a value, and it. Not the personality, which would undo what was set after
/// it, and no constants and nothing for experts, which would fill the file.
fn values(engine: &Engine) -> Vec<(&'static str, String)> {
    let is_kept = |name| ![personality::OPTION, "UCI_EngineAbout"].contains(&name);
    super::for_everyone()
        .filter(|option| is_kept(option.name))
        .filter_map(|option| Some((option.name, option.state(engine).value.text()?)))
        .collect()
}

/// Goes on with the game in this game log, or with the last one if none is named: its moves, who plays,
/// the clocks and the options. Further moves go to the same file.
///
/// # Errors
/// There is no such game, it is over, it is not alone in the file, or another program logs it. Nothing has
/// changed.
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

/// How far the game is, and since when: `after 4. h3, on 2026-11-24 at 13:02:39 UTC`.
fn last_move(session: &Session, written: SystemTime) -> String {
    let last = session.game.moves.last().map(|(before, mv)| line_text(before, [mv]));
    let time = jiff::Timestamp::try_from(written).unwrap_or_default();
    let time = time.strftime("%Y-%m-%d at %H:%M:%S UTC");
    format!("after {}, on {time}", last.as_deref().unwrap_or("no move"))
}

/// Sets the options that differ from those in force. Returns what cannot be set, and why: a file may
/// be gone.
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
