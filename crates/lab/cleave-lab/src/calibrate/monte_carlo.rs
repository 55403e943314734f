//! The prices of Monte-Carlo tree search: those that explain best how long sequential searches take. The searches
//! differ in their work: few or many moves, narrow or wide trees, leaves expanded at once or late. Values come from
//! playouts, or from a random number that costs nothing.

use std::time::Instant;

use clap::ValueEnum;
use cleave_games::connect_four::{ConnectFour, LightPlayouts, Position};
use cleave_games::go::{Go, PLAYING, PatternPlayouts};
use cleave_kit::table::{self, Columns};
use cleave_mcts::{
    Evaluation, Evaluator, Formula, Game, Move, Outcome, Params, Random, Search, Settings, Value,
};
use cleave_virtual_time::monte_carlo::Prices;
use cleave_virtual_time::virtual_time::{CostModel, Ticks};

use crate::monte_carlo::go::wander;
use crate::monte_carlo::{GameName, OfGames};

/// Begin, ply, compare, child, playout, and move of a playout.
const ITEMS: usize = 6;

/// A search: how often it has used each item, and the nanoseconds it took.
struct Sample {
    used: [f64; ITEMS],
    time: f64,
}

/// A node of Chinese chess, in tenths of one of chess (crates/xiangqi/README.md).
const XIANGQI_NODE: u64 = 27;

/// Playouts in a search.
const PLAYOUTS: u64 = 1_000;
/// Searches of each kind. The fastest counts: other programs only make them slower.
const ROUNDS: u32 = 40;

/// Measures and prints the prices of all games. Those of locks, lines and nodes of chess are the search's own.
pub(super) fn measure(costs: &CostModel) -> OfGames {
    let mut all = OfGames::new();
    let shared = Prices { lock: costs.lock, transfer: costs.transfer, ..Prices::default() };
    let of_nodes = |node| Prices { playout: Ticks::ZERO, playout_move: node, ..shared };
    for game in GameName::value_variants() {
        let samples = match (game, game.size()) {
            (GameName::Chess, _) => {
                all.insert(game.name(), of_nodes(costs.node));
                continue;
            }
            (GameName::Xiangqi, _) => {
                all.insert(game.name(), of_nodes(Ticks(costs.node.0 * XIANGQI_NODE / 10)));
                continue;
            }
            (_, None) => samples(&four(), Params::default(), 0.1, &LightPlayouts),
            (_, Some(size)) => samples(&go(size), PLAYING, 0.3, &PatternPlayouts::default()),
        };
        let [begin, ply, compare, child, playout, playout_move] = fitted(&samples);
        let prices = Prices { begin, ply, compare, child, playout, playout_move, ..shared };
        println!(
            "{}: searches take {} of their price",
            game.name(),
            unexplained(&samples, &prices)
        );
        all.insert(game.name(), prices);
    }
    let row = |(game, prices): (&String, &Prices)| {
        let figures = ticks(prices).map(|price| price.0.to_string());
        std::iter::once(game.clone()).chain(figures).collect()
    };
    print!("{}", table::text(COLUMNS, all.iter().map(row)));
    all
}

const COLUMNS: Columns<'static> = &[
    ("ns", -12),
    ("begin", 8),
    ("ply", 8),
    ("compare", 8),
    ("child", 8),
    ("playout", 8),
    ("move", 8),
];

fn ticks(prices: &Prices) -> [Ticks; ITEMS] {
    let Prices { begin, ply, compare, child, playout, playout_move, .. } = *prices;
    [begin, ply, compare, child, playout, playout_move]
}

/// Returns the range of the times by their prices.
fn unexplained(samples: &[Sample], prices: &Prices) -> String {
    let prices = ticks(prices).map(|price| price.0 as f64);
    let ratios: Vec<f64> = samples.iter().map(|it| it.time / product(&it.used, &prices)).collect();
    let (least, most) = cleave_kit::statistics::range(&ratios);
    format!("{least:.2} to {most:.2}")
}

/// Positions with few and with many stones that the playouts of a search do not solve.
fn four() -> Vec<ConnectFour> {
    let lasts = |game: &ConnectFour| {
        let evaluator = Perhaps { evaluator: LightPlayouts, has_playouts: true };
        sample(game, Params::default(), evaluator).used[0] >= PLAYOUTS as f64
    };
    let of = |stones| {
        let positions = (0..).filter_map(|seed| Position::random(stones, &mut Random::of(1, seed)));
        positions.filter_map(ConnectFour::of).find(lasts)
    };
    [0, 8, 14, 20, 26].into_iter().filter_map(of).collect()
}

fn go(size: u8) -> Vec<Go> {
    let mut game = Go::new(size, 15);
    let (mut positions, mut random) = (vec![game.clone()], Random::of(1, 1));
    for _ in 0..3 {
        wander(&mut game, u32::from(size).pow(2) / 4, &mut random);
        positions.push(game.clone());
    }
    positions
}

