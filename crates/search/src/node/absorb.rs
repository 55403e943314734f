//! Taking in the value of a job: search the child again, go on, or end the node.

use cleave_board::{Move, Value};

use super::{Absorbed, Action, ChessNode, Effort, Job, NodeType, Phase, Singular};
use crate::context::SearchContext;
use crate::line::Line;
use crate::params;
use crate::units::Depth;

impl ChessNode {
    /// Takes in the value of a job, as the child sees it, and the child's best line.
    pub(crate) fn absorb(
        &mut self,
        context: &mut SearchContext,
        job: &Job,
        child_value: Value,
        child_line: &Line,
    ) -> Absorbed {
        match job.action {
            Action::Null => self.absorb_null(-child_value),
            Action::Verify => self.absorb_verification(child_value),
            Action::Exclude(_) => self.absorb_exclusion(child_value),
            Action::Move(mv) => match self.research_job(job, -child_value) {
                Some(again) => self.research_or_defer(again, mv),
                None => self.absorb_move(context, job, mv, -child_value, child_line),
            },
        }
    }

    fn absorb_null(&mut self, value: Value) -> Absorbed {
        self.phase = Phase::Moves;
        if value < self.beta {
            return Absorbed::Continue;
        }
        // A win found after passing is not a proven win.
        let value = if value.is_decisive() { self.beta } else { value };
        let zugzwang_is_likely = !self.position.pieces_beyond_pawns(self.position.side()).many();
        if self.depth < params::null_verify_depth() && !zugzwang_is_likely {
            return Absorbed::Settled(value);
        }
        self.phase = Phase::Verify;
        Absorbed::Continue
    }

    fn absorb_verification(&mut self, value: Value) -> Absorbed {
        self.phase = Phase::Moves;
        if value >= self.beta { Absorbed::Settled(value) } else { Absorbed::Continue }
    }

    /// Takes in the value of the best other move. If it is far below the value of the table move, the table move is
    /// extended. If it also causes a cutoff, the node does so too (multi-cut).
    fn absorb_exclusion(&mut self, value: Value) -> Absorbed {
        let Singular::Ask { bound } = self.singular else {
            unreachable!("an exclusion search is handed out only by a singular test");
        };
        if value >= bound && bound >= self.beta {
            return Absorbed::Settled(bound);
        }
        let extension = if value < bound {
            let alone = !self.is_pv()
                && value < bound - params::double_extension_margin()
                && self.double_extensions < params::double_extensions();
            1 + i32::from(alone)
        } else if self.table_value >= self.beta {
            -2
        } else if self.node_type == NodeType::Cut {
            -1
        } else {
            0
        };
        self.singular = Singular::Answered { extension };
        Absorbed::Continue
    }

    /// Returns the re-search of the same move if its value is not final: a reduced scout failed high, or a scout beat
    /// alpha at a PV node.
    fn research_job(&self, job: &Job, value: Value) -> Option<Job> {
        // Compare with alpha as it was when the job was handed out. A value above it is only a lower bound, even if a
        // sibling has raised alpha further since.
        if value <= -job.beta {
            return None;
        }
        let bounds_differ = job.beta != -self.alpha;
        match job.effort {
            Effort::Reduced => {
                let depth = self.research_depth(job, value);
                Some(Job {
                    depth,
                    full_depth: depth,
                    effort: Effort::Scout,
                    node_type: if job.node_type == NodeType::Cut {
                        NodeType::All
                    } else {
                        NodeType::Cut
                    },
                    alpha: -self.alpha - 1,
                    beta: -self.alpha,
                    ..*job
                })
            }
            // A sibling has raised alpha since: scout again with the new window.
            Effort::Scout if bounds_differ && value < self.beta => {
                Some(Job { alpha: -self.alpha - 1, beta: -self.alpha, ..*job })
            }
            Effort::Scout if self.is_pv() && value < self.beta => Some(Job {
                alpha: -self.beta,
                beta: -self.alpha,
                effort: Effort::Full,
                node_type: NodeType::Pv,
                ..*job
            }),
            Effort::Open if job.depth < job.full_depth && value > self.alpha => {
                let job = Job { depth: job.full_depth, ..*job };
                if self.searched == 0 {
                    return Some(Job { alpha: -self.beta, beta: -self.alpha, ..job });
                }
                let (alpha, beta) = (-self.alpha - 1, -self.alpha);
                Some(Job { alpha, beta, effort: Effort::Scout, node_type: NodeType::Cut, ..job })
            }
            _ => None,
        }
    }

