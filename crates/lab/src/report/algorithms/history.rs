//! Fifty years of parallel game-tree search: what was published, beside what was measured here.

use cleave_search::Algorithm;

use super::tables::estimate;
use crate::compare::comparison::Comparison;
use crate::compare::summary::{Row, rows};
use crate::table::{Align, markdown};

/// A published algorithm.
struct Published {
    name: &'static str,
    year: &'static str,
    source: &'static str,
    speedup: &'static str,
    here: Here,
}

/// What there is of it here.
enum Here {
    /// An algorithm of this name.
    Is(&'static str),
    /// None, and what is to be said of that. Of most too little has been published to build them
    /// faithfully.
    No(&'static str),
}

use Here::{Is, No};

const fn published(
    name: &'static str,
    year: &'static str,
    source: &'static str,
    speedup: &'static str,
    here: Here,
) -> Published {
    Published { name, year, source, speedup, here }
}

/// By year. The published speed-ups are of other programs, trees and machines.
const HISTORY: [Published; 28] = [
    published("root splitting", "-", "folklore", "1.3 to 1.5 on any number", Is("root")),
    published("shared table", "-", "folklore", "1.3 to 2", Is("shared-table")),
    published("parallel aspiration search", "1978", "Baudet", "at most 5 or 6", Is("aspiration")),
    published(
        "tree splitting",
        "1980",
        "Finkel, Fishburn",
        "2.34 on 3, 5.12 on 27",
        Is("tree-splitting"),
    ),
    published("mandatory work first", "1980, 1982", "Akl, Barnard, Doran", "at most 6", Is("mwf")),
    published(
        "PV splitting",
        "1982",
        "Marsland, Campbell; Manohararajah 2001",
        "3.75 on 5; 4.1 on 8, 4.6 on 16",
        Is("pv-split"),
    ),
    published(
        "Key Node",
        "1983",
        "Lindstrom",
        "12.75 on 20",
        No("it comes closest to mandatory work first: a node is one that must be searched or not"),
    ),
    published("UIDPABS", "1985, 1988", "Newborn", "3.94 on 8", Is("uidpabs")),
    published(
        "Young Brothers Wait",
        "1987, 1993",
        "Feldmann, Monien, Mysliwietz, Vornberger",
        "142 on 256, 344 on 1024, with a later form of the rule",
        Is("ybwc"),
    ),
    published(
        "Dynamic Tree Splitting",
        "1988, 1997",
        "Hyatt",
        "8.81 on 16; 2.0, 3.7, 6.6, 11.1 on 2, 4, 8, 16",
        Is("dts"),
    ),
    published(
        "Bound-and-Branch",
        "1988",
        "Ferguson, Korf",
        "12 on 32",
        No("it comes closest to `ybwc`: the first child bounds before its brothers branch"),
    ),
    published(
        "Waycool",
        "1988",
        "Felten, Otto",
        "101 on 256",
        No("it comes closest to PV splitting, applied recursively on a hypercube"),
    ),
    published("Enhanced PV splitting", "1989", "Hyatt, Suter, Nelson", "5.93 on 16", Is("epvs")),
    published("Dynamic PV splitting", "1989", "Schaeffer", "7.64 on 19", Is("dpvs")),
    published(
        "Delayed Branch Tree Expansion",
        "1990",
        "Hsu",
        "350 on 1000, simulated",
        No("it comes closest to `ybwc`, with a host that directs all processors"),
    ),
    published("YBWC with a helpful master", "1993", "Feldmann", "-", Is("ybwc-helpful")),
    published(
        "Frontier Splitting",
        "1993",
        "Lu",
        "3.32 on 16",
        No("it comes closest to APHID: workers take nodes of a frontier near the root"),
    ),
    published(
        "αβ*",
        "1993",
        "David",
        "6.5 on 8",
        No("it comes closest to `abdada`, whose forerunner it is"),
    ),
    published(
        "CABP",
        "1994",
        "Cung",
        "4.6 on 9",
        No("it comes closest to `shared-table`: concurrent searches that prune each other"),
    ),
    published("Jamboree", "1994", "Kuszmaul", "50 on 512", Is("jamboree")),
    published(
        "Dynamic Multiple PV splitting",
        "1995",
        "Marsland, Gao",
        "32 on 64",
        No("it comes closest to dynamic PV splitting, with several nodes split at once"),
    ),
    published("ABDADA", "1995, 1996", "Weill", "15.85 on 32", Is("abdada")),
    published("APHID", "1996", "Brockington, Schaeffer", "6.04 on 16", Is("aphid")),
    published(
        "parallel MCTS: leaf, root, tree with a global lock, tree with local locks",
        "2008",
        "Chaslot, Winands, van den Herik",
        "-",
        No("Monte-Carlo search has no bounds to wait for"),
    ),
    published(
        "null windows side by side",
        "2013",
        "plans for chess on a GPU",
        "-",
        Is("window-null"),
    ),
    published("lazy SMP", "2016", "Stockfish 7; Texel", "-", Is("lazy")),
    published(
        "simplified ABDADA",
        "2017",
        "Kerrigan",
        "1.92, 3.59, 6.44, 10.88, 16.75 on 2, 4, 8, 16, 32",
        Is("abdada-simplified"),
    ),
    published(
        "approximate ABDADA",
        "2017",
        "Österlund (Texel 1.07)",
        "0.3 to 0.5 plies more than lazy SMP",
        Is("abdada-approximate"),
    ),
];

/// The table of all, with our speed-up on 16 processors where it has been measured.
pub(super) fn text(comparison: Option<&Comparison>) -> String {
    let rows = comparison.map(rows).unwrap_or_default();
    let cells = HISTORY.iter().map(|published| {
        let here = match published.here {
            Is(name) => ours(name, &rows),
            No(why) => format!("not built: {why}"),
        };
        let Published { name, year, source, speedup, .. } = published;
        [name, year, source, speedup].map(|cell| (*cell).into()).into_iter().chain([here]).collect()
    });
    let size = comparison.map_or(String::new(), |comparison| {
        format!(", trees of about {} nodes", comparison.nodes())
    });
    let here = format!("here, N = 16{size}");
    markdown(Align::Left, &["algorithm", "year", "source", "published speed-up", &here], cells)
}

fn ours(name: &str, rows: &[Row]) -> String {
    let of_sixteen = rows.iter().find(|row| row.team.to_string() == name && row.team.workers == 16);
    match of_sixteen {
        _ if name.parse::<Algorithm>().is_err() => "not built".into(),
        Some(row) => format!("`{name}`: {}", estimate(row.speedup)),
        None => format!("`{name}`"),
    }
}
