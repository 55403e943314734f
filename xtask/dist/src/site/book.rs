//! The book of the site: the pages of `book/src` and pages from elsewhere in the repository, with links between them.
//!
//! A page may link to any file of the repository. In the site such a link leads to the file's page, or to a copy of the file.
//! So every link works without a network.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use crate::tool;

/// Pages from outside of `book/src`: file, name in the site, title.
const GUESTS: [(&str, &str, &str); 12] = [
    ("docs/ARCHITECTURE.md", "source/tour.md", "A tour of the source"),
    ("crates/smp/README.md", "source/smp.md", "The crate cleave-smp"),
    ("docs/splitting.md", "source/testing.md", "Testing the splitting machine"),
    ("docs/log/README.md", "source/log.md", "The log"),
    ("crates/xiangqi/README.md", "guests/xiangqi.md", "Chinese chess"),
    ("crates/mates/README.md", "guests/mates.md", "Mates"),
    ("crates/cluster/README.md", "guests/cluster.md", "A cluster"),
    ("crates/gpu/README.md", "guests/gpu.md", "A graphics processor"),
    ("crates/mcts/README.md", "guests/monte-carlo.md", "Monte-Carlo tree search"),
    ("crates/mcts/MEASURED.md", "guests/monte-carlo-measured.md", "Monte-Carlo, measured"),
    ("crates/movegen/README.md", "guests/movegen.md", "Move generation"),
    ("crates/movegen/PERFT.md", "guests/perft.md", "Perft"),
];

/// Appended to the first page.
const IN_THIS_SITE: &str = "
## In this site

- [Recordings, a laboratory and a game](recordings/index.html): watch workers split a tree, search a position, or play.
- [The documentation of the libraries](api/index.html).
";

/// The first page.
const FIRST: &str = "book/src/introduction.md";

/// The pages of the book itself.
const SOURCE: &str = "book/src";

/// What precedes the target of a link, and what ends it.
const LINKS: [(&str, char); 4] =
    [("](", ')'), ("src=\"", '"'), ("srcset=\"", '"'), ("href=\"", '"')];

/// Builds the book into `folder`. Returns false if there is no mdbook.
///
/// # Errors
/// A page links to a file that does not exist, a file cannot be read or written, or mdbook fails.
pub(super) fn build(root: &Path, folder: &Path) -> Result<bool, Box<dyn Error>> {
    if tool::output(Command::new("mdbook").arg("--version")).is_err() {
        return Ok(false);
    }
    let staged = folder.join(".book");
    stage(root, &staged)?;
    // mdbook empties the folder that it writes to.
    let out = staged.canonicalize()?.join("out");
    tool::output(Command::new("mdbook").arg("build").arg(&staged).arg("--dest-dir").arg(&out))?;
    copy(&out, folder)?;
    fs::remove_dir_all(&staged)?;
    Ok(true)
}

/// Copies a folder with all that is in it.
pub(super) fn copy(from: &Path, to: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &to)?;
        } else {
            fs::copy(entry.path(), to)?;
        }
    }
    Ok(())
}

/// Writes the sources of the book with all its pages into a folder.
fn stage(root: &Path, folder: &Path) -> Result<(), Box<dyn Error>> {
    let source = folder.join("src");
    fs::create_dir_all(&source)?;
    for file in ["book.toml", "pictures.css"] {
        fs::copy(root.join("book").join(file), folder.join(file))?;
    }
    let places = places(root)?;
    for (file, place) in &places {
        let text = included(root, file, &fs::read_to_string(root.join(file))?)?;
        let end = if file == Path::new(FIRST) { IN_THIS_SITE } else { "" };
        let text = text + end;
        let (text, copies) = relinked(root, file, place, &text, &places)?;
        write(&source.join(place), text.as_bytes())?;
        for (from, to) in copies {
            write(&source.join(to), &fs::read(root.join(from))?)?;
        }
    }
    Ok(fs::write(source.join("SUMMARY.md"), summary(root)?)?)
}

