//! The parameters of the search, each an option in a build for tuning (`cargo xtask spsa`).

use std::sync::LazyLock;

use cleave_search::params::{Parameter, TABLE};

use super::option::{EngineOption, Kind};

/// An option for each row of the table.
pub(super) static OPTIONS: LazyLock<Vec<EngineOption>> = LazyLock::new(|| {
    let option =
        |row: &'static Parameter| EngineOption { name: row.option, kind: Kind::Parameter(row) };
    TABLE.iter().map(option).collect()
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::Client;
    use crate::engine::Engine;
    use crate::options;
    use crate::session::Session;
    use cleave_conversation::option::OptionValue;

    #[test]
    fn each_option_sets_the_parameter_that_it_names() {
        let mut engine = Engine::new(Session::new(Client::nobody()), Some(1)).unwrap();
        for row in TABLE {
            options::set(&mut engine, row.option, &row.most.to_string()).unwrap();
            let changed: Vec<_> = TABLE.iter().filter(|row| row.get() != row.value).collect();
            assert_eq!(changed.len(), 1, "{}", row.name);
            assert_eq!((changed[0].name, row.get()), (row.name, row.most));
            let shown = OptionValue::Spin(row.most, (row.least, row.most));
            let listed = options::listed(&engine);
            assert_eq!(listed.iter().find(|it| it.name == row.option).unwrap().value, shown);
            let beyond = (row.most + 1).to_string();
            assert!(options::set(&mut engine, row.option, &beyond).is_err());
            options::set(&mut engine, row.option, &row.value.to_string()).unwrap();
        }
    }
}
