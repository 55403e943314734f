//! What two processors of this machine lose to each other: P_seq beside another P_seq.
//!
//! They share caches, the way to memory, power, and often enough a core. No search can be faster
//! than that allows, and virtual time knows nothing of it.

use std::error::Error;
use std::sync::Barrier;
use std::thread;

use super::contestant::Contestant;
use super::positions::Entry;
use crate::figures::statistics::median;

/// Speed of P_seq while another searches the same tree in a table of its own, by its speed alone:
/// the median over so many rounds of all positions, at these depths.
pub(crate) fn measure(
    entries: &[Entry],
    depths: &[u32],
    rounds: usize,
    hash: usize,
) -> Result<f64, Box<dyn Error>> {
    let mut first = Contestant::sequential(hash)?;
    let mut second = Contestant::sequential(hash)?;
    let searches: Vec<_> =
        (0..rounds).flat_map(|_| entries.iter().zip(depths.iter().copied())).collect();
    let together = Barrier::new(2);
    let ratios: Vec<f64> = thread::scope(|scope| {
        scope.spawn(|| {
            for (entry, depth) in &searches {
                together.wait();
                second.run(&entry.position, *depth);
                together.wait();
            }
        });
        let one_by_one = searches.iter().map(|(entry, depth)| {
            let alone = first.run(&entry.position, *depth);
            together.wait();
            let beside = first.run(&entry.position, *depth);
            together.wait();
            alone.seconds / beside.seconds
        });
        one_by_one.collect()
    });
    Ok(median(&ratios))
}
