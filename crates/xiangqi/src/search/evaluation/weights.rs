//! The weights by name, and their places in the table.

/// Defines the rows. Each has its name here and in `weights.txt`, and its number of weights.
macro_rules! rows {
    ($($(#[$about:meta])* $row:ident = $name:literal, $length:literal;)*) => {
        /// A row of the table of weights, in the order of `weights.txt`.
        #[derive(Clone, Copy)]
        pub(super) enum Row {
            $($(#[$about])* $row),*
        }

        /// The names and lengths of the rows.
        pub(super) const ROWS: [(&str, usize); [$($length),*].len()] = [$(($name, $length)),*];
    };
}

rows! {
    /// By kind.
    Material = "material", 7;
    /// By kind, rank from the own side, and distance of the file from the edge.
    Place = "place", 350;
    /// The number of moves of a horse, whose legs may be blocked.
    HorseMoves = "horse_moves", 9;
    /// The number of moves of a cannon that capture nothing.
    CannonMoves = "cannon_moves", 18;
    RookMoves = "rook_moves", 18;
    /// The number of squares of the other palace that a piece reaches, by kind.
    Palace = "palace", 7;
    /// By the pieces that reach the other palace, and the advisors and elephants left to defend it.
    Assault = "assault", 30;
    /// An attack on a piece that is worth more, by its kind.
    Prey = "prey", 7;
    /// An attack on an unprotected piece, by its kind.
    Loose = "loose", 7;
    /// A cannon on the file of the other general, by the pieces between.
    FileScreens = "file_screens", 4;
    /// A cannon on the rank of the other general, by the pieces between.
    RankScreens = "rank_screens", 4;
    /// By the own advisors and the other side's rooks.
    Advisors = "advisors", 9;
    /// By the own elephants and the other side's cannons.
    Elephants = "elephants", 9;
    /// Soldiers side by side.
    Linked = "linked", 1;
    /// The right to move.
    Tempo = "tempo", 1;
}

/// Returns the index of the first weight of a row.
pub(super) const fn begin(row: Row) -> usize {
    let (mut at, mut number) = (0, 0);
    while number < row as usize {
        at += ROWS[number].1;
        number += 1;
    }
    at
}

/// The number of weights.
pub const WEIGHT_COUNT: usize = begin(Row::Tempo) + 1;

/// A weight: its value with all pieces on the board, and its value in the last ending.
pub(super) type Weight = [i32; 2];

/// The weights, in hundredths of a soldier.
pub(super) static WEIGHTS: [Weight; WEIGHT_COUNT] = read(include_bytes!("weights.txt"));

/// Reads all numbers of the text. A line that begins with `#` is a comment.
const fn read(text: &[u8]) -> [Weight; WEIGHT_COUNT] {
    let mut weights = [[0; 2]; WEIGHT_COUNT];
    let (mut at, mut count) = (0, 0);
    while at < text.len() {
        if text[at] == b'#' {
            while text[at] != b'\n' {
                at += 1;
            }
        }
        if text[at].is_ascii_digit() {
            let is_negative = text[at - 1] == b'-';
            let mut number = 0;
            while at < text.len() && text[at].is_ascii_digit() {
                number = number * 10 + (text[at] - b'0') as i32;
                at += 1;
            }
            weights[count / 2][count % 2] = if is_negative { -number } else { number };
            count += 1;
        } else {
            at += 1;
        }
    }
    assert!(count == 2 * WEIGHT_COUNT, "weights.txt has as many weights as the table");
    weights
}
