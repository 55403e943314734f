//! Go.

use cleave_games::go::{Go, PLAYING, PatternPlayouts, Side};
use cleave_mcts::{Game, Params, Random, Search, Settings};
use cleave_virtual_time::monte_carlo::{MonteCarloRun, Prices, run as run_in_virtual_time};
use cleave_virtual_time::virtual_time::Ticks;

use super::contest::{Budget, Contest, Player};
use super::team::{LOCKFREE, Team};

/// On a board of this size.
pub(super) struct OfSize(pub(super) u8);

impl Contest for OfSize {
    fn name(&self) -> String {
        format!("Go {0}x{0}", self.0)
    }

    fn trial(&self, prices: &Prices, time: Ticks) -> MonteCarloRun {
        let mut alone = search(&Go::new(self.0, 15), LOCKFREE, 1, 0, 1_000);
        run_in_virtual_time(&mut alone, prices, time)
    }

    fn points(&self, player: Player, number: u64, budget: &Budget<'_>) -> f64 {
        f64::from(u8::from(wins(self.0, player, number, budget)))
    }
}

/// The settings equal the playing program's, except for the treatment of pending playouts.
pub(super) fn search(
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

/// Whether a player wins a game against one worker. The opening is two random plies.
fn wins(size: u8, player: Player, number: u64, budget: &Budget<'_>) -> bool {
    let mut game = Go::new(size, 15);
    let mut random = Random::of(35, number / 2);
    wander(&mut game, 2, &mut random);
    let own = (number % 2) as usize;
    let mut colours = [budget.opponent(); 2];
    colours[own] = player;
    let mut searches = colours.map(|(team, workers, times)| {
        search(&game, team, workers, number, u64::from(budget.playouts) * u64::from(times))
    });
    for ply in 0..3 * usize::from(size).pow(2) {
        let place = ply % 2;
        let time = budget.time.times(colours[place].2.into());
        run_in_virtual_time(&mut searches[place], budget.prices, time);
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

/// Makes this many random moves other than passes.
pub(crate) fn wander(game: &mut Go, plies: u32, random: &mut Random) {
    let mut moves = Vec::new();
    for _ in 0..plies {
        moves.clear();
        game.moves(&mut moves);
        // The last is a pass.
        game.play(moves[random.below(moves.len() as u32 - 1) as usize]);
    }
}

/// A player that expects less gives up.
const RESIGNS: f64 = 0.05;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_times_the_time_wins_and_games_repeat() {
        let prices = &Prices::default();
        let budget = Budget { time: Ticks(30_000), playouts: 30, odds: 1, prices };
        let won = |times| (0..8).filter(|&it| wins(5, (LOCKFREE, 1, times), it, &budget)).count();
        assert!(won(8) > won(1), "{} {}", won(8), won(1));
        assert_eq!(won(8), won(8));
    }
}
