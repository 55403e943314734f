//! The commands that made the measurements, from the settings in their files.

use std::fmt::Write;

use super::data::{Data, FILES, SIXTEEN};
use crate::options::DEFAULT_HASH;
use crate::searches::Goal;
use crate::time_to_depth::{Measurement, Work};

/// Returns a line for each measurement that there is.
pub(super) fn text(data: &Data) -> String {
    let mut text = String::new();
    for file in FILES {
        if let Some(measurement) = data.measurements.get(file) {
            let positions = positions(measurement);
            let command = command(measurement);
            let costs = if file == SIXTEEN { " --costs data/sixteen/costs.json" } else { "" };
            let _ = writeln!(text, "{command}{positions}{costs} --out data/speedup/{file}.jsonl");
        }
    }
    text
}

/// Returns the options that choose these positions; none for the default ones.
fn positions(measurement: &Measurement<Work>) -> String {
    match measurement.sets()[..] {
        [(file, _)] => format!(" --positions data/{file}.epd"),
        _ => String::new(),
    }
}

/// Returns the command that measures with this setting, but for its positions and prices.
fn command(measurement: &Measurement<Work>) -> String {
    let (setting, seeds) = (&measurement.setting, measurement.seeds());
    let teams = measurement.teams();
    let workers: Vec<_> = teams.iter().map(|team| team.workers.to_string()).collect();
    let backend = setting.goal.backend;
    let mut text =
        format!("cargo xtask speedup --backend {backend} --workers {}", workers.join(","));
    let runs = if backend.is_virtual() { "seeds" } else { "runs" };
    let _ = write!(text, " --{runs} {}", seeds.len());
    if let Some(first @ 1..) = seeds.first().copied() {
        let _ = write!(text, " --seed {first}");
    }
    if let Some(percent) = setting.jitter {
        let _ = write!(text, " --jitter {percent}");
    }
    match setting.goal.goal {
        Goal::Depth { depth } => text += &format!(" --depth {depth}"),
        Goal::Seconds { seconds } => text += &format!(" --seconds {seconds}"),
        Goal::Nodes { .. } => {}
    }
    if setting.hash != DEFAULT_HASH {
        let _ = write!(text, " --hash {}", setting.hash);
    }
    for change in &setting.split {
        let _ = write!(text, " --split \"{change}\"");
    }
    text
}

#[cfg(test)]
mod tests {
    use cleave_search::team::Algorithm;

    use super::*;
    use crate::searches::Team;
    use crate::time_to_depth::backend::BackendKind;
    use crate::time_to_depth::invented::{measurement, searched};
    use crate::time_to_depth::{Cell, Setting};

    #[test]
    fn the_command_states_every_setting_that_is_not_the_default() {
        let teams = [1, 2].map(|workers| Team::new(Algorithm::Dts, workers));
        let cells = searched(BackendKind::Fork, "a 1", &teams, |_| [(1.0, 1); 2]);
        let mut found = measurement(BackendKind::Fork, cells.clone());
        assert_eq!(
            command(&found),
            "cargo xtask speedup --backend fork --workers 1,2 --runs 2 --seconds 2"
        );
        found.cells = cells.into_iter().map(|cell| Cell { seed: cell.seed + 7, ..cell }).collect();
        found.setting = Setting {
            hash: 16,
            split: vec!["At Root=0".into()],
            jitter: Some(9),
            ..Setting::new(BackendKind::Virtual, Goal::Depth { depth: 12 })
        };
        assert_eq!(
            command(&found),
            "cargo xtask speedup --backend virtual --workers 1,2 --seeds 2 --seed 7 --jitter 9 --depth 12 --hash 16 --split \"At Root=0\""
        );
    }
}
