//! Checks that options act when they are used, not when they are set: every pair of options leaves the same state in
//! both orders.

use std::fs;
use std::path::Path;

use cleave_nnue::Network;

use super::option::{EngineOption, Kind};
use super::{for_everyone, for_experts, personality, set};
use crate::client::Client;
use crate::engine::Engine;
use crate::session::Session;
use crate::settings::Settings;
use crate::task::Activity;

/// The tables of the tests.
const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/syzygy");

/// Pairs of which one option is meant to undo a part of the other. A file that is named is used, and a personality sets
/// options; what is set later counts.
const IN_ORDER: [(&str, &str); 3] =
    [("Book File", "OwnBook"), ("EvalFile", "Use NNUE"), ("Personality", "Resign Threshold")];

/// What an engine is like after options have been set.
#[derive(PartialEq, Debug)]
struct State {
    refused: Vec<String>,
    settings: Settings,
    table_mib: usize,
    values: Vec<String>,
    contempt: i32,
}

/// Returns the values of all options but buttons, as text.
fn values(engine: &Engine) -> Vec<(&'static str, String)> {
    let options = for_everyone().chain(for_experts());
    options.filter_map(|option| Some((option.name, option.state(engine).value.text()?))).collect()
}

/// Returns the state of this engine after these changes, in this order. Then resets the engine to its first values.
fn state_after(engine: &mut Engine, changes: [&(&'static str, String); 2]) -> State {
    let first = values(engine);
    let make = |(name, value): &(&'static str, String)| {
        set(engine, name, value).err().map(|error| error.to_string())
    };
    let mut refused: Vec<String> = changes.into_iter().filter_map(make).collect();
    refused.sort();
    let state = State {
        refused,
        settings: engine.session.settings.clone(),
        table_mib: engine.table_mib,
        values: values(engine).into_iter().map(|(_, value)| value).collect(),
        contempt: engine.session.settings.contempt_of(Activity::Thinking),
    };
    // A book or a network that is named no more changes another option.
    for _ in 0..2 {
        let now = values(engine);
        for ((name, value), _) in first.iter().zip(now).filter(|(first, now)| first.1 != now.1) {
            set(engine, name, value).unwrap();
        }
    }
    assert!(values(engine) == first, "{changes:?}: {:?}", values(engine));
    state
}

/// Returns a value of this option other than its first one; `None` if it has no other.
fn other_value(option: &EngineOption, engine: &Engine, folder: &Path) -> Option<String> {
    let file = |name: &str, contents: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, contents).unwrap();
        Some(path.to_str().unwrap().to_owned())
    };
    match (option.kind, option.name) {
        (_, "Book File") => file("lines.txt", b"a3\n"),
        (_, "EvalFile") => file("network.net", &Network::built_in().to_bytes()),
        (_, "Debug Log File") => file("debug.log", b""),
        (_, "Hash File" | "Log Folder") => Some(folder.to_str().unwrap().to_owned()),
        (_, "SyzygyPath") => Some(TABLES.into()),
        (_, "UCI_Opponent") => Some("none 1500 human Somebody".into()),
        (_, personality::OPTION) => file("weak.toml", b"ResignThreshold = 77\n"),
        (_, "UCI_EngineAbout") => None,
        // It acts when it is pressed.
        (Kind::Button(_), _) => None,
        (Kind::File { .. }, name) => panic!("no value of {name} is known here"),
        (Kind::NumaPolicy, _) => Some("0".into()),
        _ => Some(next(option, engine)),
    }
}

/// Returns the value after the first one of an option that is no file.
fn next(option: &EngineOption, engine: &Engine) -> String {
    use cleave_io::option::OptionValue::{Button, Check, Choice, File, Spin, Text};
    match option.state(engine).value {
        Check(on) => (!on).to_string(),
        Spin(value, (_, most)) => (if value < most { value + 1 } else { value - 1 }).to_string(),
        Choice(chosen, words) => words[(chosen + 1) % words.len()].into(),
        Button | File(_) | Text(_) => unreachable!("it has no next value"),
    }
}

#[test]
fn every_pair_of_options_may_be_set_in_both_orders() {
    let folder = tempfile::tempdir().unwrap();
    let mut engine = Engine::new(Session::new(Client::nobody()), Some(1)).unwrap();
    let changes: Vec<(&'static str, String)> = for_everyone()
        .chain(for_experts())
        .filter_map(|option| Some((option.name, other_value(option, &engine, folder.path())?)))
        .collect();
    assert!(changes.len() > 40, "{}", changes.len());
    let mut failed = Vec::new();
    for (at, first) in changes.iter().enumerate() {
        for second in &changes[at + 1..] {
            let names = (first.0, second.0);
            if IN_ORDER.contains(&names) || IN_ORDER.contains(&(names.1, names.0)) {
                continue;
            }
            let [one, other] =
                [[first, second], [second, first]].map(|changes| state_after(&mut engine, changes));
            if one != other {
                failed.push(format!("{names:?}:\n{one:?}\n{other:?}"));
            }
        }
    }
    assert!(failed.is_empty(), "{} pairs\n{}", failed.len(), failed.join("\n"));
}
