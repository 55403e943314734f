//! Options about the network that evaluates positions, under the names by which UCI clients know them.

use cleave_io::files;
use cleave_nnue::Network;
use cleave_search::Evaluation;

use super::error::OptionError;
use super::option::{EngineOption, Kind, Setter};
use crate::engine::Engine;

/// The options about the network. Naming a network switches it on. The last setting counts.
#[rustfmt::skip]
pub(super) const OPTIONS: &[EngineOption] = &[
    EngineOption::new("EvalFile", Kind::File { get: |settings| &settings.evaluation.file, set: load }).shared(),
    EngineOption::new("Use NNUE", Kind::Check {
        get: |settings| settings.evaluation.by_network,
        set: Setter::OfEngine(use_network),
    }).shared(),
];

/// Loads the network in this file and evaluates by it. An empty path loads the built-in network, and does not change
/// whether a network evaluates.
///
/// # Errors
/// The file cannot be read or holds no network of this program's size. Nothing has changed.
fn load(engine: &mut Engine, path: &str) -> Result<(), OptionError> {
    engine.session.network = if path.is_empty() {
        Network::built_in()
    } else {
        let bytes = files::read(path.as_ref(), Network::MOST_BYTES)
            .map_err(|error| OptionError::network(path, error))?;
        Network::read(&bytes).map_err(|error| OptionError::network(path, error))?
    };
    let settings = &mut engine.session.settings.evaluation;
    settings.by_network |= !path.is_empty();
    settings.file = path.to_owned();
    evaluate_as_set(engine);
    Ok(())
}

/// Selects the network or the hand-written terms for evaluation.
fn use_network(engine: &mut Engine, on: bool) -> Result<(), OptionError> {
    engine.session.settings.evaluation.by_network = on;
    evaluate_as_set(engine);
    Ok(())
}

fn evaluate_as_set(engine: &mut Engine) {
    let evaluation = if engine.session.settings.evaluation.by_network {
        Evaluation::by_network(engine.session.network.clone())
    } else {
        Evaluation::default()
    };
    engine.searcher.set_evaluation(evaluation);
}

#[cfg(test)]
mod tests {
    use cleave_board::Position;
    use cleave_nnue::{BIAS_ONE, CENTIPAWNS, Parameters};
    use cleave_search::{Limits, Undisturbed};

    use super::*;
    use crate::client::Client;
    use crate::options;
    use crate::session::Session;

    /// Returns a file with a network that gives each position this many centipawns.
    fn file_with(centipawns: i32) -> tempfile::NamedTempFile {
        let mut parameters = Parameters::zero();
        parameters.output_bias.fill(centipawns * BIAS_ONE / CENTIPAWNS);
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(&file, Network::new(parameters).unwrap().to_bytes()).unwrap();
        file
    }

    /// Returns the network's value after one ply from the start position, for the side to move there.
    fn value(engine: &mut Engine) -> i32 {
        let root = Position::start().into();
        engine.searcher.search(&root, &Limits::to_depth(1), &mut Undisturbed).value.get()
    }

    #[test]
    fn a_named_network_is_used_until_it_is_switched_off() {
        let mut engine = Engine::new(Session::new(Client::nobody()), Some(1)).unwrap();
        let built_in = value(&mut engine);
        options::set(&mut engine, "Use NNUE", "false").unwrap();
        let by_hand = value(&mut engine);
        assert_ne!(built_in, by_hand);
        let file = file_with(-77);
        let path = file.path().to_str().unwrap();
        options::set(&mut engine, "EvalFile", path).unwrap();
        assert_eq!(value(&mut engine), 77);
        for (on, expected) in [("false", by_hand), ("true", 77)] {
            options::set(&mut engine, "Use NNUE", on).unwrap();
            assert_eq!(value(&mut engine), expected);
        }
        let error = options::set(&mut engine, "EvalFile", "/no/such file").unwrap_err().to_string();
        assert!(error.starts_with("the network /no/such file: No such file"), "{error}");
        assert_eq!(value(&mut engine), 77, "nothing has changed");
        let error = options::set(&mut engine, "EvalFile", "/dev/null").unwrap_err().to_string();
        assert!(error.starts_with("the network /dev/null: "), "{error}");
        options::set(&mut engine, "EvalFile", "").unwrap();
        assert_eq!(value(&mut engine), built_in);
        options::set(&mut engine, "Use NNUE", "false").unwrap();
        options::set(&mut engine, "EvalFile", "").unwrap();
        assert_eq!(value(&mut engine), by_hand, "no network has been named");
    }
}
