//! The descent on a landscape that is known, and whole tunings of scripted engines.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use cleave_board::Position;
use cleave_kit::experiment;
use cleave_kit::games::random::Random;
use cleave_kit::options::words::parse;
use cleave_smp::random::mix;
use tempfile::TempDir;

use super::course::{Iteration, Score};
use super::descent::{Descent, Schedule, Trial};
use super::*;

fn tuned(name: &str, start: i32, step: i32) -> Tuned {
    Tuned { name: name.into(), start, least: 0, most: 1_000, step }
}

/// Games between points of a landscape with one summit: the nearer one wins more often, by chance.
struct Landscape {
    summit: [f64; 3],
    /// The distance, in each parameter, that makes a loss certain.
    width: [f64; 3],
    games: u32,
    random: Random,
}

impl Landscape {
    fn height(&self, point: &[i32]) -> f64 {
        let far =
            |(&at, (summit, width)): (&i32, (f64, f64))| ((f64::from(at) - summit) / width).powi(2);
        -point.iter().zip(self.summit.into_iter().zip(self.width)).map(far).sum::<f64>()
    }
}

impl Judge for Landscape {
    fn judge(&mut self, trial: &Trial) -> Result<Score> {
        let difference = self.height(&trial.sides[0]) - self.height(&trial.sides[1]);
        let mut score = Score::default();
        for _ in 0..self.games {
            let share = self.random.below(1_000_000) as f64 / 1e6;
            if share < 0.3 + difference.clamp(-0.3, 0.3) {
                score.wins += 1;
            } else if share < 0.6 {
                score.losses += 1;
            } else {
                score.draws += 1;
            }
        }
        Ok(score)
    }
}

const SUMMIT: [f64; 3] = [130.0, 40.0, 500.0];

/// Returns the end of a descent from 100, 60 and 500, which is 6, 7 and no steps away from the summit.
fn end(seed: u64) -> Vec<f64> {
    let rows = vec![tuned("a", 100, 5), tuned("b", 60, 3), tuned("c", 500, 30)];
    let schedule = Schedule { iterations: 4_000, rate: 0.01 };
    let mut descent = Descent::new(rows, schedule, seed);
    let width = [50.0, 30.0, 300.0];
    let random = Random::seeded(mix(seed));
    let mut landscape = Landscape { summit: SUMMIT, width, games: 8, random };
    for _ in 0..4_000 {
        let trial = descent.trial();
        let score = landscape.judge(&trial).unwrap();
        descent.learn(&trial, score.balance());
    }
    descent.values().to_vec()
}

#[test]
fn noisy_games_lead_to_the_summit() {
    for seed in 1..=3 {
        let end = end(seed);
        for ((value, summit), step) in end.iter().zip(SUMMIT).zip([5.0, 3.0, 30.0]) {
            assert!((value - summit).abs() < 1.5 * step, "seed {seed}: {end:?}");
        }
    }
}

#[test]
fn both_sides_differ_by_twice_the_perturbation_and_stay_in_range() {
    let rows = vec![tuned("inside", 500, 10), tuned("low", 0, 10), tuned("fine", 5, 1)];
    let mut descent = Descent::new(rows, Schedule { iterations: 1_000, rate: 0.05 }, 7);
    let (mut sum, mut ups) = (0.0, 0);
    for number in 1..=1_000 {
        let trial = descent.trial();
        let [one, other] = &trial.sides;
        assert!(one.iter().chain(other).all(|value| (0..=1_000).contains(value)), "{trial:?}");
        sum += f64::from((one[0] - other[0]).abs());
        ups += u32::from(one[0] > other[0]);
        assert!(one[2] != other[2], "a step of 1 is always seen: {trial:?}");
        // A loss in every iteration carries each wherever its signs say.
        descent.learn(&trial, -4);
        assert_eq!(descent.done(), number);
    }
    // The first perturbation is twice the last, which is a step.
    assert!((20.0..25.0).contains(&(sum / 1e3)), "{sum}");
    assert!((430..570).contains(&ups), "{ups}");
    assert!(descent.values()[1] >= 0.0);
}

/// To the nearest, a perturbation of 1.3 would always be one of 1.
#[test]
fn a_fraction_is_rounded_so_that_the_mean_stays() {
    let schedule = Schedule { iterations: 4_000, rate: 1e-6 };
    let mut descent = Descent::new(vec![tuned("x", 5, 1)], schedule, 3);
    let (mut middle, mut apart, mut expected) = (0.0, 0.0, 0.0);
    for number in 1..=4_000 {
        let trial = descent.trial();
        let [one, other] = trial.sides.each_ref().map(|side| f64::from(side[0]));
        middle += f64::midpoint(one, other) / 4e3;
        apart += (one - other).abs() / 4e3;
        expected += 2.0 * (4e3 / f64::from(number)).powf(0.101) / 4e3;
        descent.learn(&trial, 0);
    }
    assert!((middle - 5.0).abs() < 0.03, "{middle}");
    assert!((apart - expected).abs() < 0.03, "{apart}, should be {expected}");
}

