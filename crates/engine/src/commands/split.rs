//! Commands that say where and when a team splits, named as in Crafty. Each sets options
//! ([`crate::options`]), and shows them if nothing follows its name.

use super::{Action, Audience, Chapter, Command};
use crate::engine::Engine;
use crate::options;
use crate::refusal::{Refusal, Reply};

/// Commands that say where and when a team splits.
pub(super) const CHAPTER: Chapter = Chapter {
    title: "Splitting, for teams of several workers ('cores')",
    commands: &[
        Command {
            names: &["smpmin"],
            arguments: "[PLIES]",
            help: "Split only nodes with at least this remaining depth.",
            audience: Audience::Everyone,
            action: Action::Queues(|engine, text| obey(engine, "Split Depth", text)),
        },
        Command {
            names: &["smpshare"],
            arguments: "[PERCENT]",
            help: "Split only nodes with at least this share of the remaining depth of the root.",
            audience: Audience::Everyone,
            action: Action::Queues(|engine, text| obey(engine, "Split Share", text)),
        },
        Command {
            names: &["smpidle"],
            arguments: "[PLIES]",
            help: "While somebody is idle, split nodes down to this remaining depth.",
            audience: Audience::Everyone,
            action: Action::Queues(|engine, text| obey(engine, "Split Idle Depth", text)),
        },
        Command {
            names: &["smpcrowd"],
            arguments: "[WORKERS]",
            help: "Call teams of at least so many workers a crowd: 'smpcrowdconfidence' is for them, 'smpconfidence' for smaller teams.",
            audience: Audience::Everyone,
            action: Action::Queues(|engine, text| obey(engine, "Split Crowd", text)),
        },
        Command {
            names: &["smpgroup"],
            arguments: "[WORKERS]",
            help: "Let at most so many workers search children of the same node.",
            audience: Audience::Everyone,
            action: Action::Queues(|engine, text| obey(engine, "Split Group", text)),
        },
        Command {
            names: &["smproot"],
            arguments: "[0 | 1]",
            help: "Split the root, or do not.",
            audience: Audience::Everyone,
            action: Action::Queues(|engine, text| obey(engine, "Split At Root", text)),
        },
        Command {
            names: &["smpconfidence"],
            arguments: "[TYPE CHILDREN]",
            help: "In teams smaller than 'smpcrowd', join nodes of the type pv, all or cut after so many children without a cutoff; more than 'limit' of them prove nothing new.",
            audience: Audience::Everyone,
            action: Action::Queues(|engine, text| {
                obey_one_of(engine, "Split Confidence", &CONFIDENCE, text)
            }),
        },
        Command {
            names: &["smpcrowdconfidence"],
            arguments: "[TYPE CHILDREN]",
            help: "The same in teams of at least 'smpcrowd' workers.",
            audience: Audience::Everyone,
            action: Action::Queues(|engine, text| {
                obey_one_of(engine, "Split Crowd Confidence", &CONFIDENCE, text)
            }),
        },
        Command {
            names: &["smpweight"],
            arguments: "[WHAT NUMBER]",
            help: "What counts in the choice of a node to join: its type (pv, all, cut), each child that gives confidence in it (confidence), each ply of its height (height).",
            audience: Audience::Everyone,
            action: Action::Queues(|engine, text| {
                let words = ["pv", "all", "cut", "confidence", "height"];
                obey_one_of(engine, "Split Weight", &words, text)
            }),
        },
        Command {
            names: &["smpspin"],
            arguments: "[MICROSECONDS]",
            help: "Let idle workers look out for work so long before they sleep.",
            audience: Audience::Everyone,
            action: Action::Queues(|engine, text| obey(engine, "Split Spin", text)),
        },
    ],
};

/// What confidence is wanted of: types of nodes; and how much of it counts.
const CONFIDENCE: [&str; 4] = ["pv", "all", "cut", "limit"];

/// Sets an option, or shows it.
fn obey(engine: &mut Engine, name: &str, value: &str) -> Reply {
    if value.is_empty() {
        let option = options::find(name).map_err(Refusal::BadArgument)?;
        let line = option.describe(&engine.session.settings);
        engine.session.output.line(line);
        return Ok(());
    }
    options::set(engine, &format!("{name}={value}")).map_err(Refusal::BadArgument)
}

/// Sets the option of a family that the first word names, or shows them all.
fn obey_one_of(engine: &mut Engine, family: &str, words: &[&str], text: &str) -> Reply {
    if text.is_empty() {
        return words.iter().try_for_each(|word| obey(engine, &format!("{family} {word}"), ""));
    }
    let (word, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    if !words.iter().any(|known| known.eq_ignore_ascii_case(word)) || value.trim().is_empty() {
        let wanted = format!("a word and a number are wanted; the words: {}", words.join(", "));
        return Err(Refusal::BadArgument(wanted));
    }
    obey(engine, &format!("{family} {word}"), value.trim())
}