    /// Returns the depth of a re-search: deeper if the reduced scout was far better than the best move, shallower if it
    /// was hardly better.
    fn research_depth(&self, job: &Job, value: Value) -> Depth {
        if self.best_value <= -Value::DECISIVE || self.is_root() {
            return job.full_depth;
        }
        let better = value - self.best_value;
        let deeper = better > params::research_deeper() + 2 * job.full_depth.get();
        let shallower = better < params::research_shallower();
        job.full_depth + i32::from(deeper) - i32::from(shallower)
    }

    /// Searches a move again. If another re-search with the full window is active, the move is deferred and the worker
    /// continues.
    fn research_or_defer(&mut self, job: Job, mv: Move) -> Absorbed {
        if job.effort != Effort::Full || self.pending_researches.start_or_defer(&self.position, mv)
        {
            return Absorbed::Research(job);
        }
        self.go_on()
    }

    /// Continues with a deferred re-search, or else with the next move. The worker that brings a
    /// result back takes the re-search, even if the node has no more moves to hand out.
    fn go_on(&mut self) -> Absorbed {
        let Some(mv) = self.pending_researches.next(&self.position) else {
            return Absorbed::Continue;
        };
        // The table move, the only move that may be extended, comes first and is never deferred.
        let depth = self.depth - 1;
        Absorbed::Research(Job {
            action: Action::Move(mv),
            alpha: -self.alpha - 1,
            beta: -self.alpha,
            depth,
            full_depth: depth,
            effort: Effort::Scout,
            node_type: NodeType::Cut,
            number: self.root_number(mv),
        })
    }

    /// Returns the number of a move, as in [`Job::number`].
    fn root_number(&self, mv: Move) -> u16 {
        if !self.is_root() {
            return 0;
        }
        let place = self.picker.root_moves().iter().position(|&root_move| root_move == mv);
        place.map_or(0, |place| place as u16 + 1)
    }

    fn absorb_move(
        &mut self,
        context: &mut SearchContext,
        job: &Job,
        mv: Move,
        value: Value,
        child_line: &Line,
    ) -> Absorbed {
        if self.is_root() {
            // The first move has a value even if all fail low, and is the first to be shown then.
            let stands = job.number == 1 && !self.raised_alpha;
            let better = stands || value > self.alpha;
            context.end_root_move(job.number, better.then_some(value), child_line);
        }
        if job.effort == Effort::Full {
            self.pending_researches.complete(mv);
        }
        self.searched += 1;
        self.best_value = self.best_value.max(value);
        if value > self.alpha {
            self.best_move = mv;
            self.raised_alpha = true;
            if self.is_pv() {
                self.line.set(mv, child_line);
            }
            if value >= self.beta {
                context.count_cutoff(self.searched == 1);
                self.update_history(context, mv);
                return Absorbed::Settled(self.finish(context));
            }
            self.alpha = value;
        } else if self.is_tactical(mv) {
            self.captures.push(mv);
        } else {
            self.quiets.push(mv);
        }
        self.go_on()
    }
}

#[cfg(test)]
mod tests {
    use cleave_board::Position;
    use cleave_tt::Bound;

    use super::*;
    use crate::table::TtHit;
    use crate::testing::{live_child, mv, root, scout, with_worker};
    use crate::units::Ply;

    const NO_LINE: &Line = &Line::EMPTY;

    fn value(centipawns: i32) -> Value {
        Value::new(centipawns)
    }

    /// Two workers scout two moves against the same alpha. The second to come back has beaten a stale
    /// alpha: its value is a lower bound, so the move is scouted again against the new alpha.
    #[test]
    fn a_scout_against_a_stale_alpha_is_searched_against_the_new_one() {
        with_worker(&Position::start(), |context| {
            let mut node = root(context, (-200, 200), 6);
            let first = node.next(context).unwrap();
            node.absorb(context, &first, value(-10), NO_LINE);
            let second = Job { effort: Effort::Scout, ..node.next(context).unwrap() };
            let third = node.next(context).unwrap();
            let fourth = Job { effort: Effort::Scout, ..node.next(context).unwrap() };

            let Absorbed::Research(full) = node.absorb(context, &second, value(-50), NO_LINE)
            else {
                panic!("a scout that beats alpha is searched with the full window");
            };
            assert_eq!(
                (full.alpha, full.beta, full.effort),
                (value(-200), value(-10), Effort::Full)
            );
            node.absorb(context, &full, value(-60), NO_LINE);

            for effort in [Effort::Scout, Effort::Reduced] {
                let third = Job { effort, ..third };
                let Absorbed::Research(again) = node.absorb(context, &third, value(-40), NO_LINE)
                else {
                    panic!("40 beats 10, but not 60");
                };
                assert_eq!(again.effort, Effort::Scout);
                assert_eq!((again.alpha, again.beta), (value(-61), value(-60)));
                assert_eq!(again.depth, third.full_depth);
            }
            // A value that fails low against the old alpha also fails low against the new one.
            assert!(matches!(
                node.absorb(context, &fourth, value(-5), NO_LINE),
                Absorbed::Continue
            ));
            assert_eq!((node.best_value, node.alpha), (value(60), value(60)));
            // A value of beta or more against the old alpha is a cutoff against any alpha.
            let cutoff = node.absorb(context, &fourth, value(-200), NO_LINE);
            assert!(matches!(cutoff, Absorbed::Settled(found) if found == value(200)));
        });
    }

