//! `cargo xtask virtual-games`: parallel algorithms against P_seq or against one of them, with the same virtual time
//! for each move. A team plays as one or in groups; a cluster of several ranks plays against one of its ranks.
//!
//! Time to depth is unfair to algorithms that gain strength rather than depth; games are not. A team plays on a virtual
//! machine of N processors, P_seq on one of the same kind. It searches the nodes that the cost model allows in the time
//! of a move. Every opening is played twice, with colours exchanged. The games can be repeated exactly from the seed,
//! on any machine under any load.

mod pairing;
mod programs;
mod table;

use std::path::{Path, PathBuf};

use clap::Args;
use cleave_kit::experiment::{self, Experiment};
use cleave_kit::files::{Destination, own_journal};
use cleave_kit::games::score::MatchScore;
use cleave_kit::processors;
use cleave_kit::{Error, Result};
use cleave_search::team::Algorithm;
use cleave_virtual_time::virtual_time::{CostModel, Ticks};

use crate::options::{Check, Costs, DEFAULT_JITTER};
use crate::searches::Team;
use crate::signature;
use crate::virtual_cluster::Network;
use pairing::{Cluster, Moves, Opponent, Pair, Players, Setting};

/// The matches to play.
#[derive(Args)]
pub struct Arguments {
    /// The algorithms; each plays a match with each number of workers.
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "dts,ybwc,lazy,abdada-simplified",
        value_name = "NAME,NAME,..."
    )]
    algorithms: Vec<Algorithm>,
    /// Numbers of workers.
    #[arg(long, value_delimiter = ',', default_value = "4,16", value_name = "N,N,...",
          value_parser = clap::value_parser!(u16).range(1..=cleave_smp::MAX_WORKERS as i64))]
    workers: Vec<u16>,
    /// Virtual time for each move, in ms, us or s.
    #[arg(long, default_value = "10ms", value_parser = parse_time)]
    time: Ticks,
    /// Games in each match: an even number, since every opening is played with both colours.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = parse_games)]
    games: u32,
    /// Seed of the openings beyond those of the book and, with --faults, the seed of the faults of messages in each
    /// pair of games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Size of each player's table, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..))]
    hash: u16,
    #[command(flatten)]
    costs: Costs,
    /// The teams play against a team of this algorithm and of equal size, not against P_seq.
    #[arg(long, value_name = "NAME", conflicts_with = "ranks")]
    against: Option<Algorithm>,
    /// The workers of each team are divided among this many groups, which split a tree each and share the table.
    #[arg(long, value_name = "N", requires = "against", value_parser = clap::value_parser!(u16).range(2..=64))]
    groups: Option<u16>,
    /// So many ranks, each with a team, play against one of them, not teams against P_seq.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(2..=64))]
    ranks: Option<u16>,
    /// The network of the ranks: sockets, 1gbe, 10gbe, infiniband, ideal, or latency in microseconds and
    /// megabytes a second. By default 1gbe.
    #[arg(long, value_name = "NAME|LATENCY,BANDWIDTH", requires = "ranks")]
    net: Option<Network>,
    /// Of a thousand messages this many are lost, and the same number repeated, late, and garbled.
    #[arg(long, value_name = "PERMILLE", requires = "ranks",
          value_parser = clap::value_parser!(u16).range(..=1000))]
    faults: Option<u16>,
    /// The file of the games, a line for each opening. Games that are in it are not played again. By default a file of
    /// this setting in measurements, and with --check the committed one, whose setting the other options must name. In
    /// data/compare that is games.jsonl, duels.jsonl (--against) or cluster-games.jsonl (--ranks).
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    check: Check,
}

/// Plays what is not in the file yet, and prints the scores; or checks what is written.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    play(arguments, signature::own_signature)
}

