//! The playouts a second of real threads,and of virtual threads.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use cleave_games::connect_four::{ConnectFour, LightPlayouts};
use cleave_games::go::{Go, PLAYING, PatternPlayouts};
use cleave_kit::Result;
use cleave_kit::processors;
use cleave_kit::statistics::median;
use cleave_kit::table::{Align, markdown};
use cleave_mcts::{Evaluator, Game, Params, Search, Settings};
use cleave_virtual_time::monte_carlo::{Prices, run as run_in_virtual_time};
use cleave_virtual_time::virtual_time::Ticks;

use super::team::Team;
use super::{Arguments, page};

/// Rounds of all teams, one after the other, so that each has the same share of busy and quiet times.
const ROUNDS: usize = 20;

/// Measures, prints the table, and writes it after `<!-- real-GAME: rates -->`.
pub(super) fn run(arguments: &Arguments, prices: &Prices) -> Result<()> {
    processors::warn_if_fewer_than(arguments.workers.iter().copied().max().unwrap_or(1).into());
    let teams = arguments.teams().iter();
    let sizes = &arguments.workers;
    let teams: Vec<(Team, u16)> =
        teams.flat_map(|&team| sizes.iter().map(move |&workers| (team, workers))).collect();
    let rows = match arguments.game.size() {
        None => {
            let root = ConnectFour::START;
            rows(&root, Params::default(), &teams, 20_000, &LightPlayouts, prices)
        }
        Some(size) => {
            let evaluator = PatternPlayouts::default();
            rows(&Go::new(size, 15), PLAYING, &teams, 1_000, &evaluator, prices)
        }
    };
    let heads = "mode | N | real, a second | virtual | real, times one worker | virtual";
    let table = markdown(Align::RightOfName, heads, rows);
    println!("{table}");
    let report = format!("real-{}", arguments.game.name());
    let page = arguments.page.as_ref();
    page.map_or(Ok(()), |page| page::renew(page, &report, vec![("rates", table)]))
}

/// Of a team the rate of every round, and that by the one of a single worker just before.
#[derive(Clone, Default)]
struct Rounds {
    rates: Vec<f64>,
    gains: Vec<f64>,
}

fn rows<G: Game + 'static, E: Evaluator<G> + Clone>(
    root: &G,
    params: Params,
    teams: &[(Team, u16)],
    playouts: u64,
    evaluator: &E,
    prices: &Prices,
) -> Vec<Vec<String>> {
    let search = |team: Team, workers: u16| {
        let params = Params { unobserved: team.unobserved, ..params };
        let (mode, workers) = (team.mode, usize::from(workers));
        let memory = workers.max(2) * (8 << 20);
        let settings = Settings { mode, workers, params, memory, seed: 0 };
        Search::new(root, &settings, |_| evaluator.clone())
    };
    let real = |team, workers| {
        let mut search = search(team, workers);
        let playouts = playouts * u64::from(workers);
        let begin = Instant::now();
        search.run(playouts, &AtomicBool::new(false));
        playouts as f64 / begin.elapsed().as_secs_f64()
    };
    let imagined = |team, workers| {
        let mut search = search(team, workers);
        let run = run_in_virtual_time(&mut search, prices, Ticks(10_000_000));
        run.evaluated as f64 * 1e9 / run.time.0.max(1) as f64
    };
    let mut rounds = vec![Rounds::default(); teams.len()];
    for _ in 0..ROUNDS {
        for (rounds, &(team, workers)) in rounds.iter_mut().zip(teams) {
            let one = real(team, 1);
            let rate = if workers == 1 { one } else { real(team, workers) };
            rounds.rates.push(rate);
            rounds.gains.push(rate / one);
        }
    }
    let row = |((team, workers), rounds): (&(Team, u16), &Rounds)| {
        let (rate, one) = (imagined(*team, *workers), imagined(*team, 1));
        vec![
            team.to_string(),
            workers.to_string(),
            format!("{:.0}", median(&rounds.rates)),
            format!("{rate:.0}"),
            format!("{:.2}", median(&rounds.gains)),
            format!("{:.2}", rate / one),
        ]
    };
    teams.iter().zip(&rounds).map(row).collect()
}
