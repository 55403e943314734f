//! book/src/measured/speedup.md: what Dynamic Tree Splitting gains, by the measurements in data/speedup.

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
use data::{Data, SIXTEEN, names, whole};

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
        let mut pages = vec![("measured/speedup.md".into(), page::text(self, &pictures))];
        pages.extend(drawn(&pictures)?);
        Ok(pages)
    }

    fn pictures(&self) -> Vec<Box<dyn Picture>> {
        let mut pictures: Vec<Box<dyn Picture>> = Vec::new();
        let curves = self.curves();
        if !curves.is_empty() {
            pictures.push(Box::new(Curves(curves)));
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

    /// The curves: virtual time on all positions, on each set of them, and the single points of real time.
    fn curves(&self) -> Vec<Curve> {
        let mut curves = Vec::new();
        if let Some(measurement) = self.measurements.get("virtual") {
            let mut sets = measurement.rows_of_sets();
            if sets.len() > 1 {
                let points = whole(measurement).1;
                let other = self.measurements.get(SIXTEEN).map(|other| whole(other).1);
                let name = "virtual time, all positions".into();
                curves.push(Curve { name, points, other_prices: other.unwrap_or_default() });
            }
            for (set, points) in sets.drain(..) {
                let name = match set.as_str() {
                    "dts24" => "virtual time, positions of Hyatt's article",
                    "broad" => "virtual time, broader positions",
                    other => other,
                };
                curves.push(Curve::new(name, points));
            }
        }
        for (name, file) in [("processes", "fork"), ("threads", "thread")] {
            let Some(measurement) = self.measurements.get(file) else { continue };
            let points = whole(measurement).1;
            let name = match &points[..] {
                [_, point] => format!("{} real {name}, all positions", point.team.workers),
                _ => format!("real {name}, all positions"),
            };
            curves.push(Curve::new(name, points));
        }
        curves
    }
}

#[cfg(test)]
pub(super) mod tests;
