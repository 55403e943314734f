//! The options that UCI clients see.

use cleave_io::option::OptionState;

/// Options for which UCI has no words, or which it leaves to the GUI: offers, the size of the table by the time
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

/// Returns true if the option makes sense in UCI.
pub(super) fn is_offered(option: &OptionState) -> bool {
    !MEANINGLESS.contains(&option.name)
}
