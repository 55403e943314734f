//! Checks that no network within the limits overflows, and that all values are within
//! `Value::EVAL_MAX`.

use cleave_board::{Color, Position, Value};
use cleave_nnue::{
    BIAS_ONE, CENTIPAWNS, INPUT_LIMIT, INPUT_ONE, Network, NetworkEvaluator, Neurons, OUTPUT_LIMIT,
    Parameters, bucket, inputs,
};

use crate::common::{Random, network};
use crate::walk::walk;

/// Returns a network in which each number is at its limit, positive or negative.
fn extreme(input_weight: i16, input_bias: i16, output_weight: i16, output_bias: i32) -> Network {
    let mut parameters = Parameters::zero();
    parameters.input_weights.iter_mut().for_each(|row| row.0.fill(input_weight));
    parameters.input_bias.0.fill(input_bias);
    let output_weights = parameters.output_weights.as_flattened_mut();
    output_weights.iter_mut().for_each(|row| row.0.fill(output_weight));
    parameters.output_bias.fill(output_bias);
    Network::new(parameters).expect("all numbers are within their limits")
}

/// Computes a value by the definition, in numbers that cannot overflow.
fn defined(network: &Network, position: &Position) -> Value {
    let parameters = network.parameters();
    let bucket = bucket(position);
    let side = |perspective: Color, weights: &Neurons| -> i128 {
        let neuron = |i: usize| {
            let weights =
                inputs(position, perspective).map(|input| &parameters.input_weights[input]);
            let sum: i128 = weights.map(|row| i128::from(row.0[i])).sum();
            (sum + i128::from(parameters.input_bias.0[i])).clamp(0, i128::from(INPUT_ONE))
        };
        weights.0.iter().enumerate().map(|(i, &weight)| neuron(i).pow(2) * i128::from(weight)).sum()
    };
    let [own, other] = &parameters.output_weights[bucket];
    let sum = side(position.side(), own) + side(!position.side(), other);
    let output = sum + i128::from(parameters.output_bias[bucket]);
    let centipawns = output * i128::from(CENTIPAWNS) / i128::from(BIAS_ONE);
    let most = i128::from(Value::EVAL_MAX.get());
    Value::new(centipawns.clamp(-most, most) as i32)
}

#[test]
fn extreme_networks_do_not_overflow() {
    for signs in 0..16 {
        let sign = |bit: u32| if signs >> bit & 1 == 0 { 1 } else { -1 };
        let network = extreme(
            sign(0) * INPUT_LIMIT,
            sign(1) * INPUT_LIMIT,
            sign(2) * OUTPUT_LIMIT,
            if signs >> 3 == 0 { i32::MAX } else { i32::MIN },
        );
        let mut evaluator = NetworkEvaluator::new(network.clone());
        let mut check = |position: &Position| {
            let value = defined(&network, position);
            assert_eq!(network.evaluate(position), value);
            assert_eq!(evaluator.evaluate(position), value);
        };
        // The maximum number of men.
        check(&Position::start());
        walk(300, check);
    }
}

#[test]
fn values_agree_with_the_definition() {
    let network = network(&mut Random(14));
    walk(2_000, |position| {
        assert_eq!(
            network.evaluate(position),
            defined(&network, position),
            "{}",
            position.to_fen()
        );
    });
}

#[test]
fn the_start_position_is_in_the_last_bucket_and_bare_kings_in_the_first() {
    assert_eq!(bucket(&Position::start()), 7);
    let bucket_of = |fen: &str| bucket(&Position::from_fen(fen).expect("a legal position"));
    assert_eq!(bucket_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1"), 0);
    assert_eq!(bucket_of("4k3/ppp5/8/8/8/8/8/4K3 w - - 0 1"), 0);
    assert_eq!(bucket_of("4k3/pppp4/8/8/8/8/8/4K3 w - - 0 1"), 1);
    assert_eq!(bucket_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPP2/RNBQKBNR w KQkq - 0 1"), 7);
    assert_eq!(bucket_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPP3/RNBQKBNR w KQkq - 0 1"), 6);
}
