//! Tests that there is a move to play although the helpers of a team get no processor.

use std::thread::sleep;
use std::time::Duration;

use cleave_clock::Clock;
use cleave_smp::{Context, End, Finished, IteratingTeam, RootSearch, Stats};
use cleave_xiangqi::search::{Limits, SearchContext, Searcher, XiangqiNode};
use cleave_xiangqi::{Game, Position};

const TIME: Duration = Duration::from_millis(2);

/// A team whose main worker waits in vain until the time is up.
struct Starving(End<i32>);

impl IteratingTeam<XiangqiNode> for Starving {
    fn search_iteration(
        &mut self,
        context: &mut SearchContext<'_>,
        _: &RootSearch<'_, XiangqiNode>,
    ) -> Finished<XiangqiNode> {
        sleep(TIME);
        context.smp_idle();
        assert!(Context::must_stop(context), "the time is up");
        Finished { end: self.0, ..Finished::after_a_death() }
    }

    fn give_up_next(&mut self, _: &mut SearchContext<'_>) -> Option<Stats> {
        unreachable!("no iteration is begun ahead")
    }

    fn has_next(&self) -> bool {
        false
    }

    fn has_next_to_adopt(&self) -> bool {
        false
    }
}

#[test]
fn the_main_worker_finds_a_move_alone_when_the_time_is_up() {
    let root = Game::from(Position::start());
    let limits = Limits { clock: Clock::PerMove(TIME), ..Limits::default() };
    for end in [End::Stopped, End::WorkerDied] {
        let mut searcher = Searcher::new(1).expect("memory");
        let found = searcher.search_by(&root, &limits, &mut |_: &_| {}, |parts| {
            parts.search.run(&mut Starving(end))
        });
        assert!(root.position().is_legal(found.line[0]), "{end:?}");
        assert_eq!(found.depth, 1, "{end:?}");
    }
}
