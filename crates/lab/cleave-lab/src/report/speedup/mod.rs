//! docs/speedup.md: the gain of Dynamic Tree Splitting, by the measurements in data/speedup.

mod commands;
mod data;
pub(super) mod page;
mod shares;
mod tables;

use std::path::Path;

use cleave_kit::{Error, Result};

use super::files::{Page, drawn};
use super::pictures::Picture;
use super::pictures::curves::{Curve, Curves};
use super::pictures::distributions::Distributions;
use super::pictures::shares::Shares;
use super::pictures::timeline::Rows;
use super::pictures::trees::Panels;
use crate::time_to_depth::amdahl::Amdahl;
use data::{Data, names, whole};

/// Returns the page and its pictures.
///
/// # Errors
/// A file has wrong content, or there is none.
pub(super) fn pages(folder: &Path) -> Result<Vec<Page>> {
    let data = Data::read(folder)?;
    match data.is_empty() {
        true => Err(Error::of_file(folder, "it holds no measurement")),
        false => data.pages(),
    }
}

impl Data {
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
            let (positions, columns) = (names(model), shares::columns(model));
            pictures.push(Box::new(Shares { positions, columns }));
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

    /// Returns the curves, the curves of virtual time first because they are the longest.
    fn curves(&self) -> Vec<Curve> {
        let mut curves = Vec::new();
        for (make, file) in [("virtual", "virtual"), ("fork", "fork"), ("threads", "thread")] {
            let Some(measurement) = self.measurements.get(file) else { continue };
            // Real time has one or two points, so one curve for all positions suffices.
            let sets = match make {
                "virtual" => measurement.rows_of_sets(),
                _ => vec![whole(measurement)],
            };
            for (set, points) in sets {
                let name = match &points[..] {
                    [_, point] => format!("{make}, {set}, N = {}", point.team.workers),
                    _ => format!("{make}, {set}"),
                };
                curves.push(Curve { name, points });
            }
        }
        curves
    }

    /// Amdahl's law for the first curve of virtual time.
    fn law(&self) -> Option<Amdahl> {
        Amdahl::of(&self.measurements.get("virtual")?.rows_of_sets().first()?.1)
    }
}

#[cfg(test)]
pub(super) mod tests;
