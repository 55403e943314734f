//! Commands that bind workers to processors, named as in Crafty. Each sets the option NumaPolicy.

use cleave_search::team::{NumaPolicy, NumaPolicyError, usable_processors};

use super::arguments::number;
use super::crafty::Crafty::Has;
use super::settings::set_or_show;
use crate::conversation::protocol::Action::Queues;
use crate::conversation::protocol::{Chapter, command};
use crate::engine::Engine;
use crate::options::error::OptionError;
use crate::refusal::Reply;

#[rustfmt::skip]
pub(crate) const CHAPTER: Chapter = Chapter {
    topic: "processors",
    title: "Processors, for teams of several workers",
    commands: &[
        command(&["smpnuma"], "[0 | 1 | POLICY]", Queues(numa),
            "Bind no worker (0 or none), all to nodes and shared caches (1 or system), only large teams (auto), or to the nodes of a list: 'smpnuma 0-7:8-15'. This is the option NumaPolicy.")
            .crafty(&[Has("`smpnuma 0|1`", "`smpnuma 1`, `smpnuma 0`", "1 also binds workers; a new game spreads the table over their nodes")]),
        command(&["smpaffinity"], "[PROCESSOR | off]", Queues(affinity),
            "Bind the first worker to this processor, and each further one to the next.")
            .crafty(&[Has("`smpaffinity n`", "`smpaffinity 0`, `smpaffinity off`", "-1 is also off")]),
        command(&["smpnodes"], "[N]", Queues(nodes),
            "Divide the processors into this many nodes of the same size, and bind workers to them.")
            .crafty(&[Has("`smpnodes n`", "`smpnodes 1`", "the system knows its nodes: use it only if they are wrong")]),
    ],
};

/// The option that all these commands set.
const OPTION: &str = "NumaPolicy";

fn numa(engine: &mut Engine, text: &str) -> Reply {
    let policy = match text {
        "0" => "none",
        "1" => "system",
        policy => policy,
    };
    set_or_show(engine, OPTION, policy)
}

fn affinity(engine: &mut Engine, text: &str) -> Reply {
    if matches!(text, "off" | "-1") {
        return set_or_show(engine, OPTION, "none");
    }
    if text.is_empty() {
        return set_or_show(engine, OPTION, "");
    }
    let first = number(text, "the processor", 0, None)? as usize;
    set(engine, NumaPolicy::one_by_one(&usable_processors(), first))
}

fn nodes(engine: &mut Engine, text: &str) -> Reply {
    if text.is_empty() {
        return set_or_show(engine, OPTION, "");
    }
    let nodes = number(text, "the number of nodes", 1, None)? as usize;
    set(engine, NumaPolicy::equal_nodes(&usable_processors(), nodes))
}

fn set(engine: &mut Engine, policy: Result<NumaPolicy, NumaPolicyError>) -> Reply {
    let policy = policy.map_err(OptionError::from)?;
    set_or_show(engine, OPTION, &policy.to_string())
}
