//! Chess in virtual time: small searches of random positions by random teams, with everything in
//! the arena checked between any two steps.
//!
//! `CLEAVE_SOAK=100` tries 10,000 seeds; a seed that fails is printed.

use cleave_board::Position;
use cleave_movegen::legal_moves;
use cleave_search::setup::Width;
use cleave_search::virtual_time::Machine;
use cleave_search::{Limits, Outcome, Program, Root, Searcher, bench};

/// Numbers from a seed: SplitMix64 (Steele, Lea and Flood, 2014).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % sides as u64) as usize
    }

    /// A position some random moves after one of the bench.
    fn position(&mut self) -> Position {
        let mut positions = bench::positions();
        let start =
            positions.nth(self.roll(bench::positions().count())).expect("there are so many");
        (0..self.roll(12)).fold(start, |position, _| {
            let moves = legal_moves(&position);
            if moves.is_empty() { position } else { position.make(moves[self.roll(moves.len())]) }
        })
    }
}

fn search(searcher: &mut Searcher, position: &Position, depth: usize) -> Outcome {
    searcher.new_game();
    let root = Root { position: *position, history: Vec::new() };
    let limits = Limits { depth: Some(depth as u32), ..Limits::default() };
    searcher.search(&root, &limits, &mut bench::Undisturbed)
}

fn line_is_legal(position: &Position, found: &Outcome) -> bool {
    let end = found.line.iter().try_fold(*position, |position, &mv| {
        legal_moves(&position).into_iter().any(|legal| legal == mv).then(|| position.make(mv))
    });
    end.is_some() && found.best == found.line.first().copied()
}

/// With nothing left out the value is that of the sequential program; with all of selective search
/// the line is legal. Returns how often workers joined each other.
fn trial(seed: u64, alone: &mut Searcher, team: &mut Searcher) -> u64 {
    let mut dice = Dice(seed);
    let position = dice.position();
    let workers = 1 + dice.roll(32);
    let width = if dice.roll(2) == 0 { Width::Full } else { Width::Selective };
    let depth = 1 + dice.roll(if width == Width::Full { 3 } else { 7 });
    let jitter = dice.roll(20) as u32;
    let machine = Machine { seed, jitter, is_checked: true, ..Machine::new(workers) };
    team.set_program(Program::Virtual(machine)).expect("there is room");
    team.set_width(width);
    team.split_params().min_thread_depth = 1 + dice.roll(4) as i32;
    team.split_params().max_thread_group = 1 + dice.roll(16) as u32;
    let found = search(team, &position, depth);
    assert!(line_is_legal(&position, &found), "{:?}", found.line);
    if width == Width::Full {
        assert_eq!(found.value, search(alone, &position, depth).value);
    }
    found.stats.map_or(0, |stats| stats.sum(|tally| tally.joins))
}

#[test]
fn every_seed_finds_a_right_value_and_breaks_nothing() {
    let factor = std::env::var("CLEAVE_SOAK").ok().and_then(|text| text.parse().ok());
    let mut alone = Searcher::new(1).unwrap();
    alone.set_width(Width::Full);
    let mut team = Searcher::new(1).unwrap();
    let mut joins = 0;
    for seed in 0..100 * factor.unwrap_or(1) {
        // Shown only if it fails.
        println!("seed {seed}");
        joins += trial(seed, &mut alone, &mut team);
    }
    assert!(joins > 0, "nobody has joined anybody: nothing was tested");
}
