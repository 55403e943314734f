//! Answers one question after the other, and finds the line of the mate.

use cleave_board::{Move, Position};
use cleave_movegen::legal_moves;
use cleave_smp::driver::{self, Never};
use cleave_smp::{ArenaError, Backend, End, Node, Opened};
use cleave_smp::{HelperSlot, MainWorker, Team};

use crate::node::MateNode;
use crate::proof_numbers;
use crate::solver::{Solver, Watch};

/// The longest mate to search for, in moves.
pub const MOST_MOVES: u32 = 50;

/// The answer to a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The shortest mate against the longest defence. If the search was stopped while it looked for the line, only the
    /// first moves of the line.
    Mate(Vec<Move>),
    /// There is no mate in the number of moves asked for.
    NoMate,
    /// The search has been stopped.
    Unknown,
}

/// The answer to one question: does the side to move mate in N moves?
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Yes, with this move first.
    By(Move),
    No,
    Stopped,
}

impl Verdict {
    fn of(is_yes: bool, first: Move) -> Verdict {
        if is_yes { Verdict::By(first) } else { Verdict::No }
    }
}

/// A problem, and the part of it that is solved.
pub struct Prover {
    team: Team<MateNode>,
    position: Position,
    /// The first moves to try, or `None` for all.
    allowed: Option<Vec<Move>>,
    most: u8,
    refuted: u8,
}

impl Prover {
    /// Creates a prover that looks for a mate in `most` moves, at most [`MOST_MOVES`], with a team of `workers`
    /// threads.
    ///
    /// # Errors
    /// The memory is not available, or the number of workers is out of range.
    pub fn new(position: &Position, most: u32, workers: usize) -> Result<Prover, ArenaError> {
        Ok(Prover {
            team: Team::new(workers, Backend::Thread)?,
            position: *position,
            allowed: None,
            most: most.min(MOST_MOVES) as u8,
            refuted: 0,
        })
    }

    /// Confines the search to these first moves.
    #[must_use]
    pub fn confined_to(self, allowed: Vec<Move>) -> Prover {
        Prover { allowed: Some(allowed), ..self }
    }

    /// Looks for a mate in `most` moves from now on.
    pub fn set_most(&mut self, most: u32) {
        self.most = most.min(MOST_MOVES) as u8;
    }

    /// Sets the number of processors that its threads may use; see
    /// [`Team::set_processors`](cleave_smp::generic::Team::set_processors).
    pub fn set_processors(&mut self, processors: usize) {
        self.team.set_processors(processors);
    }

    /// Returns the largest number of moves in which no mate exists, as far as proved. Returns 0 if nothing is proved.
    pub fn refuted(&self) -> u32 {
        self.refuted.into()
    }

    /// Returns the number of nodes that all workers have searched for this problem.
    pub fn nodes(&self) -> u64 {
        self.team.arena().shared().nodes()
    }

