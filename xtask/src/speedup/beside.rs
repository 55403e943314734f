//! What two processors of this machine lose to each other: P_seq beside another P_seq.
//!
//! They share caches, the way to memory, power, and often enough a core. Virtual time knows nothing of
//! that. An estimate: a team shares one table, where these two have one each.

use std::error::Error;
use std::thread;

use super::contestant::Contestant;
use super::positions::Entry;
use crate::figures::statistics::median;

/// Speed of two P_seq side by side, each with the same tree and a table of its own, by the speed of
/// one alone: the median over so many rounds of all positions, at these depths.
pub(crate) fn measure(
    entries: &[Entry],
    depths: &[u32],
    rounds: usize,
    hash: usize,
) -> Result<f64, Box<dyn Error>> {
    let mut first = Contestant::sequential(hash)?;
    let mut second = Contestant::sequential(hash)?;
    let mut ratios = Vec::new();
    for round in 0..rounds {
        for (entry, &depth) in entries.iter().zip(depths) {
            let search =
                |contestant: &mut Contestant| contestant.run(&entry.position, depth).seconds;
            // Now one first, now the other: a machine that slows down slows both.
            let mut alone = (round % 2 == 0).then(|| search(&mut first));
            let both = thread::scope(|scope| {
                let beside = scope.spawn(|| search(&mut second));
                [search(&mut first), beside.join().expect("a search does not panic")]
            });
            let alone = *alone.get_or_insert_with(|| search(&mut first));
            ratios.push(both.map(|beside| alone / beside).iter().sum::<f64>() / 2.0);
        }
    }
    Ok(median(&ratios))
}
