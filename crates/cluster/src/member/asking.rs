//! Questions to the homes of positions, and answers.

use std::time::Duration;

use cleave_search::cluster::{Ask, KeyedEntry};

use super::Member;
use crate::homes::Homes;
use crate::net::Net;

impl Member {
    /// Returns the least depth of nodes whose missing entries this rank asks for, or 0 for none.
    pub fn asks_from(&self) -> u32 {
        self.homes.as_ref().map_or(0, Homes::ask_from)
    }

    /// Asks the home of a position for its entry.
    pub fn ask(&mut self, ask: Ask, now: Duration) {
        if let Some(homes) = &mut self.homes {
            let has_room = homes.ask(ask, now, &self.sharing);
            self.statistics.asks_dropped += u64::from(!has_room);
        }
    }

    /// Answers the questions of other ranks.
    pub fn answer(
        &mut self,
        now: Duration,
        net: &mut dyn Net,
        answer: impl Fn(&Ask) -> Option<KeyedEntry>,
    ) {
        let Some(homes) = &mut self.homes else { return };
        for (from, ask) in homes.take_asked() {
            if let Some(entry) = answer(&ask) {
                let has_room = homes.answer(from, entry, now, &self.sharing);
                self.statistics.asks_answered += u64::from(has_room);
                self.statistics.entries_dropped += u64::from(!has_room);
            }
        }
        homes.flush(now, net, &self.sharing, &mut self.statistics);
    }
}
