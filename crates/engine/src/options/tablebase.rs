//! Options about endgame tables, under the names by which UCI clients know them.

use std::sync::Arc;

use cleave_search::Outcome;
use cleave_tablebase::{Problem, Syzygy, Tablebase};

use super::error::OptionError;
use super::option::{EngineOption, Kind};
use crate::client::notice::Notice;
use crate::commands::crafty::Crafty::Has;
use crate::engine::Engine;
use crate::engine::observer::Observer;
use crate::session::Session;
use crate::task::SearchTask;

/// The number of problems that a warning names. The log has all.
const NAMED: usize = 3;

/// The options about endgame tables.
#[rustfmt::skip]
pub(super) const OPTIONS: &[EngineOption] = &[
    EngineOption::new("SyzygyPath", Kind::File { get: |settings| &settings.tablebase.path, set: load })
        .command(&["tbpath"], "[PATH]", "The directories of the Syzygy tables, separated as in PATH.")
        .crafty(&[Has("`tbpath`, `egtpath`", "`option SyzygyPath=`", "also `tbpath PATH` and `egtpath syzygy PATH`")]),
    spin!("SyzygyProbeDepth", (1, 100), tablebase.depth),
    spin!("SyzygyProbeLimit", (0, 7), tablebase.pieces),
    check!("Syzygy50MoveRule", tablebase.fifty_moves),
];

/// Uses the Syzygy tables in these directories, separated as in `PATH`. Without a path, uses none.
///
/// # Errors
/// There are no usable tables. Nothing has changed.
fn load(engine: &mut Engine, path: &str) -> Result<(), OptionError> {
    if path.is_empty() {
        engine.searcher.set_tablebase(None);
        engine.session.tables = None;
        engine.session.settings.tablebase.path.clear();
        return Ok(());
    }
    let (tables, problems) = Syzygy::open(path);
    if tables.tables() == 0 {
        return Err(OptionError::NoTables(words(&problems)));
    }
    let found = format!(
        "Syzygy tables: {}, with up to {} pieces",
        tables.tables(),
        Tablebase::max_pieces(&tables)
    );
    let tables: Arc<dyn Tablebase> = Arc::new(tables);
    engine.searcher.set_tablebase(Some(Arc::clone(&tables)));
    engine.session.tables = Some(tables);
    engine.session.settings.tablebase.path = path.to_owned();
    engine.session.client.say(&Notice::Comment(&found));
    if !problems.is_empty() {
        warn(&mut engine.session, &problems);
    }
    Ok(())
}

/// Reports after each search which tables have turned out to be useless.
pub(crate) struct TableProblems;

impl Observer for TableProblems {
    fn end(&mut self, engine: &mut Engine, _: &SearchTask, _: &Outcome) {
        report_problems(&mut engine.session);
    }
}

/// Reports which tables have turned out to be useless since the last report.
pub(crate) fn report_problems(session: &mut Session) {
    let problems = session.tables.as_ref().map_or_else(Vec::new, |tables| tables.take_problems());
    if !problems.is_empty() {
        warn(session, &problems);
    }
}

/// Warns of problems, and logs them all.
fn warn(session: &mut Session, problems: &[Problem]) {
    for problem in problems {
        log::warn!("{problem}");
    }
    session.client.say(&Notice::Warning(&words(problems)));
}

/// Returns the first problems, in one line.
fn words(problems: &[Problem]) -> String {
    let named: Vec<String> = problems.iter().take(NAMED).map(Problem::to_string).collect();
    let more = match problems.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!("; and {more} more, which the log names"),
    };
    named.join("; ") + &more
}
