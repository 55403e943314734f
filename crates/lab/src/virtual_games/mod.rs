//! `cargo xtask virtual-games`: parallel algorithms against P_seq, or clusters of several ranks against one
//! of their ranks, both with the same virtual time for each move.
//!
//! Time to depth is unfair to algorithms that gain strength rather than depth; games are not. A team
//! plays on a virtual machine of N processors, P_seq on one of the same kind: it searches as many nodes
//! as the cost model allows in the time of a move. Every opening is played twice, with colours
//! exchanged. All of it is exactly repeatable from the seed, on any machine, whatever else runs there.

mod pairing;
mod table;

use std::error::Error;
use std::path::{Path, PathBuf};

use clap::Args;
use cleave_cluster::virtual_time::Network;
use cleave_search::Algorithm;
use cleave_smp_lab::virtual_time::{CostModel, Ticks};

use crate::check::Check;
use crate::destination::Destination;
use crate::figures::comparison::Team;
use crate::figures::read_text;
use crate::games::score::MatchScore;
use crate::journal::Journal;
use crate::{journal, parallel, processors, progress, signature, speedup};
use pairing::{Cluster, Pair, Players, Setting};

/// The matches to play.
#[derive(Args)]
pub struct Arguments {
    /// The algorithms, each of which plays a match with each number of workers.
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
    /// Seed of the openings beyond those of the book and, with --faults, of what becomes of the messages
    /// in each pair of games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Size of each player's table, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..))]
    hash: u16,
    /// The cost model of virtual time.
    #[arg(long, value_name = "FILE", default_value = "data/costs.json")]
    costs: PathBuf,
    /// So many ranks, each with a team, play against one of them, not teams against P_seq.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(2..=64))]
    ranks: Option<u16>,
    /// The network of the ranks: 1gbe, 10gbe, infiniband, ideal, or latency in microseconds and
    /// megabytes a second. By default 1gbe.
    #[arg(long, value_name = "NAME|LATENCY,BANDWIDTH", requires = "ranks")]
    net: Option<Network>,
    /// So many messages of a thousand are lost, and as many repeated, late, and garbled.
    #[arg(long, value_name = "PERMILLE", requires = "ranks",
          value_parser = clap::value_parser!(u16).range(..=1000))]
    faults: Option<u16>,
    /// The file of the games, a line for each opening. If it exists, games that are in it are not played
    /// again. By default data/compare/games.jsonl, or cluster-games.jsonl there.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Play only K of each team's openings in the file again, chosen at random. It is an error if one comes
    /// out differently; nothing is written.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    check: Option<u64>,
}

/// Plays what is not in the file yet, and prints the scores; or checks what is written.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    play(arguments, signature::own_signature)
}

/// The signature takes some seconds: it is asked for when the arguments have been found right.
fn play(
    arguments: &Arguments,
    signature: impl FnOnce() -> Result<u64, Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let costs = speedup::read_costs(&arguments.costs)?;
    arguments.check_time(&costs)?;
    processors::yield_to_others();
    let setting = arguments.setting(costs, signature()?);
    match arguments.check {
        Some(of_each) => arguments.check(&setting, of_each),
        None => arguments.complete(&setting),
    }
}

/// Plays these pairs, several at once, and gives each to `take`.
///
/// # Errors
/// There is no memory for the players, or the first error of `take`.
fn play_all(
    due: &[(Team, u32)],
    setting: &Setting,
    take: impl Fn(Pair) -> Result<(), String> + Sync,
) -> Result<(), Box<dyn Error>> {
    let mut players = Vec::new();
    for _ in 0..processors::available().min(due.len()) {
        players.push(Players::new(setting)?);
    }
    let bar = progress::bar("pairs of games", due.len() as u64);
    parallel::until_error(&mut players, due.len(), None, |players, piece| {
        let (team, number) = due[piece];
        let pair = players.play(team, number).map_err(|error| error.to_string())?;
        bar.inc(1);
        take(pair)
    })?;
    bar.finish_and_clear();
    Ok(())
}

/// The scores in a file of games of teams against P_seq, in the order of the teams.
pub(crate) fn read(path: &Path) -> Result<Vec<(Team, MatchScore)>, String> {
    let games: Result<(Setting, Vec<Pair>), _> = journal::read(&read_text(path)?);
    let (setting, pairs) = games.map_err(|error| format!("{}: {error}", path.display()))?;
    if setting.cluster.is_some() {
        let path = path.display();
        return Err(format!("{path}: games of clusters; expected those of teams against P_seq"));
    }
    Ok(table::scores(&pairs))
}

