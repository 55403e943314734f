//! The node of Connect Four: one question about a position, and what a search knows of the answer.

use cleave_shared_memory::Plain;
use cleave_smp::random::mix;
use cleave_smp::{Absorbed, Node, NodeType, Opened, SplitHint};

use crate::follow_up;
use crate::position::{COLUMNS, Position, column_squares};
use crate::table::{Bounds, Table};

/// A piece of work: the square to play on, and what the child is expected to be.
#[derive(Clone, Copy, Debug, Plain)]
pub(crate) struct Job {
    square: u64,
    node_type: NodeType,
}

/// The moves of a node, best first.
#[derive(Clone, Copy, Debug, Plain)]
struct Moves {
    squares: [u64; COLUMNS as usize],
    len: u8,
    next: u8,
}

/// A node: plain data, so that any worker can hand out its next child or take a result in.
#[derive(Clone, Copy, Debug, Plain)]
pub(crate) struct ConnectFour {
    position: Position,
    /// The question: is the value greater than this? The window is a null window.
    alpha: i8,
    /// The greatest value of a child, as this node sees it.
    best: i8,
    /// The move that answers the question with yes: a square; 0 while none is known.
    best_move: u64,
    moves: Moves,
    /// Children whose values have come back.
    searched: u16,
    node_type: NodeType,
}

impl ConnectFour {
    /// The root of a search that asks if the value of a position is greater than `alpha`, -1 or 0.
    /// It is to be [looked](ConnectFour::look) at before it is searched.
    pub(crate) fn root(position: Position, alpha: i8) -> ConnectFour {
        ConnectFour {
            position,
            alpha,
            best: -1,
            best_move: 0,
            moves: Moves { squares: [0; COLUMNS as usize], len: 0, next: 0 },
            searched: 0,
            node_type: NodeType::Pv,
        }
    }

    /// The value, if it is plain to see or follows from what is known of the children; otherwise
    /// lists the moves.
    pub(crate) fn look(&mut self, player: &Player<'_>) -> Opened<i8> {
        let position = self.position;
        let playable = position.playable();
        let wins = position.wins(position.own) & playable;
        if wins != 0 {
            self.best_move = wins & wins.wrapping_neg();
            return Opened::Value(1);
        }
        if playable == 0 {
            return Opened::Value(0);
        }
        let threats = position.wins(position.other());
        // A win that the opponent threatens must be stopped, and a stone below one would allow it.
        let forced = threats & playable;
        let sensible = if forced != 0 { forced } else { playable } & !(threats >> 1);
        if forced.count_ones() > 1 || sensible == 0 {
            return Opened::Value(-1);
        }
        self.list(sensible);
        for &square in &self.moves.squares[..usize::from(self.moves.len)] {
            let child = position.play(square);
            let least = -follow_up::limit(child).min(player.table.bounds(child).greatest);
            if least > self.alpha {
                self.best_move = square;
                return Opened::Value(self.conclude(player, least));
            }
        }
        Opened::Live
    }

    /// Lists moves to these squares: those that threaten most first, of equals the nearest to the
    /// middle.
    fn list(&mut self, squares: u64) {
        let Moves { squares: list, len, .. } = &mut self.moves;
        for column in [3, 2, 4, 1, 5, 0, 6] {
            let square = squares & column_squares(column);
            if square != 0 {
                list[usize::from(*len)] = square;
                *len += 1;
            }
        }
        let threats = |&square: &u64| self.position.wins(self.position.own | square).count_ones();
        list[..usize::from(*len)].sort_by_key(|square| std::cmp::Reverse(threats(square)));
    }

    /// The question is answered by this value: tells the table.
    fn conclude(&self, player: &Player<'_>, value: i8) -> i8 {
        let bounds = match value > self.alpha {
            true => Bounds { least: value, ..Bounds::NONE },
            false => Bounds { greatest: value, ..Bounds::NONE },
        };
        player.table.store(self.position, bounds);
        value
    }
}

/// What a worker keeps to itself.
pub(crate) struct Player<'a> {
    table: &'a Table,
    pub(crate) nodes: u64,
    /// Called with the number of nodes so far, every [`PROGRESS`] nodes.
    tell: Option<fn(u64)>,
}

