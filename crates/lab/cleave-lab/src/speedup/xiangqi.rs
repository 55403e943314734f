//! Chinese chess: its sequential program and its teams, in real and in virtual time.

use std::time::{Duration, Instant};

use cleave_kit::{Error, Result};
use cleave_kit::{parallel, processors, progress};
use cleave_smp::Backend;
use cleave_smp_lab::virtual_time::VirtualTeam;
use cleave_xiangqi::search::{
    Host, Limits, Searcher, Session, Signal, Thinking, positions as bench,
};
use cleave_xiangqi::{Game, Position};

use super::in_turn::{Program, Programs};
use super::plan::{Plan, VirtualTime};
use super::run::Run;
use super::searched::Searched;
use crate::options::split;
use crate::searches::depth::{Iterations, MAX_DEPTH, Time};
use crate::searches::positions::{NO_LEGAL_MOVE, parse_lines};
use crate::searches::{Team, TestPosition};

/// The file of positions read by default.
pub(crate) const POSITIONS: [&str; 1] = ["data/xiangqi/search.txt"];

/// The prices in virtual time, of which that of a node is not that of chess.
pub(crate) const COSTS: &str = "data/xiangqi/costs.json";

/// The positions of a text, a FEN to a line.
pub(crate) fn parse(set: &str, text: &str) -> Result<Vec<TestPosition<Position>>, String> {
    parse_lines(set, text, |line| {
        let fen = line.split(" id \"").next().unwrap_or(line);
        let position = Position::from_fen(fen).map_err(|error| error.to_string())?;
        let entry = (fen.to_string(), position);
        position.has_legal_move().then_some(entry).ok_or_else(|| NO_LEGAL_MOVE.into())
    })
}

/// Searches every position with every program: on this kind of worker, or where there is none in virtual
/// time, which all processors do at once.
///
/// # Errors
/// A team of this size is not possible, or the plan changes a parameter of splitting that there is not.
pub(super) fn measure(
    positions: &[TestPosition<Position>],
    plan: &Plan,
    backend: Option<Backend>,
) -> Result<Vec<Searched>> {
    let threads = match backend {
        Some(_) => 1,
        None => processors::available().min(positions.len()),
    };
    if backend.is_some() {
        processors::warn_if_fewer_than(plan.workers.iter().copied().max().unwrap_or(1));
    }
    let mut programs = Vec::new();
    for _ in 0..threads {
        programs.push((Searcher::new(1)?, self::programs(plan, backend)?));
    }
    for (calibrator, _) in &mut programs {
        set_table(calibrator, plan.hash)?;
    }
    let searches = positions.len() * programs[0].1.searches(plan);
    let bar = progress::bar("searches", searches as u64);
    let search = |(calibrator, programs): &mut (Searcher, Programs<XiangqiProgram>),
                  place: usize| {
        let entry = &positions[place];
        let depth = depth(calibrator, &entry.position, plan);
        programs.search(entry, depth, plan, &bar)
    };
    let searched = match backend {
        // On this thread: a process that has others cannot be forked.
        Some(_) => (0..positions.len()).map(|place| search(&mut programs[0], place)).collect(),
        None => {
            let searched = parallel::each(&mut programs, positions.len(), None, search);
            searched.into_iter().flatten().collect()
        }
    };
    bar.finish_and_clear();
    Ok(searched)
}

fn programs(plan: &Plan, backend: Option<Backend>) -> Result<Programs<XiangqiProgram>> {
    let program = |team| XiangqiProgram::new(team, plan, backend);
    Ok(Programs {
        sequential: program(None)?,
        teams: plan.teams().into_iter().map(|team| program(Some(team))).collect::<Result<_>>()?,
    })
}

fn set_table(searcher: &mut Searcher, mib: usize) -> Result<()> {
    let no_table = |error| Error::refused(format!("no memory for the table: {error}"));
    searcher.set_table(mib).map_err(no_table)
}

