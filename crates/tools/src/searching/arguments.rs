//! Arguments that several command lines have.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use cleave_search::team::{Algorithm, Backend};

/// Takes what workers are made of.
pub fn backend() -> impl TypedValueParser<Value = Backend> {
    const THREAD: &str = "thread";
    let fork = PossibleValue::new("fork").help("Forked processes");
    let thread = PossibleValue::new(THREAD).help("Threads");
    let of_name = |name: String| if name == THREAD { Backend::Thread } else { Backend::Fork };
    PossibleValuesParser::new([fork, thread]).map(of_name)
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
