//! The measured parts of book/src/measured/algorithms.md. The page is written by hand; between the lines
//! `<!-- report: NAME -->` and `<!-- end -->` stands what the measurements in data/compare say.

mod baselines;
mod history;
mod tables;

use std::fs::DirEntry;
use std::path::Path;

use cleave_kit::files::read_text;
use cleave_kit::games::score::MatchScore;
use cleave_kit::parts;
use cleave_kit::{Error, Result};

use super::files::{Page, drawn};
use super::pictures::Picture;
use super::pictures::algorithms::AlgorithmCurves;
use super::pictures::elo::EloBars;
use crate::compare::Comparison;
use crate::searches::Team;
use crate::time_to_depth::{Measurement, Work};
use crate::virtual_games::{self, Duels};

/// Returns the page with its measured parts renewed, and their pictures; nothing if there is no such page.
pub(super) fn pages(data: &Path, page: &Path) -> Result<Vec<Page>> {
    if !page.exists() {
        eprintln!("{} is missing; its pictures are left out", page.display());
        return Ok(Vec::new());
    }
    let laboratory = Laboratory::read(data)?;
    let text = laboratory.renew(&read_text(page)?);
    let text = text.map_err(|reason| Error::of_file(page, reason))?;
    let mut pages = vec![("measured/algorithms.md".into(), text)];
    pages.extend(drawn(&laboratory.pictures())?);
    Ok(pages)
}

/// The measurements. Missing measurements are left out of the page.
#[derive(Default)]
struct Laboratory {
    /// By size of tree.
    comparisons: Vec<Comparison>,
    /// Teams of threads.
    real: Option<Measurement<Work>>,
    games: Vec<(Team, MatchScore)>,
    /// By time for a move.
    duels: Vec<Duels>,
}

impl Laboratory {
    /// Reads `trees-*.jsonl`, `thread.jsonl`, `games.jsonl` and `duels*.jsonl`.
    ///
    /// # Errors
    /// There is no such folder, or no comparison of trees in it; a file has wrong content.
    fn read(folder: &Path) -> Result<Laboratory> {
        let (mut comparisons, mut duels) = (Vec::new(), Vec::new());
        let blame = |error| Error::of_file(folder, error);
        let files: Result<Vec<_>, _> = folder.read_dir().map_err(blame)?.collect();
        let mut files: Vec<_> = files.map_err(blame)?.iter().map(DirEntry::path).collect();
        files.sort_unstable();
        for path in files {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name.starts_with("trees-") && name.ends_with(".jsonl") {
                comparisons.push(Comparison::read(&path)?);
            } else if name.starts_with("duels") && name.ends_with(".jsonl") {
                duels.push(virtual_games::read_duels(&path)?);
            }
        }
        if comparisons.is_empty() {
            let reason = "no trees-*.jsonl; `cargo xtask compare` writes them";
            return Err(Error::of_file(folder, reason));
        }
        comparisons.sort_by_key(Comparison::nodes);
        duels.sort_by_key(|duels| duels.time);
        let path = folder.join("thread.jsonl");
        let real = path.exists().then(|| Measurement::read(&path)).transpose()?;
        let path = folder.join("games.jsonl");
        let games = if path.exists() { virtual_games::read(&path)? } else { Vec::new() };
        Ok(Laboratory { comparisons, real, games, duels })
    }

    /// Returns the pictures for which there are measurements.
    fn pictures(&self) -> Vec<Box<dyn Picture>> {
        let mut pictures: Vec<Box<dyn Picture>> = Vec::new();
        if let Some(comparison) = self.fullest() {
            pictures.push(Box::new(AlgorithmCurves::new(comparison.nodes(), &comparison.rows())));
        }
        if !self.games.is_empty() {
            pictures.push(Box::new(EloBars::new(&self.games)));
        }
        pictures
    }

    /// Returns the comparison of the most teams; among equal ones the comparison of the largest trees.
    fn fullest(&self) -> Option<&Comparison> {
        self.comparisons.iter().max_by_key(|comparison| comparison.teams().len())
    }

    /// Returns the comparison of the most teams of 16; among equal ones the comparison of the largest trees.
    fn fullest_of_sixteen(&self) -> Option<&Comparison> {
        let of_sixteen = |comparison: &&Comparison| {
            comparison.teams().iter().filter(|team| team.workers_of_all() == 16).count()
        };
        let fullest = self.comparisons.iter().max_by_key(of_sixteen);
        fullest.filter(|comparison| of_sixteen(comparison) > 0)
    }

