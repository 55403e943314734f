//! Perft by levels. The device turns a level of the tree into the next one, and counts the last
//! one.

use super::{Binding, Buffer, Gpu, Kernel};
use crate::kernels::{self, Generator};
use crate::{BYTES, DeviceError, Packed};

/// The setup of perft.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerftOptions {
    /// The form of the rows.
    pub generator: Generator,
    /// The number of lanes of a workgroup.
    pub group: u32,
    /// The number of positions of a level in memory at once.
    pub capacity: u32,
    /// True to count the last two plies in one kernel, which writes no position.
    pub fused: bool,
}

impl Default for PerftOptions {
    fn default() -> Self {
        PerftOptions { generator: Generator::Compiled, group: 64, capacity: 1 << 18, fused: true }
    }
}

/// Counts leaves on the device.
pub struct Perft<'a> {
    gpu: &'a Gpu,
    options: PerftOptions,
    expand: Kernel,
    last: Kernel,
    params: Buffer,
    counters: Buffer,
    table: Buffer,
    /// A placeholder for positions in the last kernel.
    nothing: Buffer,
}

const BINDINGS: [Binding; 5] =
    [Binding::Read, Binding::Write, Binding::Uniform, Binding::Write, Binding::Uniform];

/// The maximum number of positions that one dispatch counts. It must end before a driver considers
/// it hung.
const DISPATCH: u32 = 1 << 16;

/// The maximum number of moves of a position.
const MOST_MOVES: u32 = 218;

impl<'a> Perft<'a> {
    /// Compiles the kernels.
    pub fn new(gpu: &'a Gpu, options: PerftOptions) -> Result<Perft<'a>, DeviceError> {
        let source = kernels::perft(options.generator, options.group);
        let last = if options.fused { "fused" } else { "leaves" };
        Ok(Perft {
            gpu,
            options: PerftOptions { capacity: options.capacity.max(MOST_MOVES), ..options },
            expand: Kernel::new(gpu, &source, "expand", &BINDINGS)?,
            last: Kernel::new(gpu, &source, last, &BINDINGS)?,
            params: gpu.uniform("parameters", &[0; 4]),
            counters: gpu.storage("counters", 12)?,
            nothing: gpu.storage("nothing", BYTES as u64)?,
            table: gpu.uniform("rows", &kernels::table()),
        })
    }

    /// Returns the number of lines of `depth` legal moves.
    pub fn count(&self, p: &Packed, depth: u32) -> Result<u64, DeviceError> {
        let kept = if self.options.fused { 2 } else { 1 };
        if depth < kept {
            return Ok(crate::twin::perft(p, depth));
        }
        let level =
            || self.gpu.storage("positions", u64::from(self.options.capacity) * BYTES as u64);
        let levels = (0..=depth - kept).map(|_| level()).collect::<Result<Vec<_>, _>>()?;
        self.gpu.write_bytes(&levels[0], &p.bytes());
        self.gpu.write(&self.counters, &[0; 3]);
        self.descend(&levels, 1)?;
        let counters = self.gpu.read(&self.counters, 3)?;
        Ok(u64::from(counters[1]) | u64::from(counters[2]) << 32)
    }

    /// Counts below the positions of the first level. Works in parts if the children do not fit
    /// into the next level.
    fn descend(&self, levels: &[Buffer], count: u32) -> Result<(), DeviceError> {
        let [level, deeper @ ..] = levels else { return Ok(()) };
        if deeper.is_empty() {
            for first in (0..count).step_by(DISPATCH as usize) {
                self.dispatch(&self.last, level, &self.nothing, first, DISPATCH.min(count - first));
            }
            return Ok(());
        }
        let mut part = count;
        let mut first = 0;
        while first < count {
            part = part.min(count - first).min(DISPATCH);
            self.gpu.write(&self.counters, &[0]);
            self.dispatch(&self.expand, level, &deeper[0], first, part);
            let written = self.gpu.read(&self.counters, 1)?[0];
            if written > self.options.capacity {
                // A little less than the number that would have fitted. At least one always fits.
                let share = u64::from(self.options.capacity) * u64::from(part) / u64::from(written);
                part = (share as u32 * 7 / 8).max(1);
                continue;
            }
            self.descend(deeper, written)?;
            first += part;
        }
        Ok(())
    }

    fn dispatch(&self, kernel: &Kernel, from: &Buffer, to: &Buffer, first: u32, count: u32) {
        self.gpu.write(&self.params, &[first, count, self.options.capacity, 0]);
        let buffers = [from, to, &self.params, &self.counters, &self.table];
        self.gpu.submit(kernel, &buffers, count.div_ceil(self.options.group));
    }
}
