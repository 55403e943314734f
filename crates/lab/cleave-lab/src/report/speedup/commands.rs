//! The commands that made the measurements, from the settings in their files.

use std::fmt::Write;

use super::data::{Data, FILES};
use crate::options::DEFAULT_HASH;
use crate::searches::Goal;
use crate::speedup::backend::BackendKind;
use crate::speedup::design::{Design, VirtualTime};
use crate::speedup::measurement::Measurement;

/// A line for each measurement that there is.
pub(super) fn text(data: &Data) -> String {
    let mut text = String::new();
    for file in FILES {
        if let Some(measurement) = data.measurements.get(file) {
            let positions = positions(measurement);
            let command = command(&measurement.design);
            let _ = writeln!(text, "{command}{positions} --json data/speedup/{file}.json");
        }
    }
    text
}

/// The options that choose these positions; none for the default ones.
fn positions(measurement: &Measurement) -> String {
    match measurement.files()[..] {
        [file] => format!(" --positions data/{file}.epd"),
        _ => String::new(),
    }
}

/// The command that measures with this setting, at the default prices.
fn command(design: &Design) -> String {
    let workers: Vec<_> = design.workers.iter().map(ToString::to_string).collect();
    let backend = design.backend;
    let mut text =
        format!("cargo xtask speedup --backend {backend} --workers {}", workers.join(","));
    let runs = if backend == BackendKind::Virtual { "seeds" } else { "runs" };
    let _ = write!(text, " --{runs} {}", design.runs);
    if let Some(VirtualTime { seed, jitter, .. }) = design.virtual_time {
        if seed != 0 {
            let _ = write!(text, " --seed {seed}");
        }
        if let Some(percent) = jitter {
            let _ = write!(text, " --jitter {percent}");
        }
    }
    match design.goal {
        Goal::Depth { depth } => text += &format!(" --depth {depth}"),
        Goal::Seconds { seconds } => text += &format!(" --seconds {seconds}"),
        Goal::Nodes { .. } => {}
    }
    if design.hash != DEFAULT_HASH {
        let _ = write!(text, " --hash {}", design.hash);
    }
    for change in &design.split {
        let _ = write!(text, " --split \"{change}\"");
    }
    text
}

#[cfg(test)]
mod tests {
    use cleave_virtual_time::virtual_time::CostModel;

    use super::*;

    #[test]
    fn the_command_states_every_setting_that_is_not_the_default() {
        let default = Design::new(BackendKind::Fork, Goal::Seconds { seconds: 3.0 });
        assert_eq!(
            command(&default),
            "cargo xtask speedup --backend fork --workers 1,2 --runs 1 --seconds 3"
        );
        let virtual_time = VirtualTime { costs: CostModel::default(), seed: 7, jitter: Some(9) };
        let other = Design {
            hash: 16,
            split: vec!["At Root=0".into()],
            virtual_time: Some(virtual_time),
            ..Design::new(BackendKind::Virtual, Goal::Depth { depth: 12 })
        };
        assert_eq!(
            command(&other),
            "cargo xtask speedup --backend virtual --workers 1,2 --seeds 1 --seed 7 --jitter 9 --depth 12 --hash 16 --split \"At Root=0\""
        );
    }
}