/// Nodes between two reports of progress.
const PROGRESS: u64 = 1 << 23;

impl<'a> Player<'a> {
    pub(crate) fn new(table: &'a Table) -> Player<'a> {
        Player { table, nodes: 0, tell: None }
    }

    /// One that tells how many nodes it has searched.
    pub(crate) fn telling(table: &'a Table, tell: fn(u64)) -> Player<'a> {
        Player { table, nodes: 0, tell: Some(tell) }
    }

    fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(PROGRESS) {
            self.tell.inspect(|tell| tell(self.nodes));
        }
    }
}

impl Node for ConnectFour {
    type Job = Job;
    /// 1 if the player to move wins, 0 for a draw, -1 if the opponent wins; above alpha the least,
    /// else the greatest that the value can be.
    type Value = i8;
    /// The best move: its square, as a set.
    type Line = u64;
    // Positions do not repeat, so a joining worker needs to know nothing of the path.
    type PathStep = u8;
    type Setup = u8;
    type Shared = Table;
    type Context<'a> = Player<'a>;

    const STACK: usize = 64;

    fn vacant() -> ConnectFour {
        ConnectFour::root(Position::EMPTY, 0)
    }

    fn enter(&mut self, _: &mut Player<'_>, parent: &ConnectFour, job: &Job) {
        let child = ConnectFour::root(parent.position.play(job.square), -(parent.alpha + 1));
        *self = ConnectFour { node_type: job.node_type, ..child };
    }

    fn open(&mut self, player: &mut Player<'_>, _: &Job) -> Opened<i8> {
        player.count_node();
        let Bounds { least, greatest } = player.table.bounds(self.position);
        if least > self.alpha {
            return Opened::Value(least);
        }
        if greatest <= self.alpha {
            return Opened::Value(greatest);
        }
        self.look(player)
    }

    fn next(&mut self, _: &mut Player<'_>) -> Option<Job> {
        let Moves { squares, len, next } = &mut self.moves;
        let number = (*next < *len).then_some(*next)?;
        *next += 1;
        let node_type = match (self.node_type, number) {
            (NodeType::Pv, 0) => NodeType::Pv,
            (NodeType::Cut, 0) => NodeType::All,
            _ => NodeType::Cut,
        };
        Some(Job { square: squares[usize::from(number)], node_type })
    }

    fn absorb(
        &mut self,
        player: &mut Player<'_>,
        job: &Job,
        child: i8,
        _: &u64,
    ) -> Absorbed<Job, i8> {
        let value = -child;
        self.searched += 1;
        self.best = self.best.max(value);
        if value <= self.alpha {
            return Absorbed::GoOn;
        }
        self.best_move = job.square;
        Absorbed::Done(self.conclude(player, value))
    }

    fn finish(&mut self, player: &mut Player<'_>) -> i8 {
        self.conclude(player, self.best)
    }

    fn line(&self) -> &u64 {
        &self.best_move
    }

    fn trace_key(&self) -> u64 {
        self.position.key() << 1 | (self.alpha + 1) as u64
    }

    fn position_key(&self) -> u64 {
        mix(self.position.mirror_key())
    }

    fn height(&self) -> i32 {
        self.position.empty().count_ones() as i32
    }

    fn split_hint(&self) -> Option<SplitHint> {
        Some(SplitHint { node_type: self.node_type, searched: self.searched })
    }

    fn step(&self, _: &Player<'_>) -> u8 {
        0
    }

    fn retrace(_: &mut Player<'_>, _: &u8) {}

    fn job_key(&self, job: &Job) -> Option<u64> {
        Some(mix(self.position.play(job.square).mirror_key()))
    }

    fn prepare(_: &mut Player<'_>, _: &u8) {}

    fn nodes(player: &Player<'_>) -> u64 {
        player.nodes
    }

    fn leave(_: &mut Player<'_>) {}

    fn must_stop(_: &Player<'_>) -> bool {
        false
    }

    fn smp_idle(_: &mut Player<'_>) {}
}
