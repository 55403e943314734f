//! Tests FEN, EPD and suites of test positions.

use cleave_board::Position;
use cleave_pgn::{Epd, Positions};
use cleave_tools::suite::problem::TestPosition;

use crate::grows_linearly;

const FEN: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -";

#[test]
fn fen() {
    let is_read = |text: &String| drop(std::hint::black_box(Position::from_fen(text)));
    for (begin, part, end) in [
        ("", "8/", " w - - 0 1"),
        ("", "1", "/8/8/8/8/8/8/8 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 ", "w ", ""),
        ("4k3/8/8/8/8/8/8/4K3 w ", "K", " - 0 1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq ", "a", " 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - - ", "0", " 1"),
        ("4k3/8/8/8/8/8/8/4K3 w - -", " ", "0 1"),
    ] {
        let make = |parts| format!("{begin}{}{end}", part.repeat(parts));
        grows_linearly(part, 100_000, make, is_read);
    }
}

/// A line of a suite may have 64 KiB.
#[test]
fn operations() {
    for part in ["bm Rd8;", "bm ", "Rd8 ", "id \"x\";", "c0 \"", "\"\"", ";;", "hmvc 1;", "a1, "] {
        let make = |parts: usize| format!("{FEN} bm {};", part.repeat(parts));
        grows_linearly(part, 2000, make, |line| {
            let problem = Epd::parse(line).map_err(|error| error.to_string());
            std::hint::black_box(problem.and_then(TestPosition::new).map(|it| it.wanted())).ok();
        });
    }
}

#[test]
fn points() {
    let make = |parts: usize| format!("{FEN} c0 \"{}Kf1=1\";", "Rd8=9,".repeat(parts));
    grows_linearly("points", 2500, make, |line| {
        let problem = TestPosition::new(Epd::parse(line).unwrap()).unwrap();
        std::hint::black_box(problem.wanted());
    });
}

#[test]
fn suites() {
    let read = |text: &String| assert!(Positions::new(text.as_bytes()).count() < text.len());
    for line in [format!("{FEN} bm Rd8;\n"), "# so\n".into(), "\n".into(), "nonsense\n".into()] {
        let make = |lines| line.repeat(lines);
        grows_linearly(&line, 5000, make, read);
    }
    grows_linearly("a long line", 1 << 20, |parts| "x".repeat(parts), read);
}
