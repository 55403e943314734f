//! Expands the parts of kernels that are written once for all directions.

use crate::direction::{DIRECTIONS, Direction, LINES};

/// Repeats the lines between `//# for d in SET` and `//# end` for each direction of a set:
/// `directions`, `lines` or `jumps`. Inside, `$d` is the direction, `$line` its line, and `$slider`
/// the pieces that move along it. `$shift`, `$shift2` and `$shift4` are one, two and four steps.
/// `$board` is the set of squares on which a step may arrive.
pub(super) fn expand(text: &str) -> String {
    let mut written = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(set) = line.strip_prefix("//# for d in ") {
            let body: Vec<&str> = lines.by_ref().take_while(|&line| line != "//# end").collect();
            for d in directions(set) {
                written += &filled(&body.join("\n"), d);
                written.push('\n');
            }
        } else {
            written += line;
            written.push('\n');
        }
    }
    written
}

fn directions(set: &str) -> std::ops::Range<usize> {
    match set {
        "lines" => 0..LINES,
        "jumps" => LINES..DIRECTIONS.len(),
        _ => 0..DIRECTIONS.len(),
    }
}

fn filled(body: &str, d: usize) -> String {
    let direction = DIRECTIONS[d];
    body.replace("$line", &(d / 2).to_string())
        .replace("$slider", if d < LINES / 2 { "straight" } else { "diagonal" })
        .replace("$shift2", &shift(direction, 2))
        .replace("$shift4", &shift(direction, 4))
        .replace("$shift", &shift(direction, 1))
        .replace("$board", &format!("{:#x}", direction.board))
        .replace("$d", &d.to_string())
}

/// Returns `steps` steps as a shift. The bits that a rotation would bring around are off the board.
fn shift(direction: Direction, steps: u32) -> String {
    match direction.turn {
        turn if turn < 32 => format!("<< {}u", turn * steps),
        turn => format!(">> {}u", (64 - turn) * steps),
    }
}
