//! Whole matches of scripted engines, good and bad.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use cleave_kit::experiment;
use cleave_kit::games::game::GameResult;
use cleave_kit::options::words::parse;
use tempfile::TempDir;

use super::pair::{Pair, Setting};
use super::uci::Fault;
use super::*;

/// Mates as Black as fast as can be, and lets itself be mated as White.
const FOOL: &str = r#"case "$at" in
    *g2g4*) echo "info depth 1 score mate 1"; echo bestmove d8h4;;
    *e7e5*) echo bestmove g2g4;;
    *f2f3*) echo bestmove e7e5;;
    *) echo bestmove f2f3;;
    esac"#;

struct Bench(TempDir);

impl Bench {
    fn new() -> Bench {
        let bench = Bench(tempfile::tempdir().unwrap());
        fs::write(bench.path("start.epd"), "# the start\n".to_string() + Position::START_FEN)
            .unwrap();
        bench.engine("fool", FOOL);
        bench
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a program that does this when it must move.
    fn engine(&self, name: &str, go: &str) {
        let script = format!(
            r#"#!/bin/sh
            while read -r word rest; do case $word in
            uci) printf 'id author J\366rg\n'; echo "option name Hash type spin default 1"; echo "option name A B type string"; echo uciok;;
            isready) echo readyok;;
            position) at=$rest;;
            go) {go};;
            esac; done"#
        );
        // Another thread may fork while the file is open, and running it would fail: a rename is safe.
        fs::write(self.path("new"), script).unwrap();
        fs::set_permissions(self.path("new"), Permissions::from_mode(0o755)).unwrap();
        fs::rename(self.path("new"), self.path(name)).unwrap();
    }

    /// Plays a match of an engine against the fool; with the lines of the results.
    fn play(&self, engine: &str, options: &str) -> Result<String> {
        let [program, fool, openings, out] =
            [engine, "fool", "start.epd", "out"].map(|name| self.path(name).display().to_string());
        let words = ["match", &program, "--against", &fool, "--openings", &openings, "--out", &out];
        let arguments = parse(words.into_iter().chain(options.split(' '))).unwrap();
        // A process that another test is about to start holds the lock of the last match for a moment.
        while let Err(error) = run(&arguments) {
            if !error.to_string().contains("another program writes it") {
                return Err(error);
            }
        }
        Ok(fs::read_to_string(out).unwrap())
    }

    fn pairs(&self) -> Vec<Pair> {
        experiment::read::<Setting, Pair>(&self.path("out")).unwrap().1
    }
}

/// Time enough on a busy machine.
const LONG: &str = "--movetime=600000 --no-test";

#[test]
fn an_engine_that_fails_loses_that_game_and_is_started_again() {
    for (go, limit, fault) in [
        (":", "--movetime=1 --patience=2", Fault::Hang),
        ("exit 3", "--movetime=600000", Fault::Crash),
        ("echo bestmove e2e5", "--movetime=600000", Fault::IllegalMove),
        ("echo bestmove", "--movetime=600000", Fault::IllegalMove),
        ("[ $n ] && exit; n=1; echo bestmove e2e5", "--movetime=600000", Fault::IllegalMove),
        ("sleep 0.1; echo bestmove e2e4", "--movetime=1", Fault::Late),
        ("sleep 0.1; echo bestmove e2e4", "--tc=0.01", Fault::Late),
    ] {
        // The opponent may take its time.
        let bench = Bench::new();
        bench.engine("bad", go);
        let concurrency = if fault == Fault::Late { "--margin=70" } else { "--concurrency=2" };
        bench.play("bad", &format!("{limit} {concurrency} --pairs 2 --no-test")).unwrap();
        let pairs = bench.pairs();
        assert_eq!(pairs.len(), 2, "{go}");
        for Pair { as_white, as_black, .. } in pairs {
            assert_eq!((as_white.fault, as_white.plies), (Some(fault), 0), "{go}");
            assert_eq!(as_white.result, GameResult::BlackWins, "{go}");
            // The fool moves first; if the machine is so busy that it is late, it loses.
            if as_black.plies == 1 {
                assert_eq!(as_black.fault, Some(fault), "{go}");
                assert_eq!(as_black.result, GameResult::WhiteWins, "{go}");
            } else {
                assert_eq!(
                    (as_black.fault, as_black.result),
                    (Some(Fault::Late), GameResult::BlackWins)
                );
            }
        }
    }
}

#[test]
fn both_games_of_a_pair_begin_with_the_opening_and_colours_are_exchanged() {
    let bench = Bench::new();
    let pgn = bench.path("games.pgn");
    bench.play("fool", &format!("{LONG} --pairs 1 --pgn {}", pgn.display())).unwrap();
    let text = fs::read_to_string(pgn).unwrap();
    let players = |white: &str, black: &str| format!("[White \"{white}\"]\n[Black \"{black}\"]\n");
    assert!(text.contains(&players("challenger", "champion")), "{text}");
    assert!(text.contains(&players("champion", "challenger")), "{text}");
    assert_eq!(text.matches("2... Qh4# {+314.88} 0-1\n").count(), 2, "{text}");
    let pairs = bench.pairs();
    assert_eq!((pairs[0].as_white.plies, pairs[0].as_black.plies), (4, 4));
    assert_eq!(pairs[0].as_white.fault, None);
}

