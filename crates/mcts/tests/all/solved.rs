//! Checks searches against a solver.

use cleave_games::connect_four::{ConnectFour, Position, Solver};
use cleave_mcts::{ModeName, Move, Proof, Random, Settings};

use super::{UNOBSERVED, position, run, search, settings, with};

#[test]
fn solved_positions_are_proven_in_every_mode() {
    let mut solver = Solver::default();
    let mut proven = 0;
    for seed in 0..12 {
        let Some(board) = Position::random(22, &mut Random::of(9, seed)) else { continue };
        let (value, best) = (solver.solve(board), solver.best_columns(board));
        let game = ConnectFour::of(board).unwrap();
        for mode in ModeName::ALL {
            let unobserved = UNOBSERVED[seed as usize % 4];
            let settings = Settings { params: with(unobserved), ..settings(mode, 3) };
            let mut search = search(&game, &settings);
            run(&mut search, 60_000);
            let found = search.best().unwrap();
            assert!(best & 1 << found.mv.0 != 0, "{mode:?} plays {} in {board:?}", found.mv.0);
            let expected = [Proof::Loss, Proof::Draw, Proof::Win][(value + 1) as usize];
            if found.counts.proof.is_known() {
                assert_eq!(found.counts.proof, expected, "{mode:?} {board:?}");
                proven += 1;
            }
        }
    }
    assert!(proven > 20, "{proven}");
}

#[test]
fn a_proven_win_is_played_at_once() {
    // Both players have three in a column, so the player to move wins.
    let game = position("414141");
    for mode in ModeName::ALL {
        let mut search = search(&game, &settings(mode, 2));
        run(&mut search, 200);
        let best = search.best().unwrap();
        assert_eq!((best.mv, best.counts.proof), (Move(3), Proof::Win), "{mode:?}");
        assert_eq!(search.line(), [Move(3)]);
    }
}

#[test]
fn a_proven_loss_is_avoided() {
    // The opponent has three in column 4. Every move that does not block it loses at once.
    let game = position("12424243");
    let mut solver = Solver::default();
    let best = solver.best_columns(game.position());
    let mut search = search(&game, &settings(ModeName::TreeLockfree, 2));
    run(&mut search, 20_000);
    assert!(best & 1 << search.best().unwrap().mv.0 != 0);
}
