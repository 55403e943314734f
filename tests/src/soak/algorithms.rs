//! Random algorithms.

use cleave_search::team::Algorithm;
use cleave_smp::random::Rng;

/// An endless random sequence of algorithms. None comes twice before all have come.
#[derive(Clone, Debug, Default)]
pub(super) struct Algorithms {
    left: Vec<Algorithm>,
}

impl Algorithms {
    pub(super) fn draw(&mut self, rng: &mut Rng) -> Algorithm {
        if self.left.is_empty() {
            self.left = Algorithm::ALL.to_vec();
        }
        self.left.swap_remove(rng.below(self.left.len() as u64) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_come_before_one_comes_again() {
        let (mut rng, mut algorithms) = (Rng::new(1), Algorithms::default());
        let mut round = || Algorithm::ALL.map(|_| algorithms.draw(&mut rng));
        let (first, second) = (round(), round());
        for round in [first, second] {
            assert!(Algorithm::ALL.iter().all(|algorithm| round.contains(algorithm)), "{round:?}");
        }
        assert_ne!(first, second, "the order is the same");
    }
}
