//! The first lines of a GUI.

use super::features;
use crate::commands::arguments::number;
use crate::commands::crafty::Crafty::Has;
use crate::conversation::protocol::Action::Interrupts;
use crate::conversation::protocol::{Chapter, gui_command};
use crate::engine::Engine;
use crate::options;
use crate::refusal::Reply;

pub(crate) const XBOARD_HELP: &str =
    "Switch to the protocol of xboard, for a GUI: no prompt, no boards.";
pub(crate) const PROTOVER_HELP: &str =
    "The version of the protocol. The answer lists the engine's features.";

/// The first lines of a GUI.
#[rustfmt::skip]
pub(super) const GREETINGS: Chapter = Chapter {
    topic: "protocol",
    title: "First lines",
    commands: &[
        gui_command(&["xboard", "winboard"], "", Interrupts(|_, _| Ok(())), XBOARD_HELP)
            .crafty(&[Has("`xboard`, `winboard`", "`winboard`", "")]),
        gui_command(&["protover"], "N", Interrupts(protover), PROTOVER_HELP)
            .crafty(&[Has("`protover`", "`protover 2`", "")]),
    ],
};

fn protover(engine: &mut Engine, text: &str) -> Reply {
    let version = number(text, "the version of the protocol", 1, None)?;
    if version >= 2 {
        let lines = features::lines(options::listed(engine));
        lines.iter().for_each(|line| engine.session.client.line(line));
    }
    Ok(())
}
