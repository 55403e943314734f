//! Fifty mates in 2 to 5, with the nodes until each is first shown.
//!
//! `short_mates.txt` has a line for each mate: the moves to mate, the nodes that the search may use, the nodes that
//! Stockfish 15.1 uses with `Use NNUE` off and `Hash` 16, the position, and its origin. A table of crates/mates/README.md has
//! the nodes that the search does use.

use std::fmt::Write;
use std::{env, fs};

use cleave_board::{Position, Value};
use cleave_mates::{Answer, Prover};
use cleave_movegen::parse_move;
use cleave_search::{Host, Limits, Root, Searcher, Signal, Status, Thinking, Undisturbed, Verdict};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../crates/mates/README.md");

/// The lines around the table in the page.
const TABLE: (&str, &str) = ("<!-- table of mates -->\n", "<!-- end of the table -->\n");

/// The most nodes for a mate in 2.
const MATE_IN_TWO: u64 = 10_000;

struct Mate {
    moves: u32,
    /// The nodes that the search may take.
    nodes: u64,
    stockfish: u64,
    fen: &'static str,
    origin: &'static str,
}

fn mates() -> Vec<Mate> {
    let mate = |line: &'static str| {
        let fields: Vec<&str> = line.split("; ").collect();
        let &[moves, nodes, stockfish, fen, origin] = fields.as_slice() else { panic!("{line}") };
        let number = |text: &str| text.parse().expect("a number");
        let (nodes, stockfish) = (number(nodes), number(stockfish));
        Mate { moves: moves.parse().expect("a number"), nodes, stockfish, fen, origin }
    };
    include_str!("short_mates.txt").lines().map(mate).collect()
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect("a legal position")
}

/// Notes the nodes at which a mate in `moves` moves is first shown, and stops.
struct FirstShown {
    moves: u32,
    nodes: Option<u64>,
}

impl Host for FirstShown {
    fn poll(&mut self, _: &Status) -> Signal {
        if self.nodes.is_some() { Signal::Stop } else { Signal::Continue }
    }

    fn thinking(&mut self, line: &Thinking) {
        let is_mate = line.value >= Value::mate_in(2 * self.moves as usize - 1)
            && line.verdict != Verdict::AtMost;
        if is_mate && self.nodes.is_none() {
            self.nodes = Some(line.nodes);
        }
    }
}

/// Returns the nodes until the search shows the mate, if it does within `limit`.
fn nodes_to_find(searcher: &mut Searcher, mate: &Mate, limit: u64) -> Option<u64> {
    let root = Root::from(position(mate.fen));
    let limits = Limits { nodes: Some(limit), ..Limits::default() };
    let mut host = FirstShown { moves: mate.moves, nodes: None };
    searcher.new_game();
    searcher.search(&root, &limits, &mut host);
    host.nodes
}

/// Returns the nodes until one worker has proved that it is the shortest, and has its line.
fn nodes_to_prove(mate: &Mate) -> u64 {
    let mut prover = Prover::new(&position(mate.fen), mate.moves, 1).expect("there is memory");
    let answer = prover.prove(&mut |_| true);
    assert!(matches!(answer, Answer::Mate(line) if line.len() as u32 == 2 * mate.moves - 1));
    prover.nodes()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    (values[middle] + values[(values.len() - 1) / 2]) / 2.0
}

#[test]
fn each_mate_is_found_within_its_nodes() {
    let mut searcher = Searcher::new(16).expect("16 MiB are available");
    let mates = mates();
    assert_eq!(mates.len(), 50);
    let mut ratios = Vec::new();
    for mate in &mates {
        assert!(mate.moves > 2 || mate.nodes <= MATE_IN_TWO, "{}", mate.fen);
        let nodes = nodes_to_find(&mut searcher, mate, mate.nodes);
        let nodes =
            nodes.unwrap_or_else(|| panic!("no mate in {} nodes: {}", mate.nodes, mate.fen));
        ratios.push(nodes as f64 / mate.stockfish as f64);
    }
    let median = median(ratios);
    assert!(median <= 3.0, "the median is {median:.2} times the nodes of Stockfish");
}

#[test]
fn the_table_of_mates_matches_this_search() {
    let mut searcher = Searcher::new(16).expect("16 MiB are available");
    let mut table = String::from(
        "| mate in | nodes | Stockfish 15.1 without network | proof | position | origin |\n|---|---|---|---|---|---|\n",
    );
    let mut ratios = Vec::new();
    for mate in mates() {
        let nodes = nodes_to_find(&mut searcher, &mate, 2_000_000).expect("the mate is found");
        ratios.push(nodes as f64 / mate.stockfish as f64);
        let proof = nodes_to_prove(&mate);
        let Mate { moves, stockfish, fen, origin, .. } = mate;
        writeln!(table, "| {moves} | {nodes} | {stockfish} | {proof} | `{fen}` | {origin} |")
            .unwrap();
    }
    let median = median(ratios);
    writeln!(table, "\nThe median of the ratios of nodes is {median:.2}.").unwrap();
    let page = fs::read_to_string(PAGE).unwrap();
    let (before, rest) = page.split_once(TABLE.0).expect("the table begins");
    let (committed, after) = rest.split_once(TABLE.1).expect("the table ends");
    if env::var_os("CLEAVE_BLESS").is_some() {
        fs::write(PAGE, [before, TABLE.0, &table, TABLE.1, after].concat()).unwrap();
        return;
    }
    assert!(
        committed == table,
        "the search has changed; found:\n{table}\nIf that is intended: \
         CLEAVE_BLESS=1 cargo test -p cleave-search --test all short_mates"
    );
}

#[test]
fn a_mate_by_a_quiet_check_is_seen_at_depth_2() {
    let position = position("4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 1");
    let check = parse_move(&position, "b3b8").expect("a legal move");
    let mut searcher = Searcher::new(1).expect("1 MiB is available");
    let limits = Limits { included: vec![check], ..Limits::to_depth(2) };
    let found = searcher.search(&Root::from(position), &limits, &mut Undisturbed);
    assert_eq!(found.value, Value::mate_in(3), "{:?}", found.line);
}
