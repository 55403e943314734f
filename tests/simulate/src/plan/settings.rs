//! Options with random values, in random order.

use super::Protocol;
use crate::board::Variant;
use crate::dice::Dice;

/// An option as UCI names it, and its values. A button has none.
type Choices = (&'static str, &'static [&'static str]);

/// The size of a team, and what starts it. A program starts no more workers than there are processors, unless
/// `Oversubscribe` says so.
const TEAM: [Choices; 4] = [
    ("Threads", &["1", "2", "3", "4", "5", "8"]),
    ("Backend", &["fork", "fork", "thread"]),
    ("Algorithm", &["dts", "dts", "ybwc", "lazy", "abdada", "shared-table", "aphid", "root"]),
    ("Hash", &["1", "2", "5", "16"]),
];

const CHESS: &[Choices] = &[
    ("MultiPV", &["1", "1", "2", "4"]),
    ("Move Overhead", &["0", "15", "100"]),
    ("Ponder", &["true", "false"]),
    ("UCI_ShowWDL", &["true", "false"]),
    ("UCI_LimitStrength", &["false", "false", "true"]),
    ("UCI_Elo", &["800", "2000", "3200"]),
    ("Skill", &["100", "100", "1", "50"]),
    ("Contempt", &["-200", "0", "30"]),
    ("OwnBook", &["true", "false"]),
    ("Book File", &["book.bin", "book.bin", "missing.bin"]),
    ("Best Book Move", &["true", "false"]),
    ("Book Width", &["1", "256"]),
    ("Book Learning", &["true", "false"]),
    ("Search", &["alpha-beta", "alpha-beta", "alpha-beta", "monte-carlo"]),
    ("Monte Carlo Mode", &["leaf", "root", "tree-global", "tree-local", "tree-lockfree"]),
    ("Monte Carlo Leaf", &["search", "shallow", "quiescence", "random"]),
    ("Hash File", &["hash.bin", "hash.bin", "folder/hash.bin"]),
    ("Save Hash", &[]),
    ("Load Hash", &[]),
    ("Clear Hash", &[]),
    ("Use NNUE", &["true", "true", "false"]),
    ("Swindle", &["true", "false"]),
    ("UCI_AnalyseMode", &["true", "false"]),
    ("Personality", &["mine", ""]),
];

const XIANGQI: &[Choices] = &[
    ("MultiPV", &["1", "1", "2", "4"]),
    ("Move Overhead", &["0", "15", "100"]),
    ("Ponder", &["true", "false"]),
    ("Clear Hash", &[]),
];

/// Returns the lines before the first search.
pub(super) fn draw(dice: &mut Dice, variant: Variant, protocol: Protocol) -> Vec<String> {
    let mut lines = Vec::new();
    let of_variant = if variant == Variant::Chess { CHESS } else { XIANGQI };
    for choices in TEAM.iter().chain(of_variant) {
        if TEAM.contains(choices) || dice.one_in(4) {
            lines.push(set(dice, choices, protocol));
        }
    }
    if variant == Variant::Chess {
        lines.extend(of_machine(dice, protocol));
    }
    dice.shuffle(&mut lines);
    lines
}

/// Returns a few lines between two searches.
pub(super) fn between_searches(
    dice: &mut Dice,
    variant: Variant,
    protocol: Protocol,
) -> Vec<String> {
    let new_game = if protocol == Protocol::Uci { "ucinewgame" } else { "" };
    let count = dice.between(1, 3);
    let mut lines: Vec<_> = (0..count).map(|_| one(dice, variant, protocol)).collect();
    if !new_game.is_empty() && dice.one_in(3) {
        lines.push(new_game.into());
    }
    if protocol == Protocol::Xboard && dice.one_in(4) {
        lines.push(dice.pick(&["savegame saved.pgn", "personality save mine"]).into());
    }
    lines
}

/// Returns a line that sets an option.
pub(super) fn one(dice: &mut Dice, variant: Variant, protocol: Protocol) -> String {
    let of_variant = if variant == Variant::Chess { CHESS } else { XIANGQI };
    let choices = if dice.one_in(3) { dice.pick(&TEAM) } else { dice.pick(of_variant) };
    set(dice, &choices, protocol)
}

/// Returns the lines about the machine and the files. The folder of the logs is that of the session.
fn of_machine(dice: &mut Dice, protocol: Protocol) -> Vec<String> {
    let mut lines = vec![set(dice, &("Oversubscribe", &["true"]), protocol)];
    if dice.one_in(2) {
        lines.push(set(dice, &("Debug Log File", &["debug.log"]), protocol));
    }
    if protocol == Protocol::Xboard {
        lines.push(set(dice, &("Game Log", &["true", "true", "false"]), protocol));
        lines.push(set(dice, &("Log Folder", &["logs"]), protocol));
    }
    lines
}

fn set(dice: &mut Dice, &(name, values): &Choices, protocol: Protocol) -> String {
    let value = (!values.is_empty()).then(|| dice.pick(values));
    match (protocol, value) {
        (Protocol::Uci, None) => format!("setoption name {name}"),
        (Protocol::Uci, Some(value)) => format!("setoption name {name} value {value}"),
        (Protocol::Ucci, None) => format!("setoption {}", name.replace(' ', "")),
        (Protocol::Ucci, Some(value)) => format!("setoption {} {value}", name.replace(' ', "")),
        (Protocol::Xboard, None) => format!("option {}", name.replace(' ', "")),
        (Protocol::Xboard, Some(value)) => in_xboard(name, value),
    }
}

/// xboard has commands of its own for three options.
fn in_xboard(name: &str, value: &str) -> String {
    let value = match value {
        "true" => "1",
        "false" => "0",
        value => value,
    };
    match name {
        "Threads" => format!("cores {value}"),
        "Hash" => format!("memory {value}"),
        "Ponder" => if value == "1" { "hard" } else { "easy" }.into(),
        _ => format!("option {}={value}", name.replace(' ', "")),
    }
}
