//! Commands of Crafty that are not here, and why. docs/for-crafty-users.md has all of Crafty's
//! commands.

/// Why this command of Crafty is not here; `None` if it is, or is none of Crafty's.
pub fn reason(name: &str) -> Option<&'static str> {
    let name = if name.starts_with(SHELL) { SHELL } else { name };
    DECLINED.iter().find(|(names, _)| names.contains(&name)).map(|(_, why)| *why)
}

/// What begins a line for the shell.
const SHELL: &str = "!";

/// Names, and why there are no commands of these names.
#[rustfmt::skip]
pub(crate) const DECLINED: &[(&[&str], &str)] = &[
    (&[SHELL], "lines may come from a chess server, and run no programs"),
    (&["@"], "no variant with drops is played"),
    (&["null", "lmr", "lmp", "selective", "extension"],
        "the numbers of the search are tuned together and fixed, see docs/tuning.md"),
    (&["evaluation", "scale"],
        "the weights of the evaluation are tuned together and fixed, see docs/tuning.md"),
    (&["smpgsl", "smpgsd"],
        "every node above the split frontier can be shared; smpmin, smpshare and smpidle set the frontier"),
    (&["smpaffinity", "affinity"],
        "the system chooses processors; 'taskset -c 0-7 cleave' binds the program to some"),
    (&["smpnice"], "idle workers sleep after smpspin microseconds"),
    (&["smpnuma", "smpnodes"],
        "memory is laid out by the system, whose numactl can spread it over the nodes"),
    (&["autotune"],
        "where a team splits was settled by measurement; the smp commands change it by hand"),
    (&["trace"], "a tree is too large to print; analyze shows its best lines"),
    (&["debug", "beep", "bogus"], "it does nothing in Crafty either"),
    (&["perf"], "perft measures how fast moves are generated and made"),
    (&["hashp"], "each worker has a pawn table of a fixed size"),
    (&["phash"], "there is no table of paths"),
    (&["cache"], "the system caches the endgame tables"),
    (&["bookw"], "a move in a book has one weight; 'book random' and 'book width' choose by it"),
    (&["show"], "bk shows the moves of the book"),
    (&["store"], "no values are kept from game to game"),
    (&["import"], "'cleave book learn' adds the results of games to a book"),
    (&["bookpath"], "'option Book File=FILE' names the book"),
    (&["logpath"], "'cleave --log FILE' names the log"),
    (&["perspath"], "personalities lie beside the configuration file"),
    (&["rcpath"], "'cleave --config FILE' names the configuration file"),
    (&["list"],
        "opponents are not told apart by name; rating, resign and draw set the manners of a game"),
    (&["speech"], "there is no sound but that of alarm"),
    (&["flag"], "the GUI or the server ends a game on time"),
    (&["linelength"], "no line is wrapped"),
    (&["output"], "people read short algebraic moves, and GUIs get coordinates"),
    (&["annotatet"], "there is no LaTeX; annotate writes PGN, and annotateh HTML"),
    (&["epdhelp"], "the command lines 'cleave test' and 'cleave analyse' work on EPD"),
    (&["title"], "titles belong to Crafty's test files; here suites are EPD"),
];
