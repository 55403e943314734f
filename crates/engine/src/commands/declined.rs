//! Words that are no commands here, and what to use instead: those of Crafty, with the reason, and those
//! that newcomers try. docs/for-crafty-users.md has all of Crafty's commands.

/// Why this is no command, or what to use instead; `None` if it is one, or no word that users try.
pub fn reason(name: &str) -> Option<&'static str> {
    let name = if name.starts_with(SHELL) { SHELL } else { name };
    let mut rows = DECLINED.iter().chain(TRIED);
    rows.find(|(names, _)| names.contains(&name)).map(|(_, why)| *why)
}

/// Words that newcomers try, and what they look for.
#[rustfmt::skip]
pub(crate) const TRIED: &[(&[&str], &str)] = &[
    (&["stop", "pause", "halt"], "'exit' ends the analysis, and '?' makes the engine move at once"),
    (&["board", "print"], "'display' shows the board, and 'setboard FEN' sets one up"),
    (&["start", "restart", "newgame"], "'new' begins a game"),
    (&["save"], "'savegame FILE' keeps the game"),
    (&["open"], "'loadgame FILE' puts a game on the board"),
    (&["q", "x", "leave", "close", "logout"], "'quit' leaves the program"),
    (&["play", "switch", "swap"], "'go' makes the engine play the side to move"),
    (&["unmove", "revert"], "'takeback' takes back your move and the answer"),
    (&["castle"], "castling is O-O, on the other wing O-O-O"),
    (&["best", "bestmove", "suggest"], "'hint' shows a good move, and 'analyze' searches for one"),
    (&["threads", "workers"], "'cores N' sets how many workers search"),
];

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
    (&["linelength"], "lines fit the width of the terminal"),
    (&["output"], "people read short algebraic moves, and GUIs get coordinates"),
    (&["annotatet"], "there is no LaTeX; annotate writes PGN, and annotateh HTML"),
    (&["epdhelp"], "the command lines 'cleave test' and 'cleave analyse' work on EPD"),
    (&["title"], "titles belong to Crafty's test files; here suites are EPD"),
];
