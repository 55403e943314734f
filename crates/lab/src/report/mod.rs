//! `cargo xtask report`: writes docs/speedup.md, the measured parts of docs/algorithms.md and the
//! pictures of both from files of measurements. It measures nothing; the same files give the same report, to the byte.

mod again;
mod algorithms;
mod document;
mod pictures;
mod shares;
mod tables;

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use cleave_search::Algorithm;

use crate::error::{Error, Result};
use crate::files::read_json;
use crate::speedup::amdahl::Amdahl;
use crate::speedup::measurement::Measurement;
use crate::speedup::summary::Summary;
use crate::timeline::stretches::Timeline;
use crate::trees::Sweep;
use crate::validate::validation::Validation;
use pictures::Picture;
use pictures::curves::{Curve, Curves};
use pictures::distributions::Distributions;
use pictures::shares::Shares;
use pictures::theme::Theme;
use pictures::timeline::Rows;
use pictures::trees::Panels;

/// Where the measurements are, and where the report goes.
#[derive(Args)]
pub struct Arguments {
    /// The folder that holds the measurements.
    #[arg(long, value_name = "FOLDER", default_value = "data/speedup")]
    data: PathBuf,
    /// The folder that holds the comparison of all algorithms.
    #[arg(long, value_name = "FOLDER", default_value = "data/compare")]
    comparisons: PathBuf,
    /// The folder to write `speedup.md` and `pictures/` to, and to renew `algorithms.md` in.
    #[arg(long, value_name = "FOLDER", default_value = "docs")]
    out: PathBuf,
}

/// The measurements. If a file is missing, the report lacks its part.
struct Data {
    fork: Option<Measurement>,
    thread: Option<Measurement>,
    model: Option<Measurement>,
    /// The same on larger trees and fewer positions.
    large_model: Option<Measurement>,
    timeline: Option<Timeline>,
    trees: Option<Vec<Sweep>>,
    validation: Option<Validation>,
}

/// A file of the report: its path, and its text.
type Page = (PathBuf, String);

/// Writes the report.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let data = Data::read(&arguments.data)?;
    if data.is_empty() {
        return Err(Error::of_file(&arguments.data, "it holds no measurement"));
    }
    let page = arguments.out.join("algorithms.md");
    let of_algorithms = algorithms::pages(&arguments.comparisons, &page)?;
    for (path, text) in pages(&data)?.into_iter().chain(of_algorithms) {
        let path = arguments.out.join(path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| Error::of_file(folder, error))?;
        }
        fs::write(&path, text).map_err(|error| Error::of_file(&path, error))?;
        println!("{}", path.display());
    }
    Ok(())
}

/// All files of the report.
fn pages(data: &Data) -> Result<Vec<Page>> {
    let pictures = data.pictures();
    let mut pages = vec![(PathBuf::from("speedup.md"), document::text(data, &pictures))];
    pages.extend(drawn(&pictures)?);
    Ok(pages)
}

/// The files of some pictures.
fn drawn(pictures: &[Box<dyn Picture>]) -> Result<Vec<Page>> {
    let mut files = Vec::new();
    for picture in pictures {
        for theme in Theme::ALL {
            let path = format!("pictures/{}-{}.svg", picture.name(), theme.name);
            files.push((path.into(), picture.draw(&theme)?));
        }
    }
    Ok(files)
}

impl Data {
    fn read(folder: &Path) -> Result<Data> {
        Ok(Data {
            fork: optional(&folder.join("fork.json"), read_dts)?,
            thread: optional(&folder.join("thread.json"), read_dts)?,
            model: optional(&folder.join("virtual.json"), read_dts)?,
            large_model: optional(&folder.join("virtual-large.json"), read_dts)?,
            timeline: optional(&folder.join("timeline.json"), read_json)?,
            trees: optional(&folder.join("trees.json"), read_json)?,
            validation: optional(&folder.join("validation.json"), read_json)?,
        })
    }

    fn is_empty(&self) -> bool {
        let Data { fork, thread, model, large_model, timeline, trees, validation } = self;
        let measurements = [fork, thread, model, large_model];
        let is_measured = measurements.into_iter().any(Option::is_some);
        !(is_measured || timeline.is_some() || trees.is_some() || validation.is_some())
    }

    fn pictures(&self) -> Vec<Box<dyn Picture>> {
        let mut pictures: Vec<Box<dyn Picture>> = Vec::new();
        let curves = self.curves();
        if !curves.is_empty() {
            let law = self.law();
            pictures.push(Box::new(Curves { curves, law }));
        }
        if let Some(model) = &self.model {
            let (name, columns) = shares::columns(model);
            pictures.push(Box::new(Shares { positions: name, columns }));
        }
        if let Some(timeline) = &self.timeline {
            pictures.push(Box::new(Rows(timeline.clone())));
        }
        if let Some(validation) = &self.validation {
            pictures.push(Box::new(Distributions(validation.clone())));
        }
        if let Some(trees) = &self.trees {
            pictures.push(Box::new(Panels(trees.clone())));
        }
        pictures
    }

    /// The curves, those of virtual time first: they are the longest.
    fn curves(&self) -> Vec<Curve> {
        let measurements =
            [("virtual", &self.model), ("fork", &self.fork), ("threads", &self.thread)];
        let mut curves = Vec::new();
        for (make, measurement) in measurements {
            let Some(measurement) = measurement else { continue };
            let sets = sets(measurement);
            // Real time has one or two points, so one curve for all positions suffices.
            let sets = if make == "virtual" { sets } else { whole(measurement) };
            for (set, summary) in sets {
                let name = match summary {
                    [_, point] => format!("{make}, {set}, N = {}", point.workers),
                    _ => format!("{make}, {set}"),
                };
                curves.push(Curve { name, points: summary.to_vec() });
            }
        }
        curves
    }

    /// Amdahl's law for the first curve of virtual time.
    fn law(&self) -> Option<Amdahl> {
        let model = self.model.as_ref()?;
        Amdahl::of(sets(model).first()?.1)
    }
}

/// Reads a measurement of Dynamic Tree Splitting alone, which is what the page is about.
fn read_dts(path: &Path) -> Result<Measurement> {
    let measurement = read_json::<Measurement>(path)?;
    match measurement.plan.algorithms[..] {
        [Algorithm::Dts] => Ok(measurement),
        ref others => {
            let names: Vec<_> = others.iter().map(|algorithm| algorithm.name()).collect();
            let reason = format!("measured {}; expected dts alone", names.join(", "));
            Err(Error::of_file(path, reason))
        }
    }
}

/// Reads a file, if it exists.
fn optional<T>(path: &Path, read: impl Fn(&Path) -> Result<T>) -> Result<Option<T>> {
    if path.exists() {
        return read(path).map(Some);
    }
    eprintln!("{} is missing; the report lacks its part", path.display());
    Ok(None)
}

/// The summaries of the files of positions, those of the DTS article first.
fn sets(measurement: &Measurement) -> Vec<(String, &[Summary])> {
    if measurement.sets.is_empty() {
        return whole(measurement);
    }
    let mut sets: Vec<_> =
        measurement.sets.iter().map(|(name, summary)| (name.clone(), &summary[..])).collect();
    sets.sort_by_key(|(name, _)| (name != "dts24", name.clone()));
    sets
}

/// The summary of all positions, by the name of their file or files.
fn whole(measurement: &Measurement) -> Vec<(String, &[Summary])> {
    let mut names: Vec<_> =
        measurement.positions.iter().map(|position| &position.set[..]).collect();
    names.dedup();
    vec![(names.join(" and "), &measurement.summary[..])]
}

#[cfg(test)]
mod tests;
