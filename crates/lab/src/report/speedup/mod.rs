//! docs/speedup.md: what Dynamic Tree Splitting gains, by the measurements in data/speedup.

mod commands;
pub(super) mod page;
mod shares;
mod tables;

use std::collections::BTreeMap;
use std::path::Path;

use cleave_search::Algorithm;

use super::pictures::Picture;
use super::pictures::curves::{Curve, Curves};
use super::pictures::distributions::Distributions;
use super::pictures::shares::Shares;
use super::pictures::timeline::Rows;
use super::pictures::trees::Panels;
use super::{Page, drawn};
use crate::error::{Error, Result};
use crate::files::read_json;
use crate::speedup::amdahl::Amdahl;
use crate::speedup::measurement::Measurement;
use crate::speedup::summary::Summary;
use crate::timeline::stretches::Timeline;
use crate::trees::Sweep;
use crate::validate::validation::Validation;

/// The files of the measurements of speed-up, without their ending.
const FILES: [&str; 4] = ["virtual", "virtual-large", "fork", "thread"];

/// The measurements. If a file is missing, the report lacks its part.
#[derive(Default)]
struct Data {
    /// By file; the large ones are of larger trees and fewer positions.
    measurements: BTreeMap<&'static str, Measurement>,
    timeline: Option<Timeline>,
    trees: Option<Vec<Sweep>>,
    validation: Option<Validation>,
}

/// The page and its pictures.
///
/// # Errors
/// A file is not what it should be, or there is none.
pub(super) fn pages(folder: &Path) -> Result<Vec<Page>> {
    let data = Data::read(folder)?;
    match data.is_empty() {
        true => Err(Error::of_file(folder, "it holds no measurement")),
        false => data.pages(),
    }
}

impl Data {
    fn read(folder: &Path) -> Result<Data> {
        let mut measurements = BTreeMap::new();
        for file in FILES {
            let measurement = optional(&folder.join(format!("{file}.json")), read_dts)?;
            measurements.extend(measurement.map(|measurement| (file, measurement)));
        }
        Ok(Data {
            measurements,
            timeline: optional(&folder.join("timeline.json"), read_json)?,
            trees: optional(&folder.join("trees.json"), read_json)?,
            validation: optional(&folder.join("validation.json"), read_json)?,
        })
    }

    fn is_empty(&self) -> bool {
        let Data { measurements, timeline, trees, validation } = self;
        measurements.is_empty() && timeline.is_none() && trees.is_none() && validation.is_none()
    }

    fn pages(&self) -> Result<Vec<Page>> {
        let pictures = self.pictures();
        let mut pages = vec![("speedup.md".into(), page::text(self, &pictures))];
        pages.extend(drawn(&pictures)?);
        Ok(pages)
    }

    fn pictures(&self) -> Vec<Box<dyn Picture>> {
        let mut pictures: Vec<Box<dyn Picture>> = Vec::new();
        let curves = self.curves();
        if !curves.is_empty() {
            let law = self.law();
            pictures.push(Box::new(Curves { curves, law }));
        }
        if let Some(model) = self.measurements.get("virtual") {
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
        let mut curves = Vec::new();
        for (make, file) in [("virtual", "virtual"), ("fork", "fork"), ("threads", "thread")] {
            let Some(measurement) = self.measurements.get(file) else { continue };
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
        Amdahl::of(sets(self.measurements.get("virtual")?).first()?.1)
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
pub(super) mod tests;
