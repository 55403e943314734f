//! The standard errors of a comparison, by resampling its runs (the bootstrap, Efron 1979). Each sample draws the runs
//! of each position with replacement, as many as there are. The scatter of the figures over the samples estimates their
//! error.

use cleave_kit::statistics::standard_deviation;
use cleave_smp::random::Rng;

use super::validation::{Compared, FIGURES, Sample, Validation};

/// Number of samples; the standard errors are then exact to a thirtieth.
const SAMPLES: usize = 500;

/// Returns the standard error of each [`Pair::error`](super::validation::Pair::error), in percent. A comparison always
/// gets the same errors.
pub(super) fn standard_errors(validation: &Validation) -> [f64; FIGURES] {
    let rng = &mut Rng::new(1979);
    let samples: Vec<_> = (0..SAMPLES)
        .map(|_| resample(validation, rng).of_team().map(|(_, pair)| pair.error()))
        .collect();
    std::array::from_fn(|figure| {
        standard_deviation(&samples.iter().map(|errors| errors[figure]).collect::<Vec<_>>())
    })
}

/// Draws a sample. A run and the seed of the same number have the same perturbation, and thereby the same tree of
/// P_seq. If runs and seeds are equal in number, they are drawn together.
fn resample(validation: &Validation, rng: &mut Rng) -> Validation {
    let mut places =
        |of: usize| -> Vec<usize> { (0..of).map(|_| rng.below(of as u64) as usize).collect() };
    let positions = validation.positions.iter().map(|position| {
        let (runs, seeds) = (position.real.speedup.len(), position.model.speedup.len());
        let real = places(runs);
        let model = if runs == seeds { real.clone() } else { places(seeds) };
        Compared {
            id: position.id.clone(),
            real: position.real.of_runs(&real),
            model: position.model.of_runs(&model),
            ..*position
        }
    });
    Validation { positions: positions.collect(), ..validation.clone() }
}

impl Sample {
    fn of_runs(&self, places: &[usize]) -> Sample {
        let of = |figures: &[f64]| places.iter().map(|&place| figures[place]).collect();
        Sample { speedup: of(&self.speedup), node_ratio: of(&self.node_ratio) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eight positions; the model's speed-ups are the real ones, multiplied by `off`.
    fn validation(spread: f64, off: f64) -> Validation {
        let speedup = |scale: f64| {
            let of_run = |run: u32| scale * (1.8 + spread * f64::from(run % 7));
            (0..40).map(of_run).collect::<Vec<_>>()
        };
        let sample = |scale| Sample { speedup: speedup(scale), node_ratio: vec![1.0; 40] };
        let position = |id: u32| Compared {
            id: id.to_string(),
            depth: 9,
            real: sample(1.0),
            model: sample(off),
        };
        Validation {
            backend: "fork".into(),
            workers: 2,
            runs: 40,
            seeds: 40,
            seconds: 0.2,
            other_trees: Vec::new(),
            one: None,
            positions: (0..8).map(position).collect(),
        }
    }

    #[test]
    fn runs_that_are_all_alike_have_no_error() {
        assert!(standard_errors(&validation(0.0, 1.1)).iter().all(|error| *error < 1e-9));
    }

    #[test]
    fn common_variation_is_no_error() {
        let paired = validation(0.1, 1.1);
        assert!(standard_errors(&paired)[2] < 1e-9, "the same runs are drawn on both sides");
        let mut apart = paired.clone();
        for position in &mut apart.positions {
            position.model = position.model.of_runs(&(0..39).collect::<Vec<_>>());
        }
        let errors = standard_errors(&apart);
        assert!((0.1..10.0).contains(&errors[2]), "{errors:?}");
        assert_eq!(standard_errors(&apart), errors);
    }
}
