//! Speed-up and node ratio of a few searches in virtual time, to the last digit.
//!
//! They are the same on every machine, so a difference means that the search or an algorithm has changed. If the change
//! is intended, write the files anew, and let the commit explain why figures got worse:
//!
//! ```text
//! CLEAVE_BLESS=1 cargo test -p cleave-search --test all virtual_figures
//! ```

use std::fmt::Write;
use std::{env, fs};

use cleave_board::Position;
use cleave_search::team::Algorithm;
use cleave_search::{Limits, Root, Searcher, Undisturbed};
use cleave_virtual_time::virtual_time::{CostModel, Machine};

use crate::program::search_virtual;

const DTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/virtual_figures.txt");
const ALGORITHMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/virtual_algorithms.txt");

/// From the games of the DTS article and of the bench: opening, middlegame, endgame.
const POSITIONS: [(&str, u32); 4] = [
    ("r2qkbnr/ppp2p1p/2n5/3P4/2BP1pb1/2N2p2/PPPQ2PP/R1B2RK1 b kq -", 12),
    ("r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NB1N2/PP3PPP/R1BQ1RK1 w - -", 11),
    ("2r3k1/pp3pp1/2n1p2p/3p4/3P1P2/1PN1P3/P5PP/2R3K1 w - -", 14),
    ("8/pp3k2/2p2p2/2P2Pp1/1P1K2P1/P7/8/8 w - -", 20),
];

/// The plies by which every algorithm searches the first and the last of them less deep.
const SHALLOWER: u32 = 3;

fn root(fen: &str) -> Root {
    let position = Position::from_fen(fen).expect("the positions are legal");
    Root::from(position)
}

/// Returns the nodes of P_seq.
fn sequential(fen: &str, depth: u32) -> u64 {
    let mut alone = Searcher::new(16).unwrap();
    alone.search(&root(fen), &Limits::to_depth(depth), &mut Undisturbed).nodes
}

/// Returns one line: the figures of a team in a search for which P_seq needs this many nodes.
fn line(team: &mut Searcher, (fen, depth): (&str, u32), workers: usize, nodes: u64) -> String {
    team.new_game();
    let (root, limits, machine) = (root(fen), Limits::to_depth(depth), Machine::new(workers));
    let (found, run) = search_virtual(team, machine, &root, &limits, &mut Undisturbed);
    let speedup = CostModel::default().sequential(nodes).0 as f64 / run.time.0 as f64;
    let node_ratio = found.nodes as f64 / nodes as f64;
    format!(
        "{depth:2} {workers:2} {nodes:8} {:8} {:10} {speedup:6.3} {node_ratio:6.3} {:016x} {fen}\n",
        found.nodes, run.time.0, run.hash,
    )
}

fn figures_of_dts() -> String {
    let mut text = String::from(
        "# Searches in virtual time with the default costs; see crates/search/tests/virtual_figures.rs\n\
         # depth, workers, nodes of P_seq, nodes, nanoseconds, speed-up, node ratio, trace, position\n",
    );
    let mut team = Searcher::new(16).unwrap();
    for (fen, depth) in POSITIONS {
        let nodes = sequential(fen, depth);
        for workers in [1, 4, 16] {
            text += &line(&mut team, (fen, depth), workers, nodes);
        }
    }
    text
}

fn figures_of_all_algorithms() -> String {
    let mut text = String::from(
        "# Every algorithm in virtual time; see crates/search/tests/virtual_figures.rs\n\
         # algorithm, and then as in virtual_figures.txt\n",
    );
    let mut team = Searcher::new(16).unwrap();
    for (fen, depth) in [POSITIONS[0], POSITIONS[3]] {
        let depth = depth - SHALLOWER;
        let nodes = sequential(fen, depth);
        for algorithm in Algorithm::ALL {
            team.set_algorithm(algorithm);
            for workers in [4, 16] {
                let figures = line(&mut team, (fen, depth), workers, nodes);
                write!(text, "{:18} {figures}", algorithm.name())
                    .expect("a string takes everything");
            }
        }
    }
    text
}

fn compare(found: &str, file: &str) {
    if env::var_os("CLEAVE_BLESS").is_some() {
        fs::write(file, found).unwrap();
    }
    let committed = fs::read_to_string(file).unwrap();
    assert!(
        found == committed,
        "the search or an algorithm has changed; committed:\n{committed}\nfound:\n{found}\n\
         If that is intended: CLEAVE_BLESS=1 cargo test -p cleave-search --test all virtual_figures"
    );
}

#[test]
fn figures_of_dts_match_the_committed_file() {
    compare(&figures_of_dts(), DTS);
}

#[test]
fn figures_of_all_algorithms_match_the_committed_file() {
    compare(&figures_of_all_algorithms(), ALGORITHMS);
}
