//! The host of one group's search. It represents the other groups, and for the first group also the program.

use super::blackboard::{Blackboard, FIRST, Group};
use crate::cluster::{Aim, Cluster, Cursor, Exchange, Finding};
use crate::control::host::{Host, Status, Thinking};
use cleave_clock::Signal;

/// A group's seat: reads and writes the blackboard for the group's search.
pub(crate) struct GroupHost<'a> {
    blackboard: &'a Blackboard,
    group: Group,
    /// The program, and perhaps the other ranks of a cluster. For other groups than the first, a host without effect.
    program: &'a mut dyn Host,
    /// The search of the root under way.
    aim: Option<Aim>,
    offer: Offer,
    /// The keys before this cursor are on the blackboard. `None` for the first group, whose search has its own keys.
    gathered: Option<Cursor>,
}

/// The origin of the result that has been offered to the search of the root under way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Offer {
    None,
    OfGroup,
    OfRank,
}

impl<'a> GroupHost<'a> {
    /// Creates the host of this group.
    pub(crate) fn new(
        blackboard: &'a Blackboard,
        group: Group,
        program: &'a mut dyn Host,
    ) -> GroupHost<'a> {
        GroupHost { blackboard, group, program, aim: None, offer: Offer::None, gathered: None }
    }

    fn is_first(&self) -> bool {
        self.group == FIRST
    }

    /// Brings entries for other ranks from this group to the first group, which exchanges them.
    fn bring_entries(&mut self, exchange: &Exchange<'_>) {
        exchange.gather_from(self.blackboard.gathers_from());
        let gathered = self.gathered.get_or_insert_with(|| exchange.cursor());
        let mut keys = Vec::new();
        exchange.gather(gathered, |entry| keys.push(entry.key));
        if !keys.is_empty() {
            self.blackboard.note(keys);
        }
    }
}

impl Host for GroupHost<'_> {
    fn poll(&mut self, status: &Status) -> Signal {
        self.blackboard.count(self.group, status.nodes, status.tablebase_hits);
        if !self.is_first() {
            return if self.blackboard.is_over() { Signal::Stop } else { Signal::Continue };
        }
        let nodes = status.nodes + self.blackboard.nodes_of_others(FIRST);
        let tablebase_hits =
            status.tablebase_hits + self.blackboard.tablebase_hits_of_others(FIRST);
        self.program.poll(&Status { nodes, tablebase_hits, ..status.clone() })
    }

    fn thinking(&mut self, line: &Thinking) {
        let nodes = line.nodes + self.blackboard.nodes_of_others(self.group);
        let tablebase_hits =
            line.tablebase_hits + self.blackboard.tablebase_hits_of_others(self.group);
        self.program.thinking(&Thinking { nodes, tablebase_hits, ..line.clone() });
    }

    fn has_result(&mut self) {
        if self.is_first() {
            self.blackboard.end();
        }
        self.program.has_result();
    }

    fn cluster(&mut self) -> Option<&mut dyn Cluster> {
        Some(self)
    }
}

