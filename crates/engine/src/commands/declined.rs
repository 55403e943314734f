//! Commands of Crafty that are not here, and why. docs/for-crafty-users.md has all of Crafty's
//! commands.

/// Commands that are declined for the same reason.
pub(crate) struct Declined {
    pub(crate) names: &'static [&'static str],
    why: &'static str,
}

/// A row of the table.
const fn declined(names: &'static [&'static str], why: &'static str) -> Declined {
    Declined { names, why }
}

/// Why this command of Crafty is not here; `None` if it is, or is none of Crafty's.
pub fn reason(name: &str) -> Option<&'static str> {
    let name = if name.starts_with(SHELL) { SHELL } else { name };
    DECLINED.iter().find(|row| row.names.contains(&name)).map(|row| row.why)
}

/// What begins a line for the shell.
const SHELL: &str = "!";

pub(crate) const DECLINED: &[Declined] = &[
    declined(&[SHELL], "lines may come from a chess server, and run no programs"),
    declined(&["@"], "no variant with drops is played"),
    declined(
        &["null", "lmr", "lmp", "selective", "extension"],
        "the numbers of the search are tuned together and fixed, see docs/tuning.md",
    ),
    declined(
        &["evaluation", "scale"],
        "the weights of the evaluation are tuned together and fixed, see docs/tuning.md",
    ),
    declined(
        &["smpgsl", "smpgsd"],
        "every node above the split frontier can be shared; smpmin, smpshare and smpidle set the frontier",
    ),
    declined(
        &["smpaffinity", "affinity"],
        "the system chooses processors; 'taskset -c 0-7 cleave' binds the program to some",
    ),
    declined(&["smpnice"], "idle workers sleep after smpspin microseconds"),
    declined(
        &["smpnuma", "smpnodes"],
        "memory is laid out by the system, whose numactl can spread it over the nodes",
    ),
    declined(
        &["autotune"],
        "where a team splits was settled by measurement; the smp commands change it by hand",
    ),
    declined(&["trace"], "a tree is too large to print; analyze shows its best lines"),
    declined(&["debug", "beep", "bogus"], "it does nothing in Crafty either"),
    declined(&["perf"], "perft measures how fast moves are generated and made"),
    declined(&["hashp"], "each worker has a pawn table of a fixed size"),
    declined(&["phash"], "there is no table of paths"),
    declined(&["cache"], "the system caches the endgame tables"),
    declined(
        &["bookw"],
        "a move in a book has one weight; 'book random' and 'book width' choose by it",
    ),
    declined(&["show"], "bk shows the moves of the book"),
    declined(&["store"], "no values are kept from game to game"),
    declined(&["import"], "'cleave book learn' adds the results of games to a book"),
    declined(&["bookpath"], "'option Book File=FILE' names the book"),
    declined(&["logpath"], "'cleave --log FILE' names the log"),
    declined(&["perspath"], "personalities lie beside the configuration file"),
    declined(&["rcpath"], "'cleave --config FILE' names the configuration file"),
    declined(
        &["list"],
        "opponents are not told apart by name; rating, resign and draw set the manners of a game",
    ),
    declined(&["speech"], "there is no sound but that of alarm"),
    declined(&["flag"], "the GUI or the server ends a game on time"),
    declined(&["linelength"], "no line is wrapped"),
    declined(&["output"], "people read short algebraic moves, and GUIs get coordinates"),
    declined(&["annotatet"], "there is no LaTeX; annotate writes PGN, and annotateh HTML"),
    declined(&["epdhelp"], "the command lines 'cleave test' and 'cleave analyse' work on EPD"),
    declined(&["title"], "titles belong to Crafty's test files; here suites are EPD"),
];