/// The signature takes some seconds, so `signature` is called only once the arguments are found valid.
fn play(arguments: &Arguments, signature: impl FnOnce() -> Result<u64>) -> Result<()> {
    let costs = arguments.costs.read()?;
    arguments.check_time(&costs)?;
    arguments.check_groups()?;
    processors::yield_to_others();
    let mut games = Games { setting: arguments.setting(costs, signature()?) };
    let (keys, file) = (arguments.pairings(), arguments.file(&games.setting)?);
    if let Some(of_each) = arguments.check.of_each {
        return experiment::check(&mut games, &file, &keys, of_each);
    }
    let file = Destination::create(&file)?;
    let found = experiment::complete(&mut games, Some(&file), &keys, None)?;
    let asked = found.into_values().filter(|pair| keys.contains(&(pair.team, pair.number)));
    let pairs: Vec<Pair> = asked.collect();
    print!("{}", table::text(&pairs, games.setting.goal.opponent));
    Ok(())
}

/// Returns the scores in a file of games of teams against P_seq, in the order of the teams.
///
/// # Errors
/// The file cannot be read, or is of other games.
pub(crate) fn read(path: &Path) -> Result<Vec<(Team, MatchScore)>> {
    match scores(path)? {
        (Moves { opponent: Opponent::PSeq, .. }, scores) => Ok(scores),
        _ => Err(Error::of_file(path, "expected games of teams against P_seq")),
    }
}

/// Matches of teams against each other.
pub(crate) struct Duels {
    /// The algorithm of the second team.
    pub(crate) against: Algorithm,
    /// For each move.
    pub(crate) time: Ticks,
    /// The first team, and its score.
    pub(crate) scores: Vec<(Team, MatchScore)>,
}

/// Returns the scores in a file of games of teams against teams, in the order of the teams.
///
/// # Errors
/// The file cannot be read, or is of other games.
pub(crate) fn read_duels(path: &Path) -> Result<Duels> {
    match scores(path)? {
        (Moves { opponent: Opponent::Team(against), time, .. }, scores) => {
            Ok(Duels { against, time, scores })
        }
        _ => Err(Error::of_file(path, "expected games of teams against teams")),
    }
}

fn scores(path: &Path) -> Result<(Moves, Vec<(Team, MatchScore)>)> {
    let (setting, pairs): (Setting, Vec<Pair>) = experiment::read(path)?;
    Ok((setting.goal, table::scores(&pairs)))
}

/// All matches.
struct Games {
    setting: Setting,
}

impl Experiment for Games {
    type Entry = Pair;
    type Setting = Setting;
    type Worker = Players;

    const PIECES: &'static str = "pairs of games";

    fn setting(&self) -> &Setting {
        &self.setting
    }

    fn worker(&self) -> Result<Players> {
        Players::new(&self.setting)
    }

    fn perform(&self, players: &mut Players, &(team, number): &(Team, u32)) -> Result<Pair> {
        players.play(team, number)
    }
}

impl Arguments {
    fn check_time(&self, costs: &CostModel) -> Result<()> {
        if costs.sequential_nodes(self.time) == 0 {
            let node = costs.node.0;
            return Err(Error::refused(format!("--time is less than that of a node, {node} ns")));
        }
        Ok(())
    }

    fn check_groups(&self) -> Result<()> {
        let groups = self.groups.unwrap_or(1);
        match self.workers.iter().find(|&workers| workers % groups != 0) {
            None => Ok(()),
            Some(workers) => {
                let reason = format!("{workers} workers cannot be divided among {groups} groups");
                Err(Error::refused(reason))
            }
        }
    }

    /// Returns a team with `workers` workers in all.
    fn team(&self, algorithm: Algorithm, workers: u16) -> Team {
        let of_group = workers / self.groups.unwrap_or(1);
        Team { ranks: self.groups, ..Team::new(algorithm, of_group.into()) }
    }

    fn setting(&self, costs: CostModel, bench: u64) -> Setting {
        let goal = Moves { time: self.time, seed: self.seed, opponent: self.opponent() };
        let (hash, bench) = (self.hash.into(), Some(bench));
        Setting {
            goal,
            hash,
            jitter: Some(DEFAULT_JITTER),
            split: Vec::new(),
            costs: Some(costs),
            bench,
        }
    }

