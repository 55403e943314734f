//! Training as a whole, on positions whose value is known.

use cleave_board::{Color, PieceKind, Position, Value};
use cleave_kit::games::random::Random;
use cleave_movegen::legal_moves;

use super::errors::{Difference, Errors, by_net, by_network};
use super::gradient;
use super::net::Net;
use super::sample::Sample;
use super::target::{SCALE, Target};
use super::trainer::{Schedule, Trainer};
use crate::positions::{Outcome, Record};

const BY_SEARCH: Target = Target { result_share: 0.0, scale: SCALE };

/// Returns the material of the side to move, less the other side's, in centipawns.
fn material(position: &Position) -> i32 {
    let worth = |color: Color| {
        let pieces = PieceKind::ALL.into_iter().zip([100, 320, 330, 500, 900, 0]);
        pieces.map(|(kind, worth)| worth * position.pieces(color, kind).count() as i32).sum::<i32>()
    };
    worth(position.side()) - worth(!position.side())
}

/// Positions of random games. The value of each is its material, and its result does not follow from it.
fn records(games: u64) -> Vec<Record> {
    let mut records = Vec::new();
    for seed in 0..games {
        let mut random = Random::seeded(seed);
        let mut position = Position::start();
        for _ in 0..120 {
            let moves = legal_moves(&position);
            let Some(&mv) = moves.as_slice().get(random.below(moves.as_slice().len().max(1)))
            else {
                break;
            };
            let value = Value::new(material(&position).clamp(-2000, 2000));
            let outcome = [Outcome::Lost, Outcome::Drawn, Outcome::Won][random.below(3)];
            records.push(Record::new(&position, mv, value, outcome));
            position = position.make(mv);
        }
    }
    records
}

fn plan(epochs: u32, seed: u64) -> Schedule {
    Schedule { epochs, batch: 256, rate: 0.01, seed, target: BY_SEARCH }
}

fn trained(plan: Schedule, records: &[Record]) -> Trainer {
    let mut trainer = Trainer::new(plan, Net::random(plan.seed));
    for _ in 0..plan.epochs {
        trainer.epoch(records, |_| ());
    }
    trainer
}

/// Compares the gradient with finite differences.
#[test]
fn the_gradient_is_the_slope_of_the_error() {
    let target = Target { result_share: 0.4, scale: SCALE };
    let records: Vec<Record> = records(20).into_iter().step_by(97).collect();
    let mut net = Net::random(3);
    let mut gradient = Net::zero();
    records.iter().for_each(|record| gradient::add(&mut gradient, &net, record, &target));
    let error = |net: &Net| {
        let miss = |record| {
            let value = f64::from(net.evaluate(&Sample::new(record)));
            let predicted = 1.0 / (1.0 + (-value / f64::from(target.scale)).exp());
            predicted - f64::from(target.of(record))
        };
        records.iter().map(|record| miss(record).powi(2)).sum::<f64>()
    };
    let mut steep = 0;
    for row in 0..net.rows().len() {
        for neuron in (row % 7..cleave_nnue::HIDDEN).step_by(16) {
            const STEP: f32 = 1.0 / 1024.0;
            let weight = net.rows()[row].0[neuron];
            let [high, low] = [STEP, -STEP].map(|step| {
                net.rows_mut()[row].0[neuron] = weight + step;
                error(&net)
            });
            net.rows_mut()[row].0[neuron] = weight;
            let slope = ((high - low) / f64::from(2.0 * STEP)) as f32;
            let predicted = gradient.rows()[row].0[neuron];
            let close = (slope - predicted).abs() <= 0.002 + 0.03 * slope.abs();
            assert!(close, "row {row}, neuron {neuron}: {slope} is not {predicted}");
            steep += usize::from(slope.abs() > 0.02);
        }
    }
    assert!(steep > 300, "only {steep} parameters matter");
}

#[test]
fn material_is_learnt_from_games() {
    let all = records(500);
    let (training, held_out) = all.split_at(all.len() / 10 * 9);
    let net = trained(plan(6, 1), training).net;
    let values = by_net(&net, held_out);
    let error = Errors::of(&values, held_out, &BY_SEARCH).target;
    let ignorant = Errors::of(&vec![0.0; held_out.len()], held_out, &BY_SEARCH).target;
    assert!(error < ignorant / 50.0, "the error is {error}, that of nothing {ignorant}");
}

/// The bound of book/src/network.md.
#[test]
fn the_network_in_integers_is_close_to_the_one_in_real_numbers() {
    let records = records(300);
    let net = trained(plan(3, 2), &records).net;
    let network = net.quantised().unwrap();
    let difference =
        Difference::between(&by_net(&net, &records), &by_network(&network, &records).unwrap());
    assert!(difference.mean <= 8.0 && difference.most <= 60.0, "{difference}");
    let again = Net::of(&network).quantised().unwrap();
    assert_eq!(again.to_bytes(), network.to_bytes(), "what is rounded stays as it is");
}

#[test]
fn training_depends_only_on_its_plan() {
    let records = records(40);
    let with_threads = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| trained(plan(2, 5), &records).net)
    };
    let one = with_threads(1);
    assert!(one == with_threads(2), "two threads make another network than one");
    assert!(one == with_threads(3), "three threads make another network than one");
    assert!(one != trained(plan(2, 6), &records).net, "another seed makes another network");
}
