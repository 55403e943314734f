//! The measurements in data/speedup.

use std::collections::BTreeMap;
use std::path::Path;

use cleave_kit::files::read_json;
use cleave_kit::{Error, Result};
use cleave_search::team::Algorithm;

use crate::speedup::measurement::Measurement;
use crate::speedup::summary::Summary;
use crate::timeline::stretches::Timeline;
use crate::trees::Sweep;
use crate::validate::validation::Validation;

/// The files of the measurements of speed-up, without their ending.
pub(super) const FILES: [&str; 4] = ["virtual", "virtual-large", "fork", "thread"];

/// The measurements. If a file is missing, the report lacks its part.
#[derive(Default)]
pub(super) struct Data {
    /// By file; the large ones are of larger trees and fewer positions.
    pub(super) measurements: BTreeMap<&'static str, Measurement>,
    pub(super) timeline: Option<Timeline>,
    pub(super) trees: Option<Vec<Sweep>>,
    pub(super) validation: Option<Validation>,
}

impl Data {
    pub(super) fn read(folder: &Path) -> Result<Data> {
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

    pub(super) fn is_empty(&self) -> bool {
        let Data { measurements, timeline, trees, validation } = self;
        measurements.is_empty() && timeline.is_none() && trees.is_none() && validation.is_none()
    }
}

/// Reads a measurement of Dynamic Tree Splitting alone, which is what the page is about.
fn read_dts(path: &Path) -> Result<Measurement> {
    let measurement = read_json::<Measurement>(path)?;
    match measurement.design.algorithms[..] {
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
pub(super) fn sets(measurement: &Measurement) -> Vec<(String, &[Summary])> {
    if measurement.sets.is_empty() {
        return whole(measurement);
    }
    let mut sets: Vec<_> =
        measurement.sets.iter().map(|(name, summary)| (name.clone(), &summary[..])).collect();
    sets.sort_by_key(|(name, _)| (name != "dts24", name.clone()));
    sets
}

/// The summary of all positions, by the names of their files.
pub(super) fn whole(measurement: &Measurement) -> Vec<(String, &[Summary])> {
    vec![(names(measurement), &measurement.summary[..])]
}

/// The names of the files of positions.
pub(super) fn names(measurement: &Measurement) -> String {
    measurement.files().join(" and ")
}