    /// Returns the page with its measured parts renewed.
    ///
    /// # Errors
    /// A part has no end, or an unknown name.
    fn renew(&self, page: &str) -> Result<String, String> {
        parts::renewed(page, "report", |name| self.part(name))
    }

    fn part(&self, name: &str) -> Result<String, String> {
        let comparisons = &self.comparisons;
        let part = match name {
            "history" => {
                return Ok(history::text(self.fullest_of_sixteen()));
            }
            "speed-up" if !comparisons.is_empty() => tables::speedup(comparisons),
            "costs" if !comparisons.is_empty() => tables::costs(comparisons),
            "baselines" if !comparisons.is_empty() => tables::baselines(comparisons),
            "paths" if !comparisons.is_empty() => tables::critical_paths(comparisons),
            "pairs" if !comparisons.is_empty() => tables::pairs(comparisons),
            "real" => self.real.as_ref().map(tables::real).unwrap_or_default(),
            "games" if !self.games.is_empty() => tables::games(&self.games),
            "duels" if !self.duels.is_empty() => tables::duels(&self.duels),
            "speed-up" | "costs" | "baselines" | "paths" | "pairs" | "games" | "duels" => {
                return Ok(String::new());
            }
            _ => return Err(format!("unknown part '{name}'")),
        };
        let name = format!("algorithms-{name}");
        let picture = self.pictures().into_iter().find(|picture| picture.name() == name);
        let shown = picture.map_or(String::new(), |picture| picture.image() + "\n");
        Ok(shown + &part)
    }
}

#[cfg(test)]
mod tests {
    use cleave_kit::games::game::GameResult;
    use cleave_search::team::Algorithm;
    use cleave_virtual_time::virtual_time::Ticks;

    use super::super::speedup::tests::elements;
    use super::*;
    use crate::searches::Goal;
    use crate::time_to_depth::backend::BackendKind;
    use crate::time_to_depth::invented::{alone, by, comparison, measurement, searched};
    use crate::time_to_depth::{Cell, Losses, Setting};

    /// Invented measurements of every algorithm there is.
    fn laboratory() -> Laboratory {
        let mut cells = vec![alone("a 1", 0, 800)];
        let cell = |team, times_as_fast| by("a 1", 0, team, 800 / times_as_fast, 1_000);
        let (mut score, mut games) = (MatchScore::default(), Vec::new());
        score.add(GameResult::WhiteWins, GameResult::Draw);
        score.add(GameResult::WhiteWins, GameResult::WhiteWins);
        for algorithm in Algorithm::ALL {
            for workers in [2, 4, 16] {
                let team = Team::new(algorithm, workers);
                cells.push(cell(team, workers as u64));
                games.push((team, score));
            }
        }
        let in_groups = Team { ranks: Some(4), ..Team::new(Algorithm::Dts, 16) };
        cells.extend([cell(in_groups, 32), cell(Team::new(Algorithm::Dts, 64), 16)]);
        let comparisons = vec![comparison(cells)];
        let duels = |time, scores| Duels { against: Algorithm::Lazy, time: Ticks(time), scores };
        let duels =
            vec![duels(500_000, vec![(in_groups, score)]), duels(10_000_000, games.clone())];
        Laboratory { comparisons, real: Some(real_teams()), games, duels }
    }

    /// Two threads of every algorithm, twice as fast as P_seq; one thread loses a tenth.
    fn real_teams() -> Measurement<Work> {
        let teams = Algorithm::ALL.map(|algorithm| [1, 2].map(|size| Team::new(algorithm, size)));
        let position =
            searched(BackendKind::Thread, "a 1", teams.as_flattened(), |team| match team {
                None => [(1.0, 800), (1.0, 800)],
                Some(Team { workers: 1, .. }) => [(1.0 / 0.9, 800), (0.8 / 0.9, 800)],
                Some(_) => [(0.5, 800), (0.4, 800)],
            });
        measurement(BackendKind::Thread, position)
    }

