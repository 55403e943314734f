//! Runs null-window searches on the device, in slices.

use std::time::{Duration, Instant};

use super::{Asked, Binding, Buffer, Gpu, Kernel, PATIENCE, SILENT};
use crate::kernels::{self, Generator, SearchKernel, Stack};
use crate::{Answer, BYTES, DeviceError, Packed, Rules, Test, Tester};

/// The setup of searches on the device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearcherOptions {
    /// The form of the rows.
    pub generator: Generator,
    /// The number of lanes of a workgroup.
    pub group: u32,
    /// The place of the stack.
    pub stack: Stack,
    /// The number of table entries as a power of two, or `None` for no table.
    pub table: Option<u32>,
    /// The maximum number of tests of a slot.
    pub tests: u32,
    /// The number of paths that are searched at once: lanes, or workgroups that each walk one path.
    pub paths: u32,
    /// The maximum number of steps of a slice.
    pub steps: u32,
    /// The length of the longest path, including captures.
    pub depth: u32,
    /// The rules that determine the answers.
    pub rules: Rules,
}

impl SearcherOptions {
    /// Returns the fastest setup on llvmpipe among those that crates/gpu/README.md compares.
    pub fn new(rules: Rules) -> SearcherOptions {
        SearcherOptions {
            generator: Generator::Table,
            group: 32,
            stack: Stack::Memory,
            table: None,
            tests: 1 << 12,
            paths: 1 << 9,
            steps: MOST_STEPS,
            depth: 12,
            rules,
        }
    }
}

/// A step takes at most 106 passes of its inner loops, and llvmpipe ends an invocation after 65,535.
const MOST_STEPS: u32 = 500;

/// The target time of a slice: long enough to be worth its start, short enough to stop soon.
const SLICE: Duration = Duration::from_millis(8);

/// The expected steps per second of all paths together, before any slice has run. The number is
/// small, because a first slice that takes too long cannot be stopped.
const FIRST_PACE: f64 = 50_000.0;

const BINDINGS: [Binding; 8] = [
    Binding::Read,
    Binding::Write,
    Binding::Uniform,
    Binding::Write,
    Binding::Uniform,
    Binding::Write,
    Binding::Write,
    Binding::Write,
];

const LANE_BYTES: u32 = 32;
const FRAME_BYTES: u32 = 128;
const ENTRY_BYTES: u64 = 16;
const ANSWER_WORDS: usize = 4;

/// The device as a [`Tester`].
pub struct Searcher<'a> {
    gpu: &'a Gpu,
    options: SearcherOptions,
    kernel: Kernel,
    rows: Buffer,
    table: Buffer,
    slots: [Slot; 2],
    slices: u64,
    /// The expected steps per second of all paths together, for the next slice.
    pace: f64,
    /// The time when the last slice ended.
    free_since: Instant,
}

/// Tests in progress.
struct Slot {
    tests: Buffer,
    answers: Buffer,
    parameters: Buffer,
    counters: Buffer,
    lanes: Buffer,
    frames: Buffer,
    count: u32,
    /// The number of steps of the slice under way.
    steps: u32,
    waiting: Waiting,
}

/// The words that the host has requested.
enum Waiting {
    Nothing,
    /// The number of answered tests after the slice that began at this time.
    Counters(Asked, Instant),
    Answers(Asked),
}

impl<'a> Searcher<'a> {
    /// Compiles the kernel and takes the memory.
    pub fn new(gpu: &'a Gpu, options: SearcherOptions) -> Result<Searcher<'a>, DeviceError> {
        let kernel = SearchKernel {
            generator: options.generator,
            group: options.group,
            frames: options.depth + 1,
            stack: options.stack,
            table: options.table.is_some(),
            together: options.rules.together,
        };
        let entries = options.table.map_or(1, |bits| 1 << bits);
        let mut searcher = Searcher {
            gpu,
            options,
            kernel: Kernel::new(gpu, &kernels::search(&kernel), "search", &BINDINGS)?,
            rows: gpu.uniform("rows", &kernels::table()),
            table: gpu.storage("the table", ENTRY_BYTES * entries)?,
            slots: [Slot::new(gpu, &options)?, Slot::new(gpu, &options)?],
            slices: 0,
            pace: FIRST_PACE,
            free_since: Instant::now(),
        };
        // Drivers finish compiling when a kernel first runs, which may take seconds. It must not
        // happen while the clock runs.
        searcher.begin(0, &[Test { position: Packed::default(), bound: 0, depth: 0 }])?;
        searcher.answers(0, PATIENCE)?.ok_or_else(|| DeviceError::Lost(SILENT.into()))?;
        (searcher.slices, searcher.pace) = (0, FIRST_PACE);
        Ok(searcher)
    }

    /// Returns the number of slices that have run.
    pub const fn slices(&self) -> u64 {
        self.slices
    }

    fn slice(&mut self, slot: usize) {
        let slot = &mut self.slots[slot];
        let entries = self.options.table.map_or(1, |bits| 1 << bits);
        let paths = slot.count.min(self.options.paths);
        let steps = self.pace * SLICE.as_secs_f64() / f64::from(paths.max(1));
        slot.steps = (steps as u32).clamp(1, self.options.steps);
        let captures = self.options.rules.captures;
        // Some drivers return from a submission only after its work is done.
        let since = Instant::now();
        let parameters = [slot.count, paths, slot.steps, captures, entries - 1, 0, 0, 0];
        self.gpu.write(&slot.parameters, &parameters);
        let buffers = [
            &slot.tests,
            &slot.answers,
            &slot.parameters,
            &slot.counters,
            &self.rows,
            &slot.lanes,
            &slot.frames,
            &self.table,
        ];
        let lanes = if self.options.rules.together { 1 } else { self.options.group };
        self.gpu.submit(&self.kernel, &buffers, paths.div_ceil(lanes));
        slot.waiting = Waiting::Counters(self.gpu.ask(&slot.counters, 2), since);
        self.slices += 1;
    }
}

impl Tester for Searcher<'_> {
    fn capacity(&self) -> usize {
        self.options.tests as usize
    }

