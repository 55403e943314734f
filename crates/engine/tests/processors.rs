//! The option NumaPolicy, and Crafty's commands that set it.

use cleave::conversation::event_loop::EventLoop;
use cleave_io::{Event, Line};
use cleave_search::team::usable_processors;

use crate::common::{Transcript, answer, program};
use crate::folder::Folder;
use crate::uci::lines;

/// Returns a program, its output, and its input, which must last as long.
fn console() -> (EventLoop, Transcript, std::io::PipeWriter) {
    let (reader, writer) = std::io::pipe().unwrap();
    let (event_loop, transcript) = program(reader);
    (event_loop, transcript, writer)
}

fn policy_after(event_loop: &mut EventLoop, line: &str) -> String {
    event_loop.handle(Event::Line(Line::Text(line.into())));
    event_loop.engine.session.settings.team.numa_policy.to_string()
}

#[test]
fn guis_see_the_policy_as_a_text() {
    let first = usable_processors().iter().next().unwrap();
    let set = format!("setoption name NumaPolicy value {first}\nuci\n");
    let shown = |value: &str| format!("option name NumaPolicy type string default {value}");
    let lines = lines(&set);
    assert!(lines.contains(&shown("auto")) && lines.contains(&shown(&first.to_string())));
    let of_xboard = answer(b"xboard\nprotover 2\n");
    assert!(of_xboard.contains("feature option=\"NumaPolicy -string auto\""), "{of_xboard}");
}

#[test]
fn a_wrong_policy_changes_nothing_and_is_explained() {
    for (value, why) in [
        ("automatic", "NumaPolicy is auto, system, none, hardware, or the processors of each node"),
        ("0-7:", "NumaPolicy is auto"),
        ("0:0", "NumaPolicy lists processor 0 twice"),
        ("1023", "NumaPolicy lists 1023, but the processors of this machine are "),
    ] {
        let (mut event_loop, transcript, _input) = console();
        policy_after(&mut event_loop, "option NumaPolicy=none");
        transcript.take();
        let after = policy_after(&mut event_loop, &format!("option NumaPolicy={value}"));
        let said = transcript.take();
        assert!(said.contains(why), "{value}: {said}");
        assert_eq!(after, "none");
    }
}

#[test]
fn the_commands_of_crafty_set_the_policy() {
    let usable: Vec<String> = usable_processors().iter().map(|it| it.to_string()).collect();
    let (one_by_one, all) = (usable.join(":"), usable_processors().to_string());
    let (mut event_loop, transcript, _input) = console();
    for (line, policy) in [
        ("smpnuma", "auto"),
        ("smpnuma 1", "system"),
        ("smpnuma 0", "none"),
        ("smpnuma hardware", "hardware"),
        ("smpaffinity 0", one_by_one.as_str()),
        ("smpaffinity off", "none"),
        ("smpnodes 1", all.as_str()),
        ("smpaffinity -1", "none"),
        // Refused.
        ("smpaffinity 1023", "none"),
        ("smpnodes 0", "none"),
        ("smpnodes 9999", "none"),
        ("smpaffinity x", "none"),
        ("smpnuma x", "none"),
    ] {
        assert_eq!(policy_after(&mut event_loop, line), policy, "{line}");
        let said = transcript.take();
        assert!(said.contains("NumaPolicy") || said.lines().count() == 1, "{line}: {said}");
    }
    for line in ["smpnuma", "smpaffinity", "smpnodes"] {
        policy_after(&mut event_loop, line);
        assert_eq!(transcript.take().trim(), "NumaPolicy = none", "{line}");
    }
}

#[test]
fn the_workers_search_on_the_processors_of_the_policy() {
    let usable = usable_processors();
    let last = usable.iter().last().unwrap();
    for threads in [1, 2] {
        let script = format!(
            "setoption name Threads value {threads}\nsetoption name NumaPolicy value {last}\n\
             ucinewgame\nposition startpos\ngo depth 6\n"
        );
        let lines = crate::uci::lines_with_moves(&script, 1);
        let few = "info string only 1 worker searches: there is 1 processor";
        assert_eq!(lines.iter().any(|line| line == few), threads == 2, "{lines:?}");
    }
}

/// A configuration may come from another machine.
#[test]
fn processors_that_are_missing_are_left_out_of_the_configuration() {
    use crate::configuration::configured;
    let folder = Folder::new();
    let first = usable_processors().iter().next().unwrap();
    let text = format!("NumaPolicy = \"{first}\"\n");
    for (text, setting) in [
        (text.as_str(), format!("NumaPolicy = \"{first}\"")),
        ("NumaPolicy = \"System\"\n", "NumaPolicy = \"system\"".into()),
        ("NumaPolicy = \"1023\"\n", "NumaPolicy = \"auto\"".into()),
    ] {
        let file = folder.write("cleave.toml", text);
        let (_, report) = configured(&["--config", &file]).unwrap();
        let origin = if setting.ends_with("\"auto\"") { "built in" } else { &file };
        let line = format!("{setting:35} # {origin}");
        assert!(report.lines().any(|it| it == line), "{line}: {report}");
    }
    let file = folder.write("cleave.toml", "NumaPolicy = \"many\"\n");
    assert!(configured(&["--config", &file]).err().unwrap().contains("NumaPolicy is auto"));
}
