//! `cleave-xiangqi`: a program that plays Chinese chess, for GUIs (UCI, UCCI, xboard) and at a console.
//!
//! One thread talks and searches. `conversation` runs the search that is due, or waits for a line and executes it.
//! While a search runs, it reads on by the rules of [`cleave_io::Listener`]. A protocol is a table of commands and the
//! words of the program's answers (`protocols/`); the game, the options and the search know none. Input, output,
//! options and `go` come from the crate that `cleave` uses too (`cleave-io`), as do the clocks (`cleave-clock`).

mod bench;
mod command;
mod conversation;
mod game;
mod options;
mod protocols;
mod session;

use std::io::{IsTerminal, stdin};

use clap::{Parser, Subcommand};
use cleave_io::{Input, Output, block_standard_streams, logging};

use bench::Bench;
use conversation::Conversation;
use session::{Engine, Session};

/// Plays Chinese chess. Without a command it is a console, until a GUI says `uci`, `ucci` or `xboard`.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Searches 24 positions, and shows the number of nodes, which is the same on every machine.
    Bench {
        /// The depth of each search, in plies.
        #[arg(default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=60))]
        depth: u32,
    },
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = Arguments::parse();
    block_standard_streams();
    logging::start_by_environment("cleave-xiangqi");
    let mut output = Output::stdout();
    if let Some(Command::Bench { depth }) = arguments.command {
        let mut bench = Bench::begin()?;
        for position in Bench::positions() {
            output.line(bench.search(position, depth, &mut |_: &_| {}));
        }
        output.line(bench.total());
        return Ok(output.finish()?);
    }
    let is_person = stdin().is_terminal();
    let session = Session::new(Input::from_stdin()?, output, is_person);
    let mut conversation = Conversation::begin(Engine::new(session)?);
    conversation.run();
    Ok(conversation.finish()?)
}
