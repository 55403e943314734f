//! Games of the program against itself, as positions to fit the evaluation to.
//!
//! `selfplay GAMES NODES SEED >> FILE` begins each game with random moves, and writes the quiet
//! positions: FEN, value for Red, and result for Red (0, 1 or 2 halves), separated by `;`.

use std::env::args;

use cleave_xiangqi::{Color, Position, Verdict, ending};
use cleave_xiangqi_search::{Limits, Root, Searcher, is_decided};

/// Random moves at the beginning of a game, at least; up to seven more follow.
const RANDOM_PLIES: u64 = 4;
/// A game that lasts longer is a draw.
const LONGEST: usize = 300;
/// A value that decides a game, since the program wins from there.
const WON: i32 = 1_200;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut numbers = args().skip(1).map(|text| text.parse::<u64>());
    let mut next = |default| numbers.next().unwrap_or(Ok(default));
    let (games, nodes, mut random) = (next(100)?, next(4_000)?, Random(next(1)?));
    let mut searcher = Searcher::new(1)?;
    for _ in 0..games {
        searcher.new_game();
        let mut root = Root::from(Position::start());
        for _ in 0..RANDOM_PLIES + random.below(8) {
            let moves = root.position.legal_moves();
            if !moves.is_empty() {
                root.play(moves[random.below(moves.len() as u64) as usize]);
            }
        }
        let (positions, halves) = game(&mut searcher, root, nodes);
        for (fen, value) in positions {
            println!("{fen};{value};{halves}");
        }
    }
    Ok(())
}

/// Plays a game to its end: its quiet positions with their values for Red, and Red's half points.
fn game(searcher: &mut Searcher, mut root: Root, nodes: u64) -> (Vec<(String, i32)>, u32) {
    let mut kept = Vec::new();
    let limits = Limits::to_nodes(nodes);
    let mut decided = 0;
    while root.steps.len() < LONGEST {
        let side = root.position.side();
        if let Some((verdict, _)) = ending(&root.position, &root.steps, root.rules) {
            return (kept, halves(verdict, side));
        }
        let found = searcher.search(&root, &limits, &mut |_: &_| {});
        let mv = found.line[0];
        let red = if side == Color::Red { found.value } else { -found.value };
        decided = if found.value.abs() > WON { decided + 1 } else { 0 };
        if decided == 4 || is_decided(found.value) {
            let verdict = if found.value > 0 { Verdict::Win } else { Verdict::Loss };
            return (kept, halves(verdict, side));
        }
        let is_quiet = root.position.piece_on(mv.to()).is_none() && !root.position.in_check();
        if is_quiet {
            kept.push((root.position.fen(), red));
        }
        root.play(mv);
    }
    (kept, 1)
}

/// Red's half points.
fn halves(verdict: Verdict, side: Color) -> u32 {
    match (verdict, side) {
        (Verdict::Draw, _) => 1,
        (Verdict::Win, Color::Red) | (Verdict::Loss, Color::Black) => 2,
        _ => 0,
    }
}

/// Marsaglia's xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        for _ in 0..2 {
            self.0 = self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ self.0 >> 29;
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
        }
        self.0 % most
    }
}
