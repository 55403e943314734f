//! The path from the start of the game to the node being searched.
//!
//! Each worker has its own. It holds keys for repetition, moves for continuation history, and evaluations for
//! 'improving'. A worker that joins a node copies the entries it lacks.

use cleave_board::{Key, Piece, Position, Square, Value};
use cleave_shared_memory::Plain;

use crate::units::{MAX_PLY, Ply};

/// A piece and its target square: the index of continuation history.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Plain)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    /// No move, or the null move: a row of its own in the tables.
    pub(crate) const NONE: PieceTo = PieceTo(12 * 64);

    /// Size of a table indexed by this: a power of two, so that no index needs a check.
    pub(crate) const COUNT: usize = 1024;

    /// Creates the index of this piece on this square.
    #[inline(always)]
    pub(crate) const fn new(piece: Piece, to: Square) -> PieceTo {
        PieceTo((piece.index() * 64 + to.index()) as u16)
    }

    /// Returns the index, 0 to `COUNT - 1`.
    #[inline(always)]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize % PieceTo::COUNT
    }
}

/// One ply of the path.
#[derive(Clone, Copy, Plain)]
pub(crate) struct PathEntry {
    key: Key,
    /// The move that led here.
    moved: PieceTo,
    /// Plies since the last irreversible move; a null move counts as irreversible.
    reversible: u16,
    static_eval: Value,
}

const ROOT_ENTRY: PathEntry =
    PathEntry { key: Key(0), moved: PieceTo::NONE, reversible: 0, static_eval: Value::NONE };

/// The plies by which [`Path::moved`] may look back beyond the root.
const LOOK_BACK: usize = 6;

/// Earlier positions to keep: more than can repeat under the fifty-move rule.
const GAME_KEYS: usize = 128;

/// The keys of the last positions before the root, oldest first.
#[derive(Clone, Copy, Plain)]
pub(crate) struct GameKeys {
    len: u8,
    keys: [Key; GAME_KEYS],
}

impl GameKeys {
    /// Keeps the last of these keys, oldest first.
    pub(crate) fn new(game: &[Key]) -> GameKeys {
        let last = &game[game.len().saturating_sub(GAME_KEYS)..];
        let mut keys = [Key(0); GAME_KEYS];
        keys[..last.len()].copy_from_slice(last);
        GameKeys { len: last.len() as u8, keys }
    }

    fn as_slice(&self) -> &[Key] {
        &self.keys[..usize::from(self.len)]
    }

    /// Returns the number of times that this key is among the last `plies`.
    pub(crate) fn occurrences(&self, key: Key, plies: usize) -> usize {
        self.last(plies).iter().filter(|&&other| other == key).count()
    }

    /// Returns true if one of the last `plies` positions, or `root` after them, had occurred before.
    pub(crate) fn has_repeated(&self, root: Key, plies: usize) -> bool {
        let last = self.last(plies);
        let repeats = |(i, key): (usize, &Key)| last[..i].contains(key);
        last.contains(&root) || last.iter().enumerate().any(repeats)
    }

    fn last(&self, plies: usize) -> &[Key] {
        let all = self.as_slice();
        &all[all.len().saturating_sub(plies)..]
    }
}

/// The keys of the game before the root, and the entries from the root on.
pub(crate) struct Path {
    game: GameKeys,
    entries: Box<[PathEntry; MAX_PLY + LOOK_BACK]>,
}

impl Path {
    /// Creates a path that begins at `root`, reached through positions with these keys, oldest first.
    pub(crate) fn new(root: &Position, game: &GameKeys) -> Path {
        let mut path = Path { game: *game, entries: Box::new([ROOT_ENTRY; MAX_PLY + LOOK_BACK]) };
        let reversible = usize::from(root.halfmove_clock()).min(usize::from(game.len));
        path.entries[LOOK_BACK] =
            PathEntry { key: root.key(), reversible: reversible as u16, ..ROOT_ENTRY };
        path
    }

    /// Enters `position` at `ply` by a move of a piece.
    #[inline]
    pub(crate) fn enter(&mut self, ply: Ply, position: &Position, moved: PieceTo) {
        let before = self.entries[ply.index() + LOOK_BACK - 1].reversible;
        let goes_on = position.halfmove_clock() != 0 && moved != PieceTo::NONE;
        self.entries[ply.index() + LOOK_BACK] = PathEntry {
            key: position.key(),
            moved,
            reversible: if goes_on { before + 1 } else { 0 },
            static_eval: Value::NONE,
        };
    }

    /// Returns the move made `back` plies before the one that led to `ply`.
    #[inline(always)]
    pub(crate) fn moved(&self, ply: Ply, back: usize) -> PieceTo {
        self.entries[ply.index() + LOOK_BACK - back].moved
    }

    /// Returns the entry at `ply`, for a worker that joins there.
    pub(crate) fn entry(&self, ply: Ply) -> PathEntry {
        self.entries[ply.index() + LOOK_BACK]
    }

    /// Copies the entry at `ply` from another worker.
    pub(crate) fn set_entry(&mut self, ply: Ply, entry: &PathEntry) {
        self.entries[ply.index() + LOOK_BACK] = *entry;
    }

    /// Sets the static evaluation at `ply`.
    #[inline(always)]
    pub(crate) fn set_static_eval(&mut self, ply: Ply, value: Value) {
        self.entries[ply.index() + LOOK_BACK].static_eval = value;
    }

    /// Returns the static evaluation `back` plies before `ply`; [`Value::NONE`] in check.
    #[inline(always)]
    pub(crate) fn static_eval(&self, ply: Ply, back: usize) -> Value {
        self.entries[ply.index() + LOOK_BACK - back].static_eval
    }

