//! `cargo xtask site`: a folder of pages that any web server, or none, can serve. It has the book, recordings, a laboratory, a
//! game against the program, and the documentation of the libraries.
//!
//! Nothing of it is committed: recordings are large, and change with each change of the search.

mod book;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;
use cleave_board::Position;
use cleave_search::Undisturbed;
use cleave_search::team::Algorithm;
use cleave_smp::WorkerId;
use cleave_virtual_time::virtual_time::{CostModel, Death, Machine, Ticks};
use cleave_window::{Page, RecordingOrder};

use crate::tool;

/// Where to put it.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The folder.
    #[arg(long, value_name = "FOLDER", default_value = "docs/site")]
    out: PathBuf,
    /// Leave the documentation of the libraries out, which takes minutes.
    #[arg(long)]
    without_api: bool,
}

/// The libraries that other programs may depend on.
const LIBRARIES: [&str; 9] =
    ["smp", "algorithms", "tt", "mcts", "board", "movegen", "pgn", "tablebase", "virtual-time"];

/// The target for which the program in the page is built, by the alias `cargo module`.
const TARGET: &str = "wasm32-unknown-unknown";

/// The list of the recordings.
const INDEX: &str = include_str!("index.html");

/// A quiet position in which all pieces are on the board.
const POSITION: &str = "2rqr1k1/1b1nbppp/pp1ppn2/8/2PNP3/1PN2P2/PB1Q2PP/2RR1BK1 b - - 0 1";

/// The recordings that the book explains: file, algorithm, workers, depth, and who is killed.
const RECORDINGS: [(&str, Algorithm, usize, u32, Option<Death>); 4] = [
    ("dts.html", Algorithm::Dts, 8, 10, None),
    ("owners.html", Algorithm::Ybwc, 8, 10, None),
    ("crowd.html", Algorithm::Dts, 32, 9, None),
    ("killed.html", Algorithm::Dts, 8, 10, Some(DEATH)),
];

/// In the midst of the last iteration.
const DEATH: Death = Death { worker: WorkerId::new(3), at: Ticks(3_300_000) };

/// Records, builds the program for the pages if that is possible, and writes them.
///
/// # Errors
/// A file cannot be read or written, or the program does not build.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let root = tool::repository()?;
    let module = module(&root)?;
    if module.is_none() {
        println!("the pages show recordings only: `rustup target add {TARGET}` is missing");
    }
    let has_book = book::build(&root, &arguments.out)?;
    if !has_book {
        println!("the book is left out: `cargo install --locked mdbook` is missing");
    }
    let recordings = arguments.out.join("recordings");
    write(&root, &recordings, module.as_deref())?;
    if !arguments.without_api {
        api(&root, &arguments.out.join("api"))?;
    }
    let first = if has_book { &arguments.out } else { &recordings };
    println!("{}", first.join("index.html").display());
    Ok(())
}

/// Writes the documentation of the libraries, with a page that leads to each.
fn api(root: &Path, folder: &Path) -> Result<(), Box<dyn Error>> {
    let packages = LIBRARIES.map(|name| format!("--package=cleave-{name}"));
    tool::output(tool::cargo().args(["doc", "--no-deps"]).args(packages).current_dir(root))?;
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    book::copy(&target.join("doc"), folder)?;
    let line = |name: &str| {
        format!(
            "<li><a href=\"cleave_{}/index.html\">cleave-{name}</a></li>\n",
            name.replace('-', "_")
        )
    };
    let list: String = LIBRARIES.map(line).concat();
    let begin = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"color-scheme\" content=\"light dark\">\n";
    let page = format!(
        "{begin}<title>Libraries of Cleave</title>\n<h1>Libraries</h1>\n<ul>\n{list}</ul>\n"
    );
    Ok(fs::write(folder.join("index.html"), page)?)
}

fn write(root: &Path, folder: &Path, module: Option<&[u8]>) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join("index.html"), INDEX)?;
    let costs: CostModel = serde_json::from_slice(&fs::read(root.join("data/costs.json"))?)?;
    for (file, algorithm, workers, depth, death) in RECORDINGS {
        let machine = Machine { costs, death, ..Machine::new(workers) };
        let plan = RecordingOrder::of(Position::from_fen(POSITION)?, machine);
        let (about, recording) =
            RecordingOrder { algorithm, depth, ..plan }.record(&mut Undisturbed)?;
        if death.is_some() != about.tells_of_a_death() {
            return Err(format!("{file} tells of no death: another time is needed").into());
        }
        fs::write(folder.join(file), Page { about: &about, recording: &recording, module }.html())?;
    }
    Ok(())
}

/// The program for the pages; `None` if there is no standard library for it on this machine.
fn module(root: &Path) -> Result<Option<Vec<u8>>, Box<dyn Error>> {
    let mut rustc = Command::new("rustc");
    let library = tool::printed(rustc.args(["--print=target-libdir", "--target", TARGET]))?;
    if !Path::new(library.trim()).exists() {
        return Ok(None);
    }
    tool::output(tool::cargo().args(["module"]).current_dir(root))?;
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    Ok(Some(fs::read(target.join(TARGET).join("dist/cleave_window.wasm"))?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_that_the_first_one_names_is_written() {
        let files = RECORDINGS.map(|(file, ..)| file);
        for (_, rest) in INDEX
            .match_indices("href=\"")
            .chain(INDEX.match_indices("src=\""))
            .map(|(at, mark)| INDEX[at..].split_at(mark.len()))
        {
            let link = rest.split(['"', '#']).next().unwrap();
            assert!(files.contains(&link) || link == "../index.html", "{link}");
        }
        assert!(files.iter().all(|file| INDEX.contains(file)));
    }
}
