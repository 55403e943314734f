//! The weights: one table with all numbers of the evaluation.
//!
//! The numbers are in `weights.txt`. [`Weights::parse`] reads them at compile time; it also reads the tuner's files. A
//! row is `name = mg eg, mg eg, ...` and may span several lines. `#` starts a comment.

use std::fmt::Write as _;

use crate::Score;

/// A row of the table: a named array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// The name in the text form and of the field of [`Weights`].
    pub name: &'static str,
    /// The number of weights in the row.
    pub len: usize,
}

macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident: $len:literal,)*) => {
        /// All weights. `T` is [`Score`] in play. The tuner fills the table with the weights' indices instead, to find
        /// the weights that a position uses.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Weights<T = Score> {
            $($(#[$doc])* pub $name: [T; $len],)*
        }

        /// The rows in the order of the flat list.
        pub const ROWS: &[Row] = &[$(Row { name: stringify!($name), len: $len }),*];

        impl<T: Copy> Weights<T> {
            /// Builds the table from the flat list of its entries.
            pub const fn from_flat(flat: &[T; WEIGHT_COUNT]) -> Weights<T> {
                let mut start = 0;
                let weights = Weights {
                    $($name: {
                        let mut row = [flat[start]; $len];
                        let mut i = 0;
                        while i < $len {
                            row[i] = flat[start + i];
                            i += 1;
                        }
                        start += $len;
                        row
                    },)*
                };
                assert!(start == WEIGHT_COUNT);
                weights
            }

            /// Returns the flat list of all entries, row after row.
            pub fn to_flat(&self) -> Vec<T> {
                [$(&self.$name[..]),*].concat()
            }
        }
    };
}

