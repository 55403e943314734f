//! Commands that save the transposition table and load it.

use super::arguments::file_name;
use crate::conversation::protocol::Action::Queues;
use crate::conversation::protocol::{Chapter, command};
use crate::engine::Engine;
use crate::options::error::OptionError;
use crate::options::saved_hash::{load, save};
use crate::refusal::Reply;

#[rustfmt::skip]
pub(crate) const CHAPTER: Chapter = Chapter {
    topic: "settings",
    title: "The table on disk",
    commands: &[
        command(&["savehash"], "[FILE]", Queues(|engine, text| with_file(engine, text, save)),
            "Save the table in FILE, or where the option Hash File says."),
        command(&["loadhash"], "[FILE]", Queues(|engine, text| with_file(engine, text, load)),
            "Load the table from FILE, or from where the option Hash File says: the search goes on where it stopped when the table was saved. A new game or another evaluation empties the table."),
    ],
};

fn with_file(
    engine: &mut Engine,
    text: &str,
    run: fn(&mut Engine, &str) -> Result<(), OptionError>,
) -> Reply {
    let file = if text.is_empty() { "" } else { file_name(text)? };
    Ok(run(engine, file)?)
}
