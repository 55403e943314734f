//! Chess, with shallow searches as values of leaves. A playout costs the nodes of its leaf; its work in the tree is
//! small compared with them.

use cleave_board::{Move, Position, Value};
use cleave_kit::games::game::{Adjudication, play_by};
use cleave_kit::games::opening;
use cleave_kit::games::player::{self, SMALL_HASH, Thinking};
use cleave_mcts::{Params, Settings};
use cleave_search::monte_carlo::{LeafValue, PLAYING, chess_move, value_of};
use cleave_search::{Limits, Root, Searcher};
use cleave_virtual_time::monte_carlo::{MonteCarloRun, Prices, run as run_in_virtual_time};
use cleave_virtual_time::virtual_time::Ticks;

use super::contest::{Budget, Contest, Player};

/// Chess.
pub(super) struct Chess;

impl Contest for Chess {
    fn name(&self) -> String {
        "Chess".into()
    }

    fn trial(&self, prices: &Prices, time: Ticks) -> MonteCarloRun {
        let root = Position::start().into();
        let budget = Budget { time, playouts: 1_000, odds: 1, prices };
        think(&mut searcher(1), &root, budget.opponent(), 0, &budget).0
    }

    fn points(&self, player: Player, number: u64, budget: &Budget<'_>) -> f64 {
        let mut judge =
            player::Player::new(None, Thinking::Nodes(2_000), SMALL_HASH).expect("little memory");
        let opening = opening::numbered(number as u32 / 2, 35, &mut judge);
        let has_black = number % 2 == 1;
        let mut players = [budget.opponent(); 2];
        players[usize::from(has_black)] = player;
        let mut searchers = players.map(|(_, workers, _)| searcher(workers));
        let move_of = |position: &Position, history: &[cleave_board::Key]| {
            let side = position.side().index();
            let root = Root { position: *position, history: history.to_vec() };
            think(&mut searchers[side], &root, players[side], number, budget).1
        };
        let points = play_by(opening, move_of, &Adjudication::EARLY).1.points();
        if has_black { 1.0 - points } else { points }
    }
}

pub(super) fn searcher(workers: u16) -> Searcher {
    let mut searcher = Searcher::new(SMALL_HASH).expect("little memory");
    searcher.make_room_for(workers.into()).expect("little memory");
    searcher
}

/// Returns the search of a player, and its move with the value; none in a position that is over.
fn think(
    searcher: &mut Searcher,
    root: &Root,
    (team, workers, times): Player,
    seed: u64,
    budget: &Budget<'_>,
) -> (MonteCarloRun, Option<(Move, Value)>) {
    let params = Params { unobserved: team.unobserved, ..PLAYING };
    let workers = usize::from(workers);
    // A playout makes some forty nodes of 32 bytes, and the tree of the last move is kept.
    let playouts = (budget.playouts * times) as usize * workers;
    let memory = (playouts * 4 + 1_000) * 40 * 32;
    let settings = Settings { mode: team.mode, workers, params, memory, seed };
    searcher.with_trees(root, &Limits::default(), &settings, LeafValue::Shallow, |search, _| {
        let run = run_in_virtual_time(search, budget.prices, budget.time.times(times.into()));
        let best = search
            .best()
            .map(|best| (chess_move(best.mv), value_of(best.counts.mean().unwrap_or(0.5))));
        (run, best)
    })
}

#[cfg(test)]
mod tests {
    use super::super::team::LOCKFREE;
    use super::*;

    #[test]
    fn teams_and_time_score_more_and_games_repeat() {
        let prices = &Prices { playout_move: Ticks(500), ..Prices::default() };
        let budget = Budget { time: Ticks(1_000_000), playouts: 8, odds: 1, prices };
        let pair = |workers, times, number| -> f64 {
            Chess.points((LOCKFREE, workers, times), number, &budget)
        };
        let points = |workers, times| -> Vec<f64> {
            (0..8).map(|number| pair(workers, times, number)).collect()
        };
        let sum = |points: &[f64]| points.iter().sum::<f64>();
        let equal = points(1, 1);
        for (workers, times) in [(1, 8), (8, 1)] {
            let more = points(workers, times);
            assert!(sum(&more) > sum(&equal), "{workers} {times}: {more:?} {equal:?}");
            assert_eq!(pair(workers, times, 0), more[0]);
        }
    }
}
