//! A recording of chess tells what the search has counted, and the page is whole.

use clap::Parser;
use cleave_search::team::Algorithm;

use super::*;

/// The arguments as on a command line.
#[derive(Parser)]
struct Line {
    #[command(flatten)]
    arguments: Arguments,
}

fn arguments(line: &str) -> Arguments {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data");
    let words = ["record", "--hash", "1"].map(String::from).into_iter();
    let files = [format!("--costs={data}/costs.json"), format!("--positions={data}/broad.epd")];
    let words = words.chain(files).chain(line.split_whitespace().map(String::from));
    Line::try_parse_from(words).unwrap().arguments
}

/// `record` fails if the replay differs from the search.
#[test]
fn chess_is_recorded_by_every_algorithm() {
    for algorithm in Algorithm::ALL {
        let name = algorithm.name();
        let arguments = arguments(&format!("--depth 6 --workers 5 --algorithm {name}"));
        let (about, recording) = record(&arguments).unwrap();
        assert!(about.counted.nodes_are(about.nodes), "{name}");
        assert!(!about.lines.is_empty() && !recording.bytes().is_empty(), "{name}");
    }
}

#[test]
fn the_page_holds_script_style_and_recording_and_needs_nothing_else() {
    let (about, recording) = record(&arguments("--depth 4 --workers 3")).unwrap();
    let page = page::of(&about, &recording).unwrap();
    for mark in ["/*STYLE*/", "/*SCRIPT*/", "/*ABOUT*/", "/*EVENTS*/", "\nimport ", "\nexport "] {
        assert!(!page.contains(mark), "{mark}");
    }
    for outside in ["http://", "https://", "src=", "@import", "url("] {
        let found =
            page.lines().find(|line| line.contains(outside) && !line.contains("www.w3.org"));
        assert_eq!(found, None, "{outside}");
    }
    assert!(page.contains(&page::base64(recording.bytes())));
}

#[test]
fn bytes_as_text() {
    for (bytes, text) in
        [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")]
    {
        assert_eq!(page::base64(bytes.as_bytes()), text);
    }
}

#[test]
fn a_command_that_writes_nothing_and_odd_positions_are_refused() {
    let error = |line: &str| run(&arguments(line)).unwrap_err().to_string();
    assert!(error("--depth 1").contains("expected --out FILE or --html FILE"));
    assert!(record(&arguments("--id NONE")).unwrap_err().to_string().contains("no position NONE"));
}
