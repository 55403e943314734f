//! The options that UCI has.

use cleave_io::option::OptionState;

/// Options about what UCI has no words for, or leaves to the GUI: offers, the size of the table by the time
/// control, the logs of games, and the board.
const MEANINGLESS: &[&str] = &[
    "Offer Draws",
    "Resign Threshold",
    "Adaptive Hash",
    "Adaptive Hash Least",
    "Adaptive Hash Most",
    "Game Log",
    "Log Folder",
    "Unicode Board",
];

/// True if the option makes sense in UCI.
pub(super) fn is_offered(option: &OptionState) -> bool {
    !MEANINGLESS.contains(&option.name)
}
