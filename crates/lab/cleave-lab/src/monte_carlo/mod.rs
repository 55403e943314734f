//! `cargo xtask monte-carlo`: the gain of each mode of Monte-Carlo tree search, in virtual time, on Connect Four, Go
//! and chess.
//!
//! Every team gets the time in which one worker makes a fixed number of playouts. Its moves are judged by the solver:
//! the share of positions in which its move keeps the value. The strength speed-up is the number of playouts that one
//! worker needs for the same share, divided by those that it makes in that time. All teams search the same positions
//! with the same seeds, and all errors are paired. They come from a jackknife over groups of positions: a group is left
//! out of the team's share and of the sequential curve together.
//!
//! On Go and chess the best move is unknown, so teams play [games](contest) instead.

mod chess;
mod choices;
mod contest;
#[cfg(test)]
mod every_mode;
pub(crate) mod go;
mod page;
mod positions;
mod real;
mod strength;
mod team;
mod xiangqi;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use cleave_kit::files::{Destination, read_json};
use cleave_kit::processors;
use cleave_kit::{Error, Result};
use cleave_virtual_time::monte_carlo::Prices;
use serde::{Deserialize, Serialize};

use crate::options::Json;
use crate::report;

use strength::Row;
use team::{TEAMS, Team};

/// The game.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(crate) enum GameName {
    ConnectFour,
    Go9,
    Go13,
    Chess,
    Xiangqi,
}

impl GameName {
    /// As users type it.
    pub(crate) fn name(self) -> String {
        self.to_possible_value().map_or(String::new(), |value| value.get_name().into())
    }

    /// Of the board, for Go.
    pub(crate) fn size(self) -> Option<u8> {
        match self {
            GameName::ConnectFour | GameName::Chess | GameName::Xiangqi => None,
            GameName::Go9 => Some(9),
            GameName::Go13 => Some(13),
        }
    }
}

/// Prices by game.
pub(crate) type OfGames = BTreeMap<String, Prices>;

/// What to measure.
#[derive(Args)]
pub struct Arguments {
    /// The game.
    #[arg(long, value_enum, default_value_t = GameName::ConnectFour)]
    game: GameName,
    /// On Go and chess: games of each team, in pairs with both colours.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(4..))]
    games: u32,
    /// On Go and chess: the opponent of all, one worker, gets this many times the time. Many workers can be compared
    /// only where they do not win all games.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    odds: u32,
    /// Sizes of the teams.
    #[arg(long, value_delimiter = ',', default_value = "1,2,4,8,16,32,64", value_name = "N,N,...",
          value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: Vec<u16>,
    /// The teams that are compared; by default all.
    #[arg(long = "team", value_delimiter = ',', value_name = "NAME,NAME,...", value_parser = team::parse)]
    teams: Vec<Team>,
    /// On Connect Four: hard positions.
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u32).range(20..))]
    positions: u32,
    /// Playouts that one worker makes in the time that every team gets.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(10..))]
    playouts: u32,
    /// On Connect Four: a playout costs this many times as much as it does.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    scale: u32,
    /// For playouts a second: other scales of the price of a playout.
    #[arg(long, value_delimiter = ',', default_value = "1,10,100", value_name = "N,N,...",
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    scales: Vec<u32>,
    /// Instead, measure the playouts a second of this many real threads, and of virtual ones.
    #[arg(long)]
    real: bool,
    /// Instead, measure rules of selection that are off by default: one worker on positions of Connect Four, hard or not.
    #[arg(long, conflicts_with = "real")]
    choices: bool,
    /// Measure nothing: show and write what an earlier measurement, from --json, has found.
    #[arg(long, value_name = "FILE")]
    read: Option<PathBuf>,
    /// The prices of the steps of each game.
    #[arg(long, value_name = "FILE", default_value = "data/monte-carlo/costs.json")]
    costs: PathBuf,
    /// A page whose tables are written anew, between marks such as <!-- monte-carlo: strength --> and <!-- end -->.
    #[arg(long, value_name = "FILE", value_parser = Destination::parse)]
    page: Option<Destination>,
    #[command(flatten)]
    json: Json,
}