impl Cluster for GroupHost<'_> {
    fn choose_depth(&mut self, exchange: &Exchange<'_>, next: u32) -> u32 {
        let next = match self.program.cluster() {
            Some(ranks) => ranks.choose_depth(exchange, next),
            None => next,
        };
        self.blackboard.choose_depth(self.group, next)
    }

    fn begin(&mut self, exchange: &Exchange<'_>, aim: &Aim) {
        (self.aim, self.offer) = (Some(*aim), Offer::None);
        if self.is_first() {
            self.blackboard.lead(aim.depth);
        }
        if let Some(ranks) = self.program.cluster() {
            ranks.begin(exchange, aim);
            self.blackboard.gather_from(exchange.gathers_from());
        }
    }

    fn exchange(&mut self, exchange: &Exchange<'_>) -> Option<Finding> {
        if !self.is_first() {
            self.bring_entries(exchange);
        } else if self.program.cluster().is_some() {
            self.blackboard.take_noted().into_iter().for_each(|key| exchange.note(key));
        }
        if let Some(finding) = self.program.cluster().and_then(|ranks| ranks.exchange(exchange)) {
            if self.offer == Offer::None {
                self.offer = Offer::OfRank;
                self.blackboard.publish(self.group, &finding);
            }
            return Some(finding);
        }
        let finding = self.blackboard.settled(self.group, self.aim.as_ref()?)?;
        if self.offer == Offer::None {
            self.offer = Offer::OfGroup;
            if let Some(ranks) = self.program.cluster() {
                ranks.finished(exchange, &finding);
            }
        }
        Some(finding)
    }

    fn taken_over(&mut self) {
        if self.offer == Offer::OfRank
            && let Some(ranks) = self.program.cluster()
        {
            ranks.taken_over();
        }
    }

    fn finished(&mut self, exchange: &Exchange<'_>, finding: &Finding) {
        self.blackboard.publish(self.group, finding);
        if let Some(ranks) = self.program.cluster() {
            ranks.finished(exchange, finding);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use cleave_board::{Move, Position, Value};
    use cleave_tt::{Bound, Entry};

    use super::*;
    use crate::root::value::Verdict;
    use crate::testing::with_worker;

    /// A program that is a rank of a cluster, and another rank's finding.
    #[derive(Default)]
    struct Program {
        found: Option<Finding>,
        told: Vec<Finding>,
        taken_over: u32,
        nodes: u64,
        tablebase_hits: u64,
        entries: Option<Cursor>,
        received: Vec<u64>,
    }

    impl Host for Program {
        fn poll(&mut self, status: &Status) -> Signal {
            (self.nodes, self.tablebase_hits) = (status.nodes, status.tablebase_hits);
            Signal::Continue
        }

        fn thinking(&mut self, line: &Thinking) {
            (self.nodes, self.tablebase_hits) = (line.nodes, line.tablebase_hits);
        }

        fn cluster(&mut self) -> Option<&mut dyn Cluster> {
            Some(self)
        }
    }

    impl Cluster for Program {
        fn choose_depth(&mut self, _: &Exchange<'_>, next: u32) -> u32 {
            next.max(5)
        }

        fn begin(&mut self, exchange: &Exchange<'_>, _: &Aim) {
            exchange.gather_from(5);
            self.entries = Some(exchange.cursor());
        }

        fn exchange(&mut self, exchange: &Exchange<'_>) -> Option<Finding> {
            if let Some(cursor) = &mut self.entries {
                exchange.gather(cursor, |entry| self.received.push(entry.key));
            }
            self.found.clone()
        }

        fn taken_over(&mut self) {
            self.taken_over += 1;
        }

        fn finished(&mut self, _: &Exchange<'_>, finding: &Finding) {
            self.told.push(finding.clone());
        }
    }

    fn finding(depth: u32, value: i32) -> Finding {
        let (value, verdict) = (Value::new(value), Verdict::Exact);
        Finding { depth, value, verdict, line: vec![Move::NONE] }
    }

    fn aim(depth: u32) -> Aim {
        Aim { depth, alpha: -Value::INFINITE, beta: Value::INFINITE }
    }

    fn with_exchange(test: impl FnOnce(&Exchange<'_>)) {
        with_worker(&Position::start(), |context| {
            test(&Exchange::new(context.shared.table, context.shared.traffic, Duration::ZERO));
        });
    }

    /// A group's finding is also news for the other ranks, once, and not a finding of theirs.
    #[test]
    fn the_first_group_sends_findings_of_other_groups_to_the_other_ranks() {
        with_exchange(|exchange| {
            let blackboard = Blackboard::new(2);
            let mut program = Program::default();
            let mut host = GroupHost::new(&blackboard, FIRST, &mut program);
            host.begin(exchange, &aim(7));
            assert_eq!(host.exchange(exchange), None);
            blackboard.publish(1, &finding(7, 3));
            assert_eq!(
                [(); 2].map(|()| host.exchange(exchange)),
                [Some(finding(7, 3)), Some(finding(7, 3))]
            );
            host.taken_over();
            assert_eq!((program.told, program.taken_over), (vec![finding(7, 3)], 0));
        });
    }

    #[test]
    fn the_first_group_sends_findings_of_other_ranks_to_the_other_groups() {
        with_exchange(|exchange| {
            let blackboard = Blackboard::new(2);
            let mut program = Program { found: Some(finding(8, 4)), ..Program::default() };
            let mut host = GroupHost::new(&blackboard, FIRST, &mut program);
            assert_eq!(host.choose_depth(exchange, 3), 5, "the other ranks are there");
            host.begin(exchange, &aim(7));
            assert_eq!(host.exchange(exchange), Some(finding(8, 4)));
            host.taken_over();
            assert_eq!((program.told.len(), program.taken_over), (0, 1));
            assert_eq!(blackboard.settled(1, &aim(8)), Some(finding(8, 4)));
            assert_eq!(blackboard.choose_depth(1, 2), 8, "a ply ahead of the first");
        });
    }

    #[test]
    fn other_ranks_receive_table_entries_of_other_groups() {
        let (mut program, blackboard) = (Program::default(), Blackboard::new(2));
        let mut first = GroupHost::new(&blackboard, FIRST, &mut program);
        with_worker(&Position::start(), |first_group| {
            let (table, traffic) = (first_group.shared.table, first_group.shared.traffic);
            let of_first = Exchange::new(table, traffic, Duration::ZERO);
            first.begin(&of_first, &aim(7));
            with_worker(&Position::start(), |group| {
                let exchange = Exchange::new(table, group.shared.traffic, Duration::ZERO);
                let mut nobody = crate::Undisturbed;
                let mut other = GroupHost::new(&blackboard, 1, &mut nobody);
                other.exchange(&exchange);
                let entry = |depth| Entry {
                    mv: 0,
                    value: 17,
                    eval: 3,
                    depth,
                    bound: Bound::Lower,
                    pv: false,
                };
                let keys = [1 << 40, 2 << 40];
                keys.iter().zip([30, 0]).for_each(|(&key, depth)| table.put(key, entry(depth)));
                keys.iter().for_each(|&key| exchange.note(key));
                assert_eq!(exchange.gathers_from(), 5);
                other.exchange(&exchange);
            });
            first.exchange(&of_first);
            first.exchange(&of_first);
        });
        assert_eq!(program.received, [1 << 40], "once, and not what is not deep enough");
    }

    #[test]
    fn the_program_sees_the_counts_of_all_groups_and_the_others_see_the_end() {
        let blackboard = Blackboard::new(2);
        let status = |nodes| Status {
            depth: 1,
            nodes,
            tablebase_hits: nodes / 100,
            elapsed: Duration::ZERO,
            current_move: Move::NONE,
            move_number: 1,
            move_count: 20,
        };
        let (mut program, mut nobody) = (Program::default(), crate::Undisturbed);
        let mut other = GroupHost::new(&blackboard, 1, &mut nobody);
        assert_eq!(other.poll(&status(300)), Signal::Continue);
        assert_eq!(
            GroupHost::new(&blackboard, FIRST, &mut program).poll(&status(500)),
            Signal::Continue
        );
        assert_eq!((program.nodes, program.tablebase_hits), (800, 8));
        other.has_result();
        assert_eq!(other.poll(&status(400)), Signal::Continue, "it is not the first");
        GroupHost::new(&blackboard, FIRST, &mut program).has_result();
        assert_eq!(other.poll(&status(400)), Signal::Stop);
    }

    #[test]
    fn a_line_of_thinking_has_the_counts_of_all() {
        let line = |nodes, tablebase_hits| Thinking {
            depth: 1,
            selective_depth: 1,
            value: Value::ZERO,
            verdict: Verdict::Exact,
            rank: 1,
            elapsed: Duration::ZERO,
            nodes,
            hashfull: 0,
            tablebase_hits,
            line: vec![Move::NONE],
        };
        let blackboard = Blackboard::new(2);
        blackboard.count(1, 300, 7);
        let mut program = Program::default();
        GroupHost::new(&blackboard, FIRST, &mut program).thinking(&line(500, 2));
        assert_eq!((program.nodes, program.tablebase_hits), (800, 9));
    }
}
