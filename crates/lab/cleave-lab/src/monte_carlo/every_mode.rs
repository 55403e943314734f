//! Every mode searches every game with 64 virtual workers, and on two threads. Connect Four and Go have such tests in
//! the crate of their rules too.

use std::sync::atomic::AtomicBool;

use cleave_board::Position;
use cleave_games::connect_four::{ConnectFour, LightPlayouts};
use cleave_games::go::Go;
use cleave_mcts::{Evaluator, Game, ModeName, NodeId, Params, Search, Settings};
use cleave_search::Limits;
use cleave_search::monte_carlo::{LeafValue, PLAYING};
use cleave_virtual_time::monte_carlo::{Prices, run};
use cleave_virtual_time::virtual_time::Ticks;

use super::team::{LOCKFREE, Team};
use super::{chess, go, team, xiangqi};

/// Every mode with 64 virtual workers and with two threads.
fn teams() -> impl Iterator<Item = (Team, u16)> {
    let team = |mode| Team { mode, ..LOCKFREE };
    ModeName::ALL.into_iter().flat_map(move |mode| [64, 2].map(|workers| (team(mode), workers)))
}

/// A search makes at least a playout for each worker, and reaches the wanted number; it finds a move, and leaves
/// nothing pending.
fn searches<G, E>(search: &mut Search<G, E>, (team, workers): (Team, u16))
where
    G: Game + 'static,
    E: Evaluator<G>,
{
    if workers == 2 {
        search.run(100, &AtomicBool::new(false));
        let visits = search.trees().iter().map(|tree| tree.counts(NodeId::ROOT).visits);
        assert_eq!(visits.sum::<u32>(), 100, "{team}");
    } else {
        let run = run(search, &Prices::default(), Ticks(100_000));
        assert!(run.evaluated >= 64, "{team}: {run:?}");
    }
    assert!(search.best().is_some(), "{team} x{workers}");
    for tree in search.trees() {
        tree.visit(|id, _, _| assert_eq!(tree.pending(id), 0, "{team} x{workers}"));
    }
}

#[test]
fn connect_four() {
    for (team, workers) in teams() {
        let settings = team::settings(team, workers, 0, 40_000);
        let mut search = Search::new(&ConnectFour::START, &settings, |_| LightPlayouts);
        searches(&mut search, (team, workers));
    }
}

#[test]
fn go_on_both_boards() {
    for size in [9, 13] {
        for (team, workers) in teams() {
            let mut search = go::search(&Go::new(size, 15), team, workers, 0, 300);
            searches(&mut search, (team, workers));
        }
    }
}

#[test]
fn chess() {
    let root = Position::start().into();
    for (team, workers) in teams() {
        let params = Params { unobserved: team.unobserved, ..PLAYING };
        let settings = Settings {
            mode: team.mode,
            workers: workers.into(),
            params,
            memory: 8 << 20,
            ..Settings::default()
        };
        let mut searcher = chess::searcher(workers);
        let limits = Limits::default();
        searcher.with_trees(&root, &limits, &settings, LeafValue::Quiescence, |search, _| {
            searches(search, (team, workers));
        });
    }
}

#[test]
fn chinese_chess() {
    for (team, workers) in teams() {
        let mut search = xiangqi::search(&xiangqi::start(), (team, workers, 1), 0, 100);
        searches(&mut search, (team, workers));
    }
}
