//! The report as a whole, from invented measurements.

use std::collections::BTreeMap;

use super::*;
use cleave_search::team::Algorithm;

use crate::searches::Team;
use crate::time_to_depth::backend::BackendKind;
use crate::time_to_depth::invented::{self, searched};
use crate::time_to_depth::{Measurement, Work};
use crate::timeline::last_out::LastOut;
use crate::timeline::stretches::{Kind, Stretch, Timeline};
use crate::trees::{self, Point, Sweep};
use crate::validate::validation::{Compared, Pair, Sample, Validation};

const BOTH: &[&str] = &["broad", "dts24"];

/// Returns teams whose speed-up equals their number of workers.
fn measurement(backend: BackendKind, sets: &[&str]) -> Measurement<Work> {
    let teams = [1, 2, 4, 16].map(|workers| Team::new(Algorithm::Dts, workers));
    let runs = |team: Option<Team>| [(2.0 / team.map_or(1, |team| team.workers) as f64, 1000); 2];
    let searches = sets.iter().flat_map(|set| searched(backend, &format!("{set} 1"), &teams, runs));
    invented::measurement(backend, searches.collect())
}

fn data() -> Data {
    let sample = || Sample { speedup: vec![1.8, 1.9, 2.0], node_ratio: vec![1.0, 1.1, 0.9] };
    let team =
        |workers| trees::TeamFigures { workers, speedup: 3.0, node_ratio: 1.1, idle_share: 0.1 };
    let point = |value| Point { value, nodes: 1000, teams: vec![team(4), team(16)] };
    let sweep = |property: &str| Sweep {
        property: property.into(),
        meaning: "some & other".into(),
        points: vec![point(50), point(90)],
    };
    Data {
        measurements: BTreeMap::from([
            ("fork", measurement(BackendKind::Fork, BOTH)),
            ("thread", measurement(BackendKind::Thread, BOTH)),
            ("virtual", measurement(BackendKind::Virtual, BOTH)),
            (SIXTEEN, measurement(BackendKind::Virtual, BOTH)),
            ("virtual-large", measurement(BackendKind::Virtual, &["dts24"])),
        ]),
        timeline: Some(Timeline {
            id: "a <b> & \"c\"".into(),
            fen: "-".into(),
            depth: 9,
            workers: 2,
            time: 1_000_000,
            window: (1000, 101_000),
            last_out: Some(LastOut { began: (1, 4000), finished: (0, 40_000), claims: 2 }),
            stretches: vec![
                vec![Stretch(Kind::Work, 1000, 50_000, 7), Stretch(Kind::Abort, 50_000, 51_000, 7)],
                vec![Stretch(Kind::Join, 2000, 3000, 5), Stretch(Kind::Work, 3000, 90_000, 5)],
            ],
        }),
        trees: Some(vec![sweep("ordering"), sweep("height")]),
        validation: Some(Validation {
            backend: "fork".into(),
            workers: 2,
            runs: 3,
            seeds: 3,
            seconds: 0.3,
            other_trees: Vec::new(),
            one: Some(Pair { real: 0.97, model: 0.98 }),
            positions: vec![Compared { id: "1".into(), depth: 9, real: sample(), model: sample() }],
        }),
    }
}

/// Returns the names of all elements in order; panics if they are not well-formed.
pub(in crate::report) fn elements(svg: &str) -> Vec<String> {
    let (mut open, mut all) = (Vec::new(), Vec::new());
    for tag in svg.split('<').skip(1) {
        let (tag, text) = tag.split_once('>').expect("a tag ends");
        assert!(!text.contains('>'), "a stray > in {text}");
        for entity in text.split('&').skip(1) {
            let name = entity.split(';').next().unwrap();
            assert!(["lt", "gt", "amp", "quot", "#39", "apos"].contains(&name), "{text}");
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        if tag.starts_with(['?', '!']) {
            continue;
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "closed out of order");
            continue;
        }
        let name = tag.split([' ', '/', '\n']).next().unwrap().to_owned();
        if !tag.ends_with('/') {
            open.push(name.clone());
        }
        all.push(name);
    }
    assert!(open.is_empty(), "not closed: {open:?}");
    all
}

