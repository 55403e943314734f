//! One search of a comparison.

use cleave_search::{Limits, Root, SearchMode, Searcher, SplitParams, Undisturbed};
use cleave_smp_lab::virtual_time::{Machine, Ticks};

use crate::figures::comparison::{Cell, Piece, Setting, Team};
use crate::figures::run::round;
use crate::figures::tree::Tree;
use crate::speedup::perturbation::perturb;
use crate::speedup::positions::Entry;

/// Searches a position to this depth after the perturbation of this seed, by a team or by P_seq.
///
/// # Errors
/// There is no memory for so many workers.
pub(super) fn search(
    searcher: &mut Searcher,
    (entry, depth, seed): (&Entry, u32, u64),
    team: Option<Team>,
    setting: &Setting,
) -> Result<Piece, String> {
    let Some(team) = team else {
        return Ok(Piece::Tree(Tree::measure(searcher, entry, depth, seed)));
    };
    let jitter = if seed == 0 { 0 } else { setting.jitter };
    let machine = Machine { costs: setting.costs, seed, jitter, ..Machine::new(team.workers) };
    searcher.set_algorithm(team.algorithm);
    *searcher.split_params() = match team.without_next {
        false => SplitParams::default(),
        true => SplitParams { next_from: 0, ..SplitParams::default() },
    };
    searcher.set_mode(SearchMode::Virtual(machine)).map_err(|error| error.to_string())?;
    perturb(searcher, seed);
    let root = Root { position: entry.position, history: Vec::new() };
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let outcome = searcher.search(&root, &limits, &mut Undisturbed);
    let run = outcome.virtual_run.expect("time was virtual");
    let stats = outcome.stats.expect("a team has searched");
    let account = run.account();
    let share = |part: Ticks| round(part.share_of(account.total()), 5);
    Ok(Piece::Cell(Cell {
        position: entry.name(),
        seed,
        team,
        time: run.time.0,
        nodes: outcome.nodes,
        idle: share(account.idle + account.look),
        locks: share(account.locks),
        copying: share(account.copy),
        joins: stats.sum(|counters| counters.joins),
        waits: stats.lock_waits(),
    }))
}
