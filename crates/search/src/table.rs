//! The transposition table as the search sees it: positions, moves and values instead of words.

use cleave_board::{Move, Position, Value};
use cleave_movegen::{Masks, is_legal};
pub(crate) use cleave_tt::Bound;
use cleave_tt::{Entry, MateThreshold, Record, Table as Words};

use crate::units::{Depth, MAX_PLY, Ply};

/// From this many plies since a capture or a pawn move on, values from the table are not used. They may come from the
/// same position with fewer such plies, where the fifty-move rule is further away.
pub(crate) const NEAR_FIFTY_MOVES: u8 = 90;

/// An entry counts depths from below the horizon, where quiescence tries no checks.
const BELOW_HORIZON: i32 = -Depth::BELOW_HORIZON.get();

/// Returns the depth of an entry.
pub(crate) fn depth_of(entry: &Entry) -> Depth {
    Depth::new(i32::from(entry.depth) - BELOW_HORIZON)
}

/// Returns the depth as entries count it.
pub(crate) fn entry_depth(depth: Depth) -> u8 {
    (depth.get() + BELOW_HORIZON).clamp(0, 255) as u8
}

/// True if a search may have stored this entry. A mate has no more than all its plies; only a bound that says nothing
/// lies beyond all values.
pub(crate) fn is_plausible(record: &Record) -> bool {
    let Entry { value, eval, bound, .. } = record.entry;
    let (value, eval) = (i32::from(value), i32::from(eval));
    let mate = Value::MATE.get();
    let is_value = match bound {
        Bound::Exact => value.abs() <= mate,
        Bound::Lower => value <= mate,
        Bound::Upper => value >= -mate,
    };
    let is_within = value.abs() <= Value::INFINITE.get() + MAX_PLY as i32;
    let is_eval = eval.abs() <= Value::EVAL_MAX.get() || eval == Value::NONE.get();
    is_value && is_within && is_eval
}

/// The table's knowledge about a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TtHit {
    /// The best move, or none.
    pub(crate) mv: Move,
    /// The value found. Mates, and wins by tables, are counted from the root.
    pub(crate) value: Value,
    /// The static evaluation, or [`Value::NONE`].
    pub(crate) eval: Value,
    /// The depth of the search that found the value.
    pub(crate) depth: Depth,
    /// Whether the value is exact or a bound.
    pub(crate) bound: Bound,
    /// The position was once on a principal variation.
    pub(crate) pv: bool,
}

impl TtHit {
    /// Returns true if the value is enough for a search with this window.
    #[inline]
    pub(crate) fn proves(&self, alpha: Value, beta: Value) -> bool {
        self.bound.proves(self.value, alpha, beta)
    }

    /// Returns true if the value is a better estimate than `eval`.
    #[inline]
    pub(crate) fn refines(&self, eval: Value) -> bool {
        self.bound.refines(self.value, eval)
    }
}

/// A view of the table; every worker has a copy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table<'a>(Words<'a>);

