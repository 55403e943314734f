//! The names in a page that must be in the source.

use std::fs;

use crate::root;
use crate::source::Source;

/// Returns a column of the tables of a page.
fn column(page: &str, number: usize) -> Vec<String> {
    let text = fs::read_to_string(root().join(page)).unwrap();
    let rows = text.lines().filter(|line| line.starts_with("| "));
    // The first cell of a row is the one before the first line.
    rows.filter_map(|row| Some(row.split(" | ").nth(number - 1)?.to_string())).collect()
}

/// Returns the text between backquotes, with `a::{b, c}` written out.
fn names(cell: &str) -> Vec<String> {
    let quoted = cell.split('`').skip(1).step_by(2);
    quoted
        .flat_map(|name| match name.split_once("::{") {
            Some((owner, members)) => members
                .trim_end_matches('}')
                .split(", ")
                .map(|member| format!("{owner}::{member}"))
                .collect(),
            None => vec![name.to_string()],
        })
        .collect()
}

fn missing(page: &str, number: usize) -> Vec<String> {
    let source = Source::read();
    let names = column(page, number).iter().flat_map(|cell| names(cell)).collect::<Vec<_>>();
    assert!(names.len() > 10, "{page}: {}", names.len());
    names.into_iter().filter(|name| !source.has(name)).collect()
}

#[test]
fn every_name_beside_one_of_crafty_is_in_the_source() {
    assert_eq!(missing("book/src/crafty.md", 3), Vec::<String>::new());
}

/// Returns the names of one version in the list of Crafty's names.
fn names_of(version: &str) -> Vec<String> {
    let list = fs::read_to_string(root().join("data/crafty-names.txt")).unwrap();
    let heading = format!("# {version}");
    let from = list.lines().skip_while(|line| *line != heading).skip(1);
    from.take_while(|line| !line.starts_with('#')).map(String::from).collect()
}

#[test]
fn every_name_of_craftys_parallel_search_has_a_row() {
    let page = "book/src/crafty.md";
    let same = column(page, 2).iter().map(|cell| cell.contains("the same")).collect::<Vec<_>>();
    let old = column(page, 1);
    for (version, number) in [("22.1", 1), ("25.2", 2)] {
        let wanted = names_of(version);
        assert!(wanted.len() > 30, "{version}: {}", wanted.len());
        let mut quoted: Vec<_> = column(page, number).iter().flat_map(|cell| names(cell)).collect();
        if version == "25.2" {
            // These cells say "the same" as in the column before.
            quoted.extend(
                old.iter().zip(&same).filter(|(_, same)| **same).flat_map(|(cell, _)| names(cell)),
            );
        }
        let missing: Vec<_> = wanted.iter().filter(|name| !quoted.contains(name)).collect();
        assert!(missing.is_empty(), "{version}: {missing:?}");
    }
}

#[test]
fn every_name_in_the_glossary_is_in_the_source() {
    assert_eq!(missing("book/src/glossary.md", 1), Vec::<String>::new());
}

#[test]
fn braces_are_written_out() {
    assert_eq!(names("`A::{b, c}` and `d`"), ["A::b", "A::c", "d"]);
}
