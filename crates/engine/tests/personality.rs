//! Personalities, swindling, and options about the opponent.

use std::io::Write;
use std::time::Duration;

use cleave::personalities::Personalities;

use crate::common::{self, answer_until};
use crate::feeding::{feed, program_after};
use crate::folder::Folder;

/// Returns the personalities next to a configuration in a folder.
fn personalities(folder: &Folder) -> Personalities {
    Personalities::beside(Some(&folder.path().join("cleave.toml")))
}

#[test]
fn a_personality_is_saved_listed_and_loaded_from_any_protocol() {
    let folder = Folder::new();
    let (mut event_loop, said) = program_after(b"skill 40\noption Contempt=-7\noption Hash=2\n");
    event_loop.engine.session.personalities = personalities(&folder);
    feed(&mut event_loop, b"personality save coffee house\npersonality list\n");
    let answer = said.take();
    assert!(answer.contains("# saved as ") && answer.ends_with("\ncoffee house\n"), "{answer}");
    for load in [
        "personality load coffee house\n",
        "option Personality=coffee house\n",
        "xboard\noption Personality=coffee house\n",
        "uci\nsetoption name Personality value coffee house\n",
    ] {
        let (mut event_loop, said) = program_after(b"swindle on\n");
        event_loop.engine.session.personalities = personalities(&folder);
        feed(&mut event_loop, load.as_bytes());
        let settings = &event_loop.engine.session.settings;
        assert_eq!(
            (settings.strength.skill, settings.policy.contempt, settings.policy.swindle),
            (40, -7, false)
        );
        assert_eq!(event_loop.engine.table_mib, 1, "the machine is not part of it");
        assert_eq!(settings.personality, "coffee house", "{load}: {}", said.take());
    }
}

#[test]
fn a_bad_personality_is_named_and_changes_nothing() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("personalities")).unwrap();
    folder.write("personalities/half.toml", "Contempt = 20\nSkill = 1000\n");
    folder.write("personalities/book.toml", "BookFile = \"\"\nSkill = 1000\n");
    folder.write("personalities/loop.toml", "Personality = \"loop\"\n");
    folder.write("personalities/text.toml", "what?");
    let (mut event_loop, said) = program_after(b"book on\n");
    event_loop.engine.session.personalities = personalities(&folder);
    let before = event_loop.engine.session.settings.clone();
    for (line, expected) in [
        ("load half", "half.toml: Skill is a number from 1 to 100"),
        ("load book", "book.toml: Skill is a number from 1 to 100"),
        ("load loop", "loop.toml: a personality cannot name another"),
        ("load text", "text.toml is not TOML"),
        ("load nobody", "no personality 'nobody'; there are: "),
        ("load", "a name is missing"),
        ("save loop", "loop.toml also sets Personality; choose another name"),
        ("save text", "text.toml is not TOML"),
        ("save ../up", "the name of a personality may contain letters"),
        ("remove half", "expected load, save or list"),
    ] {
        feed(&mut event_loop, format!("personality {line}\n").as_bytes());
        let answer = said.take();
        assert!(answer.contains(expected), "{line}: {answer}");
        assert_eq!(event_loop.engine.session.settings, before, "{line}");
    }
}

#[test]
fn swindling_leaves_no_harmless_move() {
    let tables = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/syzygy");
    // A draw in which only the advance of the pawn can still be answered wrongly.
    let setup =
        format!("option SyzygyPath={tables}\nforce\nsetboard 8/8/4k3/8/8/P7/2K5/8 w - - 0 1\n");
    let moves = |script: String| {
        let said = answer_until(script.as_bytes(), "My move: ", 1);
        said.lines().find_map(|line| line.strip_prefix("My move: ")).map(str::to_owned)
    };
    assert_eq!(moves(format!("{setup}swindle on\nsd 4\ngo\n")), Some("1. a4".into()));
    // The limit of pieces applies here too. Without tables any move may be best.
    let (mut event_loop, _) = program_after(setup.as_bytes());
    feed(&mut event_loop, b"swindle on\n");
    let session = &event_loop.engine.session;
    let excluded = |pieces| {
        let mut settings = session.settings.clone();
        settings.tablebase.pieces = pieces;
        let mut limits = cleave_search::Limits::default();
        cleave::strength::swindle(
            &settings,
            session.tables.as_ref(),
            &session.game.moves,
            &mut limits,
        );
        limits.excluded.len()
    };
    assert_eq!((excluded(3), excluded(2)), (8, 0));
}

#[test]
fn uci_describes_the_opponent() {
    let (mut event_loop, said) = program_after(b"uci\n");
    let contempt = |event_loop: &cleave::conversation::event_loop::EventLoop| {
        event_loop.engine.session.settings.contempt_in_force()
    };
    for (opponent, expected) in [
        ("GM 2800 human Gary Kasparov", 40),
        ("none 1200 computer Weak", 50),
        ("none none computer Shredder", 0),
    ] {
        let line = format!("setoption name UCI_Opponent value {opponent}\n");
        feed(&mut event_loop, line.as_bytes());
        assert_eq!(contempt(&event_loop), expected, "{opponent}: {}", said.take());
    }
    feed(&mut event_loop, b"setoption name UCI_LimitStrength value true\n");
    feed(&mut event_loop, b"setoption name UCI_Elo value 2000\n");
    feed(&mut event_loop, b"setoption name UCI_Opponent value none 2100 human A\n");
    assert_eq!(contempt(&event_loop), -10, "by its own rating");
    said.take();
    feed(&mut event_loop, b"setoption name UCI_Opponent value Gary\n");
    assert!(
        said.take().contains("info string UCI_Opponent has the form TITLE ELO human|computer NAME")
    );
    assert_eq!(contempt(&event_loop), -10);
    feed(&mut event_loop, b"uci\n");
    let options = said.take();
    assert!(
        options.contains("option name UCI_EngineAbout type string default Cleave "),
        "{options}"
    );
}

/// Such a search ends when the host stops it, at any time after its last node.
#[test]
fn an_endless_search_shows_no_speed() {
    let (reader, mut writer) = std::io::pipe().unwrap();
    let (mut event_loop, _) = common::program(reader);
    let speed = event_loop.engine.session.settings.adaptive_hash.speed;
    let host = std::thread::spawn(move || {
        writer.write_all(b"uci\nposition startpos\ngo infinite\n").unwrap();
        std::thread::sleep(Duration::from_millis(300));
        writer.write_all(b"stop\nquit\n").unwrap();
    });
    event_loop.run();
    host.join().unwrap();
    assert_eq!(event_loop.engine.session.settings.adaptive_hash.speed, speed);
}

#[test]
fn the_table_follows_the_time_control() {
    for (speed, size) in [("1M", 8), ("64K", 2)] {
        let script = format!("adaptive {speed} 2M 8M\nst 1\nsd 2\nforce\ngo\n");
        let said = answer_until(script.as_bytes(), "My move: ", 1);
        let expected = format!("# a table of {size} MiB for this time control");
        assert!(said.contains(&expected), "{said}");
    }
    for bad in ["adaptive 1M 2M", "adaptive x 2M 8M", "adaptive 1M 8M 2M", "adaptive 1M 2 8"] {
        let said = common::answer(format!("{bad}\n").as_bytes());
        assert!(said.starts_with(bad), "{bad}: {said}");
    }
}