impl<'a> Table<'a> {
    /// Creates a view of the table in this memory.
    pub(crate) fn over(mapping: &'a cleave_tt::Mapping) -> Table<'a> {
        let mates = MateThreshold::new(Value::DECISIVE.get() as i16);
        Table(Words::over(mapping.words(), mates))
    }

    /// Looks up a position at `ply`.
    #[inline]
    pub(crate) fn probe(&self, position: &Position, ply: Ply) -> Option<TtHit> {
        let entry = self.0.probe(position.key().0, ply.index())?;
        Some(TtHit {
            mv: Move::from_bits(entry.mv),
            value: Value::new(i32::from(entry.value)),
            eval: Value::new(i32::from(entry.eval)),
            depth: depth_of(&entry),
            bound: entry.bound,
            pv: entry.pv,
        })
    }

    /// Returns the best reply to a move by the table, for a line of one move. A scout that failed high leaves no longer
    /// line.
    pub(crate) fn reply_to(&self, position: &Position, mv: Move) -> Option<Move> {
        let after = position.make(mv);
        let reply = self.probe(&after, Ply::ROOT.next())?.mv;
        is_legal(&after, &Masks::new(&after), reply).then_some(reply)
    }

    /// Stores the result of a position at `ply`.
    #[inline]
    pub(crate) fn store(&self, position: &Position, ply: Ply, hit: &TtHit) {
        let entry = Entry {
            mv: hit.mv.bits(),
            value: hit.value.get() as i16,
            eval: hit.eval.get() as i16,
            depth: entry_depth(hit.depth),
            bound: hit.bound,
            pv: hit.pv,
        };
        self.0.store(position.key().0, ply.index(), entry);
    }

    /// Returns the entry of the position with this key, to send it elsewhere. Mates, and wins by tables, are counted
    /// from the position.
    pub(crate) fn entry(&self, key: u64) -> Option<Entry> {
        self.0.probe(key, Ply::ROOT.index())
    }

    /// Stores an entry that [`Table::entry`] of another table has returned.
    pub(crate) fn put(&self, key: u64, entry: Entry) {
        self.0.store(key, Ply::ROOT.index(), entry);
    }

    /// All entries, for a saved table.
    pub(crate) fn records(&self) -> impl Iterator<Item = Record> + '_ {
        self.0.records()
    }

    /// Stores an entry of a saved table.
    pub(crate) fn restore(&self, record: Record) {
        self.0.restore(record);
    }

    /// Prefetches the bucket of the position after a move, before the move is made. Memory latency is longer than
    /// making a move.
    #[inline(always)]
    pub(crate) fn prefetch_after(&self, position: &Position, mv: Move) {
        self.0.prefetch(position.likely_key_after(mv).0);
    }

    /// Begins a new search: all entries age by one search.
    pub(crate) fn new_search(&self) {
        self.0.new_search();
    }

    /// Returns the share of the table that this search has filled, in permille.
    pub(crate) fn hashfull(&self) -> u32 {
        self.0.hashfull()
    }

    /// Torn entries that stores have rejected since the table was last cleared.
    pub(crate) fn torn_rejected(&self) -> u64 {
        self.0.torn_rejected()
    }

    /// Clears the table.
    pub(crate) fn clear(&self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use cleave_movegen::{legal_moves, parse_move};
    use cleave_tt::Mapping;

    use super::*;

    fn hit(mv: Move) -> TtHit {
        let (value, eval, depth) = (Value::ZERO, Value::NONE, Depth::new(7));
        TtHit { mv, value, eval, depth, bound: Bound::Exact, pv: false }
    }

    #[test]
    fn the_table_reports_how_full_it_is() {
        let mapping = Mapping::new(1).expect("1 MiB is available");
        let table = Table::over(&mapping);
        table.new_search();
        assert_eq!(table.hashfull(), 0);
        let mut positions = vec![Position::start()];
        for _ in 0..3 {
            let next = |position: &Position| {
                legal_moves(position).into_iter().map(|mv| position.make(mv)).collect::<Vec<_>>()
            };
            positions = positions.iter().flat_map(next).collect();
        }
        positions.iter().for_each(|position| table.store(position, Ply::ROOT, &hit(Move::NONE)));
        // There are 5,362 different positions after three plies, and room for about 100,000.
        assert!((20..=120).contains(&table.hashfull()), "{}", table.hashfull());
        table.clear();
        assert_eq!(table.hashfull(), 0);
    }

    /// The entry may belong to another position, so its move is used only if it is legal.
    #[test]
    fn a_reply_is_a_legal_move() {
        let mapping = Mapping::new(1).expect("1 MiB is available");
        let table = Table::over(&mapping);
        let start = Position::start();
        let push = parse_move(&start, "e4").unwrap();
        let after = start.make(push);
        assert_eq!(table.reply_to(&start, push), None);
        let reply = parse_move(&after, "e5").unwrap();
        table.store(&after, Ply::ROOT.next(), &hit(reply));
        assert_eq!(table.reply_to(&start, push), Some(reply));
        table.store(&after, Ply::ROOT.next(), &TtHit { depth: Depth::new(9), ..hit(push) });
        assert_eq!(table.reply_to(&start, push), None, "a move of the other side");
    }
}
