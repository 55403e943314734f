//! Reads arguments. Each function raises an exception that says what was expected.

use std::fmt::Display;
use std::ops::RangeInclusive;

use cleave_board::Position;
use cleave_movegen::has_legal_move;
use cleave_search::team::Algorithm;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// The most workers of a team. A search asks every 512 nodes of its main worker whether it is interrupted. With more workers
/// that could take longer than a second.
pub(crate) const MOST_WORKERS: usize = 256;

/// The range of the depth of a search, in plies.
pub(crate) const DEPTHS: RangeInclusive<u32> = 1..=200;

/// The range of the size of a table, in MiB.
pub(crate) const HASHES: RangeInclusive<usize> = 1..=65_536;

/// The range of the jitter, in percent.
pub(crate) const JITTERS: RangeInclusive<u32> = 0..=100;

/// Reads a position: a FEN, or an object whose method `fen` returns one, such as `chess.Board`.
///
/// # Errors
/// TypeError: the argument is something else. ValueError: the FEN is malformed, or the position is impossible.
pub(crate) fn position(argument: &Bound<'_, PyAny>) -> PyResult<Position> {
    let fen: String = match argument.extract() {
        Ok(fen) => fen,
        Err(_) => {
            let kind = argument.get_type().name()?;
            let method = argument.getattr("fen").map_err(|_| {
                PyTypeError::new_err(format!(
                    "position is of type {kind}; expected a FEN or an object with a method fen()"
                ))
            })?;
            method.call0()?.extract()?
        }
    };
    Position::from_fen(&fen).map_err(|error| PyValueError::new_err(format!("'{fen}': {error}")))
}

/// Reads a position that can be searched.
///
/// # Errors
/// As [`position`]. ValueError: there is no legal move.
pub(crate) fn root(argument: &Bound<'_, PyAny>) -> PyResult<Position> {
    let position = position(argument)?;
    match has_legal_move(&position) {
        true => Ok(position),
        false => Err(PyValueError::new_err(format!("'{position}': there is no legal move"))),
    }
}

/// Reads the name of an algorithm.
///
/// # Errors
/// ValueError: no algorithm has this name.
pub(crate) fn algorithm(name: &str) -> PyResult<Algorithm> {
    name.parse().map_err(|error| PyValueError::new_err(format!("{error}")))
}

/// Returns the number if it is in range.
///
/// # Errors
/// ValueError: it is not.
pub(crate) fn within<T>(name: &str, number: i64, range: RangeInclusive<T>) -> PyResult<T>
where
    T: TryFrom<i64> + PartialOrd + Display,
{
    let read = T::try_from(number).ok().filter(|number| range.contains(number));
    read.ok_or_else(|| {
        let (least, most) = (range.start(), range.end());
        PyValueError::new_err(format!("{name} is {number}; expected {least} to {most}"))
    })
}
