//! The crates of the workspace as a house: each stands on those that it depends on.

use std::collections::{BTreeMap, BTreeSet};

use cleave_kit::pictures::canvas::{Align, Canvas, Drawn, Point, Type};
use cleave_kit::pictures::theme::{Colour, Theme, mix, on};

use super::picture::{Caption, Picture};

/// Of a storey, a crate, and its name.
const STOREY: f64 = 58.0;
const CRATE: (f64, f64) = (112.0, 30.0);
const WIDTH: f64 = 960.0;
const TOP: f64 = 104.0;

/// The parts of the house, by folder.
const PARTS: [&str; 4] = ["the engine", "the laboratory", "guests", "developer commands"];

/// A crate.
pub(in crate::report) struct Crate {
    pub(in crate::report) name: String,
    /// The folder of its manifest, from the root of the repository.
    pub(in crate::report) folder: String,
    /// The crates of the workspace that it depends on.
    pub(in crate::report) dependencies: Vec<String>,
}

/// The house.
pub(in crate::report) struct House {
    /// From the ground up, each from left to right.
    storeys: Vec<Vec<String>>,
    /// The crates that each stands on: dependencies that no other dependency has as well.
    stands_on: BTreeMap<String, BTreeSet<String>>,
    folders: BTreeMap<String, String>,
}

impl House {
    /// Builds the house. Each crate is one storey above the highest of its dependencies.
    ///
    /// # Panics
    /// If crates depend on each other in a circle.
    pub(in crate::report) fn new(crates: Vec<Crate>) -> House {
        let all: BTreeMap<_, BTreeSet<_>> = crates
            .iter()
            .map(|it| (it.name.clone(), it.dependencies.iter().cloned().collect()))
            .collect();
        let below: BTreeMap<_, _> =
            all.keys().map(|name| (name.clone(), everything_below(name, &all))).collect();
        let stands_on: BTreeMap<String, BTreeSet<String>> = all
            .iter()
            .map(|(name, dependencies)| {
                let by_another =
                    |it: &&String| !dependencies.iter().any(|other| below[other].contains(*it));
                (name.clone(), dependencies.iter().filter(by_another).cloned().collect())
            })
            .collect();
        let mut heights: BTreeMap<String, usize> = BTreeMap::new();
        // Crates with fewer crates below them first: their dependencies then have a height.
        let mut names: Vec<_> = all.keys().cloned().collect();
        names.sort_by_key(|name| below[name].len());
        for name in names {
            let height = all[&name].iter().map(|it| heights[it] + 1).max().unwrap_or(0);
            heights.insert(name, height);
        }
        let mut storeys = vec![Vec::new(); heights.values().max().map_or(0, |height| height + 1)];
        for (name, height) in heights {
            storeys[height].push(name);
        }
        let folders = crates.into_iter().map(|it| (it.name, it.folder)).collect();
        let mut house = House { storeys, stands_on, folders };
        house.arrange();
        house
    }

    /// Puts each crate of a storey near the middle of the crates that it stands on.
    fn arrange(&mut self) {
        for storey in 1..self.storeys.len() {
            let mut row = self.storeys[storey].clone();
            let middle = |name: &String| {
                let places = self.stands_on[name].iter().filter_map(|it| self.place(it));
                let (sum, count) =
                    places.fold((0.0, 0.0), |(sum, count), at| (sum + at.0, count + 1.0));
                sum / f64::max(count, 1.0)
            };
            row.sort_by(|one, other| middle(one).total_cmp(&middle(other)));
            self.storeys[storey] = row;
        }
    }

    /// The middle of a crate.
    fn place(&self, name: &str) -> Option<Point> {
        self.storeys.iter().enumerate().find_map(|(storey, row)| {
            let column = row.iter().position(|it| it == name)?;
            let x = WIDTH * (column as f64 + 0.5) / row.len() as f64;
            let above = self.storeys.len() - 1 - storey;
            Some((x, TOP + CRATE.1 / 2.0 + STOREY * above as f64))
        })
    }

