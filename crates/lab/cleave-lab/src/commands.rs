//! The commands of the laboratory.

use cleave_kit::Result;

use crate::{
    calibrate, compare, memory, monte_carlo, path, record, report, speedup, tds, timeline, trees,
    validate, virtual_games,
};

cleave_kit::commands! {
    /// A command of the laboratory, with its arguments.
    pub enum Command: Result<()>;
    /// Measures time to depth of a team against the sequential program.
    Speedup speedup,
    /// Compares all parallel algorithms on the same trees, in virtual time.
    Compare compare,
    /// Plays games of parallel algorithms against the sequential program, in virtual time.
    VirtualGames virtual_games,
    /// Measures speed-up on artificial trees, in virtual time.
    Trees trees,
    /// Measures searches whose work goes to the owner of a position, on a cluster in virtual time.
    Tds tds,
    /// Compares ways to share a Monte-Carlo tree search, on Connect Four in virtual time.
    MonteCarlo monte_carlo,
    /// Measures what workers share: what the table answers, what locks would cost, what would be torn, what a split copies.
    Memory memory,
    /// Measures the critical path of trees under several joining rules: what any number of workers can gain.
    Path path,
    /// Records what every worker does in an interval of one search, in virtual time.
    Timeline timeline,
    /// Records one search in virtual time, event by event, and writes a page to look at it.
    Record record,
    /// Measures the prices of virtual time on this machine.
    Calibrate calibrate,
    /// Compares virtual time with real time.
    Validate validate,
    /// Compares a cluster in virtual time with real ranks over MPI.
    ValidateRanks validate::ranks,
    /// Writes the measured pages of the book and their pictures from measurements.
    Report report,
}

#[cfg(test)]
mod tests {
    use clap::Subcommand;

    use super::*;

    #[test]
    fn cargo_xtask_lists_every_command() {
        let list = include_str!("../../../../xtask/src/programs.rs");
        let program = Command::augment_subcommands(clap::Command::new("cleave-lab"));
        assert_eq!(cleave_kit::options::unlisted(&program, list), Vec::<String>::new());
    }
}
