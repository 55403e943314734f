//! The option NumaPolicy, and Crafty's commands that set it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

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
fn no_more_workers_search_than_the_policy_has_processors() {
    let last = usable_processors().iter().last().unwrap();
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

/// Linux says on which processors each thread may run. The program is a process of its own, so that all its threads are
/// workers. Two processors show that each worker is bound to its own.
#[test]
fn the_workers_search_on_the_processors_of_the_policy() {
    let usable: Vec<String> = usable_processors().iter().map(|it| it.to_string()).collect();
    if !Path::new("/proc/self/task").exists() || usable.len() < 2 {
        return;
    }
    let all = usable_processors().to_string();
    let (first, last) = (&usable[0], &usable[usable.len() - 1]);
    let swapped = format!("{last}:{first}");
    for (backend, policy, threads, wanted) in [
        ("fork", last, 1, vec![last]),
        ("fork", &swapped, 2, vec![last, first]),
        ("thread", &swapped, 2, vec![last, first]),
        ("fork", &String::from("none"), 2, vec![&all, &all]),
    ] {
        let mut search = Search::begin(&format!(
            "setoption name Backend value {backend}\nsetoption name Threads value {threads}\n\
             setoption name NumaPolicy value {policy}\nposition startpos\ngo infinite\n"
        ));
        let what = format!("{threads} workers, {backend}, {policy}");
        search.wait_until_on(&wanted, &what);
        // Helpers stay, and the main worker is free.
        search.stop();
        let helpers = if backend == "fork" { &wanted[1..] } else { &[] };
        search.wait_until_on(&[&[&all], helpers].concat(), &format!("{what}, afterwards"));
    }
}

/// A program that searches by UCI.
struct Search {
    program: Child,
    output: BufReader<ChildStdout>,
}

impl Search {
    /// Starts a program with these lines, and waits until it searches.
    fn begin(script: &str) -> Search {
        let mut program = Command::new(env!("CARGO_BIN_EXE_cleave"))
            .env("XDG_CONFIG_HOME", "/nowhere")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(program.stdout.take().unwrap());
        let mut search = Search { program, output };
        search.write(&format!("uci\n{script}"));
        search.read_until("info depth ");
        search
    }

    fn write(&self, text: &str) {
        self.program.stdin.as_ref().unwrap().write_all(text.as_bytes()).unwrap();
    }

    fn read_until(&mut self, start: &str) {
        let lines = self.output.by_ref().lines().map(Result::unwrap);
        assert!(lines.into_iter().any(|line| line.starts_with(start)), "no {start}");
    }

    fn stop(&mut self) {
        self.write("stop\n");
        self.read_until("bestmove ");
    }

    /// Waits until the main worker may run on the first of these sets of processors and the helpers on the others.
    fn wait_until_on(&self, wanted: &[&String], what: &str) {
        let patience = Instant::now() + Duration::from_secs(20);
        loop {
            let seen = processors_of(self.program.id());
            if seen.iter().eq(wanted.iter().copied()) {
                return;
            }
            assert!(Instant::now() < patience, "{what}: {seen:?} instead of {wanted:?}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        // With its helpers, which end when their parent does.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// Returns the processors on which each thread of this process may run, and then those of its children.
fn processors_of(process: u32) -> Vec<String> {
    let is_child = |number: &u32| {
        let stat = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
        // After the name, which may have blanks.
        let parent =
            stat.rsplit_once(')').and_then(|(_, rest)| rest.split(' ').nth(2)?.parse().ok());
        parent == Some(process)
    };
    let mut processes: Vec<u32> = numbers_in("/proc").into_iter().filter(is_child).collect();
    processes.insert(0, process);
    let mut seen = Vec::new();
    for process in processes {
        let tasks = format!("/proc/{process}/task");
        for task in numbers_in(&tasks) {
            let status = fs::read_to_string(format!("{tasks}/{task}/status")).unwrap_or_default();
            let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
            seen.extend(list.map(|list| list.trim().to_string()));
        }
    }
    seen
}

/// Returns the names of entries of a folder that are numbers, in order.
fn numbers_in(folder: &str) -> Vec<u32> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut numbers: Vec<u32> =
        entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    numbers.sort_unstable();
    numbers
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
