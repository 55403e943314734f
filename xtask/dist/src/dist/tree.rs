//! Everything in the tree that is not a program.

use std::error::Error;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::CommandFactory;
use clap_complete::Shell;
use cleave::arguments::Arguments;

use super::builds::PACKAGES;
use super::notices;
use super::platform::Platform;

/// Files of the repository that each tree has in its folder of documents.
const COPIES: &[(&str, &str)] = &[
    ("README.md", "README.md"),
    ("book/src/play.md", "playing.md"),
    ("LICENSE", "LICENSE"),
    ("CHANGELOG.md", "CHANGELOG.md"),
];

/// The page of first steps at the top of a tree.
const FIRST_STEPS: &str = "FIRST-STEPS.txt";

const LINUX_PAGE: &str = include_str!("../../pages/linux.txt");
const WINDOWS_PAGE: &str = include_str!("../../pages/windows.txt");
const DEBIAN_PAGE: &str = include_str!("../../pages/debian.txt");

/// The manual page of the other program, which has one command.
const XIANGQI_MANUAL: &str = include_str!("../../pages/cleave-xiangqi.6");

/// What a container is made by, from the tree that needs no library.
const CONTAINER: &str = include_str!("../../pages/Containerfile");

/// By these xboard finds the engines that are installed: the command, and the variants it plays.
const PLUGINS: &[(&str, &str)] = &[
    ("share/games/plugins/xboard/cleave.eng", "plugin spec 0.0\ncleave\nchess,fischerandom\n"),
    ("share/games/plugins/uci/cleave.eng", "plugin spec 0.0\ncleave\nchess,fischerandom\n"),
    ("share/games/plugins/xboard/cleave-xiangqi.eng", "plugin spec 0.0\ncleave-xiangqi\nxiangqi\n"),
];

/// Where each shell looks for completions, and by which name.
const COMPLETIONS: &[(Shell, &str)] = &[
    (Shell::Bash, "share/bash-completion/completions/cleave"),
    (Shell::Zsh, "share/zsh/vendor-completions/_cleave"),
    (Shell::Fish, "share/fish/vendor_completions.d/cleave.fish"),
];

/// Adds all but the programs: what there is to read, and on Linux the manual page, completions, and the files for xboard.
pub(super) fn add_documents(
    root: &Path,
    platform: Platform,
    tree: &Path,
) -> Result<(), Box<dyn Error>> {
    for (from, name) in COPIES {
        let content = fs::read(root.join(from)).map_err(|error| format!("{from}: {error}"))?;
        write(tree, &document(platform, name), &content)?;
    }
    if platform.is_windows() {
        return write(tree, FIRST_STEPS, WINDOWS_PAGE.replace('\n', "\r\n").as_bytes());
    }
    write(tree, FIRST_STEPS, LINUX_PAGE.as_bytes())?;
    if platform == Platform::Static {
        write(tree, "Containerfile", CONTAINER.as_bytes())?;
    }
    for (place, text) in PLUGINS {
        write(tree, place, text.as_bytes())?;
    }
    for &(shell, place) in COMPLETIONS {
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut Arguments::command(), "cleave", &mut text);
        write(tree, place, &text)?;
    }
    write(tree, "share/man/man6/cleave-xiangqi.6", XIANGQI_MANUAL.as_bytes())?;
    write(tree, "share/man/man6/cleave.6", &manual()?)
}

/// Changes documents for the Debian package: it has its own page of first steps, and Debian's name for the list of changes.
pub(super) fn adapt_to_debian(tree: &Path) -> Result<(), Box<dyn Error>> {
    let _ = fs::remove_file(tree.join(FIRST_STEPS));
    let folder = tree.join("share/doc/cleave");
    fs::rename(folder.join("CHANGELOG.md"), folder.join("changelog"))?;
    write(tree, "share/doc/cleave/FIRST-STEPS.txt", DEBIAN_PAGE.as_bytes())
}

/// Adds the licences of the crates in the programs.
pub(super) fn add_notices(
    root: &Path,
    platform: Platform,
    tree: &Path,
) -> Result<(), Box<dyn Error>> {
    let text = notices::notices(root, &PACKAGES, platform.target())?;
    write(tree, &document(platform, "THIRD-PARTY-LICENSES"), text.as_bytes())
}

/// The place of a document in the tree of a platform.
fn document(platform: Platform, name: &str) -> String {
    let folder = if platform.is_windows() { "doc" } else { "share/doc/cleave" };
    format!("{folder}/{name}")
}

