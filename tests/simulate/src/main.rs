//! A standing simulation: `cargo xtask simulate`. It draws sessions with the programs, disturbs them in every way, and
//! checks what must always hold:
//!
//! - each `go` is answered by one legal move, in time;
//! - every line of thinking is legal;
//! - no process is left, and the program ends as it should;
//! - no file is lost or half written;
//! - memory and open files stay within bounds.
//!
//! A [`plan`] is drawn from a seed before anything runs. A [`session`] performs it on a [`stage`]: a program that is
//! [`running`], with a dialogue by [`uci`] or [`xboard`]. FoundationDB's simulation is the model. There the seed fixes
//! the schedule as well; here the programs are real, so the seed fixes the decisions alone.

mod board;
mod counts;
mod dice;
mod excuses;
mod folder;
mod plan;
mod problem;
mod running;
mod session;
mod stage;
mod uci;
mod virtual_search;
mod xboard;

use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clap::{Args, Parser};
use nix::sys::prctl::set_child_subreaper;

use counts::Counts;
use plan::Session;
use session::{Failure, Programs};

/// The most lines of a transcript that are printed.
const SHOWN: usize = 120;

#[derive(Parser)]
#[command(bin_name = "cargo xtask")]
enum Program {
    /// Plays random sessions with the programs, disturbs them, and checks what must always hold
    Simulate(Arguments),
}

#[derive(Args)]
struct Arguments {
    /// Plays for this many hours
    #[arg(long, value_name = "H")]
    hours: Option<f64>,
    /// Plays for this many minutes more
    #[arg(long, value_name = "M")]
    minutes: Option<f64>,
    /// Seed of the first session; by default the time. The next session has the next seed. Without a time, this session
    /// alone is played
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Prints the plan and the dialogue of each session
    #[arg(long)]
    verbose: bool,
}

fn main() -> ExitCode {
    let Program::Simulate(arguments) = Program::parse();
    // Helpers of a program that dies become children of this process, which sees whether they end.
    set_child_subreaper(true).expect("Linux has subreapers");
    let minutes = 60.0 * arguments.hours.unwrap_or(0.0) + arguments.minutes.unwrap_or(0.0);
    let time = Duration::from_secs_f64(60.0 * minutes);
    let by_time = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs());
    let first = arguments.seed.unwrap_or_else(by_time);
    println!("the first seed is {first}");
    // The time is for sessions alone.
    let programs = Programs::build();
    let (begun, mut counts) = (Instant::now(), Counts::default());
    for seed in first.. {
        let session = Session::draw(seed);
        if arguments.verbose {
            println!("{session:#?}");
        }
        match session::run(&session, &programs) {
            Ok(more) => counts += more,
            Err(failure) => return report(&session, &failure, &counts),
        }
        if begun.elapsed() >= time {
            break;
        }
    }
    println!("{counts}\nnothing went wrong in {:.0} s", begun.elapsed().as_secs_f64());
    ExitCode::SUCCESS
}

fn report(session: &Session, failure: &Failure, counts: &Counts) -> ExitCode {
    let seed = session.seed;
    println!("{session:#?}");
    let transcript = &failure.transcript;
    let shown = transcript.len().saturating_sub(SHOWN);
    transcript[shown..].iter().for_each(|line| println!("{line}"));
    println!("{counts}\nSeed {seed}: {}", failure.problem);
    println!(
        "'cargo xtask simulate --seed {seed}' makes the same decisions again. The schedule may differ."
    );
    ExitCode::FAILURE
}
