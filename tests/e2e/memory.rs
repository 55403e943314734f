//! Tests the memory use of the program.

use std::fs;

use cleave_tests::Engine;

use crate::LONG;

const MIB: u64 = 1 << 20;

/// Returns the size of the mapping of the memory file of this name, in bytes.
fn mapped(engine: &Engine, name: &str) -> u64 {
    let maps = fs::read_to_string(format!("/proc/{}/maps", engine.pid())).expect("/proc");
    let line = maps.lines().find(|line| line.contains(&format!("memfd:{name} ")));
    let (range, _) = line.expect("a mapping of this name").split_once(' ').expect("fields");
    let (start, end) = range.split_once('-').expect("a range");
    let address = |text| u64::from_str_radix(text, 16).expect("an address");
    address(end) - address(start)
}

/// Returns the memory that the program and its helpers use together, in bytes.
fn used(engine: &Engine) -> u64 {
    let of = |pid| {
        let rollup = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).expect("/proc");
        let kib = rollup.lines().find_map(|line| line.strip_prefix("Pss:")).expect("a sum");
        1024 * kib.trim().trim_end_matches(" kB").parse::<u64>().expect("a number")
    };
    engine.helpers().into_iter().chain([engine.pid()]).map(of).sum()
}

#[test]
fn shared_memory_is_sized_by_the_team() {
    let mut engine = Engine::playing(3);
    for cores in [16, 2, 1] {
        engine.answer(&format!("cores {cores}"));
        // 2 MiB are only addresses. They align the rest for large pages.
        let pools = mapped(&engine, "cleave-smp-pools") - 2 * MIB;
        assert!(pools > cores * 64 * 1024 && pools < cores * 384 * 1024, "{cores}: {pools}");
    }
    engine.quit();
}

/// A limit on files does not limit memory.
#[test]
fn the_program_plays_where_no_file_can_be_written() {
    let mut engine = Engine::start_without_files(&[]);
    engine.answer("xboard");
    let said = engine.answer("new\nsd 4\noption Oversubscribe=1\ncores 2\nmemory 64");
    assert!(said.is_empty(), "{}", engine.transcript());
    engine.send("usermove e2e4");
    engine.wait_for_move(LONG);
    assert_eq!(engine.helpers().len(), 1, "helpers share the memory");
    engine.quit();
}

#[test]
fn the_program_plays_where_memory_is_refused() {
    let mut engine = Engine::start(&[]);
    engine.answer("xboard");
    engine.answer("new\nsd 4\noption Oversubscribe=1\ncores 2");
    engine.limit_memory(6 * 1024);
    for refused in ["memory 256", "cores 64"] {
        let said = engine.answer(refused);
        assert!(said.len() == 1 && said[0].contains("Cannot allocate memory"), "{said:?}");
    }
    engine.send("usermove e2e4");
    engine.wait_for_move(LONG);
    assert_eq!(engine.helpers().len(), 1, "the number of helpers is unchanged");
    engine.quit();
}

/// The tables of two helpers take more than 6 MiB.
#[test]
fn missing_memory_for_the_tables_of_helpers_is_reported_once() {
    let mut engine = Engine::start(&[]);
    engine.answer("xboard");
    engine.answer("new\nsd 4\noption Oversubscribe=1\ncores 3");
    engine.limit_memory(6 * 1024);
    for mv in ["e2e4", "b1c3"] {
        engine.send(&format!("usermove {mv}"));
        engine.wait_for_move(LONG);
    }
    assert_eq!(engine.helpers().len(), 2, "helpers learn in the tables of the team");
    let why = "all workers learn in the same tables: Cannot allocate memory";
    assert_eq!(engine.transcript().matches(why).count(), 1, "{}", engine.transcript());
    engine.quit();
}

#[test]
fn memory_bounds_the_program_with_all_workers() {
    for cores in [1, 2, 6] {
        let mut engine = Engine::playing(12);
        engine.send(&format!("option Oversubscribe=1\ncores {cores}\nmemory 60\nusermove e2e4"));
        engine.wait_for_move(LONG);
        assert_eq!(engine.helpers().len(), cores - 1);
        let used = used(&engine);
        assert!(used <= 60 * MIB, "{cores}: {used}");
        assert!(used > 20 * MIB, "{cores}: the program used too little memory for a test: {used}");
        // The table gets the memory of the helpers. The program keeps a small part of the heap.
        engine.send("new\nsd 12\ncores 1\nusermove e2e4");
        engine.wait_for_move(LONG);
        let used = self::used(&engine);
        assert!(used <= 62 * MIB, "1 after {cores}: {used}");
        engine.quit();
    }
}