    /// The part of the house that a crate belongs to.
    fn part(&self, name: &str) -> usize {
        const GUESTS: [&str; 7] = ["xiangqi", "gpu", "mcts", "games", "mates", "cluster", "python"];
        let folder = &self.folders[name];
        if folder.starts_with("crates/lab") {
            1
        } else if GUESTS.iter().any(|guest| folder.ends_with(guest)) {
            2
        } else if folder.starts_with("crates/") {
            0
        } else {
            3
        }
    }
}

/// The dependencies of a crate, their dependencies, and so on.
fn everything_below(name: &str, all: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&String> = all[name].iter().collect();
    while let Some(next) = open.pop() {
        if found.insert(next.clone()) {
            open.extend(&all[next]);
        }
    }
    assert!(!found.contains(name), "{name} depends on itself");
    found
}

fn colour(theme: &Theme, part: usize) -> Colour {
    match part {
        3 => theme.neutral,
        part => theme.hues[part],
    }
}

impl Picture for House {
    fn caption(&self) -> Caption {
        let storeys: Vec<_> = self.storeys.iter().rev().map(|row| row.join(", ")).collect();
        Caption {
            name: "house",
            alternative: format!(
                "The crates of Cleave in {} storeys. Each depends only on crates of lower storeys. From the top: {}.",
                storeys.len(),
                storeys.join("; ")
            ),
            size: (960, (TOP + STOREY * self.storeys.len() as f64) as u32),
            title: "The crates of Cleave",
            subtitle: "A line leads down to a crate that another depends on; lines that follow from others are left out".into(),
        }
    }

    fn draw(&self, canvas: &Canvas<'_>) -> Drawn {
        let theme = canvas.theme;
        for (part, name) in PARTS.iter().enumerate() {
            let x = 24.0 + 150.0 * part as f64;
            canvas.block((x, 68.0), (x + 14.0, 82.0), colour(theme, part), 1.0)?;
            canvas.text(name, (x + 22.0, 75.0), Type::new(12.0, theme.text))?;
        }
        let half = CRATE.1 / 2.0;
        for (name, below) in &self.stands_on {
            let Some((x, y)) = self.place(name) else { continue };
            let line = mix(theme.page, colour(theme, self.part(name)), 0.6);
            for (to_x, to_y) in below.iter().filter_map(|it| self.place(it)) {
                canvas.line(&[(x, y + half), (to_x, to_y - half)], line, 1.0)?;
            }
        }
        for name in self.storeys.iter().flatten() {
            let Some((x, y)) = self.place(name) else { continue };
            let ground = colour(theme, self.part(name));
            let corner = (CRATE.0 / 2.0, half);
            canvas.block(
                (x - corner.0, y - corner.1),
                (x + corner.0, y + corner.1),
                ground,
                1.0,
            )?;
            let look = Type::new(12.0, on(ground)).bold().align(Align::Middle);
            canvas.text(name, (x, y), look)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn house() -> House {
        let of = |name: &str, dependencies: &[&str]| Crate {
            name: name.into(),
            folder: format!("crates/{name}"),
            dependencies: dependencies.iter().map(ToString::to_string).collect(),
        };
        House::new(vec![
            of("roof", &["wall", "ground"]),
            of("wall", &["ground"]),
            of("ground", &[]),
        ])
    }

    #[test]
    fn each_crate_is_above_its_dependencies() {
        assert_eq!(house().storeys, [["ground"], ["wall"], ["roof"]]);
    }

    #[test]
    fn lines_that_follow_from_others_are_left_out() {
        let house = house();
        assert_eq!(house.stands_on["roof"], BTreeSet::from(["wall".to_string()]));
        assert_eq!(house.stands_on["wall"], BTreeSet::from(["ground".to_string()]));
    }
}