    fn begin(&mut self, slot: usize, tests: &[Test]) -> Result<(), DeviceError> {
        let deepest = tests.iter().map(|test| test.depth + self.options.rules.captures).max();
        if deepest > Some(self.options.depth) || tests.len() > self.capacity() {
            return Err(DeviceError::TooSmall {
                what: "tests that are longer or more",
                wished: deepest.unwrap_or(0).max(tests.len() as u32).into(),
                most: self.options.depth.into(),
            });
        }
        let bytes: Vec<u8> = tests.iter().flat_map(bytes).collect();
        let place = &mut self.slots[slot];
        place.count = tests.len() as u32;
        self.gpu.write_bytes(&place.tests, &bytes);
        self.gpu.clear(&place.lanes);
        self.gpu.clear(&place.counters);
        self.slice(slot);
        Ok(())
    }

    fn answers(&mut self, slot: usize, time: Duration) -> Result<Option<Vec<Answer>>, DeviceError> {
        let start = Instant::now();
        loop {
            let left = time.saturating_sub(start.elapsed());
            let place = &mut self.slots[slot];
            let words = match &place.waiting {
                Waiting::Nothing => return Ok(Some(Vec::new())),
                Waiting::Counters(asked, _) | Waiting::Answers(asked) => {
                    self.gpu.wait(asked, left.min(PATIENCE))?
                }
            };
            let Some(words) = words else {
                let silent = matches!(&place.waiting, Waiting::Counters(_, since) if since.elapsed() > PATIENCE);
                return if silent { Err(DeviceError::Lost(SILENT.into())) } else { Ok(None) };
            };
            match std::mem::replace(&mut place.waiting, Waiting::Nothing) {
                Waiting::Counters(_, since) => {
                    let paths = place.count.min(self.options.paths);
                    let made = f64::from(place.steps) * f64::from(paths);
                    // The other slot's slice may have run first.
                    let took = since.max(self.free_since).elapsed();
                    self.free_since = Instant::now();
                    // A path that has answered the last test makes no steps, so many such paths
                    // would seem fast.
                    let were_busy = place.count.saturating_sub(words[1]) >= paths / 2;
                    let most = if were_busy { 4.0 * self.pace } else { self.pace };
                    self.pace = (made / took.as_secs_f64()).clamp(self.pace / 4.0, most);
                    if words[1] < place.count {
                        self.slice(slot);
                    } else {
                        let words = ANSWER_WORDS * place.count as usize;
                        place.waiting = Waiting::Answers(self.gpu.ask(&place.answers, words));
                    }
                }
                _ => return Ok(Some(words.chunks_exact(ANSWER_WORDS).map(answer).collect())),
            }
        }
    }

    fn forget(&mut self) {
        self.gpu.clear(&self.table);
    }
}

impl Slot {
    fn new(gpu: &Gpu, options: &SearcherOptions) -> Result<Slot, DeviceError> {
        let (tests, paths) = (u64::from(options.tests), u64::from(options.paths));
        let frames = u64::from(FRAME_BYTES * (options.depth + 1));
        Ok(Slot {
            tests: gpu.storage("tests", tests * (BYTES as u64 + 8))?,
            answers: gpu.storage("answers", tests * 4 * ANSWER_WORDS as u64)?,
            parameters: gpu.uniform("parameters", &[0; 8]),
            counters: gpu.storage("counters", 8)?,
            lanes: gpu.storage("lanes", paths * u64::from(LANE_BYTES))?,
            frames: gpu.storage("stacks", paths * frames)?,
            count: 0,
            steps: 0,
            waiting: Waiting::Nothing,
        })
    }
}

fn bytes(test: &Test) -> [u8; BYTES + 8] {
    let mut bytes = [0; BYTES + 8];
    bytes[..BYTES].copy_from_slice(&test.position.bytes());
    bytes[BYTES..BYTES + 4].copy_from_slice(&test.bound.to_le_bytes());
    bytes[BYTES + 4..].copy_from_slice(&test.depth.to_le_bytes());
    bytes
}

fn answer(words: &[u32]) -> Answer {
    Answer { reaches: words[0] == 1, nodes: words[1], steps: words[2] }
}