    /// Returns the plies by which the table move is extended after an exclusion search with the value `excluded`.
    /// Returns `None` for a cutoff.
    fn extension(excluded: i32, table_value: i32, beta: i32, node_type: NodeType) -> Option<i32> {
        extension_after(0, excluded, table_value, beta, node_type)
    }

    /// The same, where the path to the node has this many double extensions.
    fn extension_after(
        earlier: u8,
        excluded: i32,
        table_value: i32,
        beta: i32,
        node_type: NodeType,
    ) -> Option<i32> {
        let mut extension = None;
        let start = Position::start();
        with_worker(&start, |context| {
            let parent = root(context, (-500, 500), 10);
            let push = mv(&start, "e4");
            let after = start.make(push);
            let reply = mv(&after, "e5");
            let hit = TtHit {
                mv: reply,
                value: value(table_value),
                eval: Value::NONE,
                depth: Depth::new(7),
                bound: Bound::Lower,
                pv: false,
            };
            context.shared.table.store(&after, Ply::ROOT.next(), &hit);
            let job = scout(Action::Move(push), beta, 8, node_type);
            let mut node = live_child(context, &parent, &job);
            node.double_extensions = earlier;

            let mut question = node.next(context).unwrap();
            if question.action == Action::Null {
                node.absorb(context, &question, value(-beta + 1), NO_LINE);
                question = node.next(context).unwrap();
            }
            assert_eq!(question.action, Action::Exclude(reply));
            let bound = table_value - params::singular_margin(Depth::new(8));
            assert_eq!((question.alpha, question.beta), (value(bound - 1), value(bound)));
            if let Absorbed::Settled(found) =
                node.absorb(context, &question, value(excluded), NO_LINE)
            {
                assert!(found >= value(beta), "a cutoff");
                return;
            }
            let job = node.next(context).unwrap();
            assert_eq!(job.action, Action::Move(reply));
            extension = Some(job.full_depth.get() - 7);
            if extension > Some(0) {
                let child = live_child(context, &node, &job);
                let is_double = extension == Some(2);
                assert_eq!(child.double_extensions, earlier + u8::from(is_double));
            }
        });
        extension
    }

    /// Otherwise a forced line, each move of which is far better than all others, would be searched for ever.
    #[test]
    fn a_path_has_a_limited_number_of_double_extensions() {
        let most = params::double_extensions();
        for (earlier, expected) in [(most - 1, 2), (most, 1), (most + 1, 1)] {
            let found = extension_after(earlier, 100, 150, 200, NodeType::Cut);
            assert_eq!(found, Some(expected), "after {earlier}");
        }
    }

    /// The table move is searched deeper if all other moves are much worse, and no deeper if one of
    /// them is as good.
    #[test]
    fn only_a_singular_move_is_extended() {
        for node_type in [NodeType::Cut, NodeType::All] {
            assert_eq!(extension(130, 150, 200, node_type), Some(1), "worse");
            assert_eq!(extension(100, 150, 200, node_type), Some(2), "far worse");
        }
        assert_eq!(extension(140, 150, 200, NodeType::All), Some(0));
        assert_eq!(extension(140, 150, 200, NodeType::Cut), Some(-1));
        assert_eq!(extension(195, 205, 200, NodeType::All), Some(-2), "the table sees a cutoff");
        assert_eq!(extension(210, 220, 200, NodeType::All), None, "two moves fail high");
        assert_eq!(extension(206, 220, 200, NodeType::All), Some(1), "only one does");
    }
}