#[test]
fn a_match_broken_off_goes_on_and_another_setting_is_refused() {
    let whole = Bench::new();
    whole.play("fool", &format!("{LONG} --pairs 5")).unwrap();
    let bench = Bench::new();
    bench.play("fool", &format!("{LONG} --pairs 2")).unwrap();
    // The second is not written to its end, and another result of the first shows that it is kept.
    let text = fs::read_to_string(bench.path("out")).unwrap();
    let text = text.replacen("\"plies\":4", "\"plies\":44", 1);
    fs::write(bench.path("out"), text.trim_end().trim_end_matches('}')).unwrap();
    bench.play("fool", &format!("{LONG} --pairs 5")).unwrap();
    let mut pairs = bench.pairs();
    assert_eq!(pairs[0].as_white.plies, 44);
    pairs[0].as_white.plies = 4;
    assert_eq!(pairs, whole.pairs());
    for other in
        ["--movetime=600001 --no-test", "--movetime=600000", &format!("{LONG} --to-the-end")]
    {
        let refused = bench.play("fool", &format!("{other} --pairs 6")).unwrap_err().to_string();
        assert!(refused.contains("made with another setting"), "{refused}");
    }
    bench.engine("fool", &format!("sleep 0; {FOOL}"));
    let refused = bench.play("fool", &format!("{LONG} --pairs 6")).unwrap_err().to_string();
    assert!(refused.contains("made with another setting"), "a new build: {refused}");
}

#[test]
fn a_test_ends_the_match_and_leaves_out_the_games_in_progress() {
    let bench = Bench::new();
    bench.engine("bad", "exit");
    // A pair lost twice is worth ln(0.312 / 0.688) with these bounds: four of them exceed 2.94.
    let options = "--movetime=600000 --bounds=-100,100 --pairs 40 --concurrency 3";
    let text = bench.play("bad", options).unwrap();
    assert_eq!(bench.pairs().len(), 4, "{text}");
    assert_eq!(bench.play("bad", options).unwrap(), text, "nothing is left to play");
}

#[test]
fn arguments_that_make_no_match_are_refused() {
    let bench = Bench::new();
    let refused =
        |engine: &str, options: &str| bench.play(engine, options).unwrap_err().to_string();
    let error = refused("fool", "--nodes 5 --pairs 2");
    assert!(error.starts_with("2 pairs need as many openings, and there are 1"), "{error}");
    let error = refused("fool", &format!("{LONG} --option Hsh=3"));
    assert!(error.contains("fool: it has no option 'Hsh'"), "{error}");
    assert!(refused("nobody", LONG).contains("nobody: No such file"));
    fs::write(bench.path("start.epd"), "nonsense\n").unwrap();
    assert!(refused("fool", LONG).contains("start.epd: line 1: "));
    fs::write(bench.path("start.epd"), "# nothing\n").unwrap();
    assert!(refused("fool", LONG).contains("start.epd: it has no positions"));
    let silent = bench.path("silent");
    fs::copy("/bin/true", &silent).unwrap();
    fs::write(bench.path("start.epd"), Position::START_FEN).unwrap();
    std::fs::remove_file(bench.path("out")).unwrap();
    assert!(refused("silent", LONG).contains("silent: no UCI engine (crash)"));
}

#[test]
fn a_command_needs_one_limit_and_bounds_in_order() {
    let refused = |options: &str| {
        let words = ["match", "x"].into_iter().chain(options.split(' '));
        parse::<Arguments>(words).err().unwrap()
    };
    assert!(refused("--hash 1").contains("--nodes <N>|--movetime <MS>|--tc"));
    assert!(refused("--nodes 1 --tc 2").contains("cannot be used with"));
    for bounds in ["3,0", "0,0", "0", "0,101", "-101,0", "x,1"] {
        assert!(refused(&format!("--nodes 1 --bounds={bounds}")).contains("the lower first"));
    }
    assert!(refused("--nodes 1 --error 0.5").contains("a probability"));
    let accepted = |options: &str| {
        let words = ["match", "x", "--nodes=1"].into_iter().chain(options.split(' '));
        parse::<Arguments>(words).unwrap().sprt().map(|sprt| (sprt.lower, sprt.upper))
    };
    assert_eq!(accepted("--hash=1"), Some((0.0, 3.0)));
    assert_eq!(accepted("--simplification"), Some((-3.0, 0.0)));
    assert_eq!(accepted("--bounds=-100,100"), Some((-100.0, 100.0)));
    assert_eq!(accepted("--no-test"), None);
}
