//! `cargo xtask report`: writes book/src/measured/speedup.md, the measured parts of book/src/measured/algorithms.md and
//! book/src/measured/memory.md, and the pictures of all from files of measurements. It measures nothing but one tiny
//! tree; the same files give the same report, to the byte.

mod algorithms;
mod cores;
mod files;
mod house;
mod memory;
pub(crate) mod pictures;
mod speedup;
mod superlinear;

use std::path::{Path, PathBuf};

use clap::Args;
use cleave_io::files::{create_folder, replace};
use cleave_kit::{Error, Result};
pub(crate) use files::{Page, drawn};

/// The folders of the measurements and of the report.
#[derive(Args)]
pub struct Arguments {
    /// The folder that holds the measurements.
    #[arg(long, value_name = "FOLDER", default_value = "data/speedup")]
    data: PathBuf,
    /// The folder that holds the comparison of all algorithms.
    #[arg(long, value_name = "FOLDER", default_value = "data/compare")]
    comparisons: PathBuf,
    /// The folder that holds the measurements of what workers share.
    #[arg(long, value_name = "FOLDER", default_value = "data/memory")]
    memory: PathBuf,
    /// The folder that holds the searches of real teams on many processors.
    #[arg(long, value_name = "FOLDER", default_value = "data/sixteen")]
    real_cores: PathBuf,
    /// The folder to write `measured/speedup.md` and `pictures/` to, and to renew the other pages in.
    #[arg(long, value_name = "FOLDER", default_value = "book/src")]
    out: PathBuf,
}

/// Writes the report.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let of_speedup = speedup::pages(&arguments.data)?;
    let page = arguments.out.join("measured/algorithms.md");
    let of_algorithms = algorithms::pages(&arguments.comparisons, &page)?;
    let of_memory = memory::pages(&arguments.memory, &arguments.out.join("measured/memory.md"))?;
    let of_cores = cores::pages(&arguments.real_cores)?;
    let of_superlinear = superlinear::pages()?;
    let of_house = house::pages(Path::new("."))?;
    let pages = of_speedup
        .into_iter()
        .chain(of_algorithms)
        .chain(of_memory)
        .chain(of_cores)
        .chain(of_superlinear)
        .chain(of_house);
    write(&arguments.out, pages)
}

/// Writes files into a folder.
pub(crate) fn write(folder: &Path, files: impl IntoIterator<Item = Page>) -> Result<()> {
    for (path, text) in files {
        let path = folder.join(path);
        if let Some(folder) = path.parent() {
            create_folder(folder).map_err(|error| Error::of_file(folder, error))?;
        }
        replace(&path, text).map_err(|error| Error::of_file(&path, error))?;
        println!("{}", path.display());
    }
    Ok(())
}
