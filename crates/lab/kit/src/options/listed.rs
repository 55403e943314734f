//! Checks that `cargo xtask` lists all commands of a program, for a test of the program.

use clap::Command;

/// Returns the commands of a program that a text does not list as `("name", "what it does")`.
pub fn unlisted(program: &Command, text: &str) -> Vec<String> {
    let commands = program.get_subcommands().filter(|command| !command.is_hide_set());
    let entry = |command: &Command| {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        format!("({:?}, {about:?})", command.get_name())
    };
    commands.map(entry).filter(|entry| !text.contains(entry)).collect()
}
