//! Options that concern the search itself. All machines of a cluster share them, unless one is configured differently.

use cleave_io::option::{EMPTY, OptionState};

use super::error::OptionError;
use super::option::EngineOption;
use super::{find, set, split, tablebase};
use crate::engine::Engine;
use crate::engine::cluster::{Cluster, Setting};

/// The option that sends the contempt of a search.
const CONTEMPT: &str = "Contempt";

/// Adds other machines to the searches. Settings made so far concern this machine alone.
pub fn join(engine: &mut Engine, cluster: Option<Box<dyn Cluster>>) {
    engine.configured = settings(engine);
    engine.cluster = cluster;
}

/// Returns the settings that other machines need: those that have changed since they joined.
pub fn settings_for_others(engine: &mut Engine) -> Vec<Setting> {
    let mut settings = settings(engine);
    // Once sent, a setting is sent with every update, even after it returns to its first value.
    engine.configured.retain(|setting| settings.contains(setting));
    // Loading a network switches it on, so the switch must follow.
    if !engine.configured.iter().any(|setting| setting.name == "EvalFile") {
        engine.configured.retain(|setting| setting.name != "Use NNUE");
    }
    settings.retain(|setting| !engine.configured.contains(setting));
    settings
}

/// Returns the settings that other machines need before a search: the changed ones, and the current contempt in
/// centipawns, which may differ from the option.
pub(crate) fn settings_for_search(engine: &mut Engine, contempt: i32) -> Vec<Setting> {
    let mut settings = settings_for_others(engine);
    settings.push(Setting { name: CONTEMPT, value: contempt.to_string() });
    settings
}

/// Returns an option and its value, as a user writes them.
fn setting_of(OptionState { name, value }: OptionState) -> Setting {
    let value = match value.text() {
        None => String::new(),
        Some(path) if path.is_empty() => EMPTY.into(),
        Some(value) => value,
    };
    Setting { name, value }
}

/// Returns the options that concern the search, with their values.
fn settings(engine: &Engine) -> Vec<Setting> {
    options().map(|option| setting_of(option.state(engine))).collect()
}

/// Gives a shared option, or the contempt, the value that it has on another machine. Does nothing if it has that value
/// already.
///
/// # Errors
/// It is another option, or cannot have this value here.
pub fn adopt(engine: &mut Engine, name: &str, value: &str) -> Result<(), OptionError> {
    let option = find(name)?;
    if option.name != CONTEMPT && !options().any(|shared| shared.name == option.name) {
        return Err(OptionError::NotShared(name.into()));
    }
    if setting_of(option.state(engine)).value == value {
        return Ok(());
    }
    set(engine, name, value)
}

fn options() -> impl Iterator<Item = &'static EngineOption> {
    let others = super::all().filter(|option| option.is_shared);
    others.chain(tablebase::OPTIONS).chain(split::OPTIONS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::Client;
    use crate::session::Session;

    fn engine() -> Engine {
        Engine::new(Session::new(Client::nobody()), Some(1)).unwrap()
    }

    #[test]
    fn settings_of_one_machine_can_be_adopted_on_another() {
        let (mut one, mut other) = (engine(), engine());
        join(&mut one, None);
        assert_eq!(settings_for_others(&mut one), []);
        let changes =
            [("Hash", "2"), ("Split Depth", "7"), ("Algorithm", "lazy"), ("Use NNUE", "false")];
        for (name, value) in changes {
            set(&mut one, name, value).unwrap();
        }
        let told = settings_for_others(&mut one);
        assert_eq!(told.len(), changes.len());
        for Setting { name, value } in told {
            adopt(&mut other, name, &value).unwrap();
        }
        assert_eq!(settings(&one), settings(&other));
        // A setting that has returned to its first value must be sent if it was different in between.
        set(&mut one, "Hash", "1").unwrap();
        assert!(
            settings_for_others(&mut one).contains(&Setting { name: "Hash", value: "1".into() })
        );
    }

    #[test]
    fn a_network_that_is_not_used_is_not_used_on_another_machine() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(&file, cleave_nnue::Network::built_in().to_bytes()).unwrap();
        let (mut one, mut other) = (engine(), engine());
        for engine in [&mut one, &mut other] {
            set(engine, "Use NNUE", "false").unwrap();
        }
        join(&mut one, None);
        set(&mut one, "EvalFile", file.path().to_str().unwrap()).unwrap();
        set(&mut one, "Use NNUE", "false").unwrap();
        for Setting { name, value } in settings_for_others(&mut one) {
            adopt(&mut other, name, &value).unwrap();
        }
        assert_eq!(settings(&one), settings(&other));
    }

    #[test]
    fn only_options_of_the_search_are_adopted() {
        let mut engine = engine();
        adopt(&mut engine, "Contempt", "-20").unwrap();
        assert_eq!(engine.session.settings.policy.contempt, -20);
        assert!(adopt(&mut engine, "Book File", "/etc/passwd").is_err());
        assert!(adopt(&mut engine, "Clear Hash", "").is_err());
        assert!(adopt(&mut engine, "Hash", "-1").is_err() && adopt(&mut engine, "?", "").is_err());
    }
}