/// Plays well only with `aspiration_window` above its start, which the sides of each trial differ in.
const LIKES_WIDE: &str = r#"#!/bin/sh
    while read -r word rest; do case $word in
    uci) echo "option name Hash type spin default 1"
        echo "option name Tune aspiration_window type spin default 14"
        echo "option name Tune iir_depth type spin default 4"; echo uciok;;
    isready) echo readyok;;
    setoption) case $rest in "name Tune aspiration_window value"*) wide=${rest##* };; esac;;
    position) at=$rest;;
    go) if [ "$wide" -le 14 ]; then echo bestmove none; else case $at in
        *g2g4*) echo bestmove d8h4;;
        *e7e5*) echo bestmove g2g4;;
        *f2f3*) echo bestmove e7e5;;
        *) echo bestmove f2f3;;
        esac; fi;;
    esac; done"#;

struct Bench(TempDir);

impl Bench {
    fn new() -> Bench {
        let bench = Bench(tempfile::tempdir().unwrap());
        fs::write(bench.path("start.epd"), Position::START_FEN).unwrap();
        // Another thread may fork while the file is open, and running it would fail: a rename is safe.
        fs::write(bench.path("new"), LIKES_WIDE).unwrap();
        fs::set_permissions(bench.path("new"), Permissions::from_mode(0o755)).unwrap();
        fs::rename(bench.path("new"), bench.path("engine")).unwrap();
        bench
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn tune(&self, options: &str) -> Result<Vec<Iteration>> {
        let [program, openings, out] =
            ["engine", "start.epd", "out.jsonl"].map(|name| self.path(name).display().to_string());
        let words = ["spsa", &program, "--openings", &openings, "--out", &out, "--nodes=9"];
        let arguments = parse(words.into_iter().chain(options.split(' '))).unwrap();
        // A process that another test is about to start holds the lock of the last run for a moment.
        while let Err(error) = run(&arguments) {
            if !error.to_string().contains("another program writes it") {
                return Err(error);
            }
        }
        Ok(experiment::read::<Setting, Iteration>(&self.path("out.jsonl")).unwrap().1)
    }
}

const ONE: &str = "--only aspiration_window --pairs 1 --rate 0.1 --iterations 6";

#[test]
fn a_parameter_moves_to_where_the_program_wins() {
    let bench = Bench::new();
    let iterations = bench.tune(&format!("{ONE} --concurrency 2")).unwrap();
    assert_eq!(iterations.len(), 6);
    let values: Vec<f64> = iterations.iter().map(|iteration| iteration.values[0]).collect();
    assert!(values.is_sorted() && values[0] > 14.0, "{values:?}");
    let Score { wins, draws, losses, faults } = iterations[0].score;
    assert_eq!((wins + losses, draws, faults), (2, 0, 2), "both games are lost by an illegal move");
    let svg = fs::read_to_string(bench.path("out.svg")).unwrap();
    assert!(svg.contains("aspiration_window"), "{svg}");
}

#[test]
fn a_tuning_broken_off_at_any_byte_goes_on_as_if_it_had_not_been() {
    let bench = Bench::new();
    let whole = bench.tune(ONE).unwrap();
    let text = fs::read(bench.path("out.jsonl")).unwrap();
    let setting = text.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    for length in [3, setting - 1, setting, setting + 9, text.len() - 40, text.len() - 1] {
        fs::write(bench.path("out.jsonl"), &text[..length]).unwrap();
        assert_eq!(bench.tune(ONE).unwrap(), whole, "after {length} bytes");
        assert_eq!(fs::read(bench.path("out.jsonl")).unwrap(), text);
    }
    for other in
        [ONE.replace("0.1", "0.2"), format!("{ONE} --only iir_depth"), format!("{ONE} --seed 2")]
    {
        let refused = bench.tune(&other).unwrap_err().to_string();
        assert!(refused.contains("made with another setting"), "{refused}");
    }
    let moved = String::from_utf8(text).unwrap().replacen("\"wins\":2", "\"wins\":1", 1);
    fs::write(bench.path("out.jsonl"), moved).unwrap();
    let refused = bench.tune(ONE).unwrap_err().to_string();
    assert!(refused.contains("does not follow from the scores before it"), "{refused}");
}

#[test]
fn parameters_that_cannot_be_tuned_are_refused() {
    let bench = Bench::new();
    let error = bench.tune("--only null_base").unwrap_err().to_string();
    assert!(error.contains("engine: it has no option 'Tune null_base'"), "{error}");
    let refused = |options: &str| {
        let words = ["spsa", "x"].into_iter().chain(options.split(' '));
        parse::<Arguments>(words).err().unwrap()
    };
    assert!(refused("--iterations 5").contains("--nodes <N>|--movetime <MS>|--tc"));
    assert!(refused("--nodes 1 --only nul_base").contains("there are: reverse_futility_depth, "));
    assert!(refused("--nodes 1 --rate 0").contains("expected a number of steps"));
    assert!(refused("--nodes 1 --iterations 0").contains("0 is not in 1.."));
}
