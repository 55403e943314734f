//! The engine's memory of a game, and what it forgets when the game continues from another position.

use std::thread::sleep;
use std::time::Duration;

use cleave::conversation::listener::Listener;
use cleave::conversation::protocol::Protocol;
use cleave::game::current::Role;
use cleave::game_keeping::offers::offer_draw;
use cleave::game_keeping::{background_search, due_search};
use cleave::protocols::console::Console;
use cleave::protocols::uci::Uci;
use cleave::session::Session;
use cleave::session::running::RunningSearch;
use cleave::task::Activity;
use cleave_board::{Color, Position, Value};
use cleave_movegen::parse_move;
use cleave_search::{Clock, Host, Limits, Root, Searcher, Thinking, Undisturbed, Verdict};

use crate::feeding::Program;

/// Returns a program that speaks xboard's protocol and has executed these lines.
fn after(lines: &[&str]) -> Program {
    let mut program = Program::after(&["xboard", "new"]);
    program.answer(lines);
    program
}

/// Returns true if the engine accepts a draw at once after these lines, with the value of a lost game for its last move
/// before them.
fn accepts_after(lines: &[&str]) -> bool {
    let mut program = after(&["force", "e2e4", "e7e5", "g1f3", "b8c6", "playother"]);
    program.session().game.outlook.value = Some(Value::new(-500));
    program.execute(lines);
    program.execute(&["draw"]);
    program.said().contains("offer draw")
}

#[test]
fn an_offer_is_judged_by_the_value_of_the_current_game() {
    assert!(accepts_after(&[]));
    assert!(!accepts_after(&["f1b5"]), "the engine is to move, and will know more");
    assert!(!accepts_after(&["remove"]));
    assert!(!accepts_after(&["undo", "undo", "playother"]));
    assert!(!accepts_after(&["force"]));
    assert!(!accepts_after(&["go"]), "it plays the other side now");
}

#[test]
fn an_offer_lapses_with_its_game() {
    for lines in [&["force", "draw"][..], &["analyze", "draw"], &["draw", "force"]] {
        assert!(!after(lines).session().game.outlook.draw_offered, "{lines:?}");
    }
    let mut program = after(&["draw"]);
    assert!(program.session().game.outlook.draw_offered, "the next search decides");
}

#[test]
fn castling_rights_of_chess960_need_the_variant() {
    let shredder = "setboard 4k3/8/8/8/8/8/8/1K3R2 w F - 0 1";
    let usual = "setboard 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    let is_chess960 = |lines: &[&str]| after(lines).session().game.position().is_chess960();
    assert!(is_chess960(&["variant fischerandom", shredder]));
    assert!(is_chess960(&["variant fischerandom", usual]));
    assert!(!is_chess960(&["variant fischerandom", "variant normal", usual]));

    let mut program = after(&["force", "e2e4"]);
    program.execute(&[shredder, "history"]);
    let refusal = "tellusererror Illegal position: it has castling rights of fischerandom\n1. e4\n";
    assert_eq!(program.said(), refusal, "and the game goes on");
    program.execute(&["setboard 4k3/8/8/8/8/8/8/R3K2R w HA - 0 1"]);
    assert_eq!(program.said(), "", "in letters of files, but of normal chess");
}

/// Lets the engine offer a draw, if it chooses to.
fn make_offer(program: &mut Program) {
    let Session { client, game, settings, .. } = program.session();
    offer_draw(game, settings, client);
}

/// Returns the number of draws that the engine offers in this many moves of this value, after `lines`, in a game that
/// has been quiet for `quiet` plies.
fn offers(lines: &[&str], quiet: u8, value: i32, moves: usize) -> usize {
    let mut program = after(lines);
    let position = format!("setboard 4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 b - - {quiet} 60");
    program.execute(&[&position]);
    for _ in 0..moves {
        program.session().game.outlook.value = Some(Value::new(value));
        make_offer(&mut program);
    }
    program.said().matches("offer draw").count()
}

