//! `--check K`: does this program still find what a [journal] says?
//!
//! The `bench` signature ties a journal to P_seq, but nothing ties a team's entries to its algorithm:
//! whoever changes that must remove them. That was once forgotten, and 77 of 96 searches of `tree-splitting`
//! on 64 workers were those of an older program. A change concerns most entries of a team or very few: a
//! few entries of each, others each time, soon tell.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use cleave_smp::random::Rng;
use serde::Serialize;

use crate::figures::read_text;
use crate::journal::{self, Entry};

/// A journal, and what of it has come out differently. It is only read.
pub(crate) struct Check<E: Entry> {
    path: PathBuf,
    written: BTreeMap<E::Key, E>,
    state: Mutex<State<E>>,
}

struct State<E: Entry> {
    done: usize,
    different: BTreeMap<E::Key, E>,
}

impl<E: Entry + PartialEq> Check<E> {
    /// Reads the journal.
    ///
    /// # Errors
    /// It cannot be read, is no journal, or was made with another setting.
    pub(crate) fn open(path: &Path, setting: &impl Serialize) -> Result<Check<E>, String> {
        let written = journal::read_made_with(&read_text(path)?, setting)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        let state = Mutex::new(State { done: 0, different: BTreeMap::new() });
        Ok(Check { path: path.into(), written, state })
    }

    /// What the entries say, each that says something.
    pub(crate) fn gather<T>(&self, say: impl Fn(&E) -> Option<T>) -> Vec<T> {
        self.written.values().filter_map(say).collect()
    }

    /// Chooses so many of each team's pieces of work at random, of those that the journal has; all if there
    /// are no more.
    ///
    /// # Errors
    /// The journal has none of them.
    pub(crate) fn choose<P, T: Ord>(
        &self,
        pieces: Vec<P>,
        of_each: u64,
        key: impl Fn(&P) -> &E::Key,
        team: impl Fn(&P) -> T,
    ) -> Result<Vec<P>, String> {
        let mut of_teams: BTreeMap<T, Vec<P>> = BTreeMap::new();
        for piece in pieces {
            if self.written.contains_key(key(&piece)) {
                of_teams.entry(team(&piece)).or_default().push(piece);
            }
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let mut rng = Rng::new(now.map_or(0, |time| time.as_nanos() as u64));
        let mut chosen = Vec::new();
        for mut of_team in of_teams.into_values() {
            for _ in 0..of_each.min(of_team.len() as u64) {
                chosen.push(of_team.swap_remove(rng.below(of_team.len() as u64) as usize));
            }
        }
        match chosen.is_empty() {
            true => {
                Err(format!("{}: it has nothing of what is to be checked", self.path.display()))
            }
            false => Ok(chosen),
        }
    }

    /// Compares a piece that has been done again with what is written.
    pub(crate) fn record(&self, found: E) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.done += 1;
        if self.written.get(&found.key()) != Some(&found) {
            state.different.insert(found.key(), found);
        }
    }

    /// Prints what has come out differently, or that all is as it is written.
    ///
    /// # Errors
    /// Something has come out differently.
    pub(crate) fn finish(self) -> Result<(), String> {
        let file = self.path.display();
        let State { done, different } =
            self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let all = self.written.len();
        if different.is_empty() {
            println!("{file}: {done} of {all} entries done again, all as they are written");
            return Ok(());
        }
        let line = |entry: &E| serde_json::to_string(entry).map_err(|error| error.to_string());
        for (key, found) in &different {
            if let Some(written) = self.written.get(key) {
                println!("-{}", line(written)?);
            }
            println!("+{}", line(found)?);
        }
        Err(format!(
            "{file}: {} of {done} entries done again are not as they are written; remove all that the same \
             change may concern, and measure them again",
            different.len()
        ))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use serde::Deserialize;

    use super::*;

    #[derive(PartialEq, Debug, Serialize, Deserialize)]
    struct Product {
        factors: (u32, u32),
        product: u32,
    }

    impl Entry for Product {
        type Key = (u32, u32);

        fn key(&self) -> (u32, u32) {
            self.factors
        }
    }

    fn product(first: u32, second: u32) -> Product {
        Product { factors: (first, second), product: first * second }
    }

    /// A journal with these products, read.
    fn check_of(name: &str, products: &[Product]) -> Check<Product> {
        let path = std::env::temp_dir().join(format!("{name}-{}", std::process::id()));
        let lines = products.iter().map(|product| serde_json::to_string(product).unwrap() + "\n");
        fs::write(&path, "\"products\"\n".to_string() + &lines.collect::<String>()).unwrap();
        let check = Check::open(&path, &"products").unwrap();
        fs::remove_file(&path).unwrap();
        check
    }

    #[test]
    fn so_many_of_each_team_are_chosen_and_others_each_time() {
        let all: Vec<_> = (1..=9).map(|second| (1, second)).chain([(2, 1)]).collect();
        let written: Vec<_> = all.iter().map(|&(first, second)| product(first, second)).collect();
        let check = check_of("check-choose", &written);
        let choose = |asked: &[(u32, u32)], of_each| {
            check.choose(asked.to_vec(), of_each, |key| key, |(first, _)| *first)
        };
        let mut chosen_first = Vec::new();
        for _ in 0..100 {
            let chosen = choose(&all, 2).unwrap();
            assert!(matches!(chosen[..], [(1, a), (1, b), (2, 1)] if a != b), "{chosen:?}");
            chosen_first.push(chosen[0]);
        }
        chosen_first.sort_unstable();
        chosen_first.dedup();
        assert!(chosen_first.len() > 1, "{chosen_first:?}");
        assert_eq!(
            choose(&[(1, 9), (3, 1)], 5),
            Ok(vec![(1, 9)]),
            "what is not written is left out"
        );
        assert!(choose(&[(3, 1)], 5).unwrap_err().contains("nothing of what is to be checked"));
    }

    #[test]
    fn what_is_written_otherwise_is_an_error() {
        let check = check_of("check-right", &[product(2, 3), product(2, 4)]);
        check.record(product(2, 3));
        assert_eq!(check.finish(), Ok(()));
        let wrong = Product { product: 7, ..product(2, 3) };
        let check = check_of("check-wrong", &[wrong, product(2, 4)]);
        check.record(product(2, 4));
        check.record(product(2, 3));
        let error = check.finish().unwrap_err();
        assert!(error.contains("1 of 2 entries done again are not as they are written"), "{error}");
    }
}
