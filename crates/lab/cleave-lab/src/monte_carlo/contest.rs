//! Games of teams against one worker with the same virtual time for each move, for games without a known best move.
//!
//! Games come in pairs: an opening is played with both colours. One worker with a multiple of the playouts also plays
//! against one worker. The strength speed-up is the multiple with which it scores as well as the team.

use cleave_kit::Result;
use cleave_kit::files::read_json;
use cleave_kit::progress;
use cleave_kit::statistics::{mean, round, standard_deviation};
use cleave_kit::table::{Align, markdown};
use cleave_virtual_time::monte_carlo::{MonteCarloRun, Prices};
use cleave_virtual_time::virtual_time::Ticks;
use serde::{Deserialize, Serialize};

use super::strength::{equivalent, over};
use super::team::{LOCKFREE, Team};
use super::{Arguments, page};

/// A game that is played.
pub(super) trait Contest: Sync {
    /// Returns the name of the game, for example "Go 9x9".
    fn name(&self) -> String;

    /// Searches the first position by one worker for this time.
    fn trial(&self, prices: &Prices, time: Ticks) -> MonteCarloRun;

    /// Returns the points of a player in a game against the budget's opponent. Two games, from an even number on, have
    /// the same opening, and the player has both colours.
    fn points(&self, player: Player, number: u64, budget: &Budget<'_>) -> f64;
}

/// The time of one worker for a move.
pub(super) struct Budget<'a> {
    pub(super) time: Ticks,
    pub(super) playouts: u32,
    /// The opponent of all teams is one worker with this many times the time.
    pub(super) odds: u32,
    pub(super) prices: &'a Prices,
}

impl Budget<'_> {
    pub(super) fn opponent(&self) -> Player {
        (LOCKFREE, 1, self.odds)
    }
}

/// A team, the number of its workers, and how many times the time it gets.
pub(super) type Player = (Team, u16, u32);

/// What was measured.
#[derive(Serialize, Deserialize)]
struct Measurement {
    game: String,
    games: u32,
    playouts: u32,
    odds: u32,
    /// The multiples of the playouts that one worker was tried with, and its score with each.
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

/// Returns the score of a player and its standard error, over pairs of games.
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
    let report = named(report, &measurement);
    arguments.page.as_ref().map_or(Ok(()), |page| page::renew(page, &report, tables))
}

/// Returns the measurement's name on the page; a page may have several of one game.
fn named(report: &str, measurement: &Measurement) -> String {
    format!("{report}-{}", measurement.playouts)
}

fn measure(arguments: &Arguments, contest: &impl Contest, prices: &Prices) -> Measurement {
    let &Arguments { games, playouts, odds, .. } = arguments;
    let trial = contest.trial(prices, Ticks(50_000_000));
    let time = Ticks(trial.time.0 * u64::from(playouts) / trial.evaluated.max(1));
    let budget = Budget { time, playouts, odds, prices };
    let most = arguments.workers.iter().max().map_or(1, |most| u32::from(*most));
    let factors: Vec<u32> = (0..=most.ilog2()).map(|doubling| 1 << doubling).collect();
    let teams =
        arguments.teams().iter().flat_map(|team| arguments.workers.iter().map(|n| (*team, *n, 1)));
    let teams: Vec<Player> = teams.filter(|player| player.1 > 1).collect();
    let bar = progress::bar("matches", (factors.len() + teams.len()) as u64);
    let score = |player: Player| {
        // Two equal players need no games.
        let is_known = player == budget.opponent();
        let score = if is_known { (0.5, 0.0) } else { score(contest, games, player, &budget) };
        bar.inc(1);
        score
    };
    let sequential: Vec<(u32, f64)> =
        factors.into_iter().map(|factor| (factor, score((LOCKFREE, 1, factor)).0)).collect();
    let scores: Vec<(Player, (f64, f64))> =
        teams.into_iter().map(|team| (team, score(team))).collect();
    bar.finish_and_clear();
    let rows = scores.iter().map(|((team, workers, _), score)| Row {
        team: team.to_string(),
        workers: *workers,
        score: *score,
        speed_up: equivalent(&sequential, score.0).map(|factor| round(factor, 2)),
    });
    let (game, rows) = (contest.name(), rows.collect());
    Measurement { game, games, playouts, odds, sequential, rows }
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
    let Measurement { game, games, playouts, odds, .. } = measurement;
    format!(
        "{game}, {games} games each against one worker, which makes about {} playouts a move; a team has the time in which \
         one makes {playouts}.\n\n{table}",
        odds * playouts
    )
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use cleave_kit::files::read_text;

    use super::*;

    #[test]
    fn the_committed_page_shows_the_committed_games() {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."));
        let text = read_text(&root.join("crates/mcts/MEASURED.md")).unwrap();
        for (file, report) in
            [("go9", "go"), ("go9-few", "go"), ("chess", "chess"), ("xiangqi", "xiangqi")]
        {
            let path = root.join(format!("data/monte-carlo/{file}.json"));
            let measurement = read_json(&path).unwrap();
            let tables = vec![("games", table(&measurement))];
            let report = named(report, &measurement);
            assert_eq!(page::renewed(&text, &report, tables).as_ref(), Ok(&text));
        }
    }
}
