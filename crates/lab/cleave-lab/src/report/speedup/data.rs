//! The measurements in data/speedup.

use std::collections::BTreeMap;
use std::path::Path;

use cleave_kit::files::read_json;
use cleave_kit::{Error, Result};
use cleave_search::team::Algorithm;

use crate::time_to_depth::{Measurement, Row, Work};
use crate::timeline::stretches::Timeline;
use crate::trees::Sweep;
use crate::validate::validation::Validation;

/// The files of the measurements of speed-up, without their ending.
pub(super) const FILES: [&str; 5] = ["virtual", SIXTEEN, "virtual-large", "fork", "thread"];

/// The measurement at the prices of a machine with sixteen processors.
pub(super) const SIXTEEN: &str = "virtual-sixteen";

/// The measurements. If a file is missing, the report lacks its part.
#[derive(Default)]
pub(super) struct Data {
    /// By file; the large ones are of larger trees and fewer positions.
    pub(super) measurements: BTreeMap<&'static str, Measurement<Work>>,
    pub(super) timeline: Option<Timeline>,
    pub(super) trees: Option<Vec<Sweep>>,
    pub(super) validation: Option<Validation>,
}

impl Data {
    pub(super) fn read(folder: &Path) -> Result<Data> {
        let mut measurements = BTreeMap::new();
        for file in FILES {
            let measurement = optional(&folder.join(format!("{file}.jsonl")), read_dts)?;
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

/// Reads a measurement of Dynamic Tree Splitting alone, the subject of the page. The positions of the DTS article come
/// first.
fn read_dts(path: &Path) -> Result<Measurement<Work>> {
    let mut measurement = Measurement::<Work>::read(path)?;
    measurement.cells.sort_by_key(|cell| cell.set() != "dts24");
    let teams = measurement.teams();
    match teams.iter().find(|team| team.algorithm != Algorithm::Dts) {
        None => Ok(measurement),
        Some(team) => {
            let reason = format!("measured {}; expected dts alone", team.algorithm);
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

/// Returns the rows of all positions, by the names of their files.
pub(super) fn whole(measurement: &Measurement<Work>) -> (String, Vec<Row>) {
    (names(measurement), measurement.rows())
}

/// Returns the names of the files of positions.
pub(super) fn names(measurement: &Measurement<Work>) -> String {
    measurement.sets().into_iter().map(|(set, _)| set).collect::<Vec<_>>().join(" and ")
}
