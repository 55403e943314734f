//! Checks that in every position each weight counts according to its description.

use cleave_board::Position;
use cleave_eval::{Count, ROWS, features};

use crate::common;
use crate::reference::{Counts, View};

/// Returns the counts that are not zero, in the order of the crate.
fn flat(counts: &Counts) -> Vec<Count> {
    let mut start = 0;
    let mut list = Vec::new();
    for row in ROWS {
        for place in 0..row.len {
            match counts.get(&(row.name, place)) {
                None | Some(0) => {}
                Some(&count) => list.push(((start + place) as u16, count as i16)),
            }
        }
        start += row.len;
    }
    list
}

/// Returns the name of the weight with this index in the flat list.
fn name(number: u16) -> String {
    let mut place = usize::from(number);
    for row in ROWS {
        if place < row.len {
            return format!("{}[{place}]", row.name);
        }
        place -= row.len;
    }
    unreachable!("the number of a weight")
}

fn assert_same(found: &[Count], expected: &Counts, fen: &str) {
    let expected = flat(expected);
    let named = |counts: &[Count], others: &[Count]| -> Vec<(String, i16)> {
        let missing = counts.iter().filter(|count| !others.contains(count));
        missing.map(|&(number, count)| (name(number), count)).collect()
    };
    let (more, less) = (named(found, &expected), named(&expected, found));
    assert!(more.is_empty() && less.is_empty(), "{fen}\n  counted: {more:?}\n  expected: {less:?}");
}

#[test]
fn every_weight_counts_according_to_its_description() {
    let mut fens = common::random(20_000);
    fens.extend(common::played().iter().map(Position::to_fen));
    let mut known_endings = 0;
    for fen in &fens {
        let position = Position::from_fen(fen).expect("a legal position");
        let Some(found) = features(&position) else {
            known_endings += 1;
            continue;
        };
        let views = [true, false].map(|white| View::new(fen, white));
        let mut linear = views[0].linear();
        for (weight, count) in views[1].linear() {
            *linear.entry(weight).or_default() -= count;
        }
        assert_same(&found.linear, &linear, fen);
        for (danger, view) in found.danger.iter().zip(&views) {
            assert_same(danger, &view.danger().unwrap_or_default(), fen);
        }
    }
    assert!(known_endings < fens.len() / 2, "{known_endings}");
}
