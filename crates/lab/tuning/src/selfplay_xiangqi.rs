//! `selfplay-xiangqi`: games of Chinese chess, as positions to fit its evaluation to.
//!
//! A game begins with random moves. Its quiet positions are lines of text: FEN, value for Red, and result for
//! Red in half points, separated by `;`. Threads would gain nothing that several commands do not.

use clap::value_parser;
use cleave_io::files::Appender;
use cleave_kit::Result;
use cleave_kit::files::Destination;
use cleave_kit::games::random::Random;
use cleave_kit::progress;
use cleave_xiangqi::search::{Limits, Searcher, is_decided};
use cleave_xiangqi::{Color, Game, Position, Verdict};

/// Random moves at the beginning of a game, at least; up to seven more follow.
const RANDOM_PLIES: usize = 4;
/// A game that lasts longer is a draw.
const LONGEST: usize = 300;
/// A value that decides a game once it has lasted for four plies, since the program wins from there.
const WON: i32 = 1_200;

/// Plays games of Chinese chess against itself and keeps their quiet positions.
#[derive(clap::Args)]
pub struct Arguments {
    /// Number of games.
    #[arg(long, value_name = "N", default_value_t = 4_000, value_parser = value_parser!(u64).range(1..))]
    games: u64,
    /// Nodes to search for each move.
    #[arg(long, value_name = "N", default_value_t = 3_000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seed of the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file to write the positions to.
    #[arg(long, value_name = "FILE", value_parser = Destination::parse)]
    out: Destination,
}

/// Plays the games.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let Arguments { games, nodes, seed, out } = arguments;
    let mut file = Appender::begin(out.path()).map_err(|error| out.blame(error))?;
    let mut random = Random::seeded(*seed);
    let mut searcher = Searcher::new(1)?;
    let bar = progress::bar("games", *games);
    for _ in 0..*games {
        searcher.new_game();
        let (positions, halves) = play(&mut searcher, opening(&mut random), *nodes);
        let line = |(fen, value): &(String, i32)| format!("{fen};{value};{halves}\n");
        let text: String = positions.iter().map(line).collect();
        file.add(&text).map_err(|error| out.blame(error))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    file.sync().map_err(|error| out.blame(error))
}

fn opening(random: &mut Random) -> Game {
    let mut game = Game::from(Position::start());
    for _ in 0..RANDOM_PLIES + random.below(8) {
        let moves = game.position().legal_moves();
        if !moves.is_empty() {
            game.play(moves[random.below(moves.len())]);
        }
    }
    game
}

/// Plays a game to its end: its quiet positions with their values for Red, and Red's half points.
fn play(searcher: &mut Searcher, mut game: Game, nodes: u64) -> (Vec<(String, i32)>, u32) {
    let mut kept = Vec::new();
    let limits = Limits::to_nodes(nodes);
    let mut decided = 0;
    while game.steps().len() < LONGEST {
        let side = game.position().side();
        if let Some((verdict, _)) = game.ending() {
            return (kept, halves(verdict, side));
        }
        let found = searcher.search(&game, &limits, &mut |_: &_| {});
        let mv = found.line[0];
        let red = if side == Color::Red { found.value } else { -found.value };
        decided = if found.value.abs() > WON { decided + 1 } else { 0 };
        if decided == 4 || is_decided(found.value) {
            let verdict = if found.value > 0 { Verdict::Win } else { Verdict::Loss };
            return (kept, halves(verdict, side));
        }
        let is_quiet = game.position().piece_on(mv.to()).is_none() && !game.position().in_check();
        if is_quiet {
            kept.push((game.position().fen(), red));
        }
        game.play(mv);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_determines_the_games_and_each_has_quiet_positions() {
        let games = |seed| {
            let (mut random, mut searcher) = (Random::seeded(seed), Searcher::new(1).unwrap());
            let play = |_| {
                searcher.new_game();
                play(&mut searcher, opening(&mut random), 50)
            };
            (0..3).map(play).collect::<Vec<_>>()
        };
        let first = games(1);
        assert_eq!(first, games(1));
        assert_ne!(first, games(2));
        for (fen, _) in first.iter().flat_map(|(positions, _)| positions) {
            assert!(!Position::from_fen(fen).unwrap().in_check(), "{fen}");
        }
        assert!(first.iter().all(|(positions, halves)| positions.len() > 5 && *halves <= 2));
    }
}
