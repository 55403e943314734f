//! `cargo xtask site`: a folder of pages that any web server, or none, can serve.
//!
//! Nothing of it is committed: recordings are large, and change with each change of the search.

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
}

/// The target for which the program in the page is built, by the alias `cargo module`.
const TARGET: &str = "wasm32-unknown-unknown";

/// The first page, and the style of all.
const INDEX: &str = include_str!("index.html");

/// A quiet position in which all pieces are on the board.
const POSITION: &str = "2rqr1k1/1b1nbppp/pp1ppn2/8/2PNP3/1PN2P2/PB1Q2PP/2RR1BK1 b - - 0 1";

/// The recordings that docs/splitting.md explains: file, algorithm, workers, depth, and who is killed.
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
    write(&root, &arguments.out, module.as_deref())?;
    println!("{}", arguments.out.join("index.html").display());
    Ok(())
}

fn write(root: &Path, folder: &Path, module: Option<&[u8]>) -> Result<(), Box<dyn Error>> {
    let pictures = folder.join("pictures");
    fs::create_dir_all(&pictures)?;
    for picture in fs::read_dir(root.join("docs/pictures"))? {
        let picture = picture?;
        fs::copy(picture.path(), pictures.join(picture.file_name()))?;
    }
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
        let pictures = tool::repository().unwrap().join("docs");
        for (_, rest) in INDEX
            .match_indices("href=\"")
            .chain(INDEX.match_indices("src=\""))
            .map(|(at, mark)| INDEX[at..].split_at(mark.len()))
        {
            let link = rest.split(['"', '#']).next().unwrap();
            let is_there = files.contains(&link) || pictures.join(link).exists();
            assert!(is_there, "{link}");
        }
        assert!(files.iter().all(|file| INDEX.contains(file)));
    }
}
