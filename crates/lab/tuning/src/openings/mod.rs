//! `openings`: positions to start the games of a match from, made from a seed.
//!
//! An opening is a line of random moves from the start position. Each move costs little by a small search, so that no
//! move is a blunder, and a larger search judges the end. The seed and the number of an opening determine it, on every
//! machine.

mod file;

use std::collections::HashSet;
use std::fmt;

use cleave_board::{Key, Position};
use cleave_kit::files::Destination;
use cleave_kit::games::player::{Player, Thinking};
use cleave_kit::games::random::Random;
use cleave_kit::progress;
use cleave_kit::{Error, Result};
use cleave_movegen::legal_moves;
use cleave_smp::random::mix;
pub(crate) use file::read;

/// Makes positions to start games from.
#[derive(clap::Args)]
pub struct Arguments {
    /// Number of positions.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Moves of both sides before the position.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(2..=40))]
    plies: u8,
    /// One side is better, by 0.70 to 1.30; otherwise neither, by more than 0.30.
    #[arg(long)]
    unbalanced: bool,
    /// Nodes of the search that judges a position.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Seed of the moves.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file of the positions.
    #[arg(long, value_name = "FILE", value_parser = Destination::parse_and_create)]
    out: Destination,
}

/// Nodes of the search that estimates the cost of a move.
const GLANCE: u64 = 400;

/// Gives up after this many attempts without a new opening.
const PATIENCE: u32 = 10_000;

/// Size of the table, in MiB.
const HASH: usize = 1;

/// Makes the positions, and writes them.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let mut maker = Maker::new(arguments)?;
    let bar = progress::bar("openings", arguments.count.into());
    let mut known: HashSet<Key> = HashSet::new();
    let mut positions = Vec::new();
    let mut in_vain = 0;
    for number in 0.. {
        let found = maker.opening(number);
        if let Some(position) = found.filter(|position| known.insert(position.key())) {
            positions.push(position);
            bar.inc(1);
            in_vain = 0;
            if positions.len() == arguments.count as usize {
                break;
            }
        }
        in_vain += 1;
        if in_vain > PATIENCE {
            let count = positions.len();
            let reason = format!("{count} openings, and no other in {PATIENCE} attempts");
            return Err(Error::Refused(reason));
        }
    }
    bar.finish_and_clear();
    arguments.out.write(&file::text(&arguments.to_string(), &positions))
}

/// The command without the file, which is the first line of the file.
impl fmt::Display for Arguments {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Arguments { count, plies, nodes, seed, .. } = self;
        write!(
            f,
            "cargo xtask openings --count {count} --plies {plies} --nodes {nodes} --seed {seed}"
        )?;
        if self.unbalanced { f.write_str(" --unbalanced") } else { Ok(()) }
    }
}

/// Makes openings of one kind.
struct Maker {
    player: Player,
    seed: u64,
    plies: u8,
    nodes: u64,
    /// The least and the greatest value of a position for the better side, in centipawns.
    values: (i32, i32),
    /// A move may cost this much.
    cost: i32,
}

impl Maker {
    fn new(arguments: &Arguments) -> Result<Maker> {
        let player = Player::new(None, Thinking::Nodes(GLANCE), HASH)?;
        let (values, cost) = if arguments.unbalanced { ((70, 130), 100) } else { ((0, 30), 60) };
        let Arguments { seed, plies, nodes, .. } = *arguments;
        Ok(Maker { player, seed, plies, nodes, values, cost })
    }

    /// Returns the opening of this number, if it is of the wanted kind.
    fn opening(&mut self, number: u64) -> Option<Position> {
        let mut random = Random::seeded(mix(self.seed ^ mix(number)));
        let mut position = Position::start();
        let mut value = self.value(&position, GLANCE)?;
        for _ in 0..self.plies {
            (position, value) = self.after_a_move(&position, value, &mut random)?;
        }
        let value = self.value(&position, self.nodes)?;
        (self.values.0..=self.values.1).contains(&value.abs()).then_some(position)
    }

    /// Returns the position after a random move that costs little, and its value.
    fn after_a_move(
        &mut self,
        position: &Position,
        value: i32,
        random: &mut Random,
    ) -> Option<(Position, i32)> {
        const TRIALS: usize = 30;
        let moves = legal_moves(position);
        let moves = moves.as_slice();
        for _ in 0..TRIALS {
            let next = position.make(moves[random.below(moves.len())]);
            let for_opponent = self.value(&next, GLANCE)?;
            if -for_opponent >= value - self.cost {
                return Some((next, for_opponent));
            }
        }
        None
    }

    /// Returns the value for the side to move; `None` if it has no move.
    fn value(&mut self, position: &Position, nodes: u64) -> Option<i32> {
        if legal_moves(position).is_empty() {
            return None;
        }
        self.player.set_thinking(Thinking::Nodes(nodes));
        self.player.new_game();
        self.player.think(position, &[]).map(|(_, value)| value.get())
    }
}

#[cfg(test)]
mod tests {
    use cleave_kit::options::words::parse;

    use super::*;

    fn made(more: &[&str]) -> (String, Vec<Position>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("openings.epd");
        let words = ["openings", "--count=12", "--nodes=2000", "--out", path.to_str().unwrap()];
        run(&parse(words.iter().chain(more)).unwrap()).unwrap();
        (std::fs::read_to_string(&path).unwrap(), read(&path).unwrap())
    }

    #[test]
    fn a_seed_determines_the_openings_and_no_two_are_alike() {
        let (text, positions) = made(&["--seed=5"]);
        assert_eq!(made(&["--seed=5"]).0, text);
        let command = "# cargo xtask openings --count 12 --plies 8 --nodes 2000 --seed 5\n";
        assert!(text.starts_with(command), "{text}");
        let keys: HashSet<Key> = positions.iter().map(Position::key).collect();
        assert_eq!((positions.len(), keys.len()), (12, 12));
        let (_, others) = made(&["--seed=6"]);
        assert!(others.iter().all(|other| !keys.contains(&other.key())));
    }

    #[test]
    fn balanced_openings_are_balanced_and_others_favour_one_side() {
        let mut judge = Player::new(None, Thinking::Nodes(2_000), HASH).unwrap();
        for (options, values) in [(&[][..], 0..=30), (&["--unbalanced"], 70..=130)] {
            for position in made(options).1 {
                judge.new_game();
                let value = judge.think(&position, &[]).unwrap().1.get().abs();
                assert!(values.contains(&value), "{options:?}: {value} {}", position.to_fen());
            }
        }
    }

    #[test]
    fn the_openings_of_the_repository_differ_from_each_other_and_from_those_of_development() {
        let data = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../data"));
        let keys = |name: &str| read(&data.join(name)).unwrap().into_iter().map(|p| p.key());
        let mut known: HashSet<Key> = keys("openings.epd").collect();
        for (name, count) in [("openings/balanced.epd", 4_000), ("openings/unbalanced.epd", 2_000)]
        {
            assert_eq!(keys(name).filter(|&key| known.insert(key)).count(), count, "{name}");
        }
    }

    #[test]
    fn the_side_to_move_follows_from_the_plies() {
        let sides = |plies: &str| made(&[plies]).1.into_iter().map(|p| p.side().is_white());
        assert!(sides("--plies=8").all(|white| white));
        assert!(sides("--plies=9").all(|white| !white));
    }
}
