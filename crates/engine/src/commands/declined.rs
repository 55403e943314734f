//! Words that are not commands here, with the reason or a replacement: Crafty's commands, and words that newcomers try.
//! book/src/crafty-commands.md has all of Crafty's commands.

/// Returns why this is not a command, or its replacement. Returns `None` if it is a command, or a word that users do
/// not try.
pub fn reason(name: &str) -> Option<&'static str> {
    let name = if name.starts_with(SHELL) { SHELL } else { name };
    let declined = DECLINED.iter().map(|(names, _, _, why)| (names, why));
    let mut rows = declined.chain(TRIED.iter().map(|(names, why)| (names, why)));
    rows.find(|(names, _)| names.contains(&name)).map(|(_, why)| *why)
}

/// Words that newcomers try, and the commands that they look for.
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

/// Begins a line for the shell.
const SHELL: &str = "!";

/// Names of Crafty's commands, their arguments there, lines that are refused, and the reasons.
#[rustfmt::skip]
pub(crate) const DECLINED: &[(&[&str], &str, &str, &str)] = &[
    (&[SHELL], "`!COMMAND`", "`!ls`",
        "lines may come from a chess server, and run no programs"),
    (&["@"], "`@`", "`@ e4`",
        "no variant with drops is played"),
    (&["null", "lmr", "lmp", "selective", "extension"], "`lmr`, `lmp`, `null`, `selective`, `extension`", "`lmr 1 7 2 1 2.6`, `lmp 8 3 1.9`, `null 3 10`, `selective 2 3`, `extension 1`",
        "the numbers of the search are tuned together and fixed, see book/src/tuning.md"),
    (&["evaluation", "scale"], "`evaluation`, `scale`", "`evaluation list`, `scale 100`",
        "the weights of the evaluation are tuned together and fixed, see book/src/tuning.md"),
    (&["smpgsl", "smpgsd"], "`smpgsl n`, `smpgsd n`", "`smpgsl 2`, `smpgsd 8`",
        "every node above the split frontier can be shared; smpmin, smpshare and smpidle set the frontier"),
    (&["smpnice"], "`smpnice 0|1`", "`smpnice 1`",
        "idle workers sleep after smpspin microseconds"),
    (&["trace"], "`trace n`", "`trace 3`",
        "a tree is too large to print; analyze shows its best lines"),
    (&["debug", "beep", "bogus"], "`beep`, `bogus`, `debug`", "`beep`, `bogus`, `debug`",
        "it does nothing in Crafty either"),
    (&["perf"], "", "",
        "perft measures how fast moves are generated and made"),
    (&["hashp"], "`hashp n`", "`hashp 1M`",
        "each worker has a pawn table of a fixed size"),
    (&["phash"], "`phash n`", "`phash 1M`",
        "there is no table of paths"),
    (&["cache"], "`cache n`", "`cache 16M`",
        "the system caches the endgame tables"),
    (&["bookw"], "`bookw`", "`bookw freq 1`",
        "a move in a book has one weight; 'book random' and 'book width' choose by it"),
    (&["show"], "`show book`", "`show book`",
        "bk shows the moves of the book"),
    (&["store"], "`store VALUE`", "`store 100`",
        "no values are kept from game to game"),
    (&["import"], "`import FILE`", "`import games.lrn`",
        "'cleave book learn' adds the results of games to a book"),
    (&["bookpath"], "`bookpath`", "`bookpath /tmp`",
        "'option Book File=FILE' names the book"),
    (&["logpath"], "`logpath`", "`logpath /tmp`",
        "'cleave --log FILE' names the log"),
    (&["perspath"], "`perspath`", "`perspath /tmp`",
        "personalities are next to the configuration file"),
    (&["rcpath"], "`rcpath`", "`rcpath /tmp`",
        "'cleave --config FILE' names the configuration file"),
    (&["list"], "`list`", "`list GM +kasparov`",
        "opponents are not distinguished by name; rating, resign and draw control draws and resignation"),
    (&["speech"], "`speech on|off`", "`speech on`",
        "the only sound is the bell of alarm"),
    (&["flag"], "`flag on|off`", "`flag on`",
        "the GUI or the server ends a game on time"),
    (&["linelength"], "`linelength n`", "`linelength 200`",
        "lines fit the width of the terminal"),
    (&["output"], "`output long|short`", "`output long`",
        "people read short algebraic moves, and GUIs get coordinates"),
    (&["annotatet"], "`annotatet`", "`annotatet games.pgn bw 1 1 1`",
        "there is no LaTeX; annotate writes PGN, and annotateh HTML"),
    (&["epdhelp"], "`epdhelp`, the EPD kit", "`epdhelp`",
        "the command lines 'cleave test' and 'cleave analyse' work on EPD"),
    (&["title"], "`title`", "`title mate in 3`",
        "titles belong to Crafty's test files; here suites are EPD"),
];
