//! A table whose size suits the time control: fitted before the first search of a game, by the speed of earlier
//! searches.

use std::time::Instant;

use cleave_search::{Clock, Outcome};

use super::Engine;
use super::observer::Observer;
use crate::client::notice::Notice;
use crate::conversation::protocol::Protocol;
use crate::session::Session;
use crate::task::{Activity, SearchTask};

/// Fits the table, and measures the speed.
#[derive(Default)]
pub(super) struct AdaptiveTable {
    begun: Option<Instant>,
}

impl Observer for AdaptiveTable {
    fn begin(&mut self, engine: &mut Engine, search: &SearchTask, protocol: &dyn Protocol) {
        if search.activity == Activity::Thinking && protocol.keeps_game() {
            engine.fit_table_to(search.limits.clock);
        }
        self.begun = Some(Instant::now());
    }

    fn end(&mut self, engine: &mut Engine, search: &SearchTask, outcome: &Outcome) {
        let settings = &mut engine.session.settings;
        // Other searches end when the host stops them, which may be long after the last node. Playouts do not show how
        // large a table is needed.
        if let Some(begun) = self.begun
            && search.activity == Activity::Thinking
            && !settings.monte_carlo.is_on
        {
            settings.adaptive_hash.learn(outcome.nodes, begun.elapsed());
        }
    }
}

impl Engine {
    /// At the first search of a game, gives the table the size for this clock, if the user has chosen that. Limited
    /// memory stays limited.
    fn fit_table_to(&mut self, clock: Clock) {
        let besides = self.memory_besides_table();
        let Session { settings, game, .. } = &mut self.session;
        let Some(mib) = settings.adaptive_hash.size(clock) else { return };
        if !settings.adaptive_hash.is_on || std::mem::replace(&mut game.table_fits, true) {
            return;
        }
        let most = settings.memory.map_or(mib, |allowed| allowed.saturating_sub(besides).max(1));
        let mib = mib.min(most);
        if mib == self.table_mib {
            return;
        }
        let said = match self.searcher.set_table_size(mib) {
            Ok(()) => {
                self.table_mib = mib;
                format!("a table of {mib} MiB for this time control")
            }
            Err(error) => format!("the table keeps its {} MiB: {error}", self.table_mib),
        };
        self.session.client.say(&Notice::Comment(&said));
    }
}
