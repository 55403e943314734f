//! Positions for searches, from the opening to the ending, and searchers for them.

use cleave_xiangqi::Position;
use cleave_xiangqi::search::{Searcher, Width};

const FENS: [&str; 6] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1",
    "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1",
    "4ka3/4a4/9/9/4N4/p8/9/4C3c/7n1/2BK5 w - - 0 1",
    "1C2ka3/9/C1Nab1n2/p3p3p/6p2/9/P3P3P/3AB4/3p2c2/c1BAK4 w - - 0 1",
];

pub(crate) fn all() -> impl Iterator<Item = Position> {
    FENS.into_iter().map(|fen| Position::from_fen(fen).expect("it is legal"))
}

/// Returns a searcher without a table.
pub(crate) fn searcher(workers: usize, width: Width) -> Searcher {
    let mut searcher = Searcher::new(workers).expect("there is memory");
    searcher.set_table(0).expect("no memory is needed");
    searcher.set_width(width);
    searcher
}
