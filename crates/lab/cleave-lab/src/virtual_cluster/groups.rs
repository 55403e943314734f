//! Groups: ranks of one machine. Each is a team that splits a tree with a history of its own; all share the table. They
//! send each other only results of the root.
//!
//! A rank waits for the others where it looks at the network: once in 512 nodes of its main worker, or every 2 ms while
//! that is idle. An entry of the table may be seen too early or too late by that much.
//!
//! A node pays for the table what it would in one team of all workers, and [`FAR`] for memory of other sockets. One team is
//! never charged that, however large.

use cleave_cluster::Sharing;
use cleave_kit::Result;
use cleave_search::Searcher;
use cleave_virtual_time::virtual_time::Machine;

use super::{ClusterModel, Faults, Network};

/// The extra nanoseconds of a node whose line of the table is in the memory of another socket. Servers with two sockets
/// read their own memory in some 90 ns, and the other socket's in 140. With G groups on G sockets, each pays (G - 1) /
/// G of it.
const FAR: u64 = 50;

/// Returns `groups` groups of this machine's team, connected by the memory of one machine.
pub(crate) fn model(machine: Machine, groups: u16) -> ClusterModel {
    ClusterModel {
        machine: machine_of_group(machine, groups.into()),
        network: Network::SOCKETS,
        faults: Faults::all(0, 0),
        sharing: Sharing::default().of_results_alone(),
    }
}

/// Returns the machine of one of `groups` groups.
pub(crate) fn machine_of_group(mut machine: Machine, groups: u64) -> Machine {
    machine.costs.node.0 += extra(&machine, groups);
    machine
}

/// Returns the extra nanoseconds of a node in this many groups, compared with one in this team. They come from lines of
/// the table that other groups have written, and from lines that lie far away.
fn extra(machine: &Machine, groups: u64) -> u64 {
    let team = machine.workers as u64;
    let foreign = |workers: u64| machine.costs.sharing.0 * (workers - 1) / workers;
    foreign(team * groups) - foreign(team) + FAR * (groups - 1) / groups
}

/// MiB of a table that is given up for the shared one.
const OWN_HASH: usize = 1;

/// Returns a searcher for each group, all on the table of the first, which has `hash` MiB.
pub(crate) fn searchers(hash: usize, groups: u16) -> Result<Vec<Searcher>> {
    let mut searchers = vec![Searcher::new(hash)?];
    for _ in 1..groups {
        let mut guest = Searcher::new(OWN_HASH)?;
        guest.share_table(&searchers[0]);
        searchers.push(guest);
    }
    Ok(searchers)
}

#[cfg(test)]
mod tests {
    use cleave_virtual_time::virtual_time::{CostModel, Ticks};

    use super::*;

    #[test]
    fn a_node_of_groups_pays_for_lines_of_others_and_far_away() {
        let costs = CostModel { sharing: Ticks(64), ..CostModel::default() };
        let machine = Machine { costs, ..Machine::new(16) };
        assert_eq!([1, 2, 4].map(|groups| extra(&machine, groups)), [0, 2 + 25, 3 + 37]);
        assert_eq!(machine_of_group(machine, 4).costs.node, Ticks(costs.node.0 + 40));
    }
}