#[test]
fn a_draw_is_offered_in_a_level_and_quiet_game() {
    assert_eq!(offers(&[], 40, 0, 9), 0, "not at once");
    assert_eq!(offers(&[], 40, 0, 10), 1);
    assert_eq!(offers(&[], 40, -3, 29), 2, "not again with every move");
    assert_eq!(offers(&[], 40, 50, 30), 0, "the engine is better");
    assert_eq!(offers(&[], 10, 0, 30), 0, "a pawn has moved not long ago");
    assert_eq!(offers(&["option Contempt=20"], 40, 0, 30), 0);
    assert_eq!(offers(&["option Offer Draws=0"], 40, 0, 30), 0);
}

/// Lets the engine make enough level moves to offer a draw.
fn offer_again(program: &mut Program) {
    for _ in 0..10 {
        make_offer(program);
    }
    assert!(program.session().game.outlook.offers_draw);
}

#[test]
fn the_engines_offer_can_be_accepted() {
    let mut program = after(&[]);
    program.execute(&["setboard 4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w - - 40 60"]);
    // It would not accept a draw at this value, unless it has offered one.
    program.session().game.outlook.value = Some(Value::new(5));
    program.execute(&["draw"]);
    assert_eq!(program.said(), "");
    offer_again(&mut program);
    program.execute(&["draw"]);
    assert_eq!(program.said(), "offer draw\noffer draw\n");

    offer_again(&mut program);
    program.execute(&["e1e2", "draw"]);
    assert!(!program.session().game.outlook.offers_draw, "a move declines the offer");
}

#[test]
fn excluding_a_move_twice_excludes_it_once() {
    let mut program = after(&["force", "exclude e2e4", "exclude e2e4"]);
    assert_eq!(program.session().game.excluded.len(), 1);
    program.execute(&["exclude all", "exclude all"]);
    assert_eq!(program.session().game.excluded.len(), 20);
    program.execute(&["include e2e4"]);
    assert_eq!(program.session().game.excluded.len(), 19);
    assert_eq!(program.said(), "");
}

#[test]
fn too_many_cores_are_as_many_as_possible() {
    let mut program = after(&["option Oversubscribe=1", "cores 2"]);
    for line in ["cores 1025", "cores 4294967297"] {
        program.execute(&["cores 2", line]);
        assert_eq!(program.session().settings.team.cores, 1024, "{line}");
        let asked = line.split(' ').next_back().unwrap();
        let warning = format!("telluser {asked} workers are not possible; the most is 1024\n");
        assert_eq!(program.said(), warning);
    }
    program.execute(&["cores 1024", "cores 0"]);
    assert_eq!(program.said(), "Error (cores must be a number, at least 1): cores 0\n");
    assert_eq!(program.session().settings.team.cores, 1024);
}

/// Returns the engine on a machine with this many processors.
fn on_processors(processors: usize, lines: &[&str]) -> Program {
    let mut program = after(&[]);
    program.event_loop.engine.searcher.set_processors(processors);
    program.execute(lines);
    program
}

#[test]
fn too_few_processors_are_reported_once() {
    let two = "telluser only 2 workers search: there are 2 processors\n";
    let mut program = on_processors(2, &["cores 2"]);
    assert_eq!(program.said(), "", "as wanted");
    program.execute(&["cores 16", "cores 16", "option Backend=thread", "new"]);
    assert_eq!(program.said(), two);
    program.execute(&["option Threads=5"]);
    assert_eq!(program.said(), two, "another number");
    program.execute(&["option Oversubscribe=1", "cores 7"]);
    assert_eq!(program.said(), "");
    assert_eq!(program.event_loop.engine.searcher.team_size(), 7);

    let program = on_processors(1, &["cores 3"]);
    assert_eq!(program.said(), "telluser only 1 worker searches: there is 1 processor\n");
}