/// The depth at which the sequential program comes nearest to the goal.
fn depth(searcher: &mut Searcher, position: &Position, plan: &Plan) -> u32 {
    let virtual_time = plan.virtual_time;
    let time = virtual_time.as_ref().map_or(Time::Real, |it| Time::Virtual(&it.costs));
    plan.goal.depth_by(time, |iterations| {
        searcher.new_game();
        search_first(searcher, position, 0, PERTURBATION + MORE / 2);
        let (root, limits) = (Game::from(*position), Limits::to_depth(MAX_DEPTH));
        let mut host = Deepening { iterations, begun: Instant::now() };
        searcher.search_sequentially(&root, &limits, &mut host);
    })
}

/// Ends the search that finds the depth.
struct Deepening<'i, 's> {
    iterations: &'i mut Iterations<'s>,
    begun: Instant,
}

impl Host for Deepening<'_, '_> {
    fn poll(&mut self, nodes: u64) -> Signal {
        let is_enough = self.iterations.are_enough(self.begun.elapsed(), nodes);
        if is_enough { Signal::Stop } else { Signal::Continue }
    }

    fn thinking(&mut self, line: &Thinking) {
        self.iterations.finish(line.depth, self.begun.elapsed(), line.nodes);
    }
}

/// A searcher with its program.
struct XiangqiProgram {
    searcher: Searcher,
    /// Who searches; none is the sequential program.
    team: Option<Team>,
    /// The time in which it does; none is real time.
    virtual_time: Option<VirtualTime>,
}

/// Nodes of a short search of another position, which makes the tree of the next another one.
const PERTURBATION: u64 = 1_000;
const MORE: u64 = 100;

/// Nodes of the main worker in a search that touches the memory, for each MiB of the table.
const WARM_UP_PER_MIB: u64 = 256 * 32;

impl XiangqiProgram {
    /// Real workers have searched, and so touched the memory of the table.
    fn new(team: Option<Team>, plan: &Plan, backend: Option<Backend>) -> Result<XiangqiProgram> {
        let workers = team.map_or(1, |team| team.workers);
        let mut searcher = Searcher::new(1)?;
        searcher.set_workers(workers, backend.unwrap_or(Backend::Thread))?;
        set_table(&mut searcher, plan.hash)?;
        searcher.oversubscribe();
        split::apply(searcher.split_params(), &plan.split)?;
        if let Some(team) = team {
            searcher.set_algorithm(team.algorithm);
        }
        if backend.is_some() {
            let limits = Limits::to_nodes(WARM_UP_PER_MIB * plan.hash as u64);
            searcher.search(&Game::from(Position::start()), &limits, &mut silent);
        }
        Ok(XiangqiProgram { searcher, team, virtual_time: plan.virtual_time })
    }
}

/// Forgets everything, and makes the perturbation of this number before a search of this position; number 0 is none.
fn perturb(searcher: &mut Searcher, position: &Position, number: u64) {
    searcher.new_game();
    let Some(before) = number.checked_sub(1) else { return };
    let count = bench::all().filter(|other| other != position).count() as u64;
    search_first(searcher, position, before % count, PERTURBATION + before / count % 100 * MORE);
}

/// Searches this many nodes of the other position of this number, from 0.
fn search_first(searcher: &mut Searcher, position: &Position, number: u64, nodes: u64) {
    let mut others = bench::all().filter(|other| other != position);
    let root = Game::from(others.nth(number as usize).expect("there are so many"));
    searcher.search_sequentially(&root, &Limits::to_nodes(nodes), &mut silent);
}

fn silent(_: &Thinking) {}

