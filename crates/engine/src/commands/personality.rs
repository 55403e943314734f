//! The command for personalities.

use super::crafty::Crafty::Has;
use crate::client::notice::Notice;
use crate::conversation::protocol::Action::Queues;
use crate::conversation::protocol::{Chapter, command};
use crate::engine::Engine;
use crate::options::personality;
use crate::refusal::Reply;

#[rustfmt::skip]
pub(crate) const CHAPTER: Chapter = Chapter {
    topic: "settings",
    title: "Personality",
    commands: &[
        command(&["personality"], "[load NAME | save NAME | list]", Queues(personality),
            "Load a named set of options about how the engine plays, save one, or list them. They are files next to the configuration file. The option Personality also loads one.")
            .crafty(&[Has("`personality`", "`personality list`", "also `load` and `save`; TOML instead of .cpf files")]),
    ],
};

fn personality(engine: &mut Engine, text: &str) -> Reply {
    let (verb, name) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    match (verb, name.trim()) {
        ("" | "list", "") => list(engine),
        ("load" | "save", "") => return Err("a name is missing".into()),
        ("load", name) => {
            personality::load(engine, name)?;
            engine.session.client.confirm(format!("I play as {name}."));
        }
        ("save", name) => {
            let file = personality::save(engine, name)?;
            engine.session.client.say(&Notice::Comment(&format!("saved as {}", file.display())));
        }
        _ => return Err("expected load, save or list".into()),
    }
    Ok(())
}

fn list(engine: &mut Engine) {
    let names = engine.session.personalities.names();
    let output = &mut engine.session.client.output;
    match &names[..] {
        [] => output.line("There is no personality; 'personality save NAME' makes one."),
        names => names.iter().for_each(|name| output.line(name)),
    }
}
