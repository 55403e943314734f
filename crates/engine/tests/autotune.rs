//! The command `autotune`.

use std::io::Write;
use std::thread;

use crate::common::{answer, answer_until, program};
use crate::folder::Folder;

#[test]
fn autotune_is_refused_where_there_is_nothing_to_tune() {
    assert!(answer(b"autotune\n").contains("One worker has nothing to tune."));
    for refused in ["autotune x", "autotune 0", "autotune 9999", "autotune 5 keep"] {
        assert!(answer(format!("{refused}\n").as_bytes()).contains("the time"), "{refused}");
    }
    let playouts =
        answer(b"option Oversubscribe=1\ncores 2\noption Search=monte-carlo\nautotune 1\n");
    let why = "Not now: autotune measures alpha-beta, and the option Search is monte-carlo.";
    assert!(playouts.contains(why), "{playouts}");
    assert!(!playouts.contains("2 workers on "), "{playouts}");
    // These tests have no home directory.
    let homeless = answer(b"option Oversubscribe=1\ncores 2\nautotune 3600 save\n");
    assert!(homeless.contains("no home directory"), "{homeless}");
}

/// Times say nothing on a busy machine, so any settings may win.
#[test]
fn autotune_reports_each_value_and_how_it_has_ended() {
    // The end of the input would interrupt it.
    let script = b"option Oversubscribe=1\ncores 2\nautotune 2\noption Hash\n";
    let said = answer_until(script, "Hash = ", 1);
    assert!(said.contains("2 workers on "), "{said}");
    // Tried, or named among those for which there was no time.
    for value in ["Split Spin 0", "Split Spin 1000", "Split Depth 7", "Split Idle Depth 2"] {
        assert_eq!(said.matches(value).count(), 1, "{value}: {said}");
    }
    let ends = ["Your settings are as fast as any that were tried.", "Until the program ends: "];
    assert!(ends.iter().any(|end| said.contains(end)), "{said}");
}

/// The user stops it soon after the first challenger. Another challenger is set then, and the first may have won.
#[test]
fn an_interrupted_autotune_changes_nothing() {
    let folder = Folder::new();
    let (reader, mut input) = std::io::pipe().unwrap();
    let (mut event_loop, transcript) = program(reader);
    event_loop.engine.configuration_file = Some(folder.path().join("cleave.toml"));
    let said = transcript.clone();
    let typist = thread::spawn(move || {
        writeln!(input, "option Oversubscribe=1\ncores 2\noption Split Spin=77\nhash 100M")
            .unwrap();
        writeln!(input, "autotune 12 save").unwrap();
        said.wait_for("Split Spin 0 takes ", 1);
        writeln!(input, "?").unwrap();
    });
    event_loop.run();
    typist.join().unwrap();
    let said = transcript.take();
    assert!(said.contains("Split Spin 0 takes ") && said.contains("interrupted"), "{said}");
    let split = &event_loop.engine.session.settings.team.split;
    assert_eq!((split.idle_spin_us, split.min_thread_depth, split.idle_thread_depth), (77, 5, 3));
    assert_eq!(event_loop.engine.table_mib, 100);
    assert!(!folder.path().join("cleave.toml").exists());
}
