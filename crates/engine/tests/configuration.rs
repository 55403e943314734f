//! The configuration file and the arguments: the current values, and their origins.

use std::fs::File;
use std::path::Path;

use clap::Parser;
use cleave::arguments::Arguments;
use cleave::conversation::event_loop::EventLoop;
use cleave::options::configuration::Configuration;
use cleave_search::team::Algorithm;
use cleave_tools::searching::EvaluatedBy;
use proptest::prelude::*;

use crate::common::program;
use crate::folder::Folder;

/// Returns the configuration by these arguments.
fn configuration(arguments: &[&str]) -> Result<Configuration, String> {
    let arguments = Arguments::try_parse_from([&["cleave"], arguments].concat()).unwrap();
    arguments.configuration().map_err(|error| error.to_string())
}

/// Returns a program with this configuration, or the reason why it cannot be configured.
pub(crate) fn configured(arguments: &[&str]) -> Result<(EventLoop, String), String> {
    let configuration = configuration(arguments)?;
    let (reader, _) = std::io::pipe().unwrap();
    let (mut event_loop, _) = program(reader);
    configuration.apply(&mut event_loop.engine).map_err(|error| error.to_string())?;
    let report = configuration.report(&event_loop.engine);
    Ok((event_loop, report))
}

#[test]
fn the_file_has_the_names_of_the_options() {
    let folder = Folder::new();
    let file = folder.write(
        "names.toml",
        "Hash = 2\n\"Move Overhead\" = 100\nown-book = true\nBackend = \"thread\"\n",
    );
    let (event_loop, report) = configured(&["--config", &file]).unwrap();
    let settings = &event_loop.engine.session.settings;
    assert_eq!((event_loop.engine.table_mib, settings.book.is_on), (2, true));
    assert_eq!(settings.search.overhead.0.as_millis(), 100);
    for (setting, origin) in [
        ("Hash = 2", file.as_str()),
        ("MoveOverhead = 100", file.as_str()),
        ("Backend = \"thread\"", file.as_str()),
        ("Threads = 1", "built in"),
        ("BookFile = \"\"", "built in"),
    ] {
        let line = format!("{setting:35} # {origin}");
        assert!(report.lines().any(|it| it == line), "{line}: {report}");
    }
}

/// `cleave analyse` and similar commands search as the program would.
#[test]
fn commands_on_files_take_the_workers_and_the_tables() {
    let options = |more: &[&str]| {
        let arguments = [&["--cores", "3", "--hash", "7"], more].concat();
        configuration(&arguments).unwrap().search_options().unwrap()
    };
    let found = options(&["-o", "Algorithm=ybwc", "-o", "Backend=thread"]);
    assert_eq!((found.workers, found.hash, found.syzygy), (Some(3), Some(7), None));
    assert_eq!(found.algorithm.map(Algorithm::name), Some("ybwc"));
    let path = "-o SyzygyPath=/tables";
    for (more, expected) in [
        (vec![], Some("/tables")),
        (vec!["-o", "SyzygyProbeLimit=0"], None),
        (vec!["-o", "SyzygyProbeLimit=5"], Some("/tables")),
        (vec!["-o", "SyzygyPath="], None),
    ] {
        let arguments = path.split(' ').chain(more.iter().copied()).collect::<Vec<_>>();
        assert_eq!(options(&arguments).syzygy.as_deref(), expected, "{more:?}");
    }
    let (file, off, on) = ("EvalFile=a.net", "Use NNUE=false", "Use NNUE=true");
    let network = EvaluatedBy::Network("a.net".into());
    for (settings, expected) in [
        (vec![], EvaluatedBy::BuiltInNetwork),
        (vec![file], network.clone()),
        (vec![off], EvaluatedBy::Terms),
        (vec![file, off], EvaluatedBy::Terms),
        (vec![file, on], network),
    ] {
        let arguments: Vec<_> = settings.iter().flat_map(|&setting| ["-o", setting]).collect();
        assert_eq!(options(&arguments).evaluated_by, expected, "{settings:?}");
    }
}

#[test]
fn arguments_come_after_the_file() {
    let folder = Folder::new();
    let file = folder.write("order.toml", "Threads = 4\nSkill = 20\n");
    let arguments =
        ["--config", &file, "--cores", "2", "--own-book", "-o", "Skill=30", "-o", "skill=40"];
    let (event_loop, report) = configured(&arguments).unwrap();
    let settings = &event_loop.engine.session.settings;
    assert_eq!((settings.team.cores, settings.strength.skill, settings.book.is_on), (2, 40, true));
    for (setting, origin) in
        [("Threads = 2", "--cores"), ("Skill = 40", "--option"), ("OwnBook = true", "--own-book")]
    {
        assert!(report.contains(&format!("{setting:35} # {origin}\n")), "{report}");
    }
}

#[test]
fn the_file_of_a_book_turns_the_book_on_unless_that_is_set_too() {
    let folder = Folder::new();
    let book = folder.write("book.toml", "e4 e5\n");
    let (_, report) = configured(&["--config", "/dev/null", "--book", &book]).unwrap();
    let line = format!("{:35} # --book\n", "OwnBook = true");
    assert!(report.contains(&line), "{report}");
    let text = format!("OwnBook = false\nbook-file = '{book}'\n");
    let file = folder.write("unused-book.toml", &text);
    let (event_loop, report) = configured(&["--config", &file]).unwrap();
    assert!(!event_loop.engine.session.settings.book.is_on);
    let line = format!("{:35} # {file}\n", "OwnBook = false");
    assert!(report.contains(&line), "{report}");
}

