//! A comparison's searches done again.

use std::collections::BTreeMap;
use std::error::Error;

use super::{Arguments, Due, search_all};
use crate::check::Check;
use crate::figures::comparison::{Piece, Setting};
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
    let check = Check::open(&arguments.file(setting.nodes), setting)?;
    let asked = arguments.pieces(entries);
    let chosen = check.choose(asked, of_each, |(_, key)| key, |(_, (_, _, team))| *team)?;
    search_all(entries, &chosen, depths(&check, &chosen), setting, |found| {
        check.record(found);
        Ok(())
    })?;
    Ok(check.finish()?)
}

/// The depths of the positions, but for those that P_seq is to search: their depth is found anew, and so
/// checked.
fn depths(check: &Check<Piece>, chosen: &[Due]) -> BTreeMap<String, u32> {
    let mut depths: BTreeMap<String, u32> = check.gather(Piece::depth).into_iter().collect();
    for (_, (position, _, team)) in chosen {
        if team.is_none() {
            depths.remove(position);
        }
    }
    depths
}
