//! Links between the pages.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::{files, pages, prose, root};

/// Returns the pages, with those about the past.
fn pages_and_logs() -> Vec<PathBuf> {
    let root = root();
    let logs = files(&root.join("docs/log"), "md");
    pages().into_iter().chain(logs).chain([root.join("CHANGELOG.md")]).collect()
}

/// Returns the targets of the links to other pages or to headings.
fn targets(text: &str) -> Vec<&str> {
    let inline = prose(text).flat_map(|line| line.split("](").skip(1));
    let targets = inline.filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.contains("://")).collect()
}

/// Returns the anchors of the headings, as GitHub makes them.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = prose(text).filter(|line| line.starts_with('#'));
    headings.map(|line| anchor(line.trim_start_matches('#').trim())).collect()
}

fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || "-_ ".contains(*c));
    kept.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Returns the broken links.
fn broken(page: &Path, text: &str) -> Vec<String> {
    let leads_somewhere = |target: &&str| {
        let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
        let linked = page.with_file_name(path);
        match (path, anchor) {
            ("", anchor) => anchors(text).contains(anchor),
            (_, "") => linked.exists(),
            _ => fs::read_to_string(linked).is_ok_and(|text| anchors(&text).contains(anchor)),
        }
    };
    let broken = targets(text).into_iter().filter(|target| !leads_somewhere(target));
    broken.map(|target| format!("{}: {target}", page.display())).collect()
}

#[test]
fn links_between_pages_are_valid() {
    let of_page = |page: PathBuf| broken(&page, &fs::read_to_string(&page).unwrap());
    assert_eq!(
        pages_and_logs().into_iter().flat_map(of_page).collect::<Vec<_>>(),
        Vec::<String>::new()
    );
}

#[test]
fn broken_links_are_found() {
    let page = root().join("README.md");
    let text =
        "# A `b`: c\n[good](#a-b-c) [bad](#a-b) ![bad](docs/none.md)\n```\n[code](none)\n```\n";
    assert_eq!(broken(&page, text).len(), 2, "{:?}", broken(&page, text));
}