/// Returns the files of all pages with their places in the site.
fn places(root: &Path) -> Result<BTreeMap<PathBuf, PathBuf>, Box<dyn Error>> {
    let mut places = BTreeMap::new();
    for folder in [SOURCE.into(), format!("{SOURCE}/measured")] {
        for entry in fs::read_dir(root.join(&folder))? {
            let file = Path::new(&folder).join(entry?.file_name());
            if file.extension().is_some_and(|extension| extension == "md") {
                places.insert(file.clone(), file.strip_prefix(SOURCE)?.into());
            }
        }
    }
    places.remove(&Path::new(SOURCE).join("SUMMARY.md"));
    places.extend(GUESTS.map(|(file, place, _)| (file.into(), place.into())));
    Ok(places)
}

/// Returns the table of contents, with the pages from elsewhere at its end.
fn summary(root: &Path) -> Result<String, Box<dyn Error>> {
    let mut text = fs::read_to_string(root.join(SOURCE).join("SUMMARY.md"))?;
    for (part, begin) in [("The source", "source/"), ("Guests", "guests/")] {
        text += &format!("\n# {part}\n\n");
        for (_, place, title) in GUESTS.iter().filter(|(_, place, _)| place.starts_with(begin)) {
            text += &format!("- [{title}]({place})\n");
        }
    }
    Ok(text)
}

/// Puts files into the places of `{{#include FILE}}`.
fn included(root: &Path, page: &Path, text: &str) -> Result<String, Box<dyn Error>> {
    const MARK: &str = "{{#include ";
    let mut parts = text.split(MARK);
    let mut whole = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (file, rest) = part.split_once("}}").ok_or("an include has no end")?;
        let file = resolved(page, file);
        whole += fs::read_to_string(root.join(file))?.trim_end();
        whole += rest;
    }
    Ok(whole)
}

/// The files that a page needs in the site, with their places.
type Copies = Vec<(PathBuf, PathBuf)>;

/// Returns a page with links that hold in the site, and the files that they lead to.
fn relinked(
    root: &Path,
    page: &Path,
    place: &Path,
    text: &str,
    places: &BTreeMap<PathBuf, PathBuf>,
) -> Result<(String, Copies), Box<dyn Error>> {
    let mut copies = Vec::new();
    let mut is_code = false;
    let mut whole = String::new();
    for line in text.lines() {
        is_code ^= line.starts_with("```");
        let line = if is_code {
            line.into()
        } else {
            LINKS.iter().try_fold(line.to_string(), |line, &(begin, end)| {
                relinked_line(&line, begin, end, |target| {
                    target_in_site(root, page, place, target, places, &mut copies)
                })
            })?
        };
        whole += &line;
        whole.push('\n');
    }
    Ok((whole, copies))
}

/// Replaces each target of a kind of link.
fn relinked_line(
    line: &str,
    begin: &str,
    end: char,
    mut target: impl FnMut(&str) -> Result<String, Box<dyn Error>>,
) -> Result<String, Box<dyn Error>> {
    let mut parts = line.split(begin);
    let mut whole = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (old, rest) = part.split_once(end).unwrap_or((part, ""));
        whole += &format!("{begin}{}{end}{rest}", target(old)?);
    }
    Ok(whole)
}

