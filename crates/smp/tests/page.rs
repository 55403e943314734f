//! The crate's page shows a whole game.

#[test]
fn the_page_shows_the_example() {
    assert!(include_str!("../README.md").contains(include_str!("../examples/tic_tac_toe.rs")));
}
