//! Writes the rows as code.

use std::fmt::Write;

use crate::direction::LINES;
use crate::rows::{ROWS, Row, action, condition, pieces};

/// Returns the functions of `table.wgsl`, with code for each row.
pub(super) fn rows() -> String {
    let mut text = String::new();
    for (index, row) in ROWS.iter().enumerate() {
        function(&mut text, &format!("sources_{index}(p: Position, m: Masks)"), &sources(row));
        function(
            &mut text,
            &format!("targets_{index}(p: Position, m: Masks)"),
            &targets(index, row),
        );
        function(
            &mut text,
            &format!("origin_{index}(p: Position, m: Masks, to: u64)"),
            &origin(index, row),
        );
    }
    switch(&mut text, "row_targets(p: Position, m: Masks, index: u32) -> u64", "0lu", |row| {
        format!("targets_{row}(p, m)")
    });
    switch(
        &mut text,
        "row_origin(p: Position, m: Masks, index: u32, to: u64) -> u64",
        "0lu",
        |row| format!("origin_{row}(p, m, to)"),
    );
    switch(&mut text, "row_action(index: u32) -> u32", "0u", |row| {
        format!("{}u", ROWS[row].action)
    });
    let counts = (0..ROWS.len()).map(|index| {
        let four = if ROWS[index].action == action::PROMOTION { "4u * " } else { "" };
        format!("{four}ones(targets_{index}(p, m))")
    });
    let sum = counts.collect::<Vec<_>>().join("\n        + ");
    write(
        &mut text,
        format_args!("fn count_moves(p: Position, m: Masks) -> u32 {{\n    return {sum};\n}}\n"),
    );
    text
}

fn write(text: &mut String, what: std::fmt::Arguments) {
    text.write_fmt(what).expect("a string takes all");
}

fn function(text: &mut String, head: &str, value: &str) {
    write(text, format_args!("fn {head} -> u64 {{ return {value}; }}\n"));
}

fn switch(text: &mut String, head: &str, otherwise: &str, value: impl Fn(usize) -> String) {
    write(text, format_args!("fn {head} {{\n    switch (index) {{\n"));
    for row in 0..ROWS.len() {
        write(text, format_args!("        case {row}u: {{ return {}; }}\n", value(row)));
    }
    write(text, format_args!("        default: {{ return {otherwise}; }}\n    }}\n}}\n"));
}

/// Returns an expression with the value for the side to move.
fn either(white: &str, black: &str) -> String {
    if white == black {
        white.into()
    } else {
        format!("select({white}, {black}, black_to_move(p))")
    }
}

fn sources(row: &Row) -> String {
    let kind = match row.pieces {
        pieces::PAWN => "pawns(p)",
        pieces::KNIGHT => "knights(p)",
        pieces::DIAGONAL => "diagonal(p)",
        pieces::STRAIGHT => "straight(p)",
        _ => "kings(p)",
    };
    let mut set = format!("{kind} & our(p)");
    if row.pieces != pieces::KING {
        let pinned = "~(m.line0 | m.line1 | m.line2 | m.line3)";
        let free = |direction: usize| match direction {
            LINES.. => pinned.to_string(),
            _ => format!("({pinned} | m.line{})", direction / 2),
        };
        set += &format!(" & {}", either(&free(row.direction(false)), &free(row.direction(true))));
    }
    if row.condition & condition::FROM_HOME != 0 {
        set += " & select(0xff00lu, 0x00ff000000000000lu, black_to_move(p))";
    }
    if row.condition & condition::PASSING != 0 {
        set += " & m.passers";
    }
    set
}

fn targets(index: usize, row: &Row) -> String {
    let from = format!("sources_{index}(p, m)");
    let mut set =
        either(&reach(row, row.direction(false), &from), &reach(row, row.direction(true), &from));
    set += match row.condition & 15 {
        condition::EMPTY => " & ~occupied(p)",
        condition::ENEMY => " & (occupied(p) ^ our(p))",
        condition::PASSING => return set + " & passing(p)",
        condition::CASTLING => return set + " & m.castling",
        _ => " & ~our(p)",
    };
    set += if row.condition & condition::SAFE != 0 { " & ~m.danger" } else { " & m.aim" };
    let last = "select(0xff00000000000000lu, 0xfflu, black_to_move(p))";
    if row.condition & condition::LAST != 0 {
        set += &format!(" & {last}");
    }
    if row.condition & condition::BEFORE_LAST != 0 {
        set += &format!(" & ~{last}");
    }
    if row.condition & condition::FROM_HOME != 0 {
        set += " & select(0x00000000ff000000lu, 0x000000ff00000000lu, black_to_move(p))";
    }
    set
}

fn origin(index: usize, row: &Row) -> String {
    let back = either(
        &reach(row, row.direction(false) ^ 1, "to"),
        &reach(row, row.direction(true) ^ 1, "to"),
    );
    format!("{back} & sources_{index}(p, m)")
}

fn reach(row: &Row, direction: usize, from: &str) -> String {
    match row.most {
        1 => format!("step_{direction}({from})"),
        2 => format!("step_{direction}(step_{direction}({from}) & ~occupied(p))"),
        _ => format!("ray_{direction}({from}, ~occupied(p))"),
    }
}
