//! Commands about where and when a team splits, named as in Crafty. Each sets options
//! ([`crate::options`]), and shows them if nothing follows its name.

use crate::client::notice::Notice;
use crate::conversation::protocol::Action::Queues;
use crate::conversation::protocol::{Chapter, command};
use crate::engine::Engine;
use crate::options;
use crate::refusal::{Refusal, Reply};

/// Commands about where and when a team splits.
pub const CHAPTER: Chapter = Chapter {
    title: "Splitting, for teams of several workers ('cores')",
    commands: &[
        command(
            &["smpmin"],
            "[PLIES]",
            "Split only nodes with at least this remaining depth.",
            Queues(|engine, text| set(engine, "Split Depth", text)),
        ),
        command(
            &["smpshare"],
            "[PERCENT]",
            "Split only nodes with at least this share of the remaining depth of the root.",
            Queues(|engine, text| set(engine, "Split Share", text)),
        ),
        command(
            &["smpidle"],
            "[PLIES]",
            "While a worker is idle, split nodes down to this remaining depth.",
            Queues(|engine, text| set(engine, "Split Idle Depth", text)),
        ),
        command(
            &["smpcrowd"],
            "[WORKERS]",
            "Teams of at least this many workers follow 'smpcrowdconfidence', smaller teams 'smpconfidence'.",
            Queues(|engine, text| set(engine, "Split Crowd", text)),
        ),
        command(
            &["smpgroup"],
            "[WORKERS]",
            "Let at most this many workers search children of the same node.",
            Queues(|engine, text| set(engine, "Split Group", text)),
        ),
        command(
            &["smproot"],
            "[0 | 1]",
            "Split the root, or do not.",
            Queues(|engine, text| set(engine, "Split At Root", text)),
        ),
        command(
            &["smpconfidence"],
            "[TYPE CHILDREN]",
            "In teams smaller than 'smpcrowd', join nodes of type pv, all or cut after this many children without a cutoff; more than 'limit' of them count as 'limit'.",
            Queues(|engine, text| set_one_of(engine, "Split Confidence", &CONFIDENCE, text)),
        ),
        command(
            &["smpcrowdconfidence"],
            "[TYPE CHILDREN]",
            "The same in teams of at least 'smpcrowd' workers.",
            Queues(|engine, text| set_one_of(engine, "Split Crowd Confidence", &CONFIDENCE, text)),
        ),
        command(
            &["smpweight"],
            "[WHAT NUMBER]",
            "Weigh the nodes to choose from: by type (pv, all, cut), per child that gives confidence (confidence), per ply of height (height).",
            Queues(|engine, text| {
                let words = ["pv", "all", "cut", "confidence", "height"];
                set_one_of(engine, "Split Weight", &words, text)
            }),
        ),
        command(
            &["smpnext"],
            "[from PLIES | depth PLIES]",
            "Under Dynamic Tree Splitting, let workers without work begin the next iteration, if it is to be at least so deep (0: never), and split its nodes down to this remaining depth.",
            Queues(|engine, text| set_one_of(engine, "Split Next", &["from", "depth"], text)),
        ),
        command(
            &["smpspin"],
            "[MICROSECONDS]",
            "Let an idle worker poll for work this long before it sleeps.",
            Queues(|engine, text| set(engine, "Split Spin", text)),
        ),
    ],
};

/// The thresholds of confidence: one for each type of node, and the limit.
const CONFIDENCE: [&str; 4] = ["pv", "all", "cut", "limit"];

/// Sets an option, or shows it.
fn set(engine: &mut Engine, name: &str, value: &str) -> Reply {
    if value.is_empty() {
        let option = options::find(name)?;
        let state = option.state(engine);
        engine.session.client.say(&Notice::Option(&state));
        return Ok(());
    }
    Ok(options::set(engine, name, value)?)
}

/// Sets the option of a family that the first word names, or shows the whole family.
fn set_one_of(engine: &mut Engine, family: &str, words: &[&str], text: &str) -> Reply {
    if text.is_empty() {
        return words.iter().try_for_each(|word| set(engine, &format!("{family} {word}"), ""));
    }
    let (word, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    if !words.iter().any(|known| known.eq_ignore_ascii_case(word)) || value.trim().is_empty() {
        let expected = format!("expected one of {}, and a number", words.join(", "));
        return Err(Refusal::BadArgument(expected));
    }
    set(engine, &format!("{family} {word}"), value.trim())
}