    fn opponent(&self) -> Opponent {
        let Network { latency, bandwidth } = self.net.unwrap_or(Network::GIGABIT);
        let faults = self.faults.unwrap_or(0);
        match (self.against, self.ranks) {
            (Some(algorithm), _) => Opponent::Team(algorithm),
            (None, Some(ranks)) => Opponent::Rank(Cluster { ranks, latency, bandwidth, faults }),
            (None, None) => Opponent::PSeq,
        }
    }

    fn file(&self, setting: &Setting) -> Result<PathBuf> {
        let name = match setting.goal.opponent {
            Opponent::PSeq => "games",
            Opponent::Team(_) => "duels",
            Opponent::Rank(_) => "cluster-games",
        };
        match &self.out {
            Some(file) => Ok(file.clone()),
            None if self.check.of_each.is_some() => Ok(format!("data/compare/{name}.jsonl").into()),
            None => own_journal(name, setting),
        }
    }

    /// Returns all pairs of games, opening by opening, so that an early look at the file shows all matches.
    fn pairings(&self) -> Vec<(Team, u32)> {
        let mut pairings = Vec::new();
        for number in 0..self.games / 2 {
            for &algorithm in &self.algorithms {
                for &workers in &self.workers {
                    pairings.push((self.team(algorithm, workers), number));
                }
            }
        }
        pairings
    }
}

/// Reads a length of time such as `10ms`, `500us` or `1s`.
fn parse_time(text: &str) -> Result<Ticks, String> {
    let units = [("ms", 1_000_000), ("us", 1_000), ("s", 1_000_000_000)];
    let time = units.iter().find_map(|(unit, ticks)| {
        let count: u64 = text.strip_suffix(unit)?.parse().ok()?;
        count.checked_mul(*ticks).filter(|ticks| (1..=HOUR).contains(ticks))
    });
    time.map(Ticks).ok_or_else(|| "expected a time up to an hour, as in 10ms, 500us or 1s".into())
}

/// In nanoseconds.
const HOUR: u64 = 3_600_000_000_000;

fn parse_games(text: &str) -> Result<u32, String> {
    let games = text.parse().ok().filter(|games| (2..=1_000_000).contains(games) && games % 2 == 0);
    games.ok_or_else(|| "expected an even number of games, from 2 to 1000000".into())
}

#[cfg(test)]
mod tests {
    use cleave_kit::files::scratch::Scratch;
    use cleave_kit::options::words::parse;

    use super::*;

    #[test]
    fn times_are_read_or_refused() {
        let time = |text: &str| parse_time(text).map(|time| time.0);
        assert_eq!(time("10ms"), Ok(10_000_000));
        assert_eq!(time("500us"), Ok(500_000));
        assert_eq!(time("3s"), Ok(3_000_000_000));
        for text in ["", "10", "ms", "0ms", "-1s", "1.5s", "3601s", "18446744073709551615s"] {
            assert!(time(text).unwrap_err().contains("as in 10ms"), "{text}");
        }
        assert!(parse_games("7").is_err() && parse_games("0").is_err());
    }

    fn line(games: &str, scratch: &Scratch, file: &str) -> Arguments {
        let costs = concat!("--costs=", env!("CARGO_MANIFEST_DIR"), "/../../../data/costs.json");
        let words = ["virtual-games", "--algorithms=dts,abdada-simplified", "--time=30us"];
        let more = ["--workers=2", "--hash=1", costs, games, &scratch.option("--out", file)];
        parse(words.into_iter().chain(more)).unwrap()
    }

    fn run(arguments: &Arguments) -> Result<()> {
        play(arguments, || Ok(7))
    }

    #[test]
    fn a_check_finds_games_that_this_program_plays_differently() {
        let scratch = Scratch::new("virtual-games-check");
        let games = || line("--games=4", &scratch, "games");
        run(&games()).unwrap();
        let check = Arguments { check: Check { of_each: Some(2) }, ..games() };
        run(&check).unwrap();
        let spoilt = scratch.text("games").replacen("\"plies\":", "\"plies\":1", 1);
        scratch.write("games", &spoilt);
        let refused = run(&check).unwrap_err().to_string();
        assert!(refused.contains("1 of 4 entries done again are not as"), "{refused}");
        assert_eq!(scratch.text("games"), spoilt, "nothing is written");
    }

