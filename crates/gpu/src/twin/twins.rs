//! The twin of a whole device. It answers tests one after the other, or on several cores.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::{Lane, Table};
use crate::{Answer, DeviceError, Rules, Test, Tester};

/// Answers tests on this processor.
pub struct Twins {
    rules: Rules,
    /// A table for each core.
    tables: Vec<Option<Table>>,
    slots: [Slot; 2],
}

#[derive(Default)]
struct Slot {
    tests: Vec<Test>,
    answers: Vec<Answer>,
}

impl Twins {
    /// Creates a twin on one core. `bits` is the size of its table as a power of two, or `None` for
    /// no table.
    pub fn new(rules: Rules, bits: Option<u32>) -> Twins {
        Twins::on_cores(1, rules, bits)
    }

    /// Creates a twin on several cores. Each core has its own table.
    pub fn on_cores(cores: usize, rules: Rules, bits: Option<u32>) -> Twins {
        let tables = (0..cores.max(1)).map(|_| bits.map(Table::new)).collect();
        Twins { rules, tables, slots: Default::default() }
    }

    /// Returns the number of tests that are answered between two looks at the clock.
    fn round(&self) -> usize {
        if self.tables.len() == 1 { 1 } else { 32 * self.tables.len() }
    }
}

/// Answers tests with one core for each table. A core that has answered takes the next test.
fn run(tests: &[Test], rules: Rules, tables: &mut [Option<Table>]) -> Vec<Answer> {
    if let [table] = tables {
        return tests.iter().map(|&test| Lane::run(test, rules, table.as_mut())).collect();
    }
    let (next, mut answers) = (AtomicUsize::new(0), vec![Answer::default(); tests.len()]);
    let next_test = || tests.iter().enumerate().nth(next.fetch_add(1, Ordering::Relaxed));
    let core = |table: &mut Option<Table>| {
        let tests = std::iter::from_fn(next_test);
        tests.map(|(place, &test)| (place, Lane::run(test, rules, table.as_mut()))).collect()
    };
    thread::scope(|scope| {
        let begin = |table| scope.spawn(|| -> Vec<_> { core(table) });
        let cores: Vec<_> = tables.iter_mut().map(begin).collect();
        for core in cores {
            let found = core.join().unwrap_or_else(|panic| resume_unwind(panic));
            found.into_iter().for_each(|(place, answer)| answers[place] = answer);
        }
    });
    answers
}

impl Tester for Twins {
    fn capacity(&self) -> usize {
        1 << 12
    }

    fn begin(&mut self, slot: usize, tests: &[Test]) -> Result<(), DeviceError> {
        self.slots[slot] = Slot { tests: tests.to_vec(), answers: Vec::new() };
        Ok(())
    }

    fn answers(&mut self, slot: usize, time: Duration) -> Result<Option<Vec<Answer>>, DeviceError> {
        let (start, round, slot) = (Instant::now(), self.round(), &mut self.slots[slot]);
        while slot.answers.len() < slot.tests.len() {
            if start.elapsed() > time {
                return Ok(None);
            }
            let open = &slot.tests[slot.answers.len()..];
            let answers = run(&open[..round.min(open.len())], self.rules, &mut self.tables);
            slot.answers.extend(answers);
        }
        Ok(Some(std::mem::take(&mut slot.answers)))
    }

    fn forget(&mut self) {
        self.tables.iter_mut().flatten().for_each(Table::forget);
    }
}
