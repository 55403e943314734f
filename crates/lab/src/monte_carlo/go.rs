//! Teams on Go, by games against one worker with the same virtual time a move.
//!
//! Games come in pairs: a random opening of two plies is played with both colours. The strength speed-up is the
//! factor of playouts with which one worker scores as well against one worker.

use cleave_games::go::{Go, PLAYING, PatternPlayouts, Side};
use cleave_mcts::{Game, Params, Random, Search, Settings};
use cleave_smp_lab::monte_carlo::{Prices, run as run_in_virtual_time};
use cleave_smp_lab::virtual_time::Ticks;
use serde::{Deserialize, Serialize};

use super::strength::{equivalent, over};
use super::team::{TEAMS, Team};
use super::{Arguments, page};
use crate::error::Result;
use crate::files::read_json;
use crate::progress;
use crate::statistics::{mean, round, standard_deviation};
use crate::table::{Align, markdown};

/// What was measured.
#[derive(Serialize, Deserialize)]
struct Measurement {
    size: u8,
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
    /// Share of the games won, and its standard error.
    score: (f64, f64),
    /// Strength speed-up; `None` if one worker would need more playouts than were tried.
    speed_up: Option<f64>,
}

/// Of the playing program, but for what is done about playouts under way.
fn search(
    game: &Go,
    team: Team,
    workers: u16,
    seed: u64,
    playouts: u64,
) -> Search<Go, PatternPlayouts> {
    let params = Params { unobserved: team.unobserved, ..PLAYING };
    let workers = usize::from(workers);
    // Each playout may expand a node, though few do.
    let memory = (playouts as usize * workers + 100) * 32 * 40;
    let settings = Settings { mode: team.mode, workers, params, memory, seed };
    let evaluator = PatternPlayouts::default();
    Search::new(game, &settings, |_| evaluator.clone())
}

/// A team, the number of its workers, and how many times the time it gets.
type Player = (Team, u16, u32);

/// One worker.
const ALONE: Player = (TEAMS[5], 1, 1);

/// Whether a player wins a game against one worker.
fn game(
    size: u8,
    player: Player,
    number: u64,
    playouts: u32,
    (time, prices): (Ticks, &Prices),
) -> bool {
    let mut game = Go::new(size, 15);
    let mut random = Random::of(35, number / 2);
    let mut moves = Vec::new();
    for _ in 0..2 {
        moves.clear();
        game.moves(&mut moves);
        // The last is a pass.
        game.play(moves[random.below(moves.len() as u32 - 1) as usize]);
    }
    let own = (number % 2) as usize;
    let mut colours = [ALONE; 2];
    colours[own] = player;
    let mut searches = colours.map(|(team, workers, times)| {
        search(&game, team, workers, number, u64::from(playouts) * u64::from(times))
    });
    for ply in 0..3 * usize::from(size).pow(2) {
        let place = ply % 2;
        run_in_virtual_time(&mut searches[place], prices, time.times(colours[place].2.into()));
        let best = searches[place].best();
        let Some(best) = best.filter(|best| best.counts.mean().unwrap_or(0.5) > RESIGNS) else {
            return place != own;
        };
        game.play(best.mv);
        if game.outcome().is_some() {
            break;
        }
        searches.iter_mut().for_each(|search| search.play(best.mv));
    }
    (game.score() > 0) == (own == Side::Black as usize)
}

/// A player that expects less gives up.
const RESIGNS: f64 = 0.05;

/// The score of a player and its standard error, over pairs of games.
fn score(arguments: &Arguments, size: u8, player: Player, budget: (Ticks, &Prices)) -> (f64, f64) {
    let pairs = over(&vec![(); arguments.games as usize / 2], |(), pair| {
        let won = [2 * pair, 2 * pair + 1]
            .map(|number| game(size, player, number, arguments.playouts, budget));
        mean(&won.map(|won| f64::from(u8::from(won))))
    });
    let error = standard_deviation(&pairs) / (pairs.len() as f64).sqrt();
    (round(mean(&pairs), 4), round(error, 4))
}

/// Measures, prints the tables, and writes them.
pub(super) fn run(arguments: &Arguments, size: u8, prices: &Prices) -> Result<()> {
    let measurement = match &arguments.read {
        Some(path) => read_json(path)?,
        None => measure(arguments, size, prices),
    };
    arguments.json.write(&measurement)?;
    let tables = vec![("games", table(&measurement))];
    tables.iter().for_each(|(_, table)| println!("{table}"));
    arguments.page.as_ref().map_or(Ok(()), |page| page::renew(page, "go", tables))
}

fn measure(arguments: &Arguments, size: u8, prices: &Prices) -> Measurement {
    let mut alone = search(&Go::new(size, 15), ALONE.0, 1, 0, 1_000);
    let trial = run_in_virtual_time(&mut alone, prices, Ticks(50_000_000));
    let time = Ticks(trial.time.0 * u64::from(arguments.playouts) / trial.evaluated.max(1));
    let doublings = arguments.workers.iter().max().map_or(0, |most| u32::from(*most).ilog2());
    let mut players: Vec<Player> = (1..=doublings).map(|it| (ALONE.0, 1, 1 << it)).collect();
    let teams = TEAMS.iter().flat_map(|team| arguments.workers.iter().map(|n| (*team, *n, 1)));
    players.extend(teams.filter(|player| player.1 > 1));
    let bar = progress::bar("matches", players.len() as u64);
    let scores = players.into_iter().map(|player| {
        let score = score(arguments, size, player, (time, prices));
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
    let (games, playouts, rows) = (arguments.games, arguments.playouts, rows.collect());
    Measurement { size, games, playouts, sequential, rows }
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
        "Go {0}x{0}, {1} games each against one worker, which makes {2} playouts a move.\n\n{table}",
        measurement.size, measurement.games, measurement.playouts
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_times_the_time_wins_and_games_repeat() {
        let budget = (Ticks(30_000), &Prices::default());
        let won = |times| (0..8).filter(|&it| game(5, (ALONE.0, 1, times), it, 30, budget)).count();
        assert!(won(8) > won(1), "{} {}", won(8), won(1));
        assert_eq!(won(8), won(8));
    }
}
