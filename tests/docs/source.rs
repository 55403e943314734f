//! The names in the source.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{files, root};

/// The files below `crates`, without integration tests.
pub(crate) struct Source {
    files: Vec<(PathBuf, String)>,
}

impl Source {
    pub(crate) fn read() -> Source {
        let crates = root().join("crates");
        let paths = files(&crates, "rs").into_iter();
        let relative = |path: &Path| path.strip_prefix(&crates).unwrap().to_path_buf();
        let files = paths.filter(|path| path.components().any(|part| part.as_os_str() == "src"));
        Source {
            files: files
                .map(|path| (relative(&path), fs::read_to_string(&path).unwrap()))
                .collect(),
        }
    }

    /// Returns whether a function, type, field, variant, module or quoted string has this name. In
    /// `a::b` the name `b` belongs to the type, crate or module `a`.
    pub(crate) fn has(&self, path: &str) -> bool {
        let (owner, name) = path.rsplit_once("::").unwrap_or(("", path));
        let owner = owner.rsplit("::").next().unwrap_or_default();
        let is_type = owner.starts_with(|c: char| c.is_uppercase());
        self.files.iter().any(|(file, text)| match owner {
            "" => defines(text, name) || text.contains(&format!("\"{name}\"")),
            _ if is_type => blocks(text, owner).any(|block| defines(block, name)),
            _ => belongs(file, owner) && (defines(text, name) || belongs(file, name)),
        })
    }
}

/// Returns whether the file is that of a crate or module, or is in its folder.
fn belongs(file: &Path, module: &str) -> bool {
    let stem = file.with_extension("");
    stem.components().any(|part| part.as_os_str().to_string_lossy().replace('-', "_") == module)
}

/// Returns whether the text defines this name.
fn defines(text: &str, name: &str) -> bool {
    let keywords = ["fn", "struct", "enum", "trait", "mod", "const", "type"];
    text.lines().map(str::trim).filter(|line| !line.starts_with("//")).any(|line| {
        let words: Vec<&str> = words(line).collect();
        let is_item = words.windows(2).any(|pair| keywords.contains(&pair[0]) && pair[1] == name);
        is_item || is_field_or_variant(line, name)
    })
}

/// Accepts `name: Type,`, `Name,`, `Name(Type),` and `Name { ... }`, with or without `pub`.
fn is_field_or_variant(line: &str, name: &str) -> bool {
    let line = match line.strip_prefix("pub") {
        Some(rest) if rest.starts_with('(') => rest.split_once(") ").map_or(rest, |(_, rest)| rest),
        Some(rest) if rest.starts_with(' ') => rest.trim_start(),
        _ => line,
    };
    let Some(rest) = line.strip_prefix(name) else { return false };
    let ends = [",", ": ", "("].iter().any(|end| rest.starts_with(end));
    ends && line.ends_with(',')
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// Returns the definitions and implementations of a type or trait that begin in the first column.
fn blocks<'a>(text: &'a str, owner: &'a str) -> impl Iterator<Item = &'a str> {
    let starts = text.match_indices('\n').map(|(at, _)| at + 1);
    starts.filter_map(move |at| {
        let text = &text[at..];
        let header = text.lines().next()?;
        if !is_of(header, owner) {
            return None;
        }
        let end = if header.ends_with([';', '}']) { header.len() } else { text.find("\n}")? };
        Some(&text[..end])
    })
}

/// Returns whether the line begins the definition or an implementation of a type or trait.
fn is_of(header: &str, owner: &str) -> bool {
    if header.starts_with([' ', '/']) {
        return false;
    }
    let plain = without_parameters(header);
    let words: Vec<&str> = words(&plain).collect();
    if let Some(at) = words.iter().position(|word| ["struct", "enum", "trait"].contains(word)) {
        return words.get(at + 1) == Some(&owner);
    }
    let implemented = plain.split(" where ").next().and_then(|plain| plain.rsplit(" for ").next());
    words.contains(&"impl") && implemented.is_some_and(|on| self::words(on).any(|it| it == owner))
}

/// Returns the line without the text between `<` and `>`.
fn without_parameters(line: &str) -> String {
    let mut depth = 0;
    let mut kept = String::new();
    for c in line.chars() {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            _ if depth == 0 => kept.push(c),
            _ => {}
        }
    }
    kept
}

#[test]
fn a_method_belongs_only_to_its_type() {
    let text = "\nimpl<'a, N: Node> Driver for Worker<'a, N> {\n    pub(crate) fn step(&self) {}\n}\n\
                pub enum Kind {\n    First,\n    Second(u8),\n}\nstruct Alone;\n";
    let has = |owner, name| blocks(text, owner).any(|block| defines(block, name));
    assert!(has("Worker", "step") && has("Kind", "First") && has("Kind", "Second"));
    assert!(!has("Node", "step") && !has("Driver", "step") && !has("Worker", "First"));
    assert!(!has("Kind", "Third") && !has("Alone", "step"));
}
