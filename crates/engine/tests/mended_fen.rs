//! Positions with small faults: they are set up, and the program reports its repairs.

use crate::common::answer;

/// The start position with White's king moved and Black's queen's rook gone. Two of the four castling rights are wrong.
const FAULTY: &str = "1nbqkbnr/pppppppp/8/8/8/4P3/PPPPKPPP/RNBQ1BNR w KQkq - 0 1";

#[test]
fn wrong_castling_rights_are_dropped_and_named_in_every_protocol() {
    for (script, start) in [
        (format!("setboard {FAULTY}\nfen\n"), "Warning: "),
        (format!("{FAULTY}\nfen\n"), "Warning: "),
        (format!("xboard\nsetboard {FAULTY}\nfen\n"), "telluser "),
        (format!("uci\nposition fen {FAULTY}\nfen\n"), "info string "),
        (format!("uci\nposition fen {FAULTY} moves a2a3 a7a6\n"), "info string "),
        (
            format!("uci\nsetoption name UCI_Chess960 value true\nposition fen {FAULTY}\n"),
            "info string ",
        ),
    ] {
        let answers = answer(script.as_bytes());
        for right in ["'K': White's king", "'Q': White's king", "'q': Black has no rook"] {
            let said = format!("{start}castling right {right}");
            let line = answers.lines().find(|line| line.starts_with(&said));
            assert!(line.is_some_and(|line| line.contains("the right is dropped")), "{answers}");
        }
        assert!(!answers.contains("right 'k'"), "{answers}");
        if script.contains("board") {
            assert!(answers.contains(&FAULTY.replace("KQkq", "k")), "{answers}");
        }
    }
}

/// The engine plays on from there. Without castling rights O-O is illegal.
#[test]
fn a_mended_position_is_searched() {
    let script = "uci\nposition fen 4k3/8/8/8/8/8/8/4K2r w KQkq e6 300 0\ngo depth 3\n";
    let answers = crate::common::answer_until(script.as_bytes(), "bestmove ", 1);
    assert!(!answers.contains("bestmove 0000"), "{answers}");
    for fault in ["castling right 'K'", "en passant square e6", "halfmove clock is '300'"] {
        let said = |line: &str| line.starts_with("info string ") && line.contains(fault);
        assert!(answers.lines().any(said), "{fault}: {answers}");
    }
}

/// The program refuses a FEN that it cannot mend, and the board stays.
#[test]
fn other_faults_are_refused() {
    for fen in ["4k3/8/8/8/8/8/8/4K2R w Kx - 0 1", "4k3/8/8/8/8/8/8/8 w K - 0 1"] {
        let answers = answer(format!("setboard {fen}\nfen\n").as_bytes());
        assert!(answers.contains("Illegal position: "), "{answers}");
        assert!(
            answers.contains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq"),
            "{answers}"
        );
    }
}