/// Searches of each kind; `narrow` is a low exploration.
fn samples<G: Game + 'static, E: Evaluator<G> + Clone>(
    positions: &[G],
    params: Params,
    narrow: f64,
    evaluator: &E,
) -> Vec<Sample> {
    let formula = match params.formula {
        Formula::Uct { .. } => Formula::Uct { exploration: narrow },
        _ => Formula::Puct { exploration: narrow },
    };
    let mut kinds = Vec::new();
    for root in positions {
        for formula in [params.formula, formula] {
            for expand_at in [1, 4] {
                let params = Params { formula, expand_at, ..params };
                kinds.extend([true, false].map(|has_playouts| (root, params, has_playouts)));
            }
        }
    }
    let mut best: Vec<Sample> = Vec::new();
    for _ in 0..ROUNDS {
        for (place, &(root, params, has_playouts)) in kinds.iter().enumerate() {
            let evaluator = Perhaps { evaluator: evaluator.clone(), has_playouts };
            let sample = sample(root, params, evaluator);
            match best.get_mut(place) {
                Some(best) => best.time = best.time.min(sample.time),
                None => best.push(sample),
            }
        }
    }
    best
}

fn sample<G: Game + 'static, E: Evaluator<G>>(
    root: &G,
    params: Params,
    evaluator: Perhaps<E>,
) -> Sample {
    let has_playouts = f64::from(u8::from(evaluator.has_playouts));
    let settings = Settings { params, memory: 4 << 20, ..Settings::default() };
    let mut evaluator = Some(evaluator);
    let mut search = Search::new(root, &settings, |_| evaluator.take().expect("one worker"));
    let begin = Instant::now();
    search.run_sequentially(PLAYOUTS);
    let time = begin.elapsed().as_nanos() as f64;
    let usage = search.usage(0);
    let used = [
        // A way up has the root as well.
        usage.backed_up - usage.selected,
        usage.selected + usage.backed_up,
        usage.compared,
        usage.made,
        usage.simulated,
        usage.work,
    ];
    let mut used = used.map(f64::from);
    used[4] *= has_playouts;
    Sample { used, time }
}

/// Values by playouts, or by random numbers. The priors are the same.
struct Perhaps<E> {
    evaluator: E,
    has_playouts: bool,
}

impl<G: Game, E: Evaluator<G>> Evaluator<G> for Perhaps<E> {
    fn evaluate(&mut self, game: &G, random: &mut Random) -> Evaluation {
        if self.has_playouts {
            return self.evaluator.evaluate(game, random);
        }
        let outcome = if random.below(2) == 0 { Outcome::Win } else { Outcome::Loss };
        Evaluation { value: Value::from(outcome), work: 0 }
    }

    fn priors(&mut self, game: &G, moves: &[Move], priors: &mut Vec<f32>) {
        self.evaluator.priors(game, moves, priors);
    }
}

fn product(used: &[f64; ITEMS], prices: &[f64; ITEMS]) -> f64 {
    used.iter().zip(prices).map(|(used, price)| used * price).sum()
}

/// Returns the prices in whole nanoseconds. One after the other is rounded, the most frequent first, and the others are
/// fitted again, so that they make up for it.
fn fitted(samples: &[Sample]) -> [Ticks; ITEMS] {
    let often = |item: &usize| -> f64 { samples.iter().map(|it| it.used[*item] / it.time).sum() };
    let mut order: Vec<usize> = (0..ITEMS).collect();
    order.sort_by(|one, other| often(other).total_cmp(&often(one)));
    let mut prices = [0.0; ITEMS];
    for fixed in 0..ITEMS {
        fit(samples, &mut prices, &order[fixed..]);
        prices[order[fixed]] = prices[order[fixed]].round();
    }
    prices.map(|price| Ticks(price as u64))
}

/// Changes the prices of these items to the least squares of relative errors; no price goes below 0. It descends along
/// one price after the other.
fn fit(samples: &[Sample], prices: &mut [f64; ITEMS], items: &[usize]) {
    for _ in 0..20_000 {
        for &item in items {
            let (mut along, mut square) = (0.0, 0.0);
            for Sample { used, time } in samples {
                let share = used[item] / time;
                along += share * (1.0 - product(used, prices) / time);
                square += share * share;
            }
            prices[item] = (prices[item] + along / f64::max(square, 1e-30)).max(0.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn made_up_prices_come_out_again() {
        let prices = [30.0, 0.0, 3.0, 9.0, 25.0, 12.0];
        let params = Params::default();
        let mut samples = Vec::new();
        for root in four() {
            for (expand_at, has_playouts) in [(1, true), (4, true), (1, false), (4, false)] {
                let evaluator = Perhaps { evaluator: LightPlayouts, has_playouts };
                let mut sample = sample(&root, Params { expand_at, ..params }, evaluator);
                // Errors of a tenth of a percent.
                let error = if samples.len() % 3 == 0 { 1.001 } else { 0.9995 };
                sample.time = product(&sample.used, &prices) * error;
                samples.push(sample);
            }
        }
        assert_eq!(fitted(&samples).map(|price| price.0 as f64), prices);
    }
}
