//! Counts perft on the device.

use cleave_gpu::DeviceError;
use cleave_gpu::device::{Gpu, Perft, PerftOptions};
use cleave_gpu::kernels::Generator;

use crate::common::{packed, suite};

fn counts_the_suite(options: PerftOptions, most: u64) {
    let gpu = Gpu::open().expect("a device");
    let perft = Perft::new(&gpu, options).expect("kernels");
    for (packed, fen, counts) in suite(most) {
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft.count(&packed, depth), Ok(count), "{fen}: depth {depth}, {options:?}");
        }
    }
}

#[test]
fn compiled_rows_count_the_suite() {
    counts_the_suite(PerftOptions::default(), 700_000);
}

#[test]
fn the_table_counts_the_suite() {
    counts_the_suite(PerftOptions { generator: Generator::Table, ..Default::default() }, 700_000);
}

#[test]
fn the_counts_do_not_depend_on_how_the_work_is_split() {
    for generator in [Generator::Compiled, Generator::Table] {
        for (group, capacity, fused) in [(8, 218, true), (32, 1000, false), (256, 5000, true)] {
            counts_the_suite(PerftOptions { generator, group, capacity, fused }, 20_000);
        }
    }
}

#[test]
fn a_level_larger_than_the_device_allows_is_an_error() {
    let gpu = Gpu::open().expect("a device");
    let capacity = (gpu.largest_buffer() / 40 + 1).try_into().unwrap_or(u32::MAX);
    let perft = Perft::new(&gpu, PerftOptions { capacity, ..Default::default() }).expect("kernels");
    let refused = perft.count(&packed(cleave_board::Position::START_FEN), 4);
    assert!(matches!(refused, Err(DeviceError::TooSmall { .. })), "{refused:?}");
}

#[test]
fn a_lost_device_is_an_error() {
    let gpu = Gpu::open().expect("a device");
    let perft = Perft::new(&gpu, PerftOptions::default()).expect("kernels");
    gpu.lose();
    let lost = perft.count(&packed(cleave_board::Position::START_FEN), 4);
    assert!(matches!(lost, Err(DeviceError::Lost(_))), "{lost:?}");
}
