//! The files that `record` writes, and the arguments that it refuses.

use clap::Parser;

use super::*;

/// The arguments as on a command line.
#[derive(Parser)]
struct Line {
    #[command(flatten)]
    arguments: Arguments,
}

fn arguments(line: &str) -> Arguments {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../data");
    let words = ["record", "--hash", "1"].map(String::from).into_iter();
    let files = [format!("--costs={data}/costs.json"), format!("--positions={data}/broad.epd")];
    let words = words.chain(files).chain(line.split_whitespace().map(String::from));
    Line::try_parse_from(words).unwrap().arguments
}

#[test]
fn the_command_line_determines_the_search() {
    let plan =
        plan(&arguments("--depth 4 --workers 3 --seed 7 --jitter 9 --algorithm lazy")).unwrap();
    assert_eq!((plan.depth, plan.algorithm, plan.id.as_str()), (4, Algorithm::Lazy, "BRD.08"));
    assert_eq!((plan.machine.workers, plan.machine.seed, plan.machine.jitter), (3, 7, 9));
}

#[test]
fn a_worker_is_killed_when_the_command_line_says_so() {
    let killed = |line: &str| plan(&arguments(line)).map(|plan| plan.machine.death);
    let death = Death { worker: WorkerId::new(2), at: Ticks(12_500_000) };
    assert_eq!(killed("--workers 3 --kill 2@12.5").unwrap(), Some(death));
    let error = killed("--workers 3 --kill 3@1").unwrap_err().to_string();
    assert!(error.contains("the team has 2 helpers"), "{error}");
    for odd in ["0@1", "2", "2@", "@1", "x@1", "2@x", "2@-1", "2@nan", "9999@1"] {
        let words = ["record", "--kill", odd];
        assert!(Line::try_parse_from(words).is_err(), "{odd}");
    }
}

#[test]
fn a_command_that_writes_nothing_and_odd_positions_are_refused() {
    let error = |line: &str| run(&arguments(line)).unwrap_err().to_string();
    assert!(error("--depth 1").contains("expected --out FILE or --html FILE"));
    assert!(plan(&arguments("--id NONE")).unwrap_err().to_string().contains("no position NONE"));
}