impl Program<Position> for XiangqiProgram {
    fn run(&mut self, position: &Position, depth: u32, perturbation: u64) -> Run {
        perturb(&mut self.searcher, position, perturbation);
        let XiangqiProgram { searcher, team, virtual_time } = self;
        let (root, limits) = (Game::from(*position), Limits::to_depth(depth));
        let Some(team) = team else {
            let begun = Instant::now();
            let found = searcher.search_sequentially(&root, &limits, &mut silent);
            let of_nodes = |it: &VirtualTime| Duration::from(it.costs.sequential(found.nodes));
            let time = virtual_time.as_ref().map_or(begun.elapsed(), of_nodes);
            return Run::new(found.nodes, found.value, None, time);
        };
        let Some(virtual_time) = virtual_time else {
            let begun = Instant::now();
            let found = searcher.search(&root, &limits, &mut silent);
            return Run::new(found.nodes, found.value, found.stats.as_ref(), begun.elapsed());
        };
        let machine = virtual_time.machine(team.workers, perturbation);
        let (found, run) = searcher.search_by(&root, &limits, &mut silent, |session| {
            let Session { arena, params, helpers, search } = session;
            let mut team = VirtualTeam::new(arena, machine, params, helpers);
            (search.run(&mut team), team.run())
        });
        Run::new(found.nodes, found.value, found.stats.as_ref(), run.time.into())
            .with_virtual_run(perturbation, &run)
    }
}

#[cfg(test)]
mod tests {
    use cleave_algorithms::Algorithm;
    use cleave_smp_lab::virtual_time::CostModel;

    use super::super::backend::BackendKind;
    use super::*;
    use crate::searches::Goal;

    fn plan(backend: BackendKind, virtual_time: Option<VirtualTime>) -> Plan {
        let goal = Goal::Depth { depth: 6 };
        let algorithms = vec![Algorithm::Dts, Algorithm::Lazy];
        Plan {
            algorithms,
            workers: vec![1, 3],
            runs: 2,
            hash: 2,
            virtual_time,
            ..Plan::new(backend, goal)
        }
    }

    fn positions() -> Vec<TestPosition<Position>> {
        let text = include_str!("../../../../../data/xiangqi/search.txt");
        let mut all = parse("search", text).expect("they are legal");
        assert_eq!(all.len(), 24);
        all.truncate(2);
        all
    }

    #[test]
    fn in_virtual_time_runs_repeat_and_a_team_of_one_searches_the_tree_of_p_seq() {
        let virtual_time = VirtualTime { costs: CostModel::default(), seed: 0, jitter: None };
        let plan = plan(BackendKind::Virtual, Some(virtual_time));
        let measured = || measure(&positions(), &plan, None).expect("there is memory");
        let (first, second) = (measured(), measured());
        assert_eq!(first.len(), 2);
        for (first, second) in first.iter().zip(&second) {
            for (team, again) in first.teams.iter().zip(&second.teams) {
                assert_eq!(team.runs, again.runs);
                assert_eq!(team.runs.len(), 2);
                assert!(team.runs.iter().all(|run| run.in_virtual_time.is_some()));
            }
            for (alone, one) in first.sequential.iter().zip(&first.teams[0].runs) {
                assert_eq!((alone.nodes, alone.value), (one.nodes, one.value));
            }
            assert_ne!(first.sequential[0].nodes, first.sequential[1].nodes, "not perturbed");
        }
        let speedups = first.iter().map(|position| position.speedup(&plan, 1));
        assert!(speedups.product::<f64>() > 1.0, "three workers of dts");
    }

    /// On a busy machine a search of some milliseconds may be over before its helpers have had a processor.
    #[test]
    fn real_workers_search_too() {
        const ROUNDS: u32 = 1_000;
        let plan = plan(BackendKind::Thread, None);
        let mut have_joined = [false; 2];
        for _ in 0..ROUNDS {
            let searched = measure(&positions(), &plan, Some(Backend::Thread)).expect("memory");
            for (position, has_joined) in searched.iter().zip(&mut have_joined) {
                let of_three = &position.teams[1].runs[0];
                assert!(of_three.seconds > 0.0 && of_three.in_virtual_time.is_none());
                *has_joined |= of_three.of_team(|team| team.joins as f64) > 0.0;
            }
            if have_joined == [true; 2] {
                return;
            }
        }
        panic!("nobody joined: {have_joined:?}");
    }

    #[test]
    fn a_line_that_is_no_position_is_shown() {
        let error = |text| parse("s", text).err().expect("not a position");
        assert!(error("nonsense").contains("nonsense"));
        assert!(error("3k5/4P4/3P5/9/9/9/9/9/9/4K4 b - - 0 1").contains(NO_LEGAL_MOVE));
    }
}
