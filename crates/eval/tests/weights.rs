//! Tests the text form of the weights.

use cleave_eval::{Score, Weights};

#[test]
fn text_form_round_trips() {
    let flat = std::array::from_fn(|i| Score::new(i as i32 * 7 % 2001 - 1000, 555 - i as i32));
    let weights = Weights::from_flat(&flat);
    assert_eq!(weights.to_flat(), flat);
    assert_eq!(Weights::parse(&weights.to_text()), Ok(weights));
}

#[test]
fn weights_file_has_the_form_that_the_tuner_writes() {
    assert_eq!(Weights::default().to_text(), include_str!("../src/weights.txt"));
}

#[test]
fn errors_name_the_line() {
    let good = Weights::default().to_text();
    let refuse = |text: &str| Weights::parse(text).unwrap_err();
    assert_eq!(refuse("").line, 1);
    assert_eq!(refuse(&good.replacen("bishop_pair", "bishop_pear", 1)).line, 4);
    let line_of_tempo = good.lines().count();
    assert_eq!(refuse(&good.replacen("tempo = ", "tempo = x", 1)).line, line_of_tempo);
    assert_eq!(refuse(&good.replacen("tempo = ", "tempo = 12345", 1)).line, line_of_tempo);
    assert!(refuse(&format!("{good}extra = 1 2\n")).problem.contains("after the last row"));
    assert!(refuse(&good.replace(',', "")).problem.contains("comma"));
}