weights! {
    /// Pawn, knight, bishop, rook, queen.
    piece_value: 5,
    /// Two bishops or more.
    bishop_pair: 1,
    /// A knight, for each own pawn more than five: knights like closed positions.
    knight_pawns: 1,
    /// A rook, for each own pawn more than five: rooks like open positions.
    rook_pawns: 1,
    /// A second rook: the two do the same work.
    rook_pair: 1,
    /// A queen, for each own minor piece.
    queen_minors: 1,

    /// A pawn on each square; see `piece_square.rs` for the order.
    pawn_square: 32,
    /// A knight on each square.
    knight_square: 32,
    /// A bishop on each square.
    bishop_square: 32,
    /// A rook on each square.
    rook_square: 32,
    /// A queen on each square.
    queen_square: 32,
    /// A king on each square.
    king_square: 32,

    /// A knight, by the number of squares it can use.
    knight_mobility: 9,
    /// A bishop, by the number of squares it can use.
    bishop_mobility: 14,
    /// A rook, by the number of squares it can use.
    rook_mobility: 15,
    /// A queen, by the number of squares it can use.
    queen_mobility: 28,

    /// A pawn with another own pawn in front of it on the file.
    doubled: 1,
    /// A pawn without own pawns on neighbouring files, and with an enemy pawn in front on its file.
    isolated: 1,
    /// An isolated pawn with no enemy pawn in front on its file: a target for rooks.
    isolated_open: 1,
    /// A pawn that no own pawn can support and that cannot advance safely, with an enemy pawn in front.
    backward: 1,
    /// A backward pawn with no enemy pawn in front on its file.
    backward_open: 1,
    /// A pawn defended by a pawn, by rank.
    defended: 8,
    /// A pawn next to a pawn on the same rank, by rank.
    phalanx: 8,
    /// A pawn that can become passed: at least as many helpers as enemy pawns that can stop it, by rank.
    candidate: 8,
    /// A pawn blocked by an enemy pawn, by rank.
    rammed: 8,

    /// A passed pawn, by rank.
    passed: 8,
    /// A passed pawn next to another passed pawn or defended by one, by rank.
    passed_connected: 8,
    /// A passed pawn with an empty square in front, by rank.
    passed_free: 8,
    /// A passed pawn with an empty square in front that no enemy piece attacks, by rank.
    passed_safe_step: 8,
    /// A passed pawn whose next square is empty and whose path to the last rank no enemy piece occupies or attacks, by
    /// rank.
    passed_safe_path: 8,
    /// The distance of the own king from the square in front of a passed pawn on rank four or higher,
    /// times the ranks beyond the third.
    passed_own_king: 1,
    /// The same distance of the enemy king, times the same factor.
    passed_enemy_king: 1,
    /// A passed pawn with an own rook behind it.
    passed_rook: 1,
    /// A passed pawn with an enemy rook behind it.
    passed_enemy_rook: 1,
    /// A passed pawn that the lone enemy king cannot catch.
    passed_unstoppable: 1,

    /// The nearest own pawn in front of the king, for each of three files: four distances of the file
    /// from the edge times eight ranks (0: no pawn).
    shelter: 32,
    /// The nearest enemy pawn on the same files that is free to advance, in the order of `shelter`.
    storm: 32,
    /// The nearest enemy pawn, blocked by the own pawn, by rank.
    storm_blocked: 8,

    /// The constant part of the danger. Weights from here on are danger units.
    danger_base: 1,
    /// Danger of an attack on the king ring by a knight, bishop, rook, queen.
    danger_attacker: 4,
    /// Danger for each attack on a ring square by a piece.
    danger_ring: 1,
    /// Danger for each ring square that is attacked, and defended by at most king or queen.
    danger_weak: 1,
    /// Danger of safe checks by a knight, bishop, rook, queen.
    danger_check: 4,
    /// Danger for each square from which only an unsafe check is possible.
    danger_unsafe_check: 1,
    /// Danger for each attack, up to two a square, on the king's flank, on its first five ranks.
    danger_flank: 1,
    /// Danger for each defended square on the flank.
    danger_flank_defence: 1,
    /// Danger if the attacker has no queen.
    danger_no_queen: 1,
    /// Danger for a defending knight or bishop next to the king.
    danger_minor_defender: 1,
    /// Danger for each of the three files around the king without an own pawn.
    danger_open_file: 1,

    /// A safe pawn attacks a piece.
    threat_pawn: 1,
    /// A pawn can advance safely to attack a piece.
    threat_push: 1,
    /// A minor piece attacks a weak pawn, or a knight, bishop, rook, queen.
    threat_minor: 5,
    /// A rook attacks a weak pawn, knight, bishop, or a rook, queen.
    threat_rook: 5,
    /// The king attacks a weak piece or pawn.
    threat_king: 1,
    /// A weak piece or pawn without any defender.
    hanging: 1,
    /// A weak piece that only the queen defends.
    queen_defended: 1,
    /// Each square that both sides attack and the enemy does not strongly protect.
    restricted: 1,

    /// A knight on an outpost.
    knight_outpost: 1,
    /// A knight that can move to an outpost.
    knight_reaches_outpost: 1,
    /// A bishop on an outpost.
    bishop_outpost: 1,
    /// A minor piece behind a pawn.
    minor_shielded: 1,

    /// A rook on a file without pawns.
    rook_open_file: 1,
    /// A rook on a file without own pawns.
    rook_semi_open_file: 1,
    /// A rook on the seventh rank with an enemy pawn there or the enemy king on the eighth.
    rook_seventh: 1,
    /// Each own pawn on the square colour of a bishop.
    bishop_pawns: 1,
    /// Each own rammed pawn on the four middle files, for each bishop of its colour.
    bishop_rammed: 1,
    /// Bishops that attack two of the four centre squares.
    bishop_long_diagonal: 1,
    /// A king on a flank without any pawn.
    king_pawnless_flank: 1,

    /// Each square of space, times half the number of own pieces.
    space: 1,
    /// The right to move.
    tempo: 1,
}

/// The number of weights.
pub const WEIGHT_COUNT: usize = {
    let (mut count, mut i) = (0, 0);
    while i < ROWS.len() {
        count += ROWS[i].len;
        i += 1;
    }
    count
};

/// The first lines of the text form.
const HEADING: &str = "\
# The weights of the evaluation: 'name = middlegame endgame, ...', in centipawns.
# weights.rs describes each row; `cargo xtask tune` writes this file.
";

