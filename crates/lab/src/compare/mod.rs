//! `cargo xtask compare`: every parallel algorithm on the same trees, in virtual time.
//!
//! For each size of tree there is a file, a [journal](crate::journal): the searches are kept as they are
//! done, and a comparison that is broken off goes on where it stopped. Later ones may add algorithms,
//! sizes of teams, seeds and positions. The same command writes the same file, to the byte, on any
//! machine. `cargo xtask report` makes tables and pictures of it. With `--check` some searches of the file
//! are done again, and must come out as they are written.

mod check;
mod search;
mod table;

use std::collections::BTreeMap;
use std::error::Error;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use cleave_search::{Algorithm, Searcher};
use cleave_smp::UnknownAlgorithm;

use crate::destination::Destination;
use crate::figures::comparison::{Comparison, Key, Piece, Setting, Team, WITHOUT_NEXT};
use crate::journal::Journal;
use crate::speedup::positions::Entry;
use crate::{parallel, processors, progress, signature, speedup};
use search::search;

/// What to compare.
#[derive(Args)]
pub struct Arguments {
    /// The algorithms; by default all, and `dts-without-next`, in which those without work wait, as they do
    /// in all the others, and do not begin the next iteration.
    #[arg(long, value_delimiter = ',', value_name = "NAME,NAME,...")]
    algorithms: Vec<Kind>,
    /// Numbers of workers.
    #[arg(long, value_delimiter = ',', default_value = "2,4,8,16,64", value_name = "N,N,...",
          value_parser = clap::value_parser!(u16).range(1..=cleave_smp::MAX_WORKERS as i64))]
    workers: Vec<u16>,
    /// Sizes of P_seq's trees: each position is searched to the depth at which its tree has about so
    /// many nodes.
    #[arg(long, value_delimiter = ',', default_value = "500000", value_name = "N,N,...",
          value_parser = clap::value_parser!(u64).range(1_000..=1_000_000_000))]
    nodes: Vec<u64>,
    /// Number of seeds.
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..))]
    seeds: u64,
    /// A file of positions, FEN or EPD; may be given several times. By default the positions of the
    /// DTS article and more varied ones.
    #[arg(long, value_name = "FILE")]
    positions: Vec<PathBuf>,
    /// Size of the table, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = speedup::DEFAULT_HASH)]
    hash: usize,
    /// By how many percent prices vary at random, but for seed 0, the reference run.
    #[arg(long, value_name = "P", default_value_t = 5, value_parser = clap::value_parser!(u32).range(..=100))]
    jitter: u32,
    /// The cost model of virtual time.
    #[arg(long, value_name = "FILE", default_value = "data/costs.json")]
    costs: PathBuf,
    /// The folder of the files, `trees-NODES.jsonl`.
    #[arg(long, value_name = "FOLDER", default_value = "data/compare")]
    out: PathBuf,
    /// Do only K of each team's searches in the files again, chosen at random. It is an error if one comes
    /// out differently; nothing is written.
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    check: Option<u64>,
}

/// A kind of team.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Kind {
    algorithm: Algorithm,
    without_next: bool,
}

impl Kind {
    /// All algorithms, and the one that begins next iterations also without them.
    fn all() -> Vec<Kind> {
        let with_next = Algorithm::ALL.map(|algorithm| Kind { algorithm, without_next: false });
        let without_next = Kind { algorithm: Algorithm::Dts, without_next: true };
        with_next.into_iter().chain([without_next]).collect()
    }

    fn team(self, workers: usize) -> Team {
        let Kind { algorithm, without_next } = self;
        Team { without_next, ..Team::new(algorithm, workers) }
    }
}

impl FromStr for Kind {
    type Err = UnknownAlgorithm;

    fn from_str(name: &str) -> Result<Kind, UnknownAlgorithm> {
        let dts = Algorithm::Dts;
        match name.strip_suffix(WITHOUT_NEXT) {
            Some(of) if of == dts.name() => Ok(Kind { algorithm: dts, without_next: true }),
            _ => Ok(Kind { algorithm: name.parse()?, without_next: false }),
        }
    }
}

/// A search of a comparison, and the place of its position among all.
type Due = (usize, Key);

/// Compares, one size of tree after the other, and prints a table of each; or checks what is written.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    compare(arguments, signature::own_signature)
}

/// The signature takes some seconds: it is asked for when the arguments have been found right.
fn compare(
    arguments: &Arguments,
    signature: impl FnOnce() -> Result<u64, Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let entries = speedup::positions::read(&arguments.positions)?;
    speedup::positions::refuse_equal_names(&entries)?;
    let costs = speedup::read_costs(&arguments.costs)?;
    processors::yield_to_others();
    let bench = signature()?;
    for &nodes in &arguments.nodes {
        let (hash, jitter) = (arguments.hash, arguments.jitter);
        let setting = Setting { nodes, hash, jitter, costs, bench };
        match arguments.check {
            Some(of_each) => check::check(arguments, &entries, &setting, of_each)?,
            None => print!("{}", table::text(&arguments.compare(&entries, setting)?)),
        }
    }
    Ok(())
}