impl Arguments {
    /// Plays what is not in the file yet, and prints the scores.
    fn complete(&self, setting: &Setting) -> Result<(), Box<dyn Error>> {
        let journal = Journal::open(&Destination::create(self.out())?, setting)?;
        let all = self.pairings();
        let due: Vec<_> = all.iter().copied().filter(|pairing| !journal.has(pairing)).collect();
        play_all(&due, setting, |pair| journal.record(pair))?;
        let mut pairs = journal.finish()?;
        pairs.retain(|pair| all.contains(&(pair.team, pair.number)));
        print!("{}", table::text(&pairs, setting.cluster));
        Ok(())
    }

    /// Plays so many of each team's pairs again, which must come out as they are in the file.
    fn check(&self, setting: &Setting, of_each: u64) -> Result<(), Box<dyn Error>> {
        let check = Check::open(self.out(), setting)?;
        let chosen = check.choose(self.pairings(), of_each, |key| key, |(team, _)| *team)?;
        play_all(&chosen, setting, |pair| {
            check.record(pair);
            Ok(())
        })?;
        Ok(check.finish()?)
    }

    fn check_time(&self, costs: &CostModel) -> Result<(), String> {
        if costs.sequential_nodes(self.time) == 0 {
            let node = costs.node.0;
            return Err(format!("--time is less than that of a node, {node} ns"));
        }
        Ok(())
    }

    fn setting(&self, costs: CostModel, bench: u64) -> Setting {
        let (time, seed, hash) = (self.time, self.seed, usize::from(self.hash));
        Setting { time, seed, hash, costs, bench, cluster: self.cluster() }
    }

    fn cluster(&self) -> Option<Cluster> {
        let Network { latency, bandwidth } = self.net.unwrap_or(Network::GIGABIT);
        let faults = self.faults.unwrap_or(0);
        self.ranks.map(|ranks| Cluster { ranks, latency, bandwidth, faults })
    }

    fn out(&self) -> &Path {
        let default = match self.ranks {
            None => "data/compare/games.jsonl",
            Some(_) => "data/compare/cluster-games.jsonl",
        };
        self.out.as_deref().unwrap_or(Path::new(default))
    }

    /// All pairs of games, opening by opening, so that an early look at the file shows all matches.
    fn pairings(&self) -> Vec<(Team, u32)> {
        let mut pairings = Vec::new();
        for number in 0..self.games / 2 {
            for &algorithm in &self.algorithms {
                for &workers in &self.workers {
                    pairings.push((Team::new(algorithm, workers.into()), number));
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
    use super::*;
    use crate::command_line::parse;

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

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn line(games: &str, out: &Path) -> Arguments {
        let costs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/costs.json");
        let words = ["virtual-games", "--algorithms=dts,abdada-simplified", "--time=30us"];
        let words = words.into_iter().chain(["--workers=2", "--hash=1", "--costs", costs]);
        parse(words.chain([games, "--out", out.to_str().unwrap()])).unwrap()
    }

    fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
        play(arguments, || Ok(7))
    }

    #[test]
    fn a_check_finds_games_that_are_not_played_so() {
        let folder = folder("virtual-games-check");
        let file = folder.join("games");
        run(&line("--games=4", &file)).unwrap();
        let check = Arguments { check: Some(2), ..line("--games=4", &file) };
        run(&check).unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        let spoilt = text.replacen("\"plies\":", "\"plies\":1", 1);
        std::fs::write(&file, &spoilt).unwrap();
        let refused = run(&check).unwrap_err().to_string();
        assert!(refused.contains("1 of 4 entries done again are not as"), "{refused}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), spoilt, "nothing is written");
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn games_broken_off_and_resumed_give_the_same_file_and_a_name_nobody_has_is_refused() {
        let folder = folder("virtual-games");
        let line = |games: &str, file: &str| line(games, &folder.join(file));
        let text = |file: &str| std::fs::read_to_string(folder.join(file)).unwrap();
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
        std::fs::remove_file(folder.join("ranks")).unwrap();
        run(&of_ranks).unwrap();
        assert_eq!(text("ranks"), first);
        assert!(first.contains("\"cluster\":{\"ranks\":2,\"latency\":50000"), "{first}");
        let refused = read(&folder.join("ranks")).err().unwrap();
        assert!(refused.contains("games of clusters"), "{refused}");
        assert_eq!(read(&folder.join("whole")).map(|scores| scores.len()), Ok(2));
        std::fs::remove_dir_all(&folder).unwrap();
        let error = parse::<Arguments>(["virtual-games", "--algorithms=dtss"]).err().unwrap();
        assert!(error.contains("no algorithm is called 'dtss'"), "{error}");
    }
}
