//! Commands about where and when a team splits, named as in Crafty. Each sets several options. Commands that set one
//! option are rows of [`crate::options`].

use cleave_search::splitting;

use super::settings::set_or_show;
use crate::conversation::protocol::Action::Queues;
use crate::conversation::protocol::{Chapter, command};
use crate::engine::Engine;
use crate::refusal::Reply;

#[rustfmt::skip]
pub(crate) const CHAPTER: Chapter = Chapter {
    topic: "splitting",
    title: "Splitting, by type of node and for the next iteration",
    commands: &[
        command(&["smp"], "", Queues(|engine, _| show_all(engine)),
            "Show every parameter of splitting; 'help splitting' explains them."),
        command(&["smpconfidence"], "[TYPE CHILDREN]",
            Queues(|engine, text| set_one_of(engine, "Split Confidence", &CONFIDENCE, text)),
            "In teams smaller than 'smpcrowd', join nodes of type pv, all or cut after this many children without a cutoff; more than 'limit' of them count as 'limit'."),
        command(&["smpcrowdconfidence"], "[TYPE CHILDREN]",
            Queues(|engine, text| set_one_of(engine, "Split Crowd Confidence", &CONFIDENCE, text)),
            "The same in teams of at least 'smpcrowd' workers."),
        command(&["smpweight"], "[WHAT NUMBER]",
            Queues(|engine, text| set_one_of(engine, "Split Weight", &WEIGHTS, text)),
            "Set the weights by which workers choose nodes: by type (pv, all, cut), per child that adds confidence (confidence), per ply of height (height)."),
        command(&["smpnext"], "[from PLIES | depth PLIES]",
            Queues(|engine, text| set_one_of(engine, "Split Next", &["from", "depth"], text)),
            "Under Dynamic Tree Splitting, let workers without work begin the next iteration from depth 'from' on (0: never), and split its nodes down to the remaining depth 'depth'."),
    ],
};

/// The weights of nodes: one for each type, and for the other terms.
const WEIGHTS: [&str; 5] = ["pv", "all", "cut", "confidence", "height"];

/// The thresholds of confidence: one for each type of node, and the limit.
const CONFIDENCE: [&str; 4] = ["pv", "all", "cut", "limit"];

fn show_all(engine: &mut Engine) -> Reply {
    splitting::ALL.iter().try_for_each(|parameter| set_or_show(engine, parameter.option, ""))
}

/// Sets the option of a family that the first word names, or shows the whole family.
fn set_one_of(engine: &mut Engine, family: &str, words: &[&str], text: &str) -> Reply {
    if text.is_empty() {
        return words
            .iter()
            .try_for_each(|word| set_or_show(engine, &format!("{family} {word}"), ""));
    }
    let (word, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    if !words.iter().any(|known| known.eq_ignore_ascii_case(word)) || value.trim().is_empty() {
        let expected = format!("expected one of {}, and a number", words.join(", "));
        return Err(expected.into());
    }
    set_or_show(engine, &format!("{family} {word}"), value.trim())
}