#[test]
fn pictures_are_well_formed_in_both_themes() {
    let pages = data().pages().unwrap();
    let pictures: Vec<_> =
        pages.iter().filter(|(path, _)| path.extension().is_some_and(|e| e == "svg")).collect();
    assert_eq!(pictures.len(), 2 * 5);
    for (path, svg) in pictures {
        let elements = elements(svg);
        assert_eq!(elements[0], "svg", "{}", path.display());
        assert!(elements.iter().filter(|name| *name == "text").count() > 5, "{}", path.display());
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{}", path.display());
    }
}

#[test]
fn the_same_measurements_give_the_same_report() {
    assert_eq!(data().pages().unwrap(), data().pages().unwrap());
}

#[test]
fn every_picture_on_the_page_exists() {
    let pages = data().pages().unwrap();
    let page = &pages[0].1;
    let shown = page.split('"').filter(|part| part.ends_with(".svg")).collect::<Vec<_>>();
    assert_eq!(shown.len(), 2 * 2);
    for name in shown {
        let name = name.strip_prefix("../").unwrap();
        assert!(pages.iter().any(|(path, _)| path == Path::new(name)), "{name}");
    }
}

#[test]
fn speedup_is_stated_in_both_ways_beside_both_published_figures() {
    let page = &data().pages().unwrap()[0].1;
    let head = page.lines().find(|line| line.starts_with("| workers | mean")).unwrap();
    assert!(head.contains("| total time |"), "{head}");
    let row = page.lines().find(|line| line.starts_with("| 16 | **16.00** |")).unwrap();
    assert_eq!(row.matches("**16.00**").count(), 2, "{row}");
    assert!(row.contains("| 8.81 (1988), 11.1 (1997) |"), "{row}");
}

#[test]
fn larger_trees_are_told_apart_and_their_command_names_their_positions() {
    let page = &data().pages().unwrap()[0].1;
    let (_, larger) = page.split_once("### Larger trees").expect("the page has this part");
    assert!(larger.contains("\n1 positions, depths for which P_seq takes about 2 s, 2 seeds"));
    let command_of = |file: &str| {
        let end = format!("--out data/speedup/{file}.jsonl");
        page.lines().find(|line| line.ends_with(&end)).expect("every file has its command")
    };
    assert!(command_of("virtual-large").contains(" --positions data/dts24.epd "));
    assert!(!command_of("virtual").contains("--positions"), "both files are the default");
    assert!(!command_of("virtual").contains("--costs"), "its prices are the default");
    assert!(command_of(SIXTEEN).contains(" --costs data/sixteen/costs.json "));
}

#[test]
fn a_band_leads_to_the_speed_up_at_the_prices_of_another_machine() {
    let polygons = |data: &Data| {
        let pages = data.pages().unwrap();
        let curves = pages.iter().find(|(path, _)| path.ends_with("speedup-light.svg")).unwrap();
        elements(&curves.1).iter().filter(|name| *name == "polygon").count()
    };
    let mut data = data();
    let with_band = polygons(&data);
    let band = data.pictures()[0].image();
    assert!(band.contains(" At the prices of a machine with 16 processors 2, 4, 16 workers are "));
    data.measurements.remove(SIXTEEN);
    assert_eq!(polygons(&data), with_band - 1);
    assert!(!data.pictures()[0].image().contains("prices"));
}

#[test]
fn each_property_of_artificial_trees_has_a_table() {
    let page = &data().pages().unwrap()[0].1;
    for property in ["ordering", "height"] {
        let table = format!(
            "| {property} | P_seq | N = 4 | nodes | N = 16 | nodes |\n\
             |---:|---:|---:|---:|---:|---:|\n\
             | 50 | 1000 | 3.00 | 1.10 | 3.00 | 1.10 |\n"
        );
        assert!(page.contains(&table), "{page}");
    }
}