    #[test]
    fn a_team_plays_against_another_one_and_against_itself() {
        let scratch = Scratch::new("virtual-games-duels");
        let mut duels = line("--games=8", &scratch, "duels");
        duels.against = Some(Algorithm::Dts);
        run(&duels).unwrap();
        let Duels { against, time, scores } = read_duels(&scratch.path("duels")).unwrap();
        assert_eq!((against, time, scores.len()), (Algorithm::Dts, duels.time, 2));
        let of = |name| scores.iter().find(|(team, _)| team.algorithm == name).unwrap().1;
        // One side loses the points that the other wins: both are the same team.
        assert_eq!(of(Algorithm::Dts).elo().1, 0.0, "{}", of(Algorithm::Dts));
        assert_ne!(of(Algorithm::Dts), of(Algorithm::AbdadaSimplified));
        assert!(read(&scratch.path("duels")).is_err());
        run(&line("--games=2", &scratch, "games")).unwrap();
        assert!(read_duels(&scratch.path("games")).is_err());
    }

    #[test]
    fn groups_play_alike_whatever_was_played_before_and_have_as_many_workers_as_the_other_team() {
        let scratch = Scratch::new("virtual-games-groups");
        let of_groups = |games: &str, file: &str, groups: u16| {
            let duels = line(games, &scratch, file);
            let (against, groups) = (Some(Algorithm::Lazy), Some(groups));
            Arguments { algorithms: vec![Algorithm::Dts], against, groups, ..duels }
        };
        let refused = run(&of_groups("--games=2", "none", 3)).unwrap_err().to_string();
        assert!(refused.contains("2 workers cannot be divided among 3 groups"), "{refused}");
        run(&of_groups("--games=4", "whole", 2)).unwrap();
        run(&of_groups("--games=2", "parts", 2)).unwrap();
        run(&of_groups("--games=4", "parts", 2)).unwrap();
        assert_eq!(scratch.text("parts"), scratch.text("whole"));
        assert!(scratch.text("whole").contains("\"workers\":1,\"ranks\":2,"), "two of one");
    }

    #[test]
    fn games_broken_off_and_resumed_give_the_same_file_and_an_unknown_name_is_refused() {
        let scratch = Scratch::new("virtual-games");
        let line = |games: &str, file: &str| line(games, &scratch, file);
        let text = |file: &str| scratch.text(file);
        run(&line("--games=4", "whole")).unwrap();
        run(&line("--games=2", "parts")).unwrap();
        assert_ne!(text("parts"), text("whole"));
        let refused = play(&line("--games=4", "parts"), || Ok(8)).unwrap_err().to_string();
        assert!(refused.contains("another setting"), "another program: {refused}");
        run(&line("--games=4", "parts")).unwrap();
        assert_eq!(text("parts"), text("whole"));
        assert_eq!(text("whole").lines().count(), 1 + 2 * 2);
        // A cluster's games are the same when they are played again, and no team's.
        let mut of_ranks = line("--games=2", "ranks");
        of_ranks.ranks = Some(2);
        run(&of_ranks).unwrap();
        let first = text("ranks");
        std::fs::remove_file(scratch.path("ranks")).unwrap();
        run(&of_ranks).unwrap();
        assert_eq!(text("ranks"), first);
        assert!(first.contains("\"rank\":{\"ranks\":2,\"latency\":50000"), "{first}");
        let refused = read(&scratch.path("ranks")).err().unwrap().to_string();
        assert!(refused.contains("expected games of teams against P_seq"), "{refused}");
        assert_eq!(read(&scratch.path("whole")).unwrap().len(), 2);
        let error = parse::<Arguments>(["virtual-games", "--algorithms=dtss"]).err().unwrap();
        assert!(error.contains("no algorithm is called 'dtss'"), "{error}");
    }
}
