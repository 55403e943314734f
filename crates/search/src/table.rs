//! The transposition table as the search sees it: positions, moves and values instead of words.

use cleave_board::{Move, Position, Value};
use cleave_movegen::{Masks, is_legal};
pub use cleave_tt::Bound;
use cleave_tt::{Entry, MateThreshold, Table as Words};

use crate::units::{Depth, Ply};

/// With so many plies since a capture or a pawn move a value of the table is not believed: it may
/// be of the same position with fewer, and the fifty-move rule makes them differ.
pub const NEAR_FIFTY_MOVES: u8 = 90;

/// What the table knows about a position.
#[derive(Clone, Copy, Debug)]
pub struct TtHit {
    /// The best move, or none.
    pub mv: Move,
    /// The value found. Mates are counted from the root.
    pub value: Value,
    /// The static evaluation, or [`Value::NONE`].
    pub eval: Value,
    /// How deep the value was searched.
    pub depth: Depth,
    /// How the value is to be read.
    pub bound: Bound,
    /// The position was once on a principal variation.
    pub pv: bool,
}

impl TtHit {
    /// True if the value settles a search with this window.
    #[inline]
    pub fn proves(&self, alpha: Value, beta: Value) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        }
    }

    /// True if the value says more than `eval` about the position.
    #[inline]
    pub fn refines(&self, eval: Value) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value > eval,
            Bound::Upper => self.value < eval,
        }
    }
}

/// The table of one search: a view that every worker may have a copy of.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a>(Words<'a>);

impl<'a> Table<'a> {
    /// The table in this memory.
    pub fn over(mapping: &'a cleave_tt::Mapping) -> Table<'a> {
        let mates = MateThreshold::new(Value::MATE_FOUND.get() as i16);
        Table(Words::over(mapping.words(), mates))
    }

    /// What is known about a position met at `ply`.
    #[inline]
    pub fn probe(&self, position: &Position, ply: Ply) -> Option<TtHit> {
        let entry = self.0.probe(position.key().0, ply.index())?;
        Some(TtHit {
            mv: Move::from_bits(entry.mv),
            value: Value::new(i32::from(entry.value)),
            eval: Value::new(i32::from(entry.eval)),
            depth: Depth::new(i32::from(entry.depth)),
            bound: entry.bound,
            pv: entry.pv,
        })
    }

    /// The answer to a move, where the search has no line: a scout that failed high leaves none.
    pub fn reply_to(&self, position: &Position, mv: Move) -> Option<Move> {
        let after = position.make(mv);
        let reply = self.probe(&after, Ply::ROOT.next())?.mv;
        is_legal(&after, &Masks::new(&after), reply).then_some(reply)
    }

    /// Remembers what was found out about a position met at `ply`.
    #[inline]
    pub fn store(&self, position: &Position, ply: Ply, hit: &TtHit) {
        let entry = Entry {
            mv: hit.mv.bits(),
            value: hit.value.get() as i16,
            eval: hit.eval.get() as i16,
            depth: hit.depth.get().clamp(0, 255) as u8,
            bound: hit.bound,
            pv: hit.pv,
        };
        self.0.store(position.key().0, ply.index(), entry);
    }

    /// Starts to bring the bucket of the position after a move into the cache. The earlier the
    /// better: the memory is further away than making a move takes.
    #[inline(always)]
    pub fn prefetch_after(&self, position: &Position, mv: Move) {
        self.0.prefetch(position.likely_key_after(mv).0);
    }

    /// Begins a new search: what is in the table is one search older.
    pub fn new_search(&self) {
        self.0.new_search();
    }

    /// Share of the table that this search has filled, in permille.
    pub fn hashfull(&self) -> u32 {
        self.0.hashfull()
    }

    /// Torn entries rejected since the table was last cleared: those that a store has met.
    pub fn torn_rejected(&self) -> u64 {
        self.0.torn_rejected()
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.0.clear();
    }
}
