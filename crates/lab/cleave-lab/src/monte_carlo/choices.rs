//! Rules of selection that are off by default: do they gain anything?
//!
//! One worker searches positions of Connect Four by each rule, with the same seeds. The positions are not chosen by a
//! search: hard positions would be hard for the default rules only. The gain of a rule is the share of positions that
//! it solves, less the share by the default rules.

use cleave_games::connect_four::LightPlayouts;
use cleave_kit::estimate::Estimate;
use cleave_kit::progress;
use cleave_kit::statistics::{mean, round};
use cleave_kit::table::{Align, markdown};
use cleave_kit::{Result, files};
use cleave_mcts::{Params, Search, Settings};
use serde::{Deserialize, Serialize};

use super::positions::{self, Hard};
use super::strength::{gain_over, over};
use super::team::{NOTHING, settings};
use super::{Arguments, page};

/// The rules: each name, and its parameters.
const RULES: [(&str, Rule); 7] = [
    ("the default", Rule { trust_from: 0, prune: None }),
    ("statistics count from 4 visits on", Rule { trust_from: 4, prune: None }),
    ("from 10 visits on", Rule { trust_from: 10, prune: None }),
    ("from 30 visits on", Rule { trust_from: 30, prune: None }),
    ("pruned at 1 error", Rule { trust_from: 0, prune: Some(1.0) }),
    ("pruned at 2 errors", Rule { trust_from: 0, prune: Some(2.0) }),
    ("pruned at 3 errors", Rule { trust_from: 0, prune: Some(3.0) }),
];

/// Playouts of a search.
const PLAYOUTS: [u32; 3] = [100, 400, 1_600];

/// A rule of selection.
#[derive(Clone, Copy)]
struct Rule {
    trust_from: u32,
    prune: Option<f64>,
}

/// The figures of all rules.
#[derive(Serialize, Deserialize)]
struct Choices {
    positions: u32,
    rules: Vec<OfRule>,
}

/// The figures of a rule, by playouts.
#[derive(Serialize, Deserialize)]
struct OfRule {
    rule: String,
    /// Share of positions in which the move keeps the value.
    shares: Vec<f64>,
    /// The shares, less those by the default rules.
    gains: Vec<Estimate>,
}

/// Measures, prints the table, and writes it.
pub(super) fn run(arguments: &Arguments) -> Result<()> {
    let choices = match &arguments.read {
        Some(path) => files::read_json(path)?,
        None => measure(&positions::unselected(arguments.positions as usize)),
    };
    arguments.json.write(&choices)?;
    let table = choices.table();
    print!("{table}");
    match &arguments.page {
        None => Ok(()),
        Some(page) => page::renew(page, "choices", vec![("connect-four", table)]),
    }
}

fn measure(positions: &[Hard]) -> Choices {
    let bar = progress::bar("rules", (RULES.len() * PLAYOUTS.len()) as u64);
    let solved = PLAYOUTS.map(|playouts| {
        RULES.map(|(_, rule)| {
            bar.inc(1);
            over(positions, |hard, seed| is_solved(hard, seed, playouts, rule))
        })
    });
    bar.finish_and_clear();
    let rules = RULES.iter().enumerate().map(|(place, (rule, _))| {
        let share = |solved: &[Vec<bool>; RULES.len()]| {
            let solved: Vec<_> =
                solved[place].iter().map(|&one| f64::from(u8::from(one))).collect();
            round(mean(&solved), 4)
        };
        OfRule {
            rule: rule.to_string(),
            shares: solved.iter().map(share).collect(),
            gains: solved.iter().map(|of_all| gain_over(&of_all[0], &of_all[place])).collect(),
        }
    });
    Choices { positions: positions.len() as u32, rules: rules.collect() }
}

/// Returns true if one worker finds a best move with this many playouts by this rule.
fn is_solved(hard: &Hard, seed: u64, playouts: u32, rule: Rule) -> bool {
    let plain = settings(NOTHING, 1, seed, playouts.into());
    let Rule { trust_from, prune } = rule;
    let settings = Settings { params: Params { trust_from, prune, ..plain.params }, ..plain };
    let mut search = Search::new(&hard.game, &settings, |_| LightPlayouts);
    search.run_sequentially(playouts.into());
    search.best().is_some_and(|best| hard.is_solved_by(best.mv.0))
}

impl Choices {
    fn table(&self) -> String {
        let rows = self.rules.iter().enumerate().map(|(place, OfRule { rule, shares, gains })| {
            let cells = shares.iter().zip(gains).map(|(share, Estimate { mean, error })| {
                let share = format!("{:.1} %", 100.0 * share);
                match place {
                    0 => share,
                    _ => format!("{share} ({:+.1} ± {:.1})", 100.0 * mean, 100.0 * error),
                }
            });
            std::iter::once(rule.clone()).chain(cells).collect()
        });
        let heads = PLAYOUTS.map(|playouts| format!(" | {playouts} playouts")).concat();
        let table = markdown(Align::RightOfName, &format!("rule{heads}"), rows);
        format!(
            "{} positions, hard or not; one worker; in brackets the gain in points.\n\n{table}",
            self.positions
        )
    }
}

#[cfg(test)]
mod tests {
    use cleave_kit::files::{read_json, read_text};

    use super::*;

    #[test]
    fn the_committed_page_shows_the_committed_rules() {
        let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.."));
        let choices: Choices = read_json(&root.join("data/monte-carlo/choices.json")).unwrap();
        let page = read_text(&root.join("crates/mcts/MEASURED.md")).unwrap();
        let tables = vec![("connect-four", choices.table())];
        assert_eq!(page::renewed(&page, "choices", tables), Ok(page));
    }

    #[test]
    fn the_default_gains_nothing_and_the_others_search_otherwise() {
        let choices = measure(&positions::unselected(40));
        assert!(choices.rules[0].gains.iter().all(|gain| gain.mean == 0.0));
        assert!(choices.rules[1..].iter().any(|rule| rule.shares != choices.rules[0].shares));
    }
}
