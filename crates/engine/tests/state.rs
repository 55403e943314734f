//! What the engine keeps of a game, and what it forgets when the game goes on from elsewhere.

mod common;

use cleave::engine::Engine;
use cleave::input::Event;
use cleave::lines::Line;
use cleave_board::Value;
use common::{Transcript, engine};

/// An engine in xboard's dialect that has obeyed these lines, without a search.
fn after(lines: &[&str]) -> (Engine, Transcript) {
    let (reader, _) = std::io::pipe().unwrap();
    let (mut engine, transcript) = engine(reader);
    obey(&mut engine, &["xboard", "new"]);
    obey(&mut engine, lines);
    transcript.take();
    (engine, transcript)
}

fn obey(engine: &mut Engine, lines: &[&str]) {
    for line in lines {
        engine.hear(Event::Line(Line::Text((*line).into())));
    }
}

/// Whether a draw is accepted at once after these lines, if the engine's last own move before them
/// was one of a lost game.
fn accepts_after(lines: &[&str]) -> bool {
    let (mut engine, transcript) = after(&["force", "e2e4", "e7e5", "g1f3", "b8c6", "playother"]);
    engine.session.outlook.value = Some(Value::new(-500));
    obey(&mut engine, lines);
    obey(&mut engine, &["draw"]);
    transcript.take().contains("offer draw")
}

#[test]
fn an_offer_is_judged_by_the_value_of_the_present_game() {
    assert!(accepts_after(&[]));
    assert!(!accepts_after(&["f1b5"]), "the engine is to move, and will know more");
    assert!(!accepts_after(&["remove"]));
    assert!(!accepts_after(&["undo", "undo", "playother"]));
    assert!(!accepts_after(&["force"]));
    assert!(!accepts_after(&["go"]), "it plays the other side now");
}

#[test]
fn no_offer_outlives_the_game_it_was_made_in() {
    for lines in [&["force", "draw"][..], &["analyze", "draw"], &["draw", "force"]] {
        let (engine, _) = after(lines);
        assert!(!engine.session.outlook.draw_offered, "{lines:?}");
    }
    let (engine, _) = after(&["draw"]);
    assert!(engine.session.outlook.draw_offered, "the next search tells");
}

#[test]
fn a_position_of_chess960_does_not_make_it_the_variant() {
    let shredder = "setboard 4k3/8/8/8/8/8/8/1K3R2 w F - 0 1";
    let usual = "setboard 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    let is_chess960 = |lines: &[&str]| after(lines).0.session.game.position().is_chess960();
    assert!(is_chess960(&[shredder]));
    assert!(!is_chess960(&[shredder, usual]));
    assert!(is_chess960(&["variant fischerandom", usual]));
}
