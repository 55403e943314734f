//! The node of Connect Four: a position with a window, and the known bounds of its value.

use cleave_algorithms::{Guess, Keys, Narrow, OwnRoot, RootBegun, RootMoves, RootTask};
use cleave_shared_memory::Plain;
use cleave_smp::instrument::Traced;
use cleave_smp::random::mix;
use cleave_smp::{Absorbed, BestLine, Context, Node, NodeType, Opened, SplitHint, Window};

use crate::follow_up;
use crate::table::{Bounds, Table};
use cleave_games::connect_four::{COLUMNS, Position, column_squares};

/// A piece of work: the square to play on, the window of the child, and its expected type.
#[derive(Clone, Copy, Debug, Plain)]
pub(crate) struct Job {
    square: u64,
    alpha: i8,
    beta: i8,
    node_type: NodeType,
}

/// Beyond every value.
const INFINITE: i8 = 2;

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
    /// The window; mostly a null window, which asks if the value is greater than alpha.
    alpha: i8,
    beta: i8,
    /// The greatest value of a child, as this node sees it.
    best: i8,
    /// The move whose value is greater than alpha was: a square; 0 while none is known.
    best_move: u64,
    moves: Moves,
    /// Children whose values have come back.
    searched: u16,
    node_type: NodeType,
    /// True for a root at which a worker searches only a share of the moves.
    is_share: bool,
}

impl ConnectFour {
    /// Returns the root of a search that asks if the value of a position is greater than `alpha`, -1 or 0. It is to be
    /// [looked](ConnectFour::look) at before it is searched.
    pub(crate) fn root(position: Position, alpha: i8) -> ConnectFour {
        ConnectFour {
            position,
            alpha,
            beta: alpha + 1,
            best: -1,
            best_move: 0,
            moves: Moves { squares: [0; COLUMNS as usize], len: 0, next: 0 },
            searched: 0,
            node_type: NodeType::Pv,
            is_share: false,
        }
    }

    /// Returns the value, if it is plain to see or follows from what is known of the children; otherwise lists the
    /// moves.
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
            if least >= self.beta {
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

    /// Returns `value`, the value or a bound for it outside the window, and stores it in the table unless it rests on a
    /// guess.
    fn conclude(&self, player: &Player<'_>, value: i8) -> i8 {
        let bounds = match value >= self.beta {
            true => Bounds { least: value, ..Bounds::NONE },
            false => Bounds { greatest: value, ..Bounds::NONE },
        };
        if !player.is_presumed {
            player.table.store(self.position, bounds);
        }
        value
    }

    /// Returns a job for this move, with the whole window or a null window that asks if it is better than alpha.
    fn job(&self, square: u64, is_whole: bool, node_type: NodeType) -> Job {
        let alpha = if is_whole { -self.beta } else { -self.alpha - 1 };
        Job { square, alpha, beta: -self.alpha, node_type }
    }
}

/// The private state of a worker.
pub(crate) struct Player<'a> {
    table: &'a Table,
    pub(crate) nodes: u64,
    /// The share of the root's moves that it searches: the first, and the distance to the next.
    share: (usize, usize),
    /// True if the values that nodes take in may be wrong.
    is_presumed: bool,
    /// Called with the number of nodes so far, every [`PROGRESS`] nodes.
    tell: Option<fn(u64)>,
}

/// Nodes between two reports of progress.
const PROGRESS: u64 = 1 << 23;

