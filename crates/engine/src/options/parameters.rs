//! The parameters of the search, each an option in a build for tuning (`cargo xtask spsa`).

use std::sync::LazyLock;

use cleave_search::params::{Parameter, TABLE};

use super::option::{EngineOption, Kind};

/// An option for each row of the table.
pub(super) static OPTIONS: LazyLock<Vec<EngineOption>> = LazyLock::new(|| {
    let option = |row: &'static Parameter| EngineOption::new(row.option, Kind::Parameter(row));
    TABLE.iter().map(option).collect()
});
