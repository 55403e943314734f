//! `--check K`: does this program still find the results in a [journal](super::journal)?
//!
//! The `bench` signature ties a journal to P_seq, but nothing ties a team's entries to its algorithm. After a change of
//! the algorithm they must be removed by hand; otherwise they are results of an older program. A change concerns most
//! entries of a team or very few, so a few entries of each soon show it if every check takes others.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use cleave_smp::random::Rng;

use super::entry::{Entries, Entry};
use crate::error::{Error, Result};

/// Chooses `of_each` written pieces of work of each team at random; all if there are no more.
///
/// # Errors
/// None of them is written.
pub(super) fn choose<E: Entry>(
    file: &Path,
    written: &Entries<E>,
    keys: &[E::Key],
    of_each: u64,
) -> Result<Vec<E::Key>> {
    let mut of_teams: BTreeMap<E::Team, Vec<&E::Key>> = BTreeMap::new();
    for key in keys {
        if let Some(entry) = written.get(key) {
            of_teams.entry(entry.team()).or_default().push(key);
        }
    }
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let mut rng = Rng::new(now.map_or(0, |time| time.as_nanos() as u64));
    let mut chosen = Vec::new();
    for mut of_team in of_teams.into_values() {
        for _ in 0..of_each.min(of_team.len() as u64) {
            let place = rng.below(of_team.len() as u64) as usize;
            chosen.push(of_team.swap_remove(place).clone());
        }
    }
    match chosen.is_empty() {
        true => Err(Error::of_file(file, "it has none of the entries to check")),
        false => Ok(chosen),
    }
}

/// Prints the entries that differ, or reports that all agree.
///
/// # Errors
/// An entry differs.
pub(super) fn compare<E: Entry>(
    file: &Path,
    written: &Entries<E>,
    found: &Entries<E>,
) -> Result<()> {
    let done = found.len();
    let pairs = found.iter().map(|(key, found)| (&written[key], found));
    let different: Vec<_> = pairs.filter(|(written, found)| written != found).collect();
    if different.is_empty() {
        let (file, all) = (file.display(), written.len());
        println!("{file}: {done} of {all} entries done again, all as they are written");
        return Ok(());
    }
    for (written, found) in &different {
        println!("-{}", serde_json::to_string(written)?);
        println!("+{}", serde_json::to_string(found)?);
    }
    let reason = format!(
        "{} of {done} entries done again are not as they are written; remove all that the same change may \
         concern, and measure them again",
        different.len()
    );
    Err(Error::of_file(file, reason))
}

#[cfg(test)]
mod tests {
    use super::super::tests::Product;
    use super::*;

    #[test]
    fn a_check_chooses_some_entries_of_each_team_and_others_each_time() {
        let all: Vec<_> = (1..=9).map(|second| (1, second)).chain([(2, 1)]).collect();
        let product = |&factors: &(u32, u32)| (factors, Product::of(factors));
        let written: Entries<Product> = all.iter().map(product).collect();
        let choose = |keys: &[(u32, u32)], of_each| choose(Path::new("x"), &written, keys, of_each);
        let mut chosen_first = Vec::new();
        for _ in 0..100 {
            let chosen = choose(&all, 2).unwrap();
            assert!(matches!(chosen[..], [(1, a), (1, b), (2, 1)] if a != b), "{chosen:?}");
            chosen_first.push(chosen[0]);
        }
        chosen_first.sort_unstable();
        chosen_first.dedup();
        assert!(chosen_first.len() > 1, "{chosen_first:?}");
        let known = choose(&[(1, 9), (3, 1)], 5).unwrap();
        assert_eq!(known, [(1, 9)], "what is not written is left out");
        assert!(choose(&[(3, 1)], 5).is_err());
    }
}