impl Arguments {
    /// Does what is not in the file yet. Returns all that is in the file.
    fn compare(&self, entries: &[Entry], setting: Setting) -> Result<Comparison, Box<dyn Error>> {
        let destination = Destination::create(&self.file(setting.nodes))?;
        let journal: Journal<Piece> = Journal::open(&destination, &setting)?;
        let mut due = self.pieces(entries);
        due.retain(|(_, key)| !journal.has(key));
        let depths = journal.gather(Piece::depth).into_iter().collect();
        search_all(entries, &due, depths, &setting, |found| journal.record(found))?;
        Ok(Comparison::new(setting, journal.finish()?))
    }

    /// The file of trees of this size.
    fn file(&self, nodes: u64) -> PathBuf {
        self.out.join(format!("trees-{nodes}.jsonl"))
    }

    /// All pieces, with the places of their positions: seed by seed, so that a comparison that is broken
    /// off has all teams on all positions with the first seeds.
    fn pieces(&self, entries: &[Entry]) -> Vec<Due> {
        let mut pieces = Vec::new();
        for seed in 0..self.seeds {
            for (index, entry) in entries.iter().enumerate() {
                let teams = self.teams().into_iter().map(Some);
                for team in std::iter::once(None).chain(teams) {
                    pieces.push((index, (entry.name(), seed, team)));
                }
            }
        }
        pieces
    }

    fn teams(&self) -> Vec<Team> {
        let kinds = match &self.algorithms[..] {
            [] => Kind::all(),
            chosen => chosen.to_vec(),
        };
        let sizes = |kind: Kind| self.workers.iter().map(move |&workers| kind.team(workers.into()));
        kinds.into_iter().flat_map(sizes).collect()
    }
}

/// Does these searches, several at once, and gives each result to `take`. A depth that is not known is
/// found first.
///
/// # Errors
/// There is no memory for a search, or the first error of `take`.
fn search_all(
    entries: &[Entry],
    due: &[Due],
    mut depths: BTreeMap<String, u32>,
    setting: &Setting,
    take: impl Fn(Piece) -> Result<(), String> + Sync,
) -> Result<(), Box<dyn Error>> {
    let mut searchers = Vec::new();
    for _ in 0..processors::available().min(due.len()) {
        searchers.push(Searcher::new(setting.hash)?);
    }
    let positions = due.iter().map(|(index, _)| &entries[*index]);
    add_missing(&mut depths, &mut searchers, positions, setting.nodes);
    let bar = progress::bar(format!("{} nodes", setting.nodes), due.len() as u64);
    parallel::until_error(&mut searchers, due.len(), None, |searcher, piece| {
        let (index, (_, seed, team)) = &due[piece];
        let entry = &entries[*index];
        let depth = depths[&entry.name()];
        let found = search(searcher, (entry, depth, *seed), *team, setting)?;
        bar.inc(1);
        take(found)
    })?;
    bar.finish_and_clear();
    Ok(())
}

