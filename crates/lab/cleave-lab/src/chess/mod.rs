//! Chess in the laboratory: searches in virtual time, and the critical path of their trees.
//!
//! The search knows neither. It lets its caller supply a driver ([`Searcher::search_by`]). Here that is a team moved by
//! one thread in order of virtual time, or the recursive driver with a clock for each joining rule.
//!
//! [`Searcher::search_by`]: cleave_search::Searcher::search_by

mod traced;

pub use cleave_window::VirtualSearch;
pub use traced::trace_critical_path;
