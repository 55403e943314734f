//! Chess in virtual time: small searches of random positions by random teams, with all invariants of
//! the arena checked between steps.
//!
//! `CLEAVE_SOAK=100` tries 10,000 seeds; `CLEAVE_REPLAY=N` runs one seed, as printed by a failure.

use cleave_board::Position;
use cleave_movegen::legal_moves;
use cleave_search::settings::Width;
use cleave_search::{Limits, Outcome, Root, Searcher, Undisturbed, bench};
use cleave_smp::random::Rng;
use cleave_virtual_time::virtual_time::Machine;

use crate::program::search_virtual;

/// Returns a position some random moves after one of the bench.
fn wandered(rng: &mut Rng) -> Position {
    let mut positions = bench::positions();
    let start = positions.nth(below(rng, bench::positions().count())).expect("there are so many");
    (0..below(rng, 12)).fold(start, |position, _| {
        let moves = legal_moves(&position);
        if moves.is_empty() { position } else { position.make(moves[below(rng, moves.len())]) }
    })
}

fn below(rng: &mut Rng, sides: usize) -> usize {
    rng.below(sides as u64) as usize
}

fn to_depth(depth: usize) -> Limits {
    Limits::to_depth(depth as u32)
}

fn line_is_legal(position: &Position, found: &Outcome) -> bool {
    let end = found.line.iter().try_fold(*position, |position, &mv| {
        legal_moves(&position).into_iter().any(|legal| legal == mv).then(|| position.make(mv))
    });
    end.is_some() && found.best == found.line.first().copied()
}

/// Searches at random. Full width, the value must be the sequential program's; selectively, the line must be legal.
/// Returns the number of joins.
fn trial(seed: u64, alone: &mut Searcher, team: &mut Searcher) -> u64 {
    let rng = &mut Rng::new(seed);
    let position = wandered(rng);
    let workers = 1 + below(rng, 32);
    let width = if below(rng, 2) == 0 { Width::Full } else { Width::Selective };
    let depth = 1 + below(rng, if width == Width::Full { 3 } else { 7 });
    let jitter = below(rng, 20) as u32;
    let machine = Machine { seed, jitter, is_checked: true, ..Machine::new(workers) };
    team.set_width(width);
    team.split_params().min_thread_depth = 1 + below(rng, 4) as i32;
    team.split_params().max_thread_group = 1 + below(rng, 16) as u32;
    team.split_params().next_from = below(rng, 3) as u8;
    team.split_params().next_depth = 1 + below(rng, 4) as u8;
    let (root, limits) = (Root::from(position), to_depth(depth));
    team.new_game();
    let (found, _) = search_virtual(team, machine, &root, &limits, &mut Undisturbed);
    assert!(line_is_legal(&position, &found), "{:?}", found.line);
    if width == Width::Full {
        alone.new_game();
        assert_eq!(found.value, alone.search(&root, &limits, &mut Undisturbed).value);
    }
    found.stats.map_or(0, |stats| stats.sum(|counters| counters.joins))
}

#[test]
fn every_seed_keeps_value_and_invariants() {
    let number = |variable: &str| -> Option<u64> {
        let text = std::env::var(variable).ok()?;
        Some(text.parse().unwrap_or_else(|_| panic!("{variable} is a number, not {text}")))
    };
    let seeds = 0..100 * number("CLEAVE_SOAK").unwrap_or(1);
    let replayed = number("CLEAVE_REPLAY");
    let mut alone = Searcher::new(1).unwrap();
    alone.set_width(Width::Full);
    let mut team = Searcher::new(1).unwrap();
    let mut joins = 0;
    for seed in replayed.map_or(seeds, |seed| seed..seed + 1) {
        // Shown only if it fails.
        println!("CLEAVE_REPLAY={seed}");
        joins += trial(seed, &mut alone, &mut team);
    }
    assert!(joins > 0 || replayed.is_some(), "no worker joined another: nothing was tested");
}