impl Arguments {
    /// Returns the teams that are compared.
    fn teams(&self) -> &[Team] {
        if self.teams.is_empty() { &TEAMS } else { &self.teams }
    }
}

/// What was measured.
#[derive(Serialize, Deserialize)]
struct Measurement {
    positions: u32,
    playouts: u32,
    scale: u32,
    /// The share of optimal moves of one worker, by playouts.
    sequential: Vec<(u32, f64)>,
    rows: Vec<Row>,
    /// Of each team and price of a playout, the playouts a second of 1 worker and so on.
    rates: Vec<Rate>,
}

/// Playouts a second.
#[derive(Serialize, Deserialize)]
struct Rate {
    team: String,
    scale: u32,
    workers: u16,
    /// Playouts a second of the simulated machine, in thousands.
    thousands: f64,
    /// Share of the time in which workers wait for locks and lines, or have no work.
    waiting: f64,
}

/// Measures, prints the tables, and writes them.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let (costs, name) = (&arguments.costs, arguments.game.name());
    let prices = read_json::<OfGames>(costs)?.remove(&name);
    let prices = prices.ok_or_else(|| Error::of_file(costs, format!("no prices of {name}")))?;
    if arguments.real && matches!(arguments.game, GameName::Chess | GameName::Xiangqi) {
        return Err(Error::refused(
            "real threads are measured on Connect Four and Go; for chess use the engine, with its option Search",
        ));
    }
    if arguments.real {
        return real::run(arguments, &prices);
    }
    processors::yield_to_others();
    if arguments.choices {
        return choices::run(arguments);
    }
    match (arguments.game, arguments.game.size()) {
        (_, Some(size)) => contest::run(arguments, &go::OfSize(size), "go", &prices),
        (GameName::Chess, _) => contest::run(arguments, &chess::Chess, "chess", &prices),
        (GameName::Xiangqi, _) => contest::run(arguments, &xiangqi::Xiangqi, "xiangqi", &prices),
        _ => connect_four(arguments, prices),
    }
}

fn connect_four(arguments: &Arguments, prices: Prices) -> Result<()> {
    let measurement = match &arguments.read {
        Some(path) => read_json(path)?,
        None => measure(arguments, prices),
    };
    arguments.json.write(&measurement)?;
    let tables = page::tables(&measurement);
    tables.iter().for_each(|(_, table)| println!("{table}"));
    let Some(page) = &arguments.page else { return Ok(()) };
    page::renew(page, "monte-carlo", tables)?;
    let folder = page.path().parent().unwrap_or(Path::new(""));
    report::write(folder, report::drawn(&[Box::new(page::picture(&measurement))])?)
}

fn measure(arguments: &Arguments, prices: Prices) -> Measurement {
    let positions = positions::hard(arguments.positions as usize);
    let prices = |scale: u32| Prices { playout_scale: scale.into(), ..prices };
    let (sequential, rows) = strength::measure(arguments, &positions, &prices(arguments.scale));
    let mut rates = Vec::new();
    for &scale in &arguments.scales {
        for &team in arguments.teams() {
            for &workers in &arguments.workers {
                rates.push(strength::rate(team, workers, scale, &positions, &prices(scale)));
            }
        }
    }
    let Arguments { positions, playouts, scale, .. } = *arguments;
    Measurement { positions, playouts, scale, sequential, rows, rates }
}

#[cfg(test)]
mod tests {
    use cleave_kit::options::words::parse;

    use super::*;

    #[test]
    fn some_teams_are_compared_or_all() {
        let teams = |words: &[&str]| {
            let arguments: Arguments = parse([&["monte-carlo"], words].concat()).unwrap();
            arguments.teams().iter().map(Team::to_string).collect::<Vec<_>>()
        };
        assert_eq!(teams(&[]).len(), TEAMS.len());
        let some = teams(&["--team", "root,tree-lockfree+WU-UCT"]);
        assert_eq!(some, ["root", "tree-lockfree, WU-UCT"]);
    }
}
