//! Tables, for the terminal and in Markdown.

/// Heads of the columns and their widths; the cells of a column of negative width begin at its left.
pub type Columns<'c> = &'c [(&'c str, i32)];

/// Returns a table for the terminal. A cell that is too wide moves those behind it.
pub fn text(columns: Columns<'_>, rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let padded = cells.zip(columns).map(|(cell, (_, width))| {
            let room = width.unsigned_abs() as usize;
            if *width < 0 { format!("{cell:<room$}") } else { format!("{cell:>room$}") }
        });
        padded.collect::<Vec<_>>().join(" ") + "\n"
    };
    let heads = line(&mut columns.iter().map(|(head, _)| *head));
    let rows = rows.into_iter().map(|row| line(&mut row.iter().map(String::as_str)));
    std::iter::once(heads).chain(rows).collect()
}

/// The place of the cells in a column of a table in Markdown.
#[derive(Clone, Copy)]
pub enum Align {
    /// All are figures.
    Right,
    /// The first is a name, the others are figures.
    RightOfName,
    /// All are words.
    Left,
}

/// Returns a table in Markdown. The heads are written as in the table: `name | gain`.
pub fn markdown(align: Align, heads: &str, rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let (first, other) = match align {
        Align::Right => ("---:", "---:"),
        Align::RightOfName => ("---", "---:"),
        Align::Left => ("---", "---"),
    };
    let line = |cells: &str| format!("| {cells} |\n");
    let rule = format!("|{first}|{}\n", format!("{other}|").repeat(heads.matches(" | ").count()));
    let rows = rows.into_iter().map(|row| line(&row.join(" | ")));
    [line(heads), rule].into_iter().chain(rows).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> [Vec<String>; 2] {
        [["dts", "2.00"], ["a long name", "16.00"]].map(|row| row.map(String::from).into())
    }

    #[test]
    fn cells_stand_at_their_side_of_a_column() {
        let table = text(&[("name", -6), ("gain", 6)], rows());
        assert_eq!(table, "name     gain\ndts      2.00\na long name  16.00\n");
    }

    #[test]
    fn markdown_has_a_rule_below_the_heads() {
        let table = markdown(Align::RightOfName, "name | gain", rows());
        assert_eq!(table, "| name | gain |\n|---|---:|\n| dts | 2.00 |\n| a long name | 16.00 |\n");
    }
}
