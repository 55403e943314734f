//! Options that concern the search itself: in a cluster they are the same on all machines, unless one
//! of them is configured otherwise.

use super::state::{OptionState, OptionValue};
use super::{EMPTY, EngineOption, find, set, split, tablebase};
use crate::engine::Engine;

/// Those that are neither about endgame tables nor about splitting.
const OTHERS: [&str; 5] = ["Hash", "Oversubscribe", "Threads", "Backend", "Algorithm"];

/// The option by which the contempt of a search is told.
const CONTEMPT: &str = "Contempt";

/// An option and its value, as a user writes them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The name of the option.
    pub name: &'static str,
    /// Its value.
    pub value: String,
}

impl Setting {
    fn of(OptionState { name, value }: OptionState) -> Setting {
        let value = match value {
            OptionValue::Button => String::new(),
            OptionValue::Check(on) => on.to_string(),
            OptionValue::Spin(number, _) => number.to_string(),
            OptionValue::Choice(chosen, words) => words[chosen].into(),
            OptionValue::File(path) if path.is_empty() => EMPTY.into(),
            OptionValue::File(path) => path,
        };
        Setting { name, value }
    }

    /// The contempt of a search, in centipawns: that in force, whatever the option says.
    pub(crate) fn contempt(centipawns: i32) -> Setting {
        Setting { name: CONTEMPT, value: centipawns.to_string() }
    }
}

/// The options that concern the search, with their values.
pub(crate) fn settings(engine: &Engine) -> Vec<Setting> {
    options().map(|option| Setting::of(option.state(engine))).collect()
}

/// Gives one of them, or the contempt, the value that it has on another machine. Nothing happens if it
/// has that value already.
///
/// # Errors
/// It is another option, or cannot have this value here.
pub fn adopt(engine: &mut Engine, name: &str, value: &str) -> Result<(), String> {
    let option = find(name)?;
    if option.name != CONTEMPT && !options().any(|shared| shared.name == option.name) {
        return Err(format!("{name} is no option that machines share"));
    }
    if Setting::of(option.state(engine)).value == value {
        return Ok(());
    }
    set(engine, name, value)
}

fn options() -> impl Iterator<Item = &'static EngineOption> {
    let others = OTHERS.iter().filter_map(|name| find(name).ok());
    others.chain(tablebase::OPTIONS).chain(split::OPTIONS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Conversation;
    use crate::protocols::console::Console;
    use crate::session::Session;
    use cleave_io::{Input, Output};

    fn engine() -> Engine {
        let (source, _) = nix::unistd::pipe().unwrap();
        let (input, output) = (Input::from_fd(source), Output::new(std::io::sink()));
        Engine::new(Session::new(input, output, Console.wording(), false), Some(1)).unwrap()
    }

    #[test]
    fn settings_of_one_machine_can_be_adopted_on_another() {
        let (mut one, mut other) = (engine(), engine());
        one.join(None);
        assert_eq!(one.settings_for_others(), []);
        for (name, value) in [("Hash", "2"), ("Split Depth", "7"), ("Algorithm", "lazy")] {
            set(&mut one, name, value).unwrap();
        }
        let told = one.settings_for_others();
        assert_eq!(told.len(), 3);
        for Setting { name, value } in told {
            adopt(&mut other, name, &value).unwrap();
        }
        assert_eq!(settings(&one), settings(&other));
        // What is as it was at first must be told, too, if it was different in between.
        set(&mut one, "Hash", "1").unwrap();
        assert!(one.settings_for_others().contains(&Setting { name: "Hash", value: "1".into() }));
    }

    #[test]
    fn only_options_of_the_search_are_adopted() {
        let mut engine = engine();
        adopt(&mut engine, "Contempt", "-20").unwrap();
        assert_eq!(engine.session.settings.manners.contempt, -20);
        assert!(adopt(&mut engine, "Book File", "/etc/passwd").is_err());
        assert!(adopt(&mut engine, "Clear Hash", "").is_err());
        assert!(adopt(&mut engine, "Hash", "-1").is_err() && adopt(&mut engine, "?", "").is_err());
    }
}