/// The paths of all files in a tree, in the order of their names.
pub(super) fn files(tree: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![tree.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found.sort_unstable();
    Ok(found)
}

/// The manual page, from the help of the program; section 6 is that of games.
fn manual() -> Result<Vec<u8>, Box<dyn Error>> {
    let mut command = Arguments::command().name("cleave");
    // Otherwise the subcommands have no names of their own.
    command.build();
    let mut text = Vec::new();
    let title = clap_mangen::Man::new(command.clone()).section("6");
    title.render(&mut text)?;
    for subcommand in command.get_subcommands().filter(|it| it.get_name() != "help") {
        let page = clap_mangen::Man::new(subcommand.clone()).section("6");
        text.extend(format!(".SH \"CLEAVE {}\"\n", subcommand.get_name().to_uppercase()).bytes());
        page.render_description_section(&mut text)?;
        page.render_options_section(&mut text)?;
    }
    Ok(text)
}

fn write(tree: &Path, place: &str, content: &[u8]) -> Result<(), Box<dyn Error>> {
    let path = tree.join(place);
    fs::create_dir_all(path.parent().expect("the file lies in a directory"))?;
    fs::write(&path, content).map_err(|error| format!("{}: {error}", path.display()).into())
}

#[cfg(test)]
mod tests {
    use super::super::builds::Program;
    use super::*;
    use crate::tool;

    #[test]
    fn the_manual_page_describes_every_option_and_subcommand() {
        let text = String::from_utf8(manual().unwrap()).unwrap().replace("\\-", "-");
        let command = Arguments::command();
        let shown = command.get_arguments().filter(|it| !it.is_hide_set());
        for argument in shown.filter_map(|it| it.get_long()) {
            assert!(text.contains(&format!("--{argument}")), "--{argument} is missing");
        }
        for subcommand in command.get_subcommands() {
            let name = subcommand.get_name().to_uppercase();
            assert!(text.contains(&format!("CLEAVE {name}")), "{name} is missing");
        }
    }

    /// The tree of a platform, but for the programs; and its files.
    fn documents(platform: Platform) -> (tempfile::TempDir, Vec<String>) {
        let tree = tempfile::tempdir().unwrap();
        let root = tool::repository().unwrap();
        add_documents(&root, platform, tree.path()).unwrap();
        add_notices(&root, platform, tree.path()).unwrap();
        let files = files(tree.path()).unwrap();
        let name = |file: &PathBuf| file.strip_prefix(tree.path()).unwrap().display().to_string();
        let names = files.iter().map(name).collect();
        (tree, names)
    }

    #[test]
    fn completions_know_the_subcommands() {
        let (tree, _) = documents(Platform::X86_64);
        for (_, place) in COMPLETIONS {
            let text = fs::read_to_string(tree.path().join(place)).unwrap();
            assert!(text.contains("bench"), "{place}");
        }
    }

    #[test]
    fn each_tree_has_licences_and_a_page_and_what_belongs_to_its_system() {
        for platform in Platform::ALL {
            let (tree, names) = documents(platform);
            let has = |name: &str| names.iter().any(|it| it == name);
            for name in
                ["LICENSE", "THIRD-PARTY-LICENSES", "README.md", "playing.md", "CHANGELOG.md"]
            {
                assert!(has(&document(platform, name)), "{platform:?}: {name}");
            }
            let unix = !platform.is_windows();
            assert_eq!(has("share/bash-completion/completions/cleave"), unix);
            for engine in ["cleave", "cleave-xiangqi"] {
                assert_eq!(has(&format!("share/games/plugins/xboard/{engine}.eng")), unix);
                assert_eq!(has(&format!("share/man/man6/{engine}.6")), unix);
            }
            assert_eq!(has("Containerfile"), platform == Platform::Static);
            let page = fs::read_to_string(tree.path().join(FIRST_STEPS)).unwrap();
            let gui = if unix { "\nxboard\n" } else { "\nWinBoard\r\n" };
            for word in [gui, "\nArena", "\nCute Chess", "\nEn Croissant", "\nlichess-bot"] {
                assert!(page.contains(word), "{platform:?}: {word:?}");
            }
            assert_eq!(page.matches("\r\n").count() > 0, platform.is_windows());
        }
    }

    /// A page names only programs and documents that are in the tree.
    #[test]
    fn pages_name_what_is_there() {
        let (_, windows) = documents(Platform::Windows);
        let (_, linux) = documents(Platform::Static);
        for name in ["doc/playing.md", FIRST_STEPS] {
            assert!(windows.iter().any(|it| it == name), "{name}");
        }
        assert!(
            WINDOWS_PAGE.contains("doc\\playing.md") && WINDOWS_PAGE.contains("bin\\cleave.exe")
        );
        for name in ["share/doc/cleave/playing.md", "share/man/man6/cleave.6"] {
            assert!(LINUX_PAGE.contains(name) && linux.iter().any(|it| it == name), "{name}");
        }
        let folders = CONTAINER.lines().filter_map(|line| line.strip_prefix("COPY "));
        let folders: Vec<_> = folders.filter_map(|line| line.split_once(' ')).collect();
        assert_eq!(folders, [("bin", "/bin"), ("lib", "/lib"), ("share/doc", "/share/doc")]);
        assert!(CONTAINER.contains("\nFROM scratch\n"));
    }

    #[test]
    fn the_debian_package_has_every_file() {
        let (tree, _) = documents(Platform::X86_64);
        adapt_to_debian(tree.path()).unwrap();
        assert!(!tree.path().join(FIRST_STEPS).exists());
        let page = tree.path().join("share/doc/cleave").join(FIRST_STEPS);
        assert!(fs::read_to_string(page).unwrap().contains("/usr/games/cleave"));
        for program in Program::all(Platform::X86_64) {
            write(tree.path(), &program.path(Platform::X86_64), b"").unwrap();
        }
        // What cargo-deb packs: files, and folders that end with an asterisk.
        let manifest = include_str!("../../../../crates/engine/Cargo.toml");
        let start = "[\"../../target/dist/debian/";
        let assets = manifest.lines().filter_map(|line| line.trim().strip_prefix(start));
        let packed: Vec<&str> = assets.filter_map(|it| it.split('"').next()).collect();
        let is_packed = |name: &str| {
            let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
            packed.iter().any(|&it| it == name || it.strip_suffix("/*") == Some(folder))
        };
        for file in files(tree.path()).unwrap() {
            let name = file.strip_prefix(tree.path()).unwrap().to_str().unwrap();
            assert!(is_packed(name), "{name} is not in {packed:?}");
        }
        assert!(packed.iter().all(|it| tree.path().join(it.trim_end_matches('*')).exists()));
    }
}
