//! What evaluates the positions of a search.

use cleave_io::files::read_stream;
use cleave_nnue::Network;
use cleave_search::Evaluation;

use crate::ToolError;

/// What evaluates positions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum EvaluatedBy {
    /// The network that is part of the program.
    #[default]
    BuiltInNetwork,
    /// The network in this file.
    Network(String),
    /// Terms written by hand.
    Terms,
}

impl EvaluatedBy {
    /// The network in this file, or the built-in one if the name is empty; or the terms written by hand.
    pub fn chosen(file: &str, by_network: bool) -> EvaluatedBy {
        match by_network {
            false => EvaluatedBy::Terms,
            true if file.is_empty() => EvaluatedBy::BuiltInNetwork,
            true => EvaluatedBy::Network(file.into()),
        }
    }

    /// The evaluation.
    ///
    /// # Errors
    /// The file cannot be read, or holds no network of this program's size.
    pub fn evaluation(&self) -> Result<Evaluation, ToolError> {
        Ok(match self {
            EvaluatedBy::BuiltInNetwork => Evaluation::by_built_in_network(),
            EvaluatedBy::Terms => Evaluation::default(),
            EvaluatedBy::Network(file) => {
                let unreadable = |error| ToolError::Unreadable(file.clone(), error);
                let bytes = read_stream(file.as_ref(), Network::MOST_BYTES).map_err(unreadable)?;
                let network = Network::read(&bytes);
                let no_network = |error| ToolError::Refused(format!("{file}: {error}"));
                Evaluation::by_network(network.map_err(no_network)?)
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_a_network_or_is_refused() {
        let error = |file: &str| match EvaluatedBy::chosen(file, true).evaluation() {
            Err(error) => error.to_string(),
            Ok(_) => panic!("{file} is a network"),
        };
        assert!(error("/no/such/file").starts_with("cannot read /no/such/file: No such file"));
        assert!(error("/dev/null").starts_with("/dev/null: "));
        let is_network = |by: EvaluatedBy| matches!(by.evaluation(), Ok(Evaluation::Network(_)));
        assert!(is_network(EvaluatedBy::chosen("", true)));
        assert!(!is_network(EvaluatedBy::chosen("/no/such/file", false)));
    }
}
