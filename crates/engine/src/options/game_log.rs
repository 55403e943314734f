//! Options in the logs of games: kept with each game, and put back in force when one is resumed.

use std::path::Path;

use super::personality;
use crate::client::notice::Notice;
use crate::engine::Engine;
use crate::game::current::Role;
use crate::journal::Journal;
use crate::journal::stored::StoredGame;

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
    let StoredGame { file, game, saved, transcripts } = stored;
    session.settings.game_log.is_on = true;
    session.settings.chess960 |= game.start.is_chess960();
    session.load(game);
    session.game.role = saved.role;
    session.game.clocks = saved.clocks;
    if let Role::Plays(_) = session.game.role {
        session.game.clocks.start(session.game.side());
    }
    session.client.set_transcripts(transcripts);
    session.client.say(&Notice::Comment(&format!("resumed {}", file.path().display())));
    session.journal = Journal::in_file(file);
    session.show_board();
    Ok(())
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
