//! Arguments that several command lines have.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use cleave_search::team::{Algorithm, Backend};

/// Takes what workers are made of.
pub fn backend() -> impl TypedValueParser<Value = Backend> {
    let fork = PossibleValue::new(backend_name(Backend::Fork)).help("Forked processes");
    let thread = PossibleValue::new(backend_name(Backend::Thread)).help("Threads");
    let is_thread = |name: String| name == backend_name(Backend::Thread);
    PossibleValuesParser::new([fork, thread])
        .map(move |name| if is_thread(name) { Backend::Thread } else { Backend::Fork })
}

/// What workers are made of, in the word that the command line has for it.
pub fn backend_name(backend: Backend) -> &'static str {
    match backend {
        Backend::Fork => "fork",
        Backend::Thread => "thread",
    }
}

/// Takes the name of an algorithm, and lists all in the help.
pub fn algorithm() -> impl TypedValueParser<Value = Algorithm> {
    PossibleValuesParser::new(Algorithm::NAMES).try_map(|name| name.parse::<Algorithm>())
}

/// Takes a size in MiB.
///
/// # Errors
/// It is no number, or 0.
pub fn mebibytes(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|&mib: &usize| mib > 0);
    number.ok_or_else(|| "expected a size in MiB, at least 1".into())
}