    /// Looks for the shortest mate while `goes_on` returns true. It is called every few hundred nodes with the number of nodes searched so
    /// far for this problem. The next call continues with all results of this one.
    pub fn prove(&mut self, goes_on: &mut dyn FnMut(u64) -> bool) -> Answer {
        let Prover { team, position, allowed, most, refuted } = self;
        let helper = |slot: HelperSlot<'_, MateNode>| {
            let shared = slot.shared();
            slot.serve(&mut Solver::new(shared, None));
        };
        team.session(&helper, |main_worker| {
            let solver = &mut Solver::new(main_worker.shared(), Some(goes_on as Watch<'_>));
            let answer = loop {
                if *refuted >= *most {
                    break Answer::NoMate;
                }
                let moves = *refuted + 1;
                let search = |solver: &mut _, root: &_| split(main_worker, solver, root);
                match ask(solver, position, moves, allowed.as_deref(), search) {
                    Verdict::By(first) => break Answer::Mate(line(solver, position, moves, first)),
                    Verdict::No => *refuted = moves,
                    Verdict::Stopped => break Answer::Unknown,
                }
            };
            solver.publish();
            answer
        })
    }

    /// Looks for any mate in `most` moves by proof numbers while `goes_on` returns true, as in [`Prover::prove`]. The mate
    /// need not be the shortest, nor its line the longest defence; the line is whole. A long mate is found much sooner than by
    /// [`Prover::prove`], which proves first that there is no shorter one.
    pub fn find(&mut self, goes_on: &mut dyn FnMut(u64) -> bool) -> Answer {
        let helpers = self.team.workers().min(self.team.processors()) - 1;
        let Prover { team, position, allowed, most, refuted } = self;
        let (most, allowed) = (*most, allowed.as_deref());
        if *refuted >= most {
            return Answer::NoMate;
        }
        let solver = &mut Solver::new(team.arena().shared(), Some(goes_on));
        let search = |solver: &mut _, root: &_| proof_numbers::ask(solver, root, allowed, helpers);
        let answer = match ask(solver, position, most, allowed, search) {
            Verdict::By(first) => {
                let line = proof_numbers::line(solver, position, most, first, helpers);
                line.map_or(Answer::Unknown, Answer::Mate)
            }
            Verdict::No => {
                *refuted = most;
                Answer::NoMate
            }
            Verdict::Stopped => Answer::Unknown,
        };
        solver.publish();
        answer
    }
}

/// True if the fifty-move rule may decide.
fn is_near_fifty(position: &Position, moves: u8) -> bool {
    u32::from(position.halfmove_clock()) + 2 * u32::from(moves) > 100
}

/// Answers one question: does one of the first moves mate in `moves` moves? `search` answers what the root alone does not.
fn ask<'a>(
    solver: &mut Solver<'a>,
    position: &Position,
    moves: u8,
    allowed: Option<&[Move]>,
    search: impl FnOnce(&mut Solver<'a>, &MateNode) -> Verdict,
) -> Verdict {
    solver.is_near_fifty = is_near_fifty(position, moves);
    let mut root = MateNode::root(position, moves);
    let opened = match allowed {
        Some(allowed) => root.look_at_some(solver, allowed),
        None => root.look(solver),
    };
    match opened {
        Opened::Value(is_yes) => Verdict::of(is_yes, *root.line()),
        Opened::Live => search(solver, &root),
    }
}

/// Answers a question by Dynamic Tree Splitting.
fn split(
    main_worker: &mut MainWorker<'_, MateNode>,
    solver: &mut Solver<'_>,
    root: &MateNode,
) -> Verdict {
    let setup = solver.is_near_fifty;
    loop {
        let finished = main_worker.search(solver, root, &setup);
        match finished.end {
            End::Value(is_yes) => return Verdict::of(is_yes, finished.line),
            End::Stopped => return Verdict::Stopped,
            End::WorkerDied => {}
        }
    }
}

/// Returns the line of the shortest mate, of `moves` moves, that begins with `first`. The defender delays the mate as
/// long as possible.
fn line(solver: &mut Solver<'_>, position: &Position, moves: u8, first: Move) -> Vec<Move> {
    let mut stack = vec![MateNode::default(); MateNode::STACK];
    let mut line = vec![first];
    let mut position = position.make(first);
    for moves in (1..moves).rev() {
        let holds_out = |&reply: &Move| {
            let after = position.make(reply);
            moves == 1 || mates(solver, &mut stack, &after, moves - 1) == Verdict::No
        };
        let Some(reply) = legal_moves(&position).into_iter().find(holds_out) else { break };
        position = position.make(reply);
        let Verdict::By(mate) = mates(solver, &mut stack, &position, moves) else { break };
        position = position.make(mate);
        line.extend([reply, mate]);
    }
    line
}

/// Answers one question with one worker.
fn mates(
    solver: &mut Solver<'_>,
    stack: &mut [MateNode],
    position: &Position,
    moves: u8,
) -> Verdict {
    stack[0] = MateNode::root(position, moves);
    let is_yes = match stack[0].look(solver) {
        Opened::Value(is_yes) => Some(is_yes),
        Opened::Live => driver::search(solver, stack, &mut Never),
    };
    is_yes.map_or(Verdict::Stopped, |is_yes| Verdict::of(is_yes, *stack[0].line()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fifty_move_rule_counts_where_a_mate_would_end_beyond_it() {
        let is_near = |clock: u32, moves| {
            let fen = format!("8/8/8/8/8/2K5/7R/k7 w - - {clock} 90");
            is_near_fifty(&Position::from_fen(&fen).unwrap(), moves)
        };
        assert_eq!(
            [(0, 5), (90, 5), (0, 50)].map(|(clock, moves)| is_near(clock, moves)),
            [false; 3]
        );
        assert_eq!(
            [(91, 5), (81, 10), (97, 2), (0, 51)].map(|(clock, moves)| is_near(clock, moves)),
            [true; 4]
        );
    }
}