    #[test]
    fn every_part_shows_every_algorithm_and_every_picture_is_well_formed() {
        let laboratory = laboratory();
        for part in ["history", "speed-up", "costs", "pairs", "real", "games", "duels"] {
            let text = laboratory.part(part).unwrap();
            for algorithm in Algorithm::ALL {
                assert!(text.contains(&format!("`{algorithm}`")), "{algorithm} in {part}: {text}");
            }
        }
        let row = |part: &str, begin: &str| {
            let text = laboratory.part(part).unwrap();
            text.lines().find(|line| line.starts_with(begin)).unwrap_or_default().to_string()
        };
        assert_eq!(row("speed-up", "| `dts` "), "| `dts` | 2.00 | 4.00 | 16.00 | 16.00 |");
        assert_eq!(row("speed-up", "| `dts-g"), "| `dts-groups` |  |  |  | 32.00 |");
        assert_eq!(row("pairs", "| `dts-g"), "| `dts-groups` |  |  |  | 0.50 |");
        let costs =
            "| `dts` | 16.00 | 100 % | 16.00 | 8.0 | 1.25 | 12.5 % | 1.0 % | 2.0 % | 30 | 4 |";
        assert_eq!(row("costs", "| `dts`"), costs);
        assert!(row("paths", "| 800").starts_with("| 800 | 8.00 |"));
        assert_eq!(row("pairs", "| `ybwc` |"), "| `ybwc` | 1.00 | 1.00 | 1.00 |  |");
        let caption = "Trees of about 800 nodes, 1 position of a; a table of 4 MiB. N = 2, 4, 16, 64: 1 seed.";
        assert_eq!(row("costs", "Trees"), caption);
        assert!(row("history", "| algorithm").contains("here, N = 16, trees of about 800 nodes"));
        let two_threads = "| `dts` | 2 | 2.25 ± 0.25 | 112 % | 2.00 to 2.50 |";
        assert!(row("real", "| `dts`").starts_with(two_threads), "{}", row("real", "| `dts`"));
        assert!(row("games", "| `dts` | 4").contains("| 4 | +2 =1 -1 |"), "{}", row("games", "|"));
        let duel = "| `dts` against `lazy`, 10 ms | 2 | 4 | +2 =1 -1 |";
        assert!(row("duels", "| `dts` against").starts_with(duel), "{}", row("duels", "|"));
        let in_groups = row("duels", "| `dts` in 4");
        let duel = "| `dts` in 4 groups against `lazy`, 0.5 ms | 64 |";
        assert!(in_groups.starts_with(duel), "{in_groups}");
        for (path, svg) in drawn(&laboratory.pictures()).unwrap() {
            let elements = elements(&svg);
            assert!(elements.iter().filter(|name| *name == "text").count() > 5, "{path:?}");
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{path:?}");
        }
    }

    #[test]
    fn a_search_of_another_tree_stays_out_of_the_picture() {
        let pictures = drawn(&laboratory().pictures()).unwrap();
        let curves =
            pictures.iter().filter(|(path, _)| path.to_string_lossy().contains("speed-up"));
        let texts: Vec<&String> = curves.map(|(_, svg)| svg).collect();
        assert_eq!(texts.len(), 2, "one for each theme");
        for svg in texts {
            assert!(svg.contains("abdada-approximate") && !svg.contains("window-null"));
        }
    }

    #[test]
    fn the_history_shows_the_trees_that_most_teams_have_searched() {
        let mut laboratory = laboratory();
        let small = &laboratory.comparisons[0];
        let goal = Goal::Nodes { nodes: 4_000 }.into();
        let setting = Setting { goal, ..small.setting.clone() };
        let dts =
            |cell: &&Cell<Losses>| cell.team.is_none_or(|team| team.algorithm == Algorithm::Dts);
        let cells = small.cells.iter().filter(dts).cloned().collect();
        laboratory.comparisons.push(Comparison { setting, cells });
        assert!(laboratory.part("history").unwrap().contains("trees of about 800 nodes"));
        laboratory.comparisons.remove(0);
        assert!(laboratory.part("history").unwrap().contains("trees of about 4000 nodes"));
    }

    #[test]
    fn parts_are_renewed_and_the_rest_stays() {
        let laboratory = Laboratory::default();
        let page = "# Title\n<!-- report: games -->\nold\n<!-- end -->\nText\n";
        let renewed = laboratory.renew(page).unwrap();
        assert_eq!(renewed, "# Title\n<!-- report: games -->\n<!-- end -->\nText\n");
        assert_eq!(laboratory.renew(&renewed), Ok(renewed.clone()));
        for (page, complaint) in [
            ("<!-- report: games -->\n", "games has no end"),
            ("<!-- report: gmaes -->\n<!-- end -->", "unknown part 'gmaes'"),
        ] {
            assert_eq!(laboratory.renew(page), Err(complaint.into()));
        }
    }

    #[test]
    fn the_history_names_every_algorithm_there_is() {
        let history = history::text(None);
        for algorithm in Algorithm::ALL {
            assert!(history.contains(&format!("| `{algorithm}` |")), "{algorithm} is missing");
        }
    }
}
