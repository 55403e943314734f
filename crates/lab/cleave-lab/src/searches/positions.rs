//! The positions to search.

use std::path::{Path, PathBuf};

use cleave_board::Position;
use cleave_kit::files::read_text;
use cleave_kit::{Error, Result};
use cleave_movegen::legal_moves;

/// The files read by default: the positions of the DTS article, and more varied ones.
const DEFAULT: [&str; 2] = ["data/dts24.epd", "data/broad.epd"];

/// A position of a file, of chess or of another game.
pub(crate) struct TestPosition<P = Position> {
    /// The file's name, without its extension.
    pub(crate) set: String,
    /// The position's id in the file, or its number there.
    pub(crate) id: String,
    pub(crate) fen: String,
    pub(crate) position: P,
}

impl<P> TestPosition<P> {
    /// Returns the file and the id.
    pub(crate) fn name(&self) -> String {
        format!("{} {}", self.set, self.id)
    }
}

/// Reads the positions of all files.
pub(crate) fn read(files: &[PathBuf]) -> Result<Vec<TestPosition>> {
    read_by(files, &DEFAULT, parse)
}

/// Reads the positions of all files, or of the default ones if there are none, by the parser of a game.
pub(crate) fn read_by<P>(
    files: &[PathBuf],
    default: &[&str],
    parse: impl Fn(&str, &str) -> Result<Vec<TestPosition<P>>, String>,
) -> Result<Vec<TestPosition<P>>> {
    let files: Vec<&Path> = match files {
        [] => default.iter().map(Path::new).collect(),
        files => files.iter().map(PathBuf::as_path).collect(),
    };
    let mut entries = Vec::new();
    for file in files {
        let text = read_text(file)?;
        let set = file.file_stem().unwrap_or_default().to_string_lossy();
        let of_file = parse(&set, &text).map_err(|reason| Error::of_file(file, reason))?;
        if of_file.is_empty() {
            return Err(Error::of_file(file, "no position in the file"));
        }
        entries.extend(of_file);
    }
    Ok(entries)
}

/// Returns the position with this id in a file.
pub(crate) fn with_id(file: &PathBuf, id: &str) -> Result<TestPosition> {
    let mut positions = read(std::slice::from_ref(file))?.into_iter();
    let found = positions.find(|position| position.id == id);
    found.ok_or_else(|| Error::of_file(file, format!("no position {id}")))
}

/// Returns the positions of a text: FEN or EPD, one to a line; comments begin with `#`.
pub(crate) fn parse(set: &str, text: &str) -> Result<Vec<TestPosition>, String> {
    parse_lines(set, text, |line| {
        let fen = line.split_whitespace().take(4).collect::<Vec<_>>().join(" ");
        let position = Position::from_fen(&fen).map_err(|error| error.to_string())?;
        let has_moves = !legal_moves(&position).is_empty();
        has_moves.then_some((fen, position)).ok_or_else(|| NO_LEGAL_MOVE.into())
    })
}

/// The message about a position that cannot be searched.
pub(crate) const NO_LEGAL_MOVE: &str = "no legal move in the position";

/// Returns the positions of a text; `read` reads the FEN of a line and its position.
pub(crate) fn parse_lines<P>(
    set: &str,
    text: &str,
    read: impl Fn(&str) -> Result<(String, P), String>,
) -> Result<Vec<TestPosition<P>>, String> {
    let lines =
        text.lines().map(str::trim).filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .enumerate()
        .map(|(index, line)| {
            let (fen, position) = read(line).map_err(|reason| format!("{reason}: {line}"))?;
            let id = id(line).unwrap_or_else(|| (index + 1).to_string());
            Ok(TestPosition { set: set.into(), id, fen, position })
        })
        .collect()
}

/// Returns the operand of the EPD operation `id`.
fn id(line: &str) -> Option<String> {
    let mut text = line.split_once("id \"")?.1.chars().peekable();
    let mut id = String::new();
    while let Some(character) = text.next().filter(|&character| character != '"') {
        let escaped = text.next_if(|next| character == '\\' && matches!(next, '"' | '\\'));
        id.push(escaped.unwrap_or(character));
    }
    Some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn epd_fen_and_comments_are_read() {
        let text = "# two\n8/8/4k3/8/8/4K3/4P3/8 w - - id \"a b\"; c0 \"x\";\n\n8/8/4k3/8/8/4K3/4P3/8 b - - 0 1\n";
        let entries = parse("s", text).unwrap();
        assert_eq!(entries.iter().map(|e| e.id.as_str()).collect::<Vec<_>>(), ["a b", "2"]);
        assert_eq!(entries[1].fen, "8/8/4k3/8/8/4K3/4P3/8 b - -");
    }

    #[test]
    fn an_id_is_read_as_epd_writes_it() {
        let named = |id: &str| parse("s", &format!("8/8/4k3/8/8/8/4P3/4K3 w - - id {id};"));
        for (written, id) in
            [(r#""a \"b\" \\ c""#, r#"a "b" \ c"#), (r#""a\b""#, r"a\b"), (r#""""#, "")]
        {
            assert_eq!(named(written).unwrap()[0].id, id);
        }
    }

    #[test]
    fn a_line_that_is_not_a_position_is_shown() {
        assert!(parse("s", "nonsense").err().unwrap().contains("nonsense"));
    }

    #[test]
    fn mate_and_stalemate_are_refused() {
        for fen in ["7k/5KQ1/8/8/8/8/8/8 b - -", "7k/5Q2/6K1/8/8/8/8/8 b - -"] {
            assert!(parse("s", fen).err().unwrap().contains("no legal move"), "{fen}");
        }
    }

    #[test]
    fn default_files_are_complete() {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."));
        let files = DEFAULT.map(|file| root.join(file));
        let entries = read(&files).unwrap();
        for set in ["dts24", "broad"] {
            let mut ids: Vec<_> = entries.iter().filter(|e| e.set == set).map(|e| &e.id).collect();
            assert_eq!(ids.len(), 24, "{set}");
            ids.sort();
            ids.dedup();
            assert_eq!(ids.len(), 24, "{set}: an id occurs twice");
        }
        let mut fens: Vec<_> = entries.iter().map(|entry| &entry.fen).collect();
        fens.sort();
        fens.dedup();
        assert_eq!(fens.len(), 48);
    }
}
