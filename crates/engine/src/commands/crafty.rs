//! The page for users of Crafty (book/src/crafty-commands.md), from the tables of commands.

use std::fmt;

use super::declined::DECLINED;
use crate::conversation::protocol::Protocol;
use crate::protocols::xboard::Xboard;

/// A command of Crafty, and its counterpart here. In all texts code is between backquotes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Crafty {
    /// Its use in Crafty, equivalent lines here, and a remark.
    Has(&'static str, &'static str, &'static str),
    /// Its use in Crafty, the equivalent command line, and a remark.
    Program(&'static str, &'static str, &'static str),
    /// Its use in Crafty, lines that are refused here, and the reason.
    Lacks(&'static str, &'static str, &'static str),
}

/// Rows for the command line.
const ON_THE_COMMAND_LINE: &[Crafty] = &[
    Crafty::Program(
        "`.craftyrc`, `crafty.rc`",
        "`cleave --config cleave.toml`",
        "options, in TOML; `~/.config/cleave/cleave.toml` is read by itself. Commands go into a file for `input`",
    ),
    Crafty::Program("commands as arguments", "`cleave --hash 64 --cores 2 --option Skill=40`", ""),
    Crafty::Program(
        "`crafty c`",
        "`cleave c`, `cleave --resume`",
        "the last game, from its game log",
    ),
];

/// The text before the tables.
const HEAD: &str = "\
# For users of Crafty

For those who know Crafty's commands. Cleave's console and its xboard mode take commands as Crafty does; the tables have every
command of Crafty 25.2, with those of its help text and of its analysis mode. They are written from the tables of commands in
the source, and a test feeds each example line to the program. In the second column,

* **same** means that the command has the same name and does what you expect; the remark gives the difference, if any;
* **also** gives the line that does it here, under another name;
* **program** gives the command line that does it;
* **declined** means that it is not here. The line shown is refused, with the reason.

On the console the beginning of a name is enough if no other begins so, as in `disp`. An equals sign may follow a name, as in
`hash=512M`. `help all` lists every command with its explanation, `help NAME` explains one.
For the source, see [crafty.md](crafty.md).
";

/// Returns the sections of the page: a title and its rows.
pub fn sections() -> Vec<(&'static str, Vec<Crafty>)> {
    let of_chapters = Xboard.commands().iter().map(|chapter| {
        let rows = chapter.commands.iter().flat_map(|command| command.crafty);
        (chapter.title, rows.copied().collect())
    });
    let declined = DECLINED.iter().filter(|(_, usage, ..)| !usage.is_empty());
    let declined = declined.map(|&(_, usage, lines, why)| Crafty::Lacks(usage, lines, why));
    let others =
        [("On the command line", ON_THE_COMMAND_LINE.to_vec()), ("Not here", declined.collect())];
    of_chapters.chain(others).filter(|(_, rows)| !rows.is_empty()).collect()
}

/// Returns the whole page.
pub fn page() -> String {
    let mut page = String::from(HEAD);
    for (title, rows) in sections() {
        page += &format!("\n## {title}\n\n| Crafty | Cleave | remark |\n|---|---|---|\n");
        rows.iter().for_each(|row| page += &format!("{row}\n"));
    }
    page
}

impl Crafty {
    /// Returns its use in Crafty, the lines that are equivalent or refused here, and the remark.
    pub fn cells(&self) -> (&'static str, &'static str, &'static str) {
        let (Crafty::Has(usage, lines, remark)
        | Crafty::Program(usage, lines, remark)
        | Crafty::Lacks(usage, lines, remark)) = *self;
        (usage, lines, remark)
    }

    /// Returns true if a line here begins with the same name. A command without a name in Crafty, such as a move,
    /// counts.
    fn is_same(&self) -> bool {
        let (usage, lines, _) = self.cells();
        let names = |text| quoted(text).filter_map(|code| code.split(' ').next());
        !usage.contains('`') || names(lines).any(|name| names(usage).any(|same| same == name))
    }
}

/// Returns the texts between backquotes.
pub fn quoted(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.split('`').skip(1).step_by(2)
}

impl fmt::Display for Crafty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self {
            Crafty::Has(..) if self.is_same() => "same",
            Crafty::Has(..) => "also",
            Crafty::Program(..) => "program",
            Crafty::Lacks(..) => "declined",
        };
        let (usage, lines, remark) = self.cells();
        let [usage, lines, remark] = [usage, lines, remark].map(|cell| cell.replace('|', "\\|"));
        let remark = if remark.is_empty() { remark } else { remark + " " };
        write!(f, "| {usage} | {kind}: {lines} | {remark}|")
    }
}