    /// Returns true if the evaluation for the side to move at `ply` is better than at its last turn, or if that is
    /// unknown.
    #[inline]
    pub(crate) fn is_improving(&self, ply: Ply) -> bool {
        let at = |back: usize| self.static_eval(ply, back);
        let before = if at(2) == Value::NONE { at(4) } else { at(2) };
        at(0) != Value::NONE && (before == Value::NONE || at(0) > before)
    }

    /// Returns true if the position at `ply` has occurred before: once within the search, root included, or twice in
    /// the game.
    #[inline]
    pub(crate) fn is_repetition(&self, ply: Ply) -> bool {
        self.entries[ply.index() + LOOK_BACK].reversible >= 4 && self.is_found_earlier(ply)
    }

    /// Compares the keys, if enough reversible moves make a repetition possible.
    #[inline(never)]
    fn is_found_earlier(&self, ply: Ply) -> bool {
        let here = self.entries[ply.index() + LOOK_BACK];
        let mut in_game = 0;
        for back in (4..=usize::from(here.reversible)).step_by(2) {
            if self.key_before(ply, back) != Some(here.key) {
                continue;
            }
            if back <= ply.index() {
                return true;
            }
            in_game += 1;
            if in_game == 2 {
                return true;
            }
        }
        false
    }

    fn key_before(&self, ply: Ply, back: usize) -> Option<Key> {
        if back <= ply.index() {
            return Some(self.entries[ply.index() + LOOK_BACK - back].key);
        }
        let before_root = back - ply.index();
        let game = self.game.as_slice();
        game.len().checked_sub(before_root).map(|i| game[i])
    }
}

#[cfg(test)]
mod tests {
    use cleave_board::Move;
    use cleave_movegen::legal_moves;
    use proptest::prelude::*;

    use super::*;

    /// Returns a game of kings and rooks in which every second move takes back the side's last one, so that positions
    /// repeat often.
    fn played(choices: &[prop::sample::Index]) -> Vec<Position> {
        let start = Position::from_fen("k6r/8/8/8/8/8/8/K6R w - - 0 1").expect("a legal position");
        let mut positions = vec![start];
        let mut moves: Vec<Move> = Vec::new();
        for (number, choice) in choices.iter().enumerate() {
            let last = positions[number];
            let legal = legal_moves(&last);
            if legal.is_empty() {
                break;
            }
            let back = number.checked_sub(2).map(|i| moves[i]).and_then(|mv| {
                legal.into_iter().find(|legal| (legal.from(), legal.to()) == (mv.to(), mv.from()))
            });
            let mv = match back {
                Some(back) if choice.index(3) > 0 => back,
                _ => *choice.get(&legal),
            };
            moves.push(mv);
            positions.push(last.make(mv));
        }
        positions
    }

    const NOTHING: PieceTo = PieceTo(0);

    /// Only legal moves repeat a position. A null move on the way back breaks the repetition.
    #[test]
    fn a_position_is_not_repeated_across_a_null_move() {
        let start =
            Position::from_fen("k6r/8/8/8/8/8/8/K6R w - - 20 30").expect("a legal position");
        for (moved, is_repetition) in [(NOTHING, true), (PieceTo::NONE, false)] {
            let mut path = Path::new(&start, &GameKeys::new(&[]));
            for (ply, key) in (1..).zip([1, 2, 3, 4, 5, 2]) {
                path.enter(Ply::new(ply), &start, if ply == 3 { moved } else { NOTHING });
                path.entries[ply + LOOK_BACK].key = Key(key);
            }
            assert_eq!(path.is_repetition(Ply::new(6)), is_repetition);
        }
    }

    #[test]
    fn a_side_improves_on_its_last_known_evaluation() {
        let mut path = Path::new(&Position::start(), &GameKeys::new(&[]));
        let unknown = Value::NONE.get();
        for (values, is_improving) in [
            ([0, 50, 10, 80, 20], true),
            ([0, 50, 20, 80, 10], false),
            ([0, 50, 20, 80, 20], false),
            ([10, 50, unknown, 80, 20], true),
            ([30, 50, unknown, 80, 20], false),
            ([unknown, 50, unknown, 80, -500], true),
            ([0, 50, 10, 80, unknown], false),
        ] {
            for (ply, value) in values.into_iter().enumerate() {
                path.set_static_eval(Ply::new(ply), Value::new(value));
            }
            assert_eq!(path.is_improving(Ply::new(4)), is_improving, "{values:?}");
        }
    }

    proptest! {
        /// A draw takes three occurrences. Two are enough if the first is within the search, root included. A position
        /// that occurred once in the game may occur again.
        #[test]
        fn a_draw_repeats_once_in_the_search_or_twice_in_the_game(
            choices in proptest::collection::vec(any::<prop::sample::Index>(), 1..40),
            split in any::<prop::sample::Index>(),
        ) {
            let positions = played(&choices);
            let root = split.index(positions.len());
            let keys: Vec<Key> = positions.iter().map(Position::key).collect();
            let mut path = Path::new(&positions[root], &GameKeys::new(&keys[..root]));
            for index in root + 1..keys.len() {
                let ply = Ply::new(index - root);
                path.enter(ply, &positions[index], NOTHING);
                let times = |keys: &[Key], here| keys.iter().filter(|&&key| key == here).count();
                let expected = times(&keys[root..index], keys[index]) >= 1
                    || times(&keys[..root], keys[index]) >= 2;
                prop_assert_eq!(path.is_repetition(ply), expected, "{:?} from {}", ply, root);
            }
        }
    }
}
