//! Searches of one position after the other.

mod analyst;
mod arguments;
mod best_lines;
mod evaluated_by;
mod options;
mod shown_value;

pub use analyst::{Analysis, Analyst, Judgement};
pub use arguments::{algorithm, backend, mebibytes};
pub use best_lines::BestLine;
pub use evaluated_by::EvaluatedBy;
pub use options::SearchOptions;
pub use shown_value::ShownValue;
