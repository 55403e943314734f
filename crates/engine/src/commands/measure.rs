//! Commands that measure, and `help`.

use std::time::Instant;

use cleave_board::{Move, Position};
use cleave_movegen::{legal_moves, perft, to_coordinate};
use cleave_search::{Searcher, Signal, bench};

use super::{Action, Audience, CHAPTERS, Chapter, Command, find, number};
use crate::benchmark::Report;
use crate::engine::Engine;
use crate::listener::Listener;
use crate::refusal::{Refusal, Reply};
use crate::session::Session;

/// Subtrees up to this depth are counted without a look at the input: a few milliseconds.
const UNDISTURBED: u32 = 4;

/// Commands that measure, and `help`.
pub(super) const CHAPTER: Chapter = Chapter {
    title: "Measuring, and help",
    commands: &[
        Command {
            names: &["perft"],
            arguments: "DEPTH",
            help: "Count the lines of play of this length, move by move.",
            audience: Audience::Everyone,
            action: Action::Queues(count_lines),
        },
        Command {
            names: &["bench"],
            arguments: "[DEPTH]",
            help: "Search a fixed set of positions; the number of nodes tells this search from others.",
            audience: Audience::Everyone,
            action: Action::Queues(run_bench),
        },
        Command {
            names: &["help"],
            arguments: "[COMMAND | protocol]",
            help: "Explain a command; without a name, all of them.",
            audience: Audience::Everyone,
            action: Action::AtOnce(help),
        },
    ],
};

fn count_lines(engine: &mut Engine, text: &str) -> Reply {
    let depth = number(text, "the depth", 1, 20)?;
    let root = *engine.session.game.position();
    let began = Instant::now();
    let counts: Vec<(Move, u64)> = engine
        .measure(root, |listener| {
            let moves = legal_moves(&root);
            let count = |mv| Some((mv, count(&root.make(mv), depth - 1, listener)?));
            moves.into_iter().map_while(count).collect()
        })
        .ok_or(Refusal::NotNow("interrupted"))?;
    let seconds = began.elapsed().as_secs_f64();
    for (mv, leaves) in &counts {
        engine.session.output.line(format!("{}: {leaves}", to_coordinate(&root, *mv)));
    }
    let leaves: u64 = counts.iter().map(|(_, leaves)| leaves).sum();
    let mnps = leaves as f64 / 1e6 / seconds.max(1e-9);
    engine.session.output.line(format!("{leaves} in {seconds:.3} s, {mnps:.0} Mnps"));
    Ok(())
}

/// Perft that looks at the input now and then; `None` if something else is to be done.
fn count(position: &Position, depth: u32, listener: &mut Listener) -> Option<u64> {
    if listener.attend() != Signal::Continue {
        return None;
    }
    if depth <= UNDISTURBED {
        return Some(perft(position, depth));
    }
    legal_moves(position).into_iter().map(|mv| count(&position.make(mv), depth - 1, listener)).sum()
}

fn run_bench(engine: &mut Engine, text: &str) -> Reply {
    let depth = if text.is_empty() { bench::DEPTH } else { number(text, "the depth", 1, 100)? };
    // The session's table may have another size, and then the count would be another.
    let mut searcher =
        Searcher::new(bench::TABLE_MIB).map_err(|error| Refusal::BadArgument(error.to_string()))?;
    let mut report = Report::begin();
    for position in bench::positions() {
        let outcome = engine
            .measure(position, |listener| bench::search(&mut searcher, &position, depth, listener))
            .ok_or(Refusal::NotNow("interrupted"))?;
        engine.session.output.line(report.row(&position, &outcome));
    }
    engine.session.output.line(report.total());
    Ok(())
}

fn help(session: &mut Session, name: &str) -> Reply {
    let audience = match name {
        "" => Audience::Everyone,
        "protocol" => Audience::Gui,
        _ => {
            let command = find(name).ok_or_else(|| {
                Refusal::BadArgument("there is no such command, 'help' lists them".into())
            })?;
            session.output.line(explanation(command));
            return Ok(());
        }
    };
    for chapter in CHAPTERS {
        let of_audience = |command: &&Command| command.audience == audience;
        let rows: Vec<String> =
            chapter.commands.iter().filter(of_audience).map(explanation).collect();
        if !rows.is_empty() {
            session.output.line(format!("{}\n{}", chapter.title, rows.join("\n")));
        }
    }
    if audience == Audience::Everyone {
        session.output.line("A move is made by typing it: e4, Nf3, e2e4, O-O, e8=Q.");
        session.output.line("'help protocol' lists what only GUIs send.");
    }
    Ok(())
}

fn explanation(command: &Command) -> String {
    let usage = format!("{} {}", command.names.join(", "), command.arguments);
    format!("  {usage:30} {}", command.help)
}
