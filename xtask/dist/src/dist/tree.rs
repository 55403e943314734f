//! Everything in the tree that is not a program.

use std::error::Error;
use std::fs;
use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;
use cleave::arguments::Arguments;

use super::builds::ENGINE;
use super::{Platform, notices};

/// Files of the repository, and their places.
const COPIES: &[(&str, &str)] = &[
    ("README.md", "share/doc/cleave/README.md"),
    ("book/src/play.md", "share/doc/cleave/playing.md"),
    ("LICENSE", "share/doc/cleave/LICENSE"),
    ("CHANGELOG.md", "share/doc/cleave/CHANGELOG.md"),
];

/// By these xboard finds the engines that are installed: the command, and the variants it plays.
const PLUGINS: &[(&str, &str)] = &[
    ("share/games/plugins/xboard/cleave.eng", "plugin spec 0.0\ncleave\nchess,fischerandom\n"),
    ("share/games/plugins/uci/cleave.eng", "plugin spec 0.0\ncleave\nchess,fischerandom\n"),
];

/// Where each shell looks for completions, and by which name.
const COMPLETIONS: &[(Shell, &str)] = &[
    (Shell::Bash, "share/bash-completion/completions/cleave"),
    (Shell::Zsh, "share/zsh/vendor-completions/_cleave"),
    (Shell::Fish, "share/fish/vendor_completions.d/cleave.fish"),
];

/// Adds the manual page, completions, the files for xboard, and what there is to read.
pub(super) fn add_documents(root: &Path, tree: &Path) -> Result<(), Box<dyn Error>> {
    for (from, to) in COPIES {
        write(tree, to, &fs::read(root.join(from)).map_err(|error| format!("{from}: {error}"))?)?;
    }
    for (place, text) in PLUGINS {
        write(tree, place, text.as_bytes())?;
    }
    for &(shell, place) in COMPLETIONS {
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut Arguments::command(), "cleave", &mut text);
        write(tree, place, &text)?;
    }
    write(tree, "share/man/man6/cleave.6", &manual()?)
}

/// Adds the licences of the crates in the programs.
pub(super) fn add_notices(
    root: &Path,
    platform: Platform,
    tree: &Path,
) -> Result<(), Box<dyn Error>> {
    let text = notices::notices(root, &[ENGINE], platform.target())?;
    write(tree, "share/doc/cleave/THIRD-PARTY-LICENSES", text.as_bytes())
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

    #[test]
    fn completions_know_the_subcommands() {
        let tree = std::env::temp_dir().join(format!("cleave-dist-{}", std::process::id()));
        let root = tool::repository().unwrap();
        add_documents(&root, &tree).unwrap();
        for (_, place) in COMPLETIONS {
            assert!(fs::read_to_string(tree.join(place)).unwrap().contains("bench"), "{place}");
        }
        fs::remove_dir_all(&tree).unwrap();
    }
}