/// As with a configuration, in which either option may come first.
#[test]
fn too_few_processors_are_nothing_to_report_if_more_workers_are_started() {
    for names in [["Threads", "Oversubscribe"], ["Oversubscribe", "Threads"]] {
        let mut program = on_processors(1, &[]);
        for name in names {
            let value = if name == "Threads" { "3" } else { "true" };
            cleave::options::set(&mut program.event_loop.engine, name, value).unwrap();
        }
        program.execute(&["ping 1"]);
        assert_eq!(program.said(), "pong 1\n");
    }
}

#[test]
fn best_root_moves_are_searched_together_if_asked_or_by_the_algorithm() {
    let mut program = after(&[]);
    for (line, together) in [
        ("cores 2", false),
        ("option BestRootMovesTogether=1", true),
        ("cores 4", true),
        ("option BestRootMovesTogether=0", false),
        ("option Algorithm=crafty-25", true),
        ("option Algorithm=dts", false),
    ] {
        program.execute(&[line]);
        let searcher = &program.event_loop.engine.searcher;
        assert_eq!(searcher.searches_best_together(), together, "{line}");
    }
}

#[test]
fn workers_that_are_not_started_take_no_memory_from_the_table() {
    let table_mib = |lines: &[&str]| on_processors(2, lines).event_loop.engine.table_mib;
    let two = table_mib(&["memory 64", "cores 2"]);
    assert_eq!(table_mib(&["memory 64", "cores 16"]), two);
    assert_eq!(table_mib(&["cores 16", "memory 64"]), two);
    let started = ["memory 64", "cores 16", "option Oversubscribe=1"];
    assert!(table_mib(&started) < two);
}

#[test]
fn the_table_gets_what_the_workers_leave() {
    let mut program = after(&["option Oversubscribe=1"]);
    for (lines, table_mib) in [
        (&["cores 3"][..], 1), // memory is not limited
        (&["memory 64"], 35),
        (&["cores 1"], 51),
        (&["cores 5", "option Backend=thread"], 21),
        (&["memory 48", "memory 48"], 5),
    ] {
        program.execute(lines);
        assert_eq!(program.event_loop.engine.table_mib, table_mib, "{lines:?}");
        assert!(!program.said().contains("MiB"), "{lines:?}");
    }
    program.execute(&["memory 0", "memory 99999999999"]);
    assert_eq!(program.said().matches("Error (").count(), 2);
    let limit = program.session().settings.memory;
    assert_eq!((program.event_loop.engine.table_mib, limit), (5, Some(48)), "as before");
}

#[test]
fn memory_too_small_for_the_program_is_reported() {
    let mut program = after(&["option Oversubscribe=1", "memory 14"]);
    assert_eq!(program.event_loop.engine.table_mib, 1);
    program.execute(&["cores 4"]);
    assert!(program.said().contains("telluser cores 4 takes 37 MiB of memory, not 14\n"));
    program.execute(&["cores 1", "memory 13"]);
    assert_eq!(program.said(), "telluser cores 1 takes 14 MiB of memory, not 13\n");
    assert_eq!(program.event_loop.engine.table_mib, 1);
}

#[test]
fn ratings_set_contempt() {
    let mut program = after(&[]);
    for (line, contempt) in [
        ("rating 2000 1800", 20),
        ("rating 0 2500", 0),
        ("rating 2400 1800", 50),
        ("rating 2500  0", 0),
        ("rating 2000 2100", -10),
        ("rating 3000 1000", 50),
        ("rating 2000", 50),
        ("rating 2000 good", 50),
    ] {
        program.execute(&[line]);
        assert_eq!(program.session().settings.contempt_in_force(), contempt, "{line}");
    }
    assert_eq!(program.said().matches("Error (").count(), 2, "the last two");
    program.execute(&["option Contempt=7", "rating 2000 1800"]);
    assert_eq!(program.session().settings.contempt_in_force(), 7, "the user's wish counts");
    program.execute(&["option Contempt=0"]);
    assert_eq!(program.session().settings.contempt_in_force(), 20);
}

#[test]
fn skill_is_a_command_and_an_option() {
    let mut program = after(&["skill 30"]);
    assert_eq!(program.session().settings.strength.skill, 30);
    program.execute(&["option Skill=40", "skill 0", "skill 101"]);
    assert_eq!(program.session().settings.strength.skill, 40);
    assert_eq!(program.said().matches("Error (Skill is a number from 1 to 100): skill").count(), 2);
}

