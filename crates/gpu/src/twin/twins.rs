//! The twin of a whole device: answers tests one after the other.

use std::time::{Duration, Instant};

use super::{Lane, Table};
use crate::{Answer, DeviceError, Rules, Test, Tester};

/// Answers tests on this processor.
pub struct Twins {
    rules: Rules,
    table: Option<Table>,
    slots: [Slot; 2],
}

#[derive(Default)]
struct Slot {
    tests: Vec<Test>,
    answers: Vec<Answer>,
}

impl Twins {
    /// With a table of 2 to the power of `bits` entries, if any.
    pub fn new(rules: Rules, bits: Option<u32>) -> Twins {
        Twins { rules, table: bits.map(Table::new), slots: Default::default() }
    }
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
        let (start, slot) = (Instant::now(), &mut self.slots[slot]);
        while let Some(&test) = slot.tests.get(slot.answers.len()) {
            if start.elapsed() > time {
                return Ok(None);
            }
            slot.answers.push(Lane::run(test, self.rules, self.table.as_mut()));
        }
        Ok(Some(std::mem::take(&mut slot.answers)))
    }

    fn forget(&mut self) {
        self.table.iter_mut().for_each(Table::forget);
    }
}