#[test]
fn the_file_may_be_named_after_the_task() {
    let folder = Folder::new();
    let file = folder.write("after.toml", "Skill = 20\n");
    let arguments = Arguments::try_parse_from(["cleave", "config", "--config", &file]);
    let arguments = arguments.expect("the command takes it, too");
    assert_eq!(arguments.config(), Some(Path::new(&file)));
}

/// The output of `cleave config` can be read as a configuration file, and then prints the same.
#[test]
fn the_report_is_a_configuration() {
    let (_, report) = configured(&["--config", "/dev/null", "-o", "Contempt=-7"]).unwrap();
    let folder = Folder::new();
    let file = folder.write("report.toml", &report);
    let (event_loop, again) = configured(&["--config", &file]).unwrap();
    assert_eq!(event_loop.engine.session.settings.policy.contempt, -7);
    let settings = |report: &str| {
        report.lines().map(|line| line.split('#').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(settings(&again), settings(&report));
}

#[test]
fn errors_name_the_file_and_the_entry() {
    let folder = Folder::new();
    for (name, text, expected) in [
        ("unknown", "Hashes = 1\n", ": no option 'Hashes'"),
        ("range", "Hash = 0\n", ": Hash is a number from 1 to 33554432"),
        ("kind", "Hash = 1.5\n", ": Hash must be a number, true, false, or a text in quotes"),
        ("table", "[Hash]\n", ": Hash must be a number, true, false, or a text in quotes"),
        ("toml", "\nHash 16\n", " is not TOML: TOML parse error at line 2"),
    ] {
        let file = folder.write(name, text);
        let error = configured(&["--config", &file]).err().expect(name);
        assert!(error.starts_with(&format!("{file}{expected}")), "{error}");
    }
    let error = |arguments: &[&str]| configured(arguments).err().unwrap();
    assert_eq!(error(&["-o", "Hash=x"]), "--option: Hash is a number from 1 to 33554432");
    assert!(error(&["--config", "/nowhere"]).starts_with("cannot read /nowhere: No such file"));
    let no_file = "cannot read /dev/zero: it is a device, not a regular file";
    assert_eq!(error(&["--config", "/dev/zero"]), no_file);
    let large = folder.write("large.toml", "");
    File::options().write(true).open(&large).unwrap().set_len(1 << 30).unwrap();
    assert!(error(&["--config", &large]).starts_with(&format!("{large} is larger than")));
}

#[test]
fn missing_files_are_left_out_and_the_rest_is_set() {
    let folder = Folder::new();
    let text = "SyzygyPath = \"/nowhere\"\nBookFile = \"/nowhere/book\"\nPersonality = \"nobody\"\nSkill = 40\n";
    let file = folder.write("missing.toml", text);
    let (event_loop, report) = configured(&["--config", &file, "-o", "Contempt=7"]).unwrap();
    let settings = &event_loop.engine.session.settings;
    assert_eq!((settings.strength.skill, settings.policy.contempt), (40, 7));
    assert_eq!((settings.book.file.as_str(), settings.book.is_on), ("", false));
    assert!(settings.tablebase.path.is_empty() && settings.personality.is_empty());
    for left_out in
        ["SyzygyPath = \"\"", "BookFile = \"\"", "OwnBook = false", "Personality = \"\""]
    {
        assert!(report.contains(&format!("{left_out:35} # built in\n")), "{report}");
    }
}

/// A book that a personality names may be missing. A wrong entry in the personality is an error.
#[test]
fn a_personality_without_its_book_is_loaded_and_a_wrong_one_is_an_error() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("personalities")).unwrap();
    let cafe = folder.write("personalities/cafe.toml", "BookFile = \"/nowhere\"\nSkill = 40\n");
    let (event_loop, _) = configured(&["-o", &format!("Personality={cafe}")]).unwrap();
    let settings = &event_loop.engine.session.settings;
    assert_eq!((settings.strength.skill, settings.personality.as_str()), (40, cafe.as_str()));
    for (text, expected) in [("Skill = 1000\n", "Skill is a number"), ("Skil = 1\n", "no option")] {
        let wrong = folder.write("personalities/wrong.toml", text);
        let error = configured(&["-o", &format!("Personality={wrong}")]).err().unwrap();
        assert!(error.contains(expected), "{error}");
    }
}

proptest! {
    /// Text that resembles a configuration is read as one or refused, without a panic.
    #[test]
    fn arbitrary_text_is_read_or_refused(
        pieces in prop::collection::vec(
            prop_oneof![
                "[ -~\n]{0,8}",
                prop::sample::select(vec!["Skill", "Hash", " = ", "40", "\n", "'", "\"", "[", "{", "true"])
                    .prop_map(String::from),
            ],
            0..12,
        ),
    ) {
        let text = pieces.concat();
        let mut configuration = Configuration::default();
        if let Err(error) = configuration.add_text(&text, "FILE") {
            prop_assert!(error.to_string().starts_with("FILE"), "{}", error);
        }
        prop_assert!(configuration.names().count() <= text.len());
    }
}
