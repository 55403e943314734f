//! What the engine keeps of a game, and what it forgets when the game goes on from elsewhere.

mod common;

use cleave::engine::Engine;
use cleave::input::Event;
use cleave::lines::Line;
use cleave::offers::offer_draw;
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

/// How often the engine offers a draw in so many own moves of this value, in a game that has been
/// quiet since `quiet` plies; `lines` come first.
fn offers(lines: &[&str], quiet: u8, value: i32, moves: usize) -> usize {
    let (mut engine, transcript) = after(lines);
    let position = format!("setboard 4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 b - - {quiet} 60");
    obey(&mut engine, &[&position]);
    for _ in 0..moves {
        engine.session.outlook.value = Some(Value::new(value));
        offer_draw(&mut engine.session);
    }
    transcript.take().matches("offer draw").count()
}

#[test]
fn a_draw_is_offered_when_nobody_is_better_and_nothing_happens() {
    assert_eq!(offers(&[], 40, 0, 9), 0, "not at once");
    assert_eq!(offers(&[], 40, 0, 10), 1);
    assert_eq!(offers(&[], 40, -3, 29), 2, "not again with every move");
    assert_eq!(offers(&[], 40, 50, 30), 0, "the engine is better");
    assert_eq!(offers(&[], 10, 0, 30), 0, "somebody has just moved a pawn");
    assert_eq!(offers(&["option Contempt=20"], 40, 0, 30), 0);
    assert_eq!(offers(&["option Offer Draws=0"], 40, 0, 30), 0);
}

/// Has the engine make as many level moves as it takes.
fn offer_again(engine: &mut Engine) {
    for _ in 0..10 {
        offer_draw(&mut engine.session);
    }
    assert!(engine.session.outlook.offers_draw);
}

#[test]
fn what_the_engine_offers_can_be_accepted() {
    let (mut engine, transcript) = after(&[]);
    obey(&mut engine, &["setboard 4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w - - 40 60"]);
    // More than it would take a draw for, but it has said that it would.
    engine.session.outlook.value = Some(Value::new(5));
    obey(&mut engine, &["draw"]);
    assert_eq!(transcript.take(), "");
    offer_again(&mut engine);
    obey(&mut engine, &["draw"]);
    assert_eq!(transcript.take(), "offer draw\noffer draw\n");

    offer_again(&mut engine);
    obey(&mut engine, &["e1e2", "draw"]);
    assert!(!engine.session.outlook.offers_draw, "who moves has declined");
}

#[test]
fn a_move_is_excluded_once_however_often_that_is_said() {
    let (mut engine, transcript) = after(&["force", "exclude e2e4", "exclude e2e4"]);
    assert_eq!(engine.session.excluded.len(), 1);
    obey(&mut engine, &["exclude all", "exclude all"]);
    assert_eq!(engine.session.excluded.len(), 20);
    obey(&mut engine, &["include e2e4"]);
    assert_eq!(engine.session.excluded.len(), 19);
    assert_eq!(transcript.take(), "");
}

#[test]
fn cores_above_the_most_are_as_many_as_can_be() {
    let (mut engine, transcript) = after(&["cores 2"]);
    for line in ["cores 257", "cores 4294967295"] {
        obey(&mut engine, &["cores 2", line]);
        assert_eq!(engine.session.settings.cores, 256, "{line}");
        assert_eq!(transcript.take(), "# 256 cores are used, more cannot be\n", "{line}");
    }
    obey(&mut engine, &["cores 256"]);
    assert_eq!(transcript.take(), "", "no more than can be");
    obey(&mut engine, &["cores 0"]);
    assert!(transcript.take().starts_with("Error (cores must be"));
    assert_eq!(engine.session.settings.cores, 256);
}

#[test]
fn the_table_gets_what_workers_leave_of_the_memory() {
    let (mut engine, transcript) = after(&[]);
    for (lines, table_mib) in [
        (&["cores 3"][..], 1), // memory is not limited
        (&["memory 64"], 50),
        (&["cores 1"], 56),
        (&["cores 5", "option Backend=thread"], 44),
        (&["memory 32", "memory 32"], 12),
    ] {
        obey(&mut engine, lines);
        assert_eq!((engine.table_mib, transcript.take().as_str()), (table_mib, ""), "{lines:?}");
    }
    obey(&mut engine, &["memory 0", "memory 99999999999"]);
    assert_eq!(transcript.take().matches("Error (").count(), 2);
    assert_eq!((engine.table_mib, engine.session.settings.memory), (12, Some(32)), "as it was");
}

#[test]
fn memory_too_small_for_the_program_is_reported() {
    let (mut engine, transcript) = after(&["memory 9"]);
    assert_eq!((engine.table_mib, transcript.take().as_str()), (1, ""));
    obey(&mut engine, &["cores 4"]);
    assert_eq!(transcript.take(), "# cores 4 takes 18 MiB of memory, not 9\n");
    obey(&mut engine, &["cores 1", "memory 8"]);
    assert_eq!(transcript.take(), "# cores 1 takes 9 MiB of memory, not 8\n");
    assert_eq!(engine.table_mib, 1);
}
