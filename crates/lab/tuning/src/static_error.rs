//! `static-error`: how far evaluations are from a stronger judge, without a search.
//!
//! A file has positions with the value that the judge gives each after a search (operation `ce` of EPD, in centipawns for
//! the side to move). Values become expected points, and the squared error of the points is averaged. Programs differ in what
//! a centipawn is, so each evaluation is first multiplied by the factor with the least error.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use cleave_board::Position;
use cleave_eval::Evaluator;
use cleave_kit::files::read_text;
use cleave_kit::table;
use cleave_kit::{Error, Result};
use cleave_nnue::Network;
use cleave_pgn::{Epd, EpdError, Positions};

use crate::network;

/// Measures how far the evaluations are from a stronger judge.
#[derive(clap::Args)]
pub struct Arguments {
    /// The positions, with values.
    #[arg(long, value_name = "EPD", default_value = "data/judged.epd")]
    positions: PathBuf,
    /// Networks to measure; by default the built-in one.
    #[arg(value_name = "NETWORK")]
    networks: Vec<PathBuf>,
}

/// Prints the errors of the evaluation by hand and of the networks.
///
/// # Errors
/// A file cannot be read, or a position has no value.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let judged = read(&arguments.positions)?;
    let mut rows = vec![row("by hand", &judged, &mut by_hand())];
    if arguments.networks.is_empty() {
        rows.push(row("built-in network", &judged, &mut by_network(Network::built_in())));
    }
    for path in &arguments.networks {
        let mut evaluate = by_network(network::read(path)?);
        rows.push(row(&path.display().to_string(), &judged, &mut evaluate));
    }
    let counts = PARTS.map(|(_, men)| of_men(&judged, men).count().to_string());
    rows.push(["positions".into(), String::new()].into_iter().chain(counts).collect());
    let heads = PARTS.map(|(name, _)| (name, 17));
    let columns: Vec<_> = [("evaluation", -20), ("factor", 6)].into_iter().chain(heads).collect();
    print!("{}", table::text(&columns, rows));
    Ok(())
}

/// A position with the judge's value in centipawns.
struct Judged {
    position: Position,
    value: f64,
}

/// The parts of the positions, by the number of men.
const PARTS: [(&str, Range<u32>); 4] = [
    ("all", 0..33),
    ("20 men and more", 20..33),
    ("10 to 19 men", 10..20),
    ("fewer than 10 men", 0..10),
];

fn read(path: &Path) -> Result<Vec<Judged>> {
    let text = read_text(path)?;
    let blame = |line, reason: &dyn std::fmt::Display| {
        Error::of_file(path, format!("line {line}: {reason}"))
    };
    let judged = |read: io::Result<(u64, Result<Epd, EpdError>)>| {
        let (line, epd) = read.map_err(|error| Error::of_file(path, error))?;
        let epd = epd.map_err(|error| blame(line, &error))?;
        let value = epd.operands("ce").and_then(|operands| operands.first()?.text().parse().ok());
        let value = value.ok_or_else(|| blame(line, &"the position has no value 'ce'"))?;
        Ok(Judged { position: epd.position, value })
    };
    let judged: Vec<_> = Positions::new(text.as_bytes()).map(judged).collect::<Result<_>>()?;
    if judged.is_empty() {
        return Err(Error::of_file(path, "there are no positions"));
    }
    Ok(judged)
}

/// Returns the numbers of the positions with so many men.
fn of_men(judged: &[Judged], men: Range<u32>) -> impl Iterator<Item = usize> {
    let has = move |it: &Judged| men.contains(&it.position.occupied().count());
    (0..judged.len()).filter(move |&number| has(&judged[number]))
}

fn by_hand() -> impl FnMut(&Position) -> f64 {
    let mut evaluator = Evaluator::new();
    move |position| evaluator.evaluate(position).get().into()
}

fn by_network(network: Network) -> impl FnMut(&Position) -> f64 {
    move |position| network.evaluate(position).get().into()
}

/// Returns a row of the table: a name, the factor with the least error, and the error in each part.
fn row(name: &str, judged: &[Judged], evaluate: &mut dyn FnMut(&Position) -> f64) -> Vec<String> {
    let values: Vec<f64> = judged.iter().map(|it| evaluate(&it.position)).collect();
    let factor = best_factor(judged, &values);
    let of_part = |(_, men)| {
        let part = of_men(judged, men).map(|number| (&judged[number], &values[number]));
        format!("{:.4}", error(part, factor))
    };
    [name.to_owned(), format!("{factor:.2}")].into_iter().chain(PARTS.map(of_part)).collect()
}

/// Returns the factor of the values with the least error, in hundredths up to 5.
fn best_factor(judged: &[Judged], values: &[f64]) -> f64 {
    let factors = (1..=500).map(|hundredths| f64::from(hundredths) / 100.0);
    let errors = factors.map(|factor| (error(judged.iter().zip(values), factor), factor));
    errors.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(1.0, |(_, factor)| factor)
}

/// Returns the mean squared error of the points, or 0 of no positions.
fn error<'a>(pairs: impl Iterator<Item = (&'a Judged, &'a f64)>, factor: f64) -> f64 {
    let squares = pairs.map(|(it, value)| (points(it.value) - points(factor * value)).powi(2));
    let (sum, count) = squares.fold((0.0, 0_u32), |(sum, count), square| (sum + square, count + 1));
    sum / f64::from(count.max(1))
}

/// Returns the expected points at a value in centipawns: 400 are worth ten to one.
fn points(value: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-value / 400.0))
}

#[cfg(test)]
mod tests {
    use cleave_kit::files::scratch::Scratch;

    use super::*;

    #[test]
    fn an_evaluation_in_other_units_is_no_error() {
        let position = Position::start();
        let judged = [-120.0, 0.0, 55.0, 300.0].map(|value| Judged { position, value });
        let halves = judged.each_ref().map(|it| it.value / 2.0);
        let factor = best_factor(&judged, &halves);
        assert!((factor - 2.0).abs() < 0.001, "{factor}");
        assert!(error(judged.iter().zip(&halves), factor) < 1e-9);
        // Of no use: the best is to predict level games.
        let useless = halves.map(|half| -half);
        let spread: f64 = judged.iter().map(|it| (points(it.value) - 0.5).powi(2)).sum();
        let least = error(judged.iter().zip(&useless), best_factor(&judged, &useless));
        assert!((least - spread / 4.0).abs() < 0.01, "{least} {spread}");
    }

    #[test]
    fn a_file_without_values_is_refused_by_its_line() {
        let scratch = Scratch::new("static-error");
        let read = |text: &str| read(&scratch.write("judged.epd", text)).map(|judged| judged.len());
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        assert_eq!(read(&format!("# whose\n{start} ce 20;\n")).unwrap(), 1);
        let error = read(&format!("{start} ce 20;\n{start} bm e4;\n")).unwrap_err().to_string();
        assert!(error.contains("line 2: the position has no value 'ce'"), "{error}");
        assert!(read("# whose\n").unwrap_err().to_string().contains("there are no positions"));
    }
}
