//! Test positions from files and at random.

use cleave_board::Position;

/// Returns positions from play.
pub(crate) fn played() -> Vec<Position> {
    [include_str!("../../../../data/dts24.epd"), include_str!("../../../../data/openings.epd")]
        .into_iter()
        .flat_map(str::lines)
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .map(|line| {
            let fields: Vec<&str> = line.split_whitespace().take(4).collect();
            Position::from_fen(&format!("{} 0 1", fields.join(" "))).expect("the file is right")
        })
        .collect()
}

/// Returns random legal positions, the same in each run. They have two kings, and up to eight pawns
/// and a few pieces for each side.
pub(crate) fn random(count: usize) -> Vec<String> {
    let mut state = 0x1997_u64;
    let legal: Vec<String> = (0..10 * count)
        .map(|_| placement(&mut state))
        .filter(|fen| Position::from_fen(fen).is_ok())
        .take(count)
        .collect();
    assert_eq!(legal.len(), count, "too many placements are illegal");
    legal
}

/// Draws a number with Marsaglia's xorshift (2003).
fn draw(state: &mut u64, below: u64) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state % below) as usize
}

fn placement(state: &mut u64) -> String {
    let mut board = [[' '; 8]; 8];
    let mut put = |state: &mut u64, piece: char| {
        loop {
            let (rank, file) = (draw(state, 8), draw(state, 8));
            let pawn_off_board = matches!(piece, 'p' | 'P') && matches!(rank, 0 | 7);
            if board[rank][file] == ' ' && !pawn_off_board {
                board[rank][file] = piece;
                break;
            }
        }
    };
    put(state, 'K');
    put(state, 'k');
    for color in [str::to_lowercase, str::to_uppercase] {
        for (letter, most) in [("p", 9), ("n", 3), ("b", 3), ("r", 3), ("q", 2)] {
            for _ in 0..draw(state, most) * draw(state, most + 1) / most as usize {
                put(state, color(letter).chars().next().expect("one letter"));
            }
        }
    }
    let rows: Vec<String> = board.iter().map(row_text).collect();
    let side = ["w", "b"][draw(state, 2)];
    format!("{} {side} - - {} 40", rows.join("/"), draw(state, 60))
}

/// Returns a rank in FEN, with digits for runs of empty squares.
fn row_text(row: &[char; 8]) -> String {
    let mut text = String::new();
    for run in row.chunk_by(|a, b| *a == ' ' && *b == ' ') {
        match run[0] {
            ' ' => text += &run.len().to_string(),
            piece => text.push(piece),
        }
    }
    text
}