#[test]
fn missing_measurements_are_left_out() {
    let pages = Data::default().pages().unwrap();
    assert_eq!(pages.len(), 1);
    assert!(!pages[0].1.contains("<picture>"));
    assert!(pages[0].1.contains("To measure again"));
}

/// Returns the folder of the project, and the measurements in it.
fn committed() -> (&'static Path, Data) {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."));
    (root, Data::read(&root.join("data/speedup")).unwrap())
}

#[test]
fn the_committed_report_follows_from_the_committed_measurements() {
    let (root, data) = committed();
    let page = root.join("book/src/measured/algorithms.md");
    let of_algorithms =
        crate::report::algorithms::pages(&root.join("data/compare"), &page).unwrap();
    for (path, text) in data.pages().unwrap().into_iter().chain(of_algorithms) {
        let path = root.join("book/src").join(path);
        let committed = std::fs::read_to_string(&path).unwrap_or_default();
        let mut lines = committed.lines().zip(text.lines());
        let other = lines.find(|(committed, line)| committed != line);
        assert!(committed == text, "{}: run `cargo xtask report`: {other:?}", path.display());
    }
}

/// Its figures are written by hand.
#[test]
fn the_readme_states_the_committed_gains() {
    let (root, data) = committed();
    let readme = std::fs::read_to_string(root.join("README.md")).unwrap();
    let readme = readme.split_whitespace().collect::<Vec<_>>().join(" ");
    let [threads, processes] =
        ["thread", "fork"].map(|file| data.measurements[file].rows().pop().unwrap());
    let mut at_other_prices = data.measurements[SIXTEEN].rows().into_iter();
    let at_other_prices = at_other_prices.find(|row| row.team.workers == 16).unwrap();
    for claim in [
        page::gains(&data.measurements["virtual"]),
        format!("16 workers are {} times as fast", at_other_prices.speedup),
        format!("Two real threads are {}", page::gain(&threads)),
        format!("two processes are {} times as fast", processes.speedup),
    ] {
        assert!(readme.contains(&claim), "README.md does not say: {claim}");
    }
}

#[test]
fn the_page_begins_with_gains_and_errors_and_says_what_large_trees_have_in_the_middle() {
    let mut data = data();
    // With two workers one position is searched twice as fast, the other eight times.
    let teams = [1, 2].map(|workers| Team::new(Algorithm::Dts, workers));
    let positions = [("a 1", 1.0), ("b 1", 0.25)].map(|(position, seconds)| {
        searched(BackendKind::Virtual, position, &teams, |team| {
            let seconds = if team.is_some_and(|team| team.workers == 2) { seconds } else { 2.0 };
            [(seconds, 1000); 2]
        })
    });
    let measurement = || invented::measurement(BackendKind::Virtual, positions.concat());
    data.measurements.insert("virtual-large", measurement());
    data.measurements.insert("virtual", measurement());
    let page = &data.pages().unwrap()[0].1;
    assert!(page.contains("* **Virtual time**: 2 workers are 4.00 ± 2.77 times as fast as the"));
    assert!(page.contains("The median speed-ups of 2 workers are 5.0."), "{page}");
    assert!(page.contains("| 2 | **4.00** ± 2.77 |"), "{page}");
}

#[test]
fn the_committed_measurements_have_the_committed_prices() {
    let (root, data) = committed();
    let of_two = "data/costs.json";
    let in_virtual_time =
        [("virtual", of_two), ("virtual-large", of_two), (SIXTEEN, "data/sixteen/costs.json")];
    for (file, prices) in in_virtual_time {
        let costs = crate::options::costs::read(&root.join(prices)).unwrap();
        let measured = data.measurements[file].setting.costs;
        assert_eq!(measured, Some(costs), "{prices} has changed: measure again");
    }
}