/// Returns the target of a link of a page in the site. Notes a file that has no page and must be copied.
fn target_in_site(
    root: &Path,
    page: &Path,
    place: &Path,
    target: &str,
    places: &BTreeMap<PathBuf, PathBuf>,
    copies: &mut Copies,
) -> Result<String, Box<dyn Error>> {
    let (path, anchor) =
        target.split_once('#').map_or((target, None), |(path, it)| (path, Some(it)));
    // The command writes these itself.
    if path.is_empty()
        || target.contains("://")
        || ["recordings/", "api/"].iter().any(|own| target.starts_with(own))
    {
        return Ok(target.into());
    }
    let file = resolved(page, path);
    if let Some(linked) = places.get(&file) {
        let anchor = anchor.map_or(String::new(), |anchor| format!("#{anchor}"));
        return Ok(format!("{}{anchor}", from_to(place, linked)));
    }
    if !root.join(&file).is_file() {
        return Err(format!("{}: there is no file {}", page.display(), file.display()).into());
    }
    let copy = match file.strip_prefix(SOURCE) {
        Ok(of_book) => of_book.to_path_buf(),
        Err(_) if file.extension().is_some_and(|it| it == "svg" || it == "png") => {
            Path::new("files").join(&file)
        }
        // Browsers show a text, and would save a program. mdbook would take '.md' in a link for one of its pages.
        Err(_) => {
            let name = file.display().to_string().replace(".md", "-md");
            Path::new("files").join(format!("{name}.txt"))
        }
    };
    copies.push((file, copy.clone()));
    Ok(from_to(place, &copy))
}

/// Returns the path of a link of a page, from the root of the repository.
fn resolved(page: &Path, link: &str) -> PathBuf {
    let mut path = PathBuf::new();
    for part in page.parent().unwrap_or(Path::new("")).join(link).components() {
        match part {
            Component::ParentDir => _ = path.pop(),
            Component::CurDir => {}
            part => path.push(part),
        }
    }
    path
}

/// Returns the relative link from a page of the site to a file of it.
fn from_to(page: &Path, file: &Path) -> String {
    let up = page.components().count() - 1;
    "../".repeat(up) + &file.display().to_string()
}

fn write(path: &Path, content: &[u8]) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(path.parent().ok_or("a file has a folder")?)?;
    fs::write(path, content).map_err(|error| format!("{}: {error}", path.display()).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every link of every page leads to a page or a file.
    #[test]
    fn every_link_of_the_site_resolves() {
        let root = tool::repository().unwrap();
        let places = places(&root).unwrap();
        assert!(places.len() > 25, "{}", places.len());
        for (file, place) in &places {
            let text = fs::read_to_string(root.join(file)).unwrap();
            let text = included(&root, file, &text).unwrap();
            relinked(&root, file, place, &text, &places).unwrap();
        }
    }

    #[test]
    fn the_table_of_contents_has_every_page() {
        let root = tool::repository().unwrap();
        let summary = summary(&root).unwrap();
        for place in places(&root).unwrap().values() {
            assert!(summary.contains(&format!("({})", place.display())), "{}", place.display());
        }
    }

    #[test]
    fn links_lead_to_pages_and_to_copies() {
        let root = tool::repository().unwrap();
        let places = places(&root).unwrap();
        let (page, place) =
            (Path::new("book/src/measured/speedup.md"), Path::new("measured/speedup.md"));
        let relinked = |text: &str| relinked(&root, page, place, text, &places);
        for (text, expected) in [
            ("[a](../virtual-time.md#b)", "[a](../virtual-time.md#b)"),
            ("[a](../../../docs/ARCHITECTURE.md)", "[a](../source/tour.md)"),
            ("[a](../../../Cargo.toml)", "[a](../files/Cargo.toml.txt)"),
            ("[a](../../../docs/log/search.md#b)", "[a](../files/docs/log/search-md.txt)"),
            ("[a](https://a.b/c)", "[a](https://a.b/c)"),
        ] {
            assert_eq!(relinked(text).unwrap().0, format!("{expected}\n"));
        }
        assert_eq!(relinked("```\n[a](none.md)\n```").unwrap().0, "```\n[a](none.md)\n```\n");
        assert_eq!(relinked("[a](../../../Cargo.toml)").unwrap().1.len(), 1);
        let error = relinked("[a](none.md)").unwrap_err().to_string();
        assert!(error.contains("there is no file book/src/measured/none.md"), "{error}");
    }
}
