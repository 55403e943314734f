//! The additional data of a game log, as tags of the game.

use cleave_board::Color;
use cleave_clock::Clocks;
use cleave_pgn::{Game, TagName};
use serde_json::Value;

use crate::game::current::Role;

/// The engine's role: one of the words in [`ROLES`].
const ROLE: &str = "CleaveRole";

/// The clocks, as JSON.
const CLOCKS: &str = "CleaveClocks";

/// The most seconds that a clock may show.
const YEAR: u64 = 31_000_000;

/// The beginning of tags that are options. The name of the option follows.
const OPTION: &str = "CleaveOption_";

/// The roles and their words.
const ROLES: [(&str, Role); 4] = [
    ("white", Role::Plays(Color::White)),
    ("black", Role::Plays(Color::Black)),
    ("watches", Role::Watches),
    ("analyses", Role::Analyses),
];

/// The data in the tags of a game log.
pub struct Saved {
    /// The engine's role in the game.
    pub role: Role,
    /// The state of the clocks.
    pub clocks: Clocks,
    /// The options and their values.
    pub options: Vec<(String, String)>,
}

/// Adds the role and the options to the tags of a game.
pub(super) fn add(game: &mut Game, role: Role, options: &[(&str, String)]) {
    let word = ROLES.iter().find(|known| known.1 == role).map_or("watches", |known| known.0);
    set(game, ROLE, word);
    for (name, value) in options {
        set(game, &format!("{OPTION}{}", name.replace(' ', "")), value);
    }
}

/// Adds the state of the clocks.
pub(super) fn add_clocks(game: &mut Game, clocks: &Clocks) {
    let mut now = clocks.clone();
    now.stop();
    let json = serde_json::to_string(&now).unwrap_or_default();
    set(game, CLOCKS, &json);
}

fn set(game: &mut Game, name: &str, value: &str) {
    if let Some(name) = TagName::parse(name) {
        game.tags.set(name, value);
    }
}

/// Takes the role, the clocks and the options out of the tags of a game. Returns `None` if role or clocks are missing.
pub(super) fn take(game: &mut Game) -> Option<Saved> {
    let word = remove(game, ROLE)?;
    let role = ROLES.iter().find(|known| known.0 == word)?.1;
    let clocks = clocks(&remove(game, CLOCKS)?)?;
    let mut options = Vec::new();
    game.tags.retain(|name, value| {
        let option = name.as_str().strip_prefix(OPTION);
        options.extend(option.map(|option| (option.to_owned(), value.to_owned())));
        option.is_none()
    });
    Some(Saved { role, clocks, options })
}

/// Reads the clocks in this text. It may have been edited, so the times must be too short for a sum to overflow, and no
/// period may be without moves.
fn clocks(json: &str) -> Option<Clocks> {
    fn is_sound(name: &str, value: &Value) -> bool {
        match (name, value) {
            ("secs", value) => value.as_u64().is_some_and(|seconds| seconds <= YEAR),
            ("moves", Value::Number(moves)) => moves.as_u64().is_some_and(|moves| moves > 0),
            (_, Value::Object(fields)) => fields.iter().all(|(name, value)| is_sound(name, value)),
            (_, Value::Array(values)) => values.iter().all(|value| is_sound("", value)),
            _ => true,
        }
    }
    let value: Value = serde_json::from_str(json).ok()?;
    is_sound("", &value).then(|| serde_json::from_value(value).ok()).flatten()
}

fn remove(game: &mut Game, name: &str) -> Option<String> {
    let name = TagName::parse(name)?;
    let value = game.tags.get(&name)?.to_owned();
    game.tags.remove(&name);
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_that_are_added_can_be_removed() {
        let options = [("Skill", "90".to_owned()), ("Book Width", "3".to_owned())];
        for (_, role) in ROLES {
            let mut game = Game::new(cleave_board::Position::start());
            game.tags.set(TagName::parse("Event").unwrap(), "?");
            let before = game.to_string();
            add(&mut game, role, &options);
            add_clocks(&mut game, &Clocks::default());
            let saved = take(&mut game).expect("all is there");
            assert_eq!(saved.role, role);
            let options = saved.options.iter().map(|(name, value)| (&**name, &**value));
            assert_eq!(options.collect::<Vec<_>>(), [("Skill", "90"), ("BookWidth", "3")]);
            assert_eq!(game.to_string(), before);
            assert!(take(&mut game).is_none());
        }
    }

    #[test]
    fn impossible_clocks_are_refused() {
        let json = |seconds: &str, moves: &str| {
            format!(
                r#"{{"control":{{"Game":{{"first":{{"moves":{moves},"time":{{"secs":{seconds},"nanos":0}}}},
                "later":{{"moves":null,"time":{{"secs":60,"nanos":0}}}},
                "increment":{{"secs":0,"nanos":0}}}}}},"left":[{{"secs":1,"nanos":500000000}},
                {{"secs":2,"nanos":0}}],"counted_from":[0,0]}}"#
            )
        };
        let read = clocks(&json("300", "40")).unwrap();
        assert_eq!(read.left(Color::White.index()).as_millis(), 1500);
        for bad in [json("300", "0"), json("31000001", "40"), json("-1", "40"), "no JSON".into()] {
            assert!(clocks(&bad).is_none(), "{bad}");
        }
    }
}
