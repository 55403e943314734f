//! `--check`: does this program still find what the file says?
//!
//! The `bench` signature ties a file to P_seq, but nothing ties the searches of a team to its algorithm:
//! whoever changes that must remove them. That was once forgotten, and 77 of 96 searches of `tree-splitting`
//! on 64 workers were those of an older program. Such a change concerns most searches of a team or nearly
//! none, so that a few of each team, chosen anew each time, find it sooner or later.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::sync::Mutex;
use std::time::{SystemTime, UNIX_EPOCH};

use cleave_smp::random::Rng;

use super::{Arguments, Due, search_all};
use crate::figures::comparison::{Key, Piece, Setting, Team};
use crate::figures::read_text;
use crate::journal::{self, Entry as _};
use crate::speedup::positions::Entry;

/// Does so many of each team's searches in the file again, and of P_seq's.
///
/// # Errors
/// A search comes out differently, the file cannot be read or was made with another setting, or none of the
/// searches asked for is in it.
pub(super) fn check(
    arguments: &Arguments,
    entries: &[Entry],
    setting: &Setting,
    of_each: u64,
) -> Result<(), Box<dyn Error>> {
    let path = arguments.file(setting.nodes);
    let file = path.display();
    let written = read(&path, setting)?;
    let mut asked = arguments.pieces(entries);
    asked.retain(|(_, key)| written.contains_key(key));
    let all = asked.len();
    let chosen = choose(asked, of_each);
    if chosen.is_empty() {
        return Err(format!("{file}: none of these searches is in it").into());
    }
    let different = Mutex::new(BTreeMap::new());
    search_all(entries, &chosen, depths(&written, &chosen), setting, |found| {
        if written[&found.key()] != found {
            different.lock().expect("no thread panics with it").insert(found.key(), found);
        }
        Ok(())
    })?;
    let different = different.into_inner()?;
    for (key, found) in &different {
        println!("-{}", serde_json::to_string(&written[key])?);
        println!("+{}", serde_json::to_string(found)?);
    }
    let (chosen, different) = (chosen.len(), different.len());
    if different > 0 {
        return Err(format!(
            "{file}: {different} of {chosen} searches done again are not as written; remove all that the \
             same change may concern, and compare again"
        )
        .into());
    }
    println!("{file}: {chosen} of {all} searches done again, all as written");
    Ok(())
}

/// All searches in the file, which must have been made with this setting.
fn read(path: &Path, setting: &Setting) -> Result<BTreeMap<Key, Piece>, Box<dyn Error>> {
    let file = path.display();
    let (made_with, pieces): (Setting, Vec<Piece>) =
        journal::read(&read_text(path)?).map_err(|error| format!("{file}: {error}"))?;
    if made_with != *setting {
        let [made_with, expected] = [&made_with, setting].map(serde_json::to_string);
        return Err(format!(
            "{file}: made with another setting, {}; expected {}",
            made_with?, expected?
        )
        .into());
    }
    Ok(pieces.into_iter().map(|piece| (piece.key(), piece)).collect())
}

/// The depths of the positions, but for those that P_seq is to search: their depth is found anew, and so
/// checked.
fn depths(written: &BTreeMap<Key, Piece>, chosen: &[Due]) -> BTreeMap<String, u32> {
    let mut depths: BTreeMap<String, u32> = written.values().filter_map(Piece::depth).collect();
    for (_, (position, _, team)) in chosen {
        if team.is_none() {
            depths.remove(position);
        }
    }
    depths
}

/// So many searches of each team and of P_seq, or all if there are no more.
fn choose(searches: Vec<Due>, of_each: u64) -> Vec<Due> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64);
    let mut rng = Rng::new(now);
    let mut of_teams: BTreeMap<Option<Team>, Vec<Due>> = BTreeMap::new();
    for due in searches {
        of_teams.entry(due.1.2).or_default().push(due);
    }
    let mut chosen = Vec::new();
    for mut of_team in of_teams.into_values() {
        for _ in 0..of_each.min(of_team.len() as u64) {
            chosen.push(of_team.swap_remove(rng.below(of_team.len() as u64) as usize));
        }
    }
    chosen
}
