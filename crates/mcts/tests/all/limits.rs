//! Tests the edges: finished games, a single move, full memory, the tree of the move before.

use std::sync::atomic::AtomicBool;

use cleave_games::connect_four::{ConnectFour, Position};
use cleave_mcts::{ModeName, Move, NodeId, Proof, Settings};

use super::{assert_conserved, position, run, search, settings};

#[test]
fn a_finished_game_has_no_move() {
    let over = position("414141").position();
    let over = over.play(over.wins(over.own) & over.playable());
    for mode in ModeName::ALL {
        let mut search = search(&ConnectFour::of(over).unwrap(), &settings(mode, 2));
        run(&mut search, 100);
        assert_eq!((search.best(), search.line()), (None, vec![]));
        assert_eq!(search.trees()[0].counts(NodeId::ROOT).proof, Proof::Win);
    }
}

#[test]
fn a_position_with_one_move_has_that_move() {
    // All columns but the fifth are full.
    let mut random = cleave_mcts::Random::of(1, 1);
    let board = (0..).find_map(|_| {
        let board = Position::random(39, &mut random)?;
        let open = (0..7).filter(|&column| {
            board.playable() & cleave_games::connect_four::column_squares(column) != 0
        });
        (open.count() == 1).then_some(board)
    });
    let board = board.unwrap();
    let only = board.playable().trailing_zeros() / 7;
    for mode in ModeName::ALL {
        let mut search = search(&ConnectFour::of(board).unwrap(), &settings(mode, 3));
        run(&mut search, 1);
        assert_eq!(search.best().unwrap().mv, Move(only), "{mode:?}");
        run(&mut search, 1_000);
        assert!(search.best().unwrap().counts.proof.is_known());
    }
}

#[test]
fn a_full_tree_makes_room_and_continues() {
    for mode in ModeName::ALL {
        let settings = Settings { memory: 1024 * 32, ..settings(mode, 3) };
        let mut search = search(&ConnectFour::START, &settings);
        run(&mut search, 30_000);
        let visits: u32 = search.trees().iter().map(assert_conserved).sum();
        assert_eq!(visits, 30_000, "{mode:?}");
        assert!(search.trees().iter().all(|tree| tree.size() <= 1024));
        assert!(search.trees().iter().all(|tree| tree.size() > 256), "visited nodes stay");
        assert_eq!(search.best().unwrap().mv, Move(3), "the middle is best: {mode:?}");
    }
}

#[test]
fn the_tree_below_the_played_move_is_kept() {
    for mode in ModeName::ALL {
        let mut search = search(&ConnectFour::START, &settings(mode, 2));
        run(&mut search, 4_000);
        let known = search.best().unwrap();
        let line = search.line();
        search.play(known.mv);
        let kept: u32 = search.trees().iter().map(assert_conserved).sum();
        assert_eq!(kept, known.counts.visits, "{mode:?}");
        assert_eq!(search.trees()[0].root(), &{
            let mut after = ConnectFour::START;
            cleave_mcts::Game::play(&mut after, known.mv);
            after
        });
        if mode != ModeName::Root {
            assert_eq!(search.line(), line[1..]);
        }
        run(&mut search, 1_000);
        let visits: u32 = search.trees().iter().map(assert_conserved).sum();
        assert_eq!(visits, kept + 1_000);
    }
}

#[test]
fn an_unsearched_move_begins_a_new_tree() {
    let mut search = search(&ConnectFour::START, &settings(ModeName::TreeLockfree, 1));
    search.play(Move(0));
    assert_eq!(search.best(), None);
    run(&mut search, 100);
    assert_eq!(assert_conserved(&search.trees()[0]), 100);
}

#[test]
fn a_stopped_search_leaves_nothing_under_way() {
    for mode in ModeName::ALL {
        let mut search = search(&ConnectFour::START, &settings(mode, 3));
        search.run(1 << 40, &AtomicBool::new(true));
        search.trees().iter().for_each(|tree| assert!(assert_conserved(tree) < 100));
    }
}