/// The reason why a text of weights was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct WeightsError {
    /// The line, from 1.
    pub line: usize,
    /// The problem in this line.
    pub problem: &'static str,
}

/// The default weights.
pub static DEFAULT_WEIGHTS: Weights = match Weights::parse(include_str!("weights.txt")) {
    Ok(weights) => weights,
    Err(error) => panic!("{}", error.problem),
};

impl Weights {
    /// Parses the text form: all rows, in the order of [`ROWS`].
    ///
    /// # Errors
    /// A row is unknown, missing or out of order, or has too few or too many weights. Or an entry is not a number of at
    /// most four digits.
    pub const fn parse(text: &str) -> Result<Weights, WeightsError> {
        let mut reader = Reader { text: text.as_bytes(), at: 0, line: 1 };
        let mut flat = [Score::ZERO; WEIGHT_COUNT];
        let (mut filled, mut row) = (0, 0);
        while row < ROWS.len() {
            if !reader.take(ROWS[row].name.as_bytes()) || !reader.take(b"=") {
                return reader.fail("expected the next row in order, as `name = ...`");
            }
            let mut left = ROWS[row].len;
            while left > 0 {
                let (Some(mg), Some(eg)) = (reader.number(), reader.number()) else {
                    return reader.fail("expected a pair of numbers below 10000");
                };
                flat[filled] = Score::new(mg, eg);
                filled += 1;
                left -= 1;
                if left > 0 && !reader.take(b",") {
                    return reader.fail("expected a comma and another pair in this row");
                }
            }
            row += 1;
        }
        reader.skip_blank();
        if reader.at < reader.text.len() {
            return reader.fail("unexpected text after the last row, or too many weights in a row");
        }
        Ok(Weights::from_flat(&flat))
    }

    /// Writes the text form that [`Weights::parse`] reads.
    pub fn to_text(&self) -> String {
        let mut text = HEADING.to_string();
        let flat = self.to_flat();
        let mut rest = &flat[..];
        for row in ROWS {
            let (here, after) = rest.split_at(row.len);
            rest = after;
            // Tables by square have one rank on each line.
            let per_line = if row.len == 32 { 4 } else { 8 };
            write!(text, "{} =", row.name).expect("a string takes all");
            for (i, score) in here.iter().enumerate() {
                let gap = match i {
                    0 if row.len > per_line => "\n   ",
                    0 => "",
                    i if i % per_line == 0 => ",\n   ",
                    _ => ",",
                };
                write!(text, "{gap} {} {}", score.mg(), score.eg()).expect("a string takes all");
            }
            text.push('\n');
        }
        text
    }
}

impl Default for Weights {
    fn default() -> Weights {
        DEFAULT_WEIGHTS.clone()
    }
}

/// A reader of the text form in const code, without iterators or traits.
struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    line: usize,
}

impl Reader<'_> {
    const fn fail(&self, problem: &'static str) -> Result<Weights, WeightsError> {
        Err(WeightsError { line: self.line, problem })
    }

    const fn skip_blank(&mut self) {
        let mut comment = false;
        while self.at < self.text.len() {
            match self.text[self.at] {
                b'\n' => {
                    comment = false;
                    self.line += 1;
                }
                b'#' => comment = true,
                b' ' | b'\t' | b'\r' => {}
                _ if comment => {}
                _ => return,
            }
            self.at += 1;
        }
    }

    /// Consumes this word if it comes next.
    const fn take(&mut self, word: &[u8]) -> bool {
        self.skip_blank();
        let mut i = 0;
        while i < word.len() {
            if self.at + i >= self.text.len() || self.text[self.at + i] != word[i] {
                return false;
            }
            i += 1;
        }
        self.at += word.len();
        true
    }

    const fn number(&mut self) -> Option<i32> {
        let negative = self.take(b"-");
        self.skip_blank();
        let (mut value, start) = (0, self.at);
        while self.at < self.text.len() && self.text[self.at].is_ascii_digit() {
            value = value * 10 + (self.text[self.at] - b'0') as i32;
            self.at += 1;
            if self.at - start > 4 {
                return None;
            }
        }
        if self.at == start { None } else { Some(if negative { -value } else { value }) }
    }
}
