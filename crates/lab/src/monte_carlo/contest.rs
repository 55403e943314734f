//! Teams by games against one worker with the same virtual time a move, where nobody knows the best move.
//!
//! Games come in pairs: an opening is played with both colours. The strength speed-up is the factor of playouts
//! with which one worker scores as well against one worker.

use cleave_smp_lab::monte_carlo::{MonteCarloRun, Prices};
use cleave_smp_lab::virtual_time::Ticks;
use serde::{Deserialize, Serialize};

use super::strength::{equivalent, over};
use super::team::{LOCKFREE, TEAMS, Team};
use super::{Arguments, page};
use crate::error::Result;
use crate::files::read_json;
use crate::progress;
use crate::statistics::{mean, round, standard_deviation};
use crate::table::{Align, markdown};

/// A game that is played.
pub(super) trait Contest: Sync {
    /// What it is called, as in "Go 9x9".
    fn name(&self) -> String;

    /// A search of the first position by one worker, for this time.
    fn trial(&self, prices: &Prices, time: Ticks) -> MonteCarloRun;

    /// The points of a player in a game against [`ALONE`]. Two games, from an even number on, have the same
    /// opening, and the player has both colours.
    fn points(&self, player: Player, number: u64, budget: &Budget<'_>) -> f64;
}

/// What one worker has for a move.
pub(super) struct Budget<'a> {
    pub(super) time: Ticks,
    pub(super) playouts: u32,
    pub(super) prices: &'a Prices,
}

/// A team, the number of its workers, and how many times the time it gets.
pub(super) type Player = (Team, u16, u32);

/// One worker.
pub(super) const ALONE: Player = (LOCKFREE, 1, 1);

/// What was measured.
#[derive(Serialize, Deserialize)]
struct Measurement {
    game: String,
    games: u32,
    playouts: u32,
    /// The score of one worker that makes this many times as many playouts.
    sequential: Vec<(u32, f64)>,
    rows: Vec<Row>,
}

/// A team of a size.
#[derive(Serialize, Deserialize)]
struct Row {
    team: String,
    workers: u16,
    /// Points a game, and their standard error.
    score: (f64, f64),
    /// Strength speed-up; `None` if one worker would need more playouts than were tried.
    speed_up: Option<f64>,
}

/// The score of a player and its standard error, over pairs of games.
fn score(contest: &impl Contest, games: u32, player: Player, budget: &Budget<'_>) -> (f64, f64) {
    let pairs = over(&vec![(); games as usize / 2], |(), pair| {
        mean(&[2 * pair, 2 * pair + 1].map(|number| contest.points(player, number, budget)))
    });
    let error = standard_deviation(&pairs) / (pairs.len() as f64).sqrt();
    (round(mean(&pairs), 4), round(error, 4))
}

/// Measures, prints the tables, and writes them.
pub(super) fn run(
    arguments: &Arguments,
    contest: &impl Contest,
    report: &str,
    prices: &Prices,
) -> Result<()> {
    let measurement = match &arguments.read {
        Some(path) => read_json(path)?,
        None => measure(arguments, contest, prices),
    };
    arguments.json.write(&measurement)?;
    let tables = vec![("games", table(&measurement))];
    tables.iter().for_each(|(_, table)| println!("{table}"));
    arguments.page.as_ref().map_or(Ok(()), |page| page::renew(page, report, tables))
}

fn measure(arguments: &Arguments, contest: &impl Contest, prices: &Prices) -> Measurement {
    let &Arguments { games, playouts, .. } = arguments;
    let trial = contest.trial(prices, Ticks(50_000_000));
    let time = Ticks(trial.time.0 * u64::from(playouts) / trial.evaluated.max(1));
    let budget = Budget { time, playouts, prices };
    let doublings = arguments.workers.iter().max().map_or(0, |most| u32::from(*most).ilog2());
    let mut players: Vec<Player> = (1..=doublings).map(|it| (ALONE.0, 1, 1 << it)).collect();
    let teams = TEAMS.iter().flat_map(|team| arguments.workers.iter().map(|n| (*team, *n, 1)));
    players.extend(teams.filter(|player| player.1 > 1));
    let bar = progress::bar("matches", players.len() as u64);
    let scores = players.into_iter().map(|player| {
        let score = score(contest, games, player, &budget);
        bar.inc(1);
        (player, score)
    });
    let scores: Vec<(Player, (f64, f64))> = scores.collect();
    bar.finish_and_clear();
    let curve = scores.iter().take(doublings as usize).map(|(player, score)| (player.2, score.0));
    let sequential: Vec<(u32, f64)> = std::iter::once((1, 0.5)).chain(curve).collect();
    let rows = scores.iter().skip(doublings as usize).map(|((team, workers, _), score)| Row {
        team: team.to_string(),
        workers: *workers,
        score: *score,
        speed_up: equivalent(&sequential, score.0).map(|factor| round(factor, 2)),
    });
    let (game, rows) = (contest.name(), rows.collect());
    Measurement { game, games, playouts, sequential, rows }
}

fn table(measurement: &Measurement) -> String {
    let percent =
        |(score, error): (f64, f64)| format!("{:.0} ± {:.0} %", 100.0 * score, 100.0 * error);
    let rows = measurement.rows.iter().map(|row| {
        let speed_up = row.speed_up.map_or("-".into(), |factor| format!("{factor:.1}"));
        vec![row.team.clone(), row.workers.to_string(), percent(row.score), speed_up]
    });
    let alone = measurement.sequential.iter().map(|(factor, score)| {
        vec![
            format!("one worker, {factor} times the playouts"),
            "1".into(),
            format!("{:.0} %", 100.0 * score),
            factor.to_string(),
        ]
    });
    let table = markdown(Align::RightOfName, "mode | N | score | speed-up", alone.chain(rows));
    format!(
        "{}, {} games each against one worker, which makes about {} playouts a move.\n\n{table}",
        measurement.game, measurement.games, measurement.playouts
    )
}