/// The best move shown in this activity is the hint.
#[test]
fn the_best_move_shown_for_the_own_position_is_remembered() {
    for (activity, rank, is_remembered) in [
        (Activity::Thinking, 1, true),
        (Activity::Analysing, 1, true),
        (Activity::Analysing, 2, false),
        (Activity::Pondering(None), 1, false),
        (Activity::Measuring, 1, false),
    ] {
        let mut program = Program::after(&["force"]);
        let session = program.session();
        let root = *session.game.position();
        let mv = parse_move(&root, "Nc3").unwrap();
        let line = Thinking {
            depth: 3,
            selective_depth: 3,
            value: Value::new(20),
            verdict: Verdict::Exact,
            rank,
            elapsed: Duration::ZERO,
            nodes: 100,
            hashfull: 0,
            tablebase_hits: 0,
            line: vec![mv],
        };
        let running = RunningSearch::new(activity, root, Clock::Unlimited);
        Listener::new(session, &Console, running).thinking(&line);
        assert_eq!(session.game.outlook.best(&root), is_remembered.then_some(mv), "{activity:?}");
    }
}

/// A search on the opponent's time ends with the opponent's move, and is limited like one for a move.
#[test]
fn pondering_waits_for_the_opponent() {
    let mut program = Program::after(&["force", "skill 1", "ponder on", "sd 9", "ponder e4"]);
    let session = program.session();
    assert!(background_search(session).is_none(), "the engine plays neither side");
    session.game.role = Role::Plays(Color::Black);
    assert!(due_search(session).is_none(), "it is the user's turn");
    let pondering = background_search(session).expect("a move is expected");
    assert!(pondering.limits.pondering && pondering.limits.depth == Some(9));
    assert!(matches!(pondering.activity, Activity::Pondering(Some(_))));
    session.game.role = Role::Plays(Color::White);
    session.settings.book.is_on = false;
    let thinking = due_search(session).expect("it is the engine's turn");
    assert!(!thinking.limits.pondering && thinking.activity == Activity::Thinking);
    for limits in [pondering.limits, thinking.limits] {
        assert!(limits.nodes.is_some_and(|nodes| nodes < 10_000), "by skill: {limits:?}");
    }
}

#[test]
fn a_position_without_moves_is_not_searched() {
    for lines in [
        &["setboard 7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", "analyze"][..],
        &["force", "exclude all", "analyze"],
    ] {
        assert!(background_search(Program::after(lines).session()).is_none(), "{lines:?}");
    }
    assert!(background_search(Program::after(&["analyze"]).session()).is_some());
}

/// The value of a mated position is not the value of the last game.
#[test]
fn a_search_without_a_move_has_no_value_to_remember() {
    let mut searcher = Searcher::new(1).unwrap();
    let mut outcome = |fen: &str| {
        let root = Root::from(Position::from_fen(fen).unwrap());
        searcher.search(&root, &Limits::to_depth(2), &mut Undisturbed)
    };
    let mated = outcome("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1");
    let usual = outcome("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1");
    let mut program = Program::after(&["uci"]);
    for (outcome, expected) in [(&usual, Some(usual.value)), (&mated, None)] {
        Uci.conclude(program.session(), outcome);
        assert_eq!(program.session().game.outlook.value, expected);
    }
}

/// The user thinks again about the move taken back.
#[test]
fn after_a_takeback_the_clock_of_the_user_runs() {
    let mut program = Program::after(&["force", "e4"]);
    let game = &mut program.session().game;
    game.role = Role::Plays(Color::Black);
    game.clocks.start(Color::Black.index());
    program.answer(&["takeback"]);
    sleep(Duration::from_millis(2));
    let clocks = &program.session().game.clocks;
    let used = [Color::White, Color::Black].map(|side| clocks.used(side.index()) > Duration::ZERO);
    assert_eq!(used, [true, false]);
}
