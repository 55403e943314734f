//! The searcher: table, history and evaluator that live from move to move.

use cleave_board::{Key, Move, Position, Value};

use crate::{Host, Limits};

/// Where a search starts: a position and the keys of the positions before it.
#[derive(Clone, Debug)]
pub struct Root {
    /// The position to search.
    pub position: Position,
    /// Keys of all earlier positions of the game, oldest first, `position` itself not included.
    pub history: Vec<Key>,
}

/// What a search has found.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The move to play; `None` only if there is no legal move.
    pub best: Option<Move>,
    /// The answer to expect, to ponder on.
    pub ponder: Option<Move>,
    /// Value for the side to move.
    pub value: Value,
    /// The last iteration finished.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// The best line.
    pub line: Vec<Move>,
}

/// The searcher: table, history and evaluator that live from move to move.
#[derive(Debug)]
pub struct Searcher {}

impl Searcher {
    /// A searcher with a table of this many MiB.
    ///
    /// # Errors
    /// The table could not be had; the text says why.
    pub fn new(table_mib: usize) -> Result<Searcher, String> {
        let _ = table_mib;
        Ok(Searcher {})
    }

    /// Replaces the table by an empty one of this many MiB.
    ///
    /// # Errors
    /// The table could not be had; the old one stays, and the text says why.
    pub fn set_table_size(&mut self, mib: usize) -> Result<(), String> {
        let _ = mib;
        Ok(())
    }

    /// Forgets everything learnt: table and history.
    pub fn new_game(&mut self) {}

    /// Value of a draw for the side to move at the root, in centipawns with sign turned: positive
    /// contempt avoids draws. 0 from the start.
    pub fn set_contempt(&mut self, centipawns: i32) {
        let _ = centipawns;
    }

    /// Searches until a limit is reached or the host says stop.
    pub fn search(&mut self, root: &Root, limits: &Limits, host: &mut dyn Host) -> Outcome {
        let _ = (root, limits, host);
        unimplemented!("the search is being written")
    }
}