/// Adds the depths of these positions at which P_seq's trees have about so many nodes, where they are not
/// known.
fn add_missing<'e>(
    depths: &mut BTreeMap<String, u32>,
    searchers: &mut [Searcher],
    entries: impl Iterator<Item = &'e Entry>,
    nodes: u64,
) {
    let mut missing: BTreeMap<String, &Entry> =
        entries.map(|entry| (entry.name(), entry)).collect();
    missing.retain(|name, _| !depths.contains_key(name));
    let missing: Vec<_> = missing.into_iter().collect();
    let bar = progress::bar("depths", missing.len() as u64);
    let found = parallel::each(searchers, missing.len(), None, |searcher, place| {
        let depth = speedup::depth_for_nodes(searcher, &missing[place].1.position, nodes);
        bar.inc(1);
        depth
    });
    bar.finish_and_clear();
    let names = missing.into_iter().map(|(name, _)| name);
    depths.extend(names.zip(found).filter_map(|(name, depth)| Some((name, depth?))));
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use clap::Parser;

    use super::*;
    use crate::figures::comparison_summary::rows;

    const POSITIONS: &str = "r4rk1/pb1nqppp/1p3n2/3p4/3P4/1PN1PN2/PB2QPPP/2R2RK1 w - - id \"a\";
8/5pk1/R5p1/7p/1r3P1P/6P1/5PK1/8 b - - id \"b\";
";

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        arguments: Arguments,
    }

    fn compare_in(folder: &Path, more: &[&str]) -> String {
        run_in(folder, more).unwrap();
        fs::read_to_string(folder.join("trees-3000.jsonl")).unwrap()
    }

    fn run_in(folder: &Path, more: &[&str]) -> Result<(), Box<dyn Error>> {
        let epd = folder.join("two.epd");
        fs::write(&epd, POSITIONS).unwrap();
        let costs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/costs.json");
        let words = ["compare", "--nodes=3000", "--hash=1", "--costs", costs];
        let paths = ["--positions", epd.to_str().unwrap(), "--out", folder.to_str().unwrap()];
        let words = words.iter().chain(&paths).chain(more);
        compare(&Line::try_parse_from(words)?.arguments, || Ok(7))
    }

    #[test]
    fn two_positions_of_one_name_are_refused() {
        let folder = std::env::temp_dir().join(format!("equal-names-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let epd = folder.join("two.epd");
        fs::write(&epd, POSITIONS.replace("\"b\"", "\"a\"")).unwrap();
        let paths = ["--positions", epd.to_str().unwrap(), "--out", folder.to_str().unwrap()];
        let line = Line::try_parse_from(["compare"].iter().chain(&paths)).unwrap();
        let refused = compare(&line.arguments, || Ok(7)).unwrap_err().to_string();
        assert!(refused.contains("two positions are called 'two a'"), "{refused}");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn only_dts_can_be_without_next_iterations() {
        let dts = "dts-without-next".parse::<Kind>().unwrap();
        assert!(dts.without_next && dts.team(4).to_string() == "dts-without-next");
        assert!("lazy-without-next".parse::<Kind>().is_err());
        assert_eq!(Kind::all().len(), Algorithm::ALL.len() + 1);
    }

    #[test]
    fn a_comparison_made_in_parts_is_that_made_at_once() {
        let folder = std::env::temp_dir().join(format!("compare-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let chosen = ["--algorithms=dts,dts-without-next,abdada-simplified", "--workers=2,4"];
        let whole = compare_in(&folder, &chosen);
        fs::remove_file(folder.join("trees-3000.jsonl")).unwrap();
        compare_in(&folder, &["--seeds=1", "--algorithms=abdada-simplified", "--workers=4"]);
        let part = compare_in(&folder, &["--algorithms=dts", "--workers=4"]);
        assert!(part.len() < whole.len());
        assert_eq!(compare_in(&folder, &chosen), whole);
        // Two seeds of two positions: P_seq and six teams each.
        assert_eq!(whole.lines().count(), 1 + 2 * 2 * (1 + 6));
        let comparison = Comparison::read(&folder.join("trees-3000.jsonl")).unwrap();
        assert_eq!((comparison.trees.len(), comparison.cells.len()), (4, 24));
        assert_eq!((comparison.sets(), comparison.seeds(2)), (vec![("two", 2)], 2));
        for row in rows(&comparison) {
            assert!(row.positions == 2 && row.joins > 0.0, "{row:?}");
            assert!((0.2..row.team.workers as f64).contains(&row.speedup.mean), "{row:?}");
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_check_finds_what_this_program_does_not_find() {
        let folder = std::env::temp_dir().join(format!("compare-check-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("trees-3000.jsonl");
        let all = ["--algorithms=dts,tree-splitting", "--workers=2", "--check=100"];
        let refused = || run_in(&folder, &all).unwrap_err().to_string();
        assert!(refused().contains("No such file"), "{}", refused());
        let whole = compare_in(&folder, &all[..2]);
        run_in(&folder, &all).unwrap();
        run_in(&folder, &["--check=1"]).unwrap();
        // One thing is changed in each: what P_seq finds, a depth, what teams find, and the setting.
        for (line, change) in [
            ("{\"position\":\"two a\",\"seed\":0,\"depth\"", ("\"dts\":", "\"dts\":1")),
            ("{\"position\":\"two b\",\"seed\":1,\"depth\"", ("\"depth\":", "\"depth\":1")),
            (
                "{\"position\":\"two a\",\"seed\":1,\"algorithm\":\"dts\"",
                ("\"time\":", "\"time\":1"),
            ),
            (
                "{\"position\":\"two b\",\"seed\":0,\"algorithm\":\"tree-splitting\"",
                ("\"joins\":", "\"joins\":1"),
            ),
        ] {
            let old = whole.lines().find(|text| text.starts_with(line)).expect(line);
            let spoilt = whole.replace(old, &old.replace(change.0, change.1));
            fs::write(&file, &spoilt).unwrap();
            assert!(refused().contains("1 of 12 entries done again are not as"), "{}", refused());
            assert_eq!(fs::read_to_string(&file).unwrap(), spoilt, "nothing is written");
        }
        fs::write(&file, whole.replace("\"bench\":7", "\"bench\":8")).unwrap();
        assert!(refused().contains("another setting"), "{}", refused());
        fs::write(&file, whole.lines().next().unwrap().to_owned() + "\n").unwrap();
        assert!(refused().contains("nothing of what is to be checked"), "{}", refused());
        fs::remove_dir_all(&folder).unwrap();
    }
}
