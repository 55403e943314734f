//! Checks that no input makes the program panic, and that every refusal has a reason.

use proptest::prelude::*;

use crate::program::says;

#[test]
fn refusals_name_the_problem() {
    let uci = [
        ("position fen 9/9", "the placement has 2 ranks; expected 10"),
        ("position fen 4k4/9/9/9/9/9/9/9/9/4K4 x", "the side to move is 'x'"),
        ("position nowhere", "expected 'startpos' or 'fen'"),
        ("position", "position needs startpos|fen FEN [moves MOVES]"),
        ("position startpos moves a0a9", "'a0a9' is not legal here"),
        ("setoption name Threads value 0", "Threads is a number from 1 to"),
        ("setoption name Threads value 99999999999", "Threads is a number from 1 to"),
        ("setoption name Hash value many", "Hash is a number from 1 to 65536"),
        ("setoption name Ponder value maybe", "Ponder is 0 or 1, false or true"),
        ("setoption name Algorithm value best", "Algorithm is one of: dts, "),
        ("setoption name Repetition Rule value mine", "is one of: axf, computer, none"),
        ("setoption name UCI_Variant value chess", "'chess' is not played here"),
        ("setoption name Nothing value 1", "there is no option 'Nothing'"),
        ("setoption", "setoption needs name NAME value VALUE"),
        ("go depth x", "depth must be a number, at least 0; it is ignored"),
        ("go depth 1 movetime soon", "'soon' is not a number of milliseconds"),
        ("banmoves a0a9", "'a0a9' is not legal here"),
        ("castle", "unknown command"),
    ];
    for (line, reason) in uci {
        let text = says(format!("uci\nposition startpos\n{line}\nstop\n"));
        assert!(text.contains(reason), "{line}: {text}");
    }
    let xboard = [
        ("variant normal", "Error ('normal' is not played here, only xiangqi): variant normal"),
        ("level 40", "Error (level needs 3 arguments, not 1): level 40"),
        ("st 0", "Error (the time for a move must be more than 0): st 0"),
        ("undo", "Error (there are fewer moves to take back): undo"),
        ("usermove h2h2", "Illegal move ("),
        ("time x", "Error ("),
        ("cores 0", "Error (Threads is a number from 1 to"),
        ("option Hush=1", "Error (there is no option 'Hush'): option Hush=1"),
        ("setboard 9/9 w", "Error (the placement has 2 ranks; expected 10)"),
    ];
    for (line, reason) in xboard {
        let text = says(format!("xboard\nforce\n{line}\n"));
        assert!(text.contains(reason), "{line}: {text}");
    }
    let text = says("Qxf7\n");
    assert!(text.contains("it is neither a command nor a move"), "{text}");
}

#[test]
fn after_a_bad_position_go_has_no_move() {
    let text =
        says("uci\nposition startpos moves a0a9\ngo movetime 10\nposition startpos\ngo depth 1\n");
    assert!(text.contains("bestmove (none)"), "{text}");
    let last = text.lines().last().unwrap_or_default();
    assert!(last.starts_with("bestmove ") && last.len() > 12, "{text}");
}

#[test]
fn long_lines_and_bytes_are_refused_and_the_next_line_is_read() {
    let mut input = b"uci\n".to_vec();
    input.extend(vec![b'x'; 1 << 20]);
    input.extend(b"\n\xff\xfe\x00\ngo\x01 depth\nisready\n");
    let text = says(input);
    assert!(text.contains("the line cannot be read") && text.ends_with("readyok\n"), "{text}");
}

/// Words of the protocols.
const WORDS: &str = "
    position startpos fen moves h2e2 h3e3 go depth 1 0 -1 ponder infinite movetime wtime nodes
    stop ponderhit setoption name value MultiPV ucinewgame isready banmoves new force usermove
    level st sd undo remove analyze exit hard easy ping time otim ? . setboard xboard uci ucci
    protover variant option hint result draw searchmoves mate d 炮二平五 99999999999999999999
";

/// Generates a word, or a few words that belong together, or the end of a line, or nonsense.
fn word() -> impl Strategy<Value = String> {
    let known =
        WORDS.split_whitespace().chain(["40 5 0", "4k4/9/9/9/9/9/9/9/9/4K4 w"]).chain(["\n"; 4]);
    let known = prop::sample::select(known.collect::<Vec<_>>());
    prop_oneof![9 => known.prop_map(str::to_owned), 1 => "\\PC{0,8}"]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn no_order_of_words_makes_it_panic(words in prop::collection::vec(word(), 1..60)) {
        // A `go depth` without a number must not search for ever.
        says(format!("{}\nstop\nexit\nforce\nquit\n", words.join(" ")));
    }
}
