//! A pair of games: an opening, played with both colours.

use std::error::Error;

use cleave_search::virtual_time::{CostModel, Machine, Ticks};
use serde::{Deserialize, Serialize};

use crate::figures::comparison::Team;
use crate::journal::Entry;
use crate::selfplay::game::{self, GameResult};
use crate::selfplay::opening;
use crate::selfplay::player::{Player, SMALL_HASH, Thinking};

/// What all games depend on.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Setting {
    /// Virtual time for each move.
    pub(crate) time: Ticks,
    /// Seed of the openings.
    pub(crate) seed: u64,
    /// Size of each player's table, in MiB.
    pub(crate) hash: usize,
    pub(crate) costs: CostModel,
}

/// The games of a team and P_seq from one opening.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Pair {
    #[serde(flatten)]
    pub(crate) team: Team,
    /// The number of the opening.
    pub(crate) number: u32,
    /// Plies of both games together.
    plies: usize,
    /// The result of the game in which the team is White.
    pub(crate) as_white: GameResult,
    /// The result of the game in which the team is Black.
    pub(crate) as_black: GameResult,
}

impl Entry for Pair {
    type Key = (Team, u32);

    fn key(&self) -> (Team, u32) {
        (self.team, self.number)
    }
}

/// The nodes by which an opening is judged.
const JUDGEMENT: u64 = 5_000;

/// P_seq, the judge of openings, and the team that played last.
pub(crate) struct Players {
    setting: Setting,
    alone: Player,
    judge: Player,
    team: Option<(Team, Player)>,
}

impl Players {
    pub(crate) fn new(setting: &Setting) -> Result<Players, Box<dyn Error>> {
        let nodes = setting.costs.sequential_nodes(setting.time);
        Ok(Players {
            setting: *setting,
            alone: Player::new(None, Thinking::Nodes(nodes), setting.hash)?,
            judge: Player::new(None, Thinking::Nodes(JUDGEMENT), SMALL_HASH)?,
            team: None,
        })
    }

    /// Plays the opening of this number with both colours.
    pub(crate) fn play(&mut self, team: Team, number: u32) -> Result<Pair, Box<dyn Error>> {
        let opening = opening::numbered(number, self.setting.seed, &mut self.judge);
        let mut player = match self.team.take() {
            Some((same, player)) if same == team => player,
            _ => self.player(team)?,
        };
        let (turns, as_white) = game::play(opening, [&mut player, &mut self.alone]);
        let (more, as_black) = game::play(opening, [&mut self.alone, &mut player]);
        self.team = Some((team, player));
        Ok(Pair { team, number, plies: turns.len() + more.len(), as_white, as_black })
    }

    fn player(&self, Team { algorithm, workers }: Team) -> Result<Player, Box<dyn Error>> {
        let Setting { time, hash, costs, .. } = self.setting;
        let machine = Machine { costs, ..Machine::new(workers) };
        Player::virtually(algorithm, machine, time, hash)
    }
}
