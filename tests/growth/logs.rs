//! Tests resuming a game from its log.

use cleave::options::game_log;

use crate::grows_linearly;
use crate::lines::program_after;

#[test]
fn options_and_moves() {
    let clocks = r#"{\"control\":{\"PerMove\":{\"secs\":1,\"nanos\":0}}}"#;
    let head = format!("[CleaveRole \"watches\"]\n[CleaveClocks \"{clocks}\"]\n");
    let tags = |parts| {
        let tags = (0..parts).map(|number| format!("[CleaveOption_{number} \"x\"]\n"));
        format!("{head}{}\n1. e4 *\n", tags.collect::<String>())
    };
    let moves = |parts| format!("{head}\n{}*\n", "Nf3 Nf6 Ng1 Ng8 ".repeat(parts));
    let folder = tempfile::tempdir().unwrap();
    let mut program = program_after("");
    // Each run uses another file, because the program keeps the resumed one.
    let mut files = (1..).map(|number| folder.path().join(format!("game.{number:03}")));
    let mut resume = |text: &String| {
        let file = files.next().unwrap();
        std::fs::write(&file, text).unwrap();
        game_log::resume(&mut program.engine, Some(&file)).unwrap();
    };
    grows_linearly("options", 5000, tags, &mut resume);
    grows_linearly("moves", 5000, moves, &mut resume);
}