impl<'a> Player<'a> {
    pub(crate) fn new(table: &'a Table) -> Player<'a> {
        Player { table, nodes: 0, share: (0, 1), is_presumed: false, tell: None }
    }

    /// Returns a player that reports how many nodes it has searched.
    pub(crate) fn telling(table: &'a Table, tell: fn(u64)) -> Player<'a> {
        Player { tell: Some(tell), ..Player::new(table) }
    }

    fn count_node(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(PROGRESS) {
            self.tell.inspect(|tell| tell(self.nodes));
        }
    }
}

impl Default for ConnectFour {
    fn default() -> ConnectFour {
        ConnectFour::root(Position::EMPTY, 0)
    }
}

impl Node for ConnectFour {
    type Job = Job;
    /// 1 if the player to move wins, 0 for a draw, -1 if the opponent wins. From beta on it is the least
    /// that the value can be, up to alpha the greatest.
    type Value = i8;
    /// The best move: its square, as a set.
    type Line = u64;

    // Positions do not repeat, so a joining worker needs to know nothing of the path.
    type PathStep = ();
    type Setup = ();
    type Shared = Table;
    type Context<'a> = Player<'a>;

    const STACK: usize = 64;

    fn enter(&mut self, _: &mut Player<'_>, parent: &ConnectFour, job: &Job) {
        let child = ConnectFour::root(parent.position.play(job.square), job.alpha);
        *self = ConnectFour { beta: job.beta, node_type: job.node_type, ..child };
    }

    fn open(&mut self, player: &mut Player<'_>, _: &Job) -> Opened<i8> {
        player.count_node();
        let Bounds { least, greatest } = player.table.bounds(self.position);
        if least >= self.beta || least == greatest {
            return Opened::Value(least);
        }
        if greatest <= self.alpha {
            return Opened::Value(greatest);
        }
        self.look(player)
    }

    fn next(&mut self, _: &mut Player<'_>) -> Option<Job> {
        let Moves { squares, len, next } = self.moves;
        let number = (next < len).then_some(next)?;
        self.moves.next += 1;
        let node_type = match (self.node_type, number) {
            (NodeType::Pv, 0) => NodeType::Pv,
            (NodeType::Cut, 0) => NodeType::All,
            _ => NodeType::Cut,
        };
        Some(self.job(squares[usize::from(number)], number == 0, node_type))
    }

    fn absorb(
        &mut self,
        player: &mut Player<'_>,
        job: &Job,
        child: i8,
        _: &u64,
    ) -> Absorbed<Job, i8> {
        let value = -child;
        let has_whole_window = job.alpha == -self.beta;
        if value > -job.beta && value < self.beta && !has_whole_window {
            // The move is better than alpha was: how much better?
            return Absorbed::Research(self.job(job.square, true, NodeType::Pv));
        }
        self.searched += 1;
        self.best = self.best.max(value);
        if value <= self.alpha {
            return Absorbed::Continue;
        }
        self.best_move = job.square;
        if value >= self.beta {
            return Absorbed::Settled(self.conclude(player, value));
        }
        self.alpha = value;
        Absorbed::Continue
    }

    fn finish(&mut self, player: &mut Player<'_>) -> i8 {
        // The best of some of the moves bounds the value from below alone.
        if self.is_share { self.best } else { self.conclude(player, self.best) }
    }

    fn depth(&self) -> i32 {
        self.position.empty().count_ones() as i32
    }

    fn split_hint(&self) -> Option<SplitHint> {
        Some(SplitHint { node_type: self.node_type, searched: self.searched })
    }
}

impl BestLine<ConnectFour> for u64 {
    fn of(node: &ConnectFour) -> &u64 {
        &node.best_move
    }
}

impl Context<ConnectFour> for Player<'_> {
    fn nodes(&self) -> u64 {
        self.nodes
    }
}

impl Traced for ConnectFour {}

impl Keys for ConnectFour {
    fn position_key(&self) -> u64 {
        mix(self.position.mirror_key())
    }

    fn job_key(&self, job: &Job) -> Option<u64> {
        Some(mix(self.position.play(job.square).mirror_key()))
    }
}

impl Narrow for ConnectFour {
    fn window(&self) -> Option<Window> {
        Some(Window { alpha: self.alpha.into(), beta: self.beta.into() })
    }
}

impl OwnRoot for ConnectFour {
    /// All questions about one position are an iterative deepening, whose trees have the same depth.
    fn root_key(&self, _: &Player<'_>) -> Option<u64> {
        Some(self.position.key())
    }

    fn full_window() -> Window {
        Window { alpha: (-INFINITE).into(), beta: INFINITE.into() }
    }

    fn score(&value: &i8) -> Option<i32> {
        Some(value.into())
    }

    /// The tree is as deep as the game is long, so a root that is to be searched deeper is the same again.
    fn begin_own_root(&mut self, player: &mut Player<'_>, task: &RootTask) -> RootBegun {
        if let Some(Window { alpha, beta }) = task.window {
            (self.alpha, self.beta) = (alpha as i8, beta as i8);
        }
        match task.moves {
            RootMoves::All => player.share = (0, 1),
            RootMoves::Share { place, of } => player.share = (place, of),
            RootMoves::Own => {}
        }
        let (first, distance) = player.share;
        let Moves { squares, len, .. } = self.moves;
        let dealt = squares[..usize::from(len)].iter().skip(first).step_by(distance);
        self.moves.len = 0;
        for (place, &square) in self.moves.squares.iter_mut().zip(dealt) {
            *place = square;
            self.moves.len += 1;
        }
        self.is_share = distance > 1;
        if self.moves.len > 0 { RootBegun::AsAssigned } else { RootBegun::Empty }
    }
}

impl Guess for ConnectFour {
    /// Guesses that a node has the value of its expected type.
    fn estimate(&self, _: &Player<'_>) -> Option<i8> {
        let value = if self.node_type == NodeType::All { self.alpha } else { self.beta };
        Some(value.clamp(-1, 1))
    }

    fn presume(player: &mut Player<'_>, is_presumed: bool) {
        player.is_presumed = is_presumed;
    }
}
