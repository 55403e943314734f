//! A finished game on the console. Each command that needs a running game is refused with the reason and a way out.

use crate::common::answer;

/// Lines that a finished game refuses.
const REFUSED: [&str; 14] = [
    "go",
    "playother",
    "mate",
    "mate 4",
    "score",
    "eval",
    "hint",
    "analyze",
    "ponder e4",
    "search e4",
    "exclude e4",
    "include all",
    "draw",
    "resign",
];

const SHUFFLE: &str = "Nf3\nNf6\nNg1\nNg8\nNf3\nNf6\nNg1\nNg8\n";

#[test]
fn a_finished_game_refuses_with_the_reason() {
    let repetition = format!("force\n{SHUFFLE}go\n");
    for (script, reason) in [
        (
            "force\nf3\ne5\ng4\nQh4\n",
            "White is checkmated. 'new' starts another game, 'undo' takes",
        ),
        (
            "setboard 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n",
            "Black is checkmated. 'new' starts another game, 'setboard' sets",
        ),
        ("setboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n", "Black is stalemated. "),
        ("setboard 7k/8/8/8/8/8/R7/K7 w - - 100 90\n", "it is drawn by the fifty-move rule. "),
        ("setboard 7k/8/8/8/8/8/8/K7 w - - 0 1\n", "it is drawn, since neither side can mate. "),
        ("resign\n", "Black has won. "),
        ("result 1-0 {Black forfeits}\n", "White has won. "),
        ("result 1/2-1/2\n", "it is drawn. "),
    ] {
        for line in REFUSED {
            let answers = answer(format!("{script}echo then\n{line}\n").as_bytes());
            let (_, after) = answers.split_once("then\n").expect("the echo");
            assert!(after.starts_with(&format!("The game is over: {reason}")), "{line}: {answers}");
            assert_eq!(after.lines().count(), 1, "{line}: {answers}");
        }
    }
    let answers = answer(repetition.as_bytes());
    let refusal = "The game is over: it is drawn by repetition. 'new' starts another game, 'undo' takes the last move back, a move goes on from here.";
    assert!(answers.contains(refusal), "{answers}");
}

/// Each way out that a refusal names works.
#[test]
fn a_finished_game_can_be_left() {
    for script in [
        "resign\nnew\nhint\n",
        "resign\nforce\nhint\n",
        "resign\nsetboard 7k/8/8/8/8/8/R7/K7 w - - 0 1\nhint\n",
        "force\nf3\ne5\ng4\nQh4\nundo\nhint\n",
        "force\ne4\nresult 1-0\nundo\nhint\n",
        "force\ne4\nresult 1-0\ne5\nhint\n",
        "setboard 7k/8/8/8/8/8/R7/K7 w - - 100 90\nforce\nhint\n",
        "result *\nhint\n",
    ] {
        let answers = answer(script.as_bytes());
        assert!(answers.to_lowercase().contains("hint"), "{script}: {answers}");
        assert!(!answers.contains("The game is over"), "{script}: {answers}");
    }
}

/// A GUI decides when a game is over. It may analyse a position that has occurred three times.
#[test]
fn a_gui_is_not_refused() {
    let answers =
        answer(b"xboard\nsetboard 7k/8/8/8/8/8/R7/K7 w - - 100 90\nscore\nresult 1-0\nscore\n");
    assert_eq!(answers.matches("Value by the network").count(), 2, "{answers}");
}
