//! A pair of games, as the file of a match keeps it, and the setting, which is its first line.

use std::path::Path;
use std::time::Duration;

use cleave_kit::Result;
use cleave_kit::experiment::Entry;
use cleave_kit::games::game::GameResult;
use serde::{Deserialize, Serialize};

use super::contestant::Setup;
use super::game::Played;
use super::uci::Fault;
use crate::checksum;

/// The common settings of all games, and the test that decides when there are enough.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Setting {
    pub(super) challenger: Engine,
    pub(super) champion: Engine,
    /// As in the command: `nodes 5000`.
    pub(super) limit: String,
    pub(super) margin_ms: u64,
    /// CRC-32 of the file of openings.
    pub(super) openings: u32,
    pub(super) adjudication: bool,
    /// The bounds in normalised Elo; none without a test.
    pub(super) bounds: Option<[f64; 2]>,
    pub(super) error: f64,
}

/// A program, as it was when the match began.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Engine {
    program: String,
    /// CRC-32 of its file: a new build is another engine.
    crc: u32,
    options: Vec<String>,
}

impl Engine {
    pub(crate) fn of(setup: &Setup) -> Result<Engine> {
        let Setup { program, options } = setup;
        Ok(Engine {
            program: program.display().to_string(),
            crc: checksum::of_file(program)?,
            options: options.iter().map(option_text).collect::<Result<_>>()?,
        })
    }
}

/// Returns the text of an option in the setting. A file that it names belongs to it: another network by the same name
/// makes another engine.
fn option_text((name, value): &(String, String)) -> Result<String> {
    let path = Path::new(value);
    Ok(match path.is_file() {
        true => format!("{name}={value} ({:016x})", checksum::of_any_file(path)?),
        false => format!("{name}={value}"),
    })
}

/// The games from one opening.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Pair {
    /// Its number, from 0, which is also the number of its opening.
    pub(super) number: u32,
    /// The game in which the challenger is White.
    pub(super) as_white: Summary,
    /// The game in which the challenger is Black.
    pub(super) as_black: Summary,
}

impl Entry for Pair {
    type Key = u32;
    type Team = ();

    fn key(&self) -> u32 {
        self.number
    }

    fn team(&self) {}
}

/// One of the games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Summary {
    pub(super) result: GameResult,
    pub(super) plies: usize,
    /// The fault of a loser that was not beaten.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) fault: Option<Fault>,
    /// The least time on the clocks of White and Black, in milliseconds; none without a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) lowest_ms: Option<[u64; 2]>,
}

impl Summary {
    pub(super) fn of(played: &Played) -> Summary {
        let milliseconds = |time: Duration| time.as_millis() as u64;
        let lowest_ms = match played.lowest {
            [Some(white), Some(black)] => Some([white, black].map(milliseconds)),
            _ => None,
        };
        let Played { result, fault, .. } = *played;
        Summary { result, plies: played.turns.len(), fault, lowest_ms }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn another_network_by_the_same_name_makes_another_engine() {
        let folder = tempfile::tempdir().unwrap();
        let [program, network] = ["engine", "new.nnue"].map(|name| folder.path().join(name));
        fs::write(&program, "a program").unwrap();
        let options = vec![("EvalFile".to_string(), network.display().to_string())];
        let setup = Setup { program, options };
        let engine = |text: &str| {
            fs::write(&network, text).unwrap();
            Engine::of(&setup).unwrap()
        };
        let first = engine("network 1");
        assert_eq!(engine("network 1"), first);
        assert_ne!(engine("network 2"), first);
    }
}
