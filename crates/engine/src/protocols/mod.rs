//! The protocols, a folder for each.
//!
//! The program starts as a [`console`]. A GUI's first line switches to its protocol: it is a row of the console's table
//! whose action names the protocol.

pub mod console;
mod game_keeper;
pub mod uci;
pub mod xboard;

#[cfg(test)]
mod tests {
    use super::console::Console;
    use super::uci::Uci;
    use super::xboard::Xboard;
    use crate::commands::declined::{self, DECLINED, TRIED};
    use crate::conversation::protocol::{Command, Protocol};
    use crate::game::move_text::looks_like_move;
    use crate::game_keeping::USER_MOVE;

    /// Returns the commands of each protocol.
    fn tables() -> [Vec<&'static Command>; 3] {
        let protocols: [&dyn Protocol; 3] = [&Console, &Xboard, &Uci];
        protocols.map(|it| it.commands().iter().flat_map(|chapter| chapter.commands).collect())
    }

    #[test]
    fn names_are_unique_and_every_command_is_explained() {
        for commands in tables() {
            let mut names: Vec<&str> = Vec::new();
            for command in commands {
                names.extend(command.names);
                assert!(!command.help.is_empty(), "{:?}", command.names);
            }
            let count = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), count);
        }
    }

    #[test]
    fn no_command_hides_a_move() {
        for name in tables().iter().flatten().flat_map(|command| command.names) {
            assert!(!looks_like_move(name), "{name}");
        }
    }

    #[test]
    fn bare_moves_are_recognised() {
        for text in ["e2e4", "e7e8q", "Nf3", "O-O", "exd5", "e2e5", "1. e4", "E2E4"] {
            let parsed = Xboard.read(text);
            assert_eq!((parsed.name, parsed.arguments), (USER_MOVE, text));
        }
        for text in ["foo", "e2e4 please", "!", "e9e4"] {
            assert_eq!(Xboard.read(text).name, "", "{text}");
        }
        let parsed = Console.read("usermove  Nf3 ");
        assert_eq!((parsed.name, parsed.arguments), (USER_MOVE, "Nf3"));
    }

    #[test]
    fn declined_names_are_not_commands() {
        let declined = DECLINED.iter().flat_map(|(names, ..)| *names);
        for name in declined.chain(TRIED.iter().flat_map(|(names, _)| *names)) {
            assert!(Console.find(name).is_none(), "{name}");
            assert!(declined::reason(name).is_some(), "{name}");
        }
        assert!(declined::reason("!ls").is_some() && declined::reason("xyzzy").is_none());
    }
}
