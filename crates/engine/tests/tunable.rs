//! A build for tuning: `cargo test -p cleave --features tunable --test tunable`.

use cleave::client::Client;
use cleave::engine::Engine;
use cleave::options;
use cleave::session::Session;
use cleave_io::option::OptionValue;
use cleave_io::{Input, Output};
use cleave_search::params::TABLE;

#[test]
fn each_option_sets_the_parameter_that_it_names() {
    let (reader, _) = std::io::pipe().unwrap();
    let (input, output) = (Input::from_pipe(reader), Output::new(std::io::sink()));
    let client = Client::new(input, output, |_| None, false);
    let mut engine = Engine::new(Session::new(client), Some(1)).unwrap();
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
