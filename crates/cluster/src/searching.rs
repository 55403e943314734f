//! Searches on the first rank, which has the clock, and on the others, which help.

use cleave_search::{Host, Limits, Outcome, Root, Searcher, Undisturbed};

use crate::host::RankHost;
use crate::member::{Member, Order};
use crate::net::Net;

/// A searcher on a rank, with or without a program around it.
pub trait RankSearcher {
    /// Sets an option. A searcher without a program has no options.
    fn set(&mut self, _name: &str, _value: &str) {}

    /// Begins a new game.
    fn new_game(&mut self);

    /// Searches like [`Searcher::search`].
    fn search(&mut self, root: &Root, limits: &Limits, host: &mut dyn Host) -> Outcome;
}

impl RankSearcher for Searcher {
    fn new_game(&mut self) {
        self.new_game();
    }

    fn search(&mut self, root: &Root, limits: &Limits, host: &mut dyn Host) -> Outcome {
        self.search(root, limits, host)
    }
}

/// Executes orders until the program ends.
pub fn serve(searcher: &mut dyn RankSearcher, member: &mut Member, net: &mut dyn Net) {
    loop {
        let now = net.now(None);
        member.poll(now, net);
        match member.take_order() {
            None => net.wait(),
            Some(Order::Quit) => {
                // Pass the order on before this rank leaves.
                member.poll(now, net);
                return;
            }
            Some(Order::Stop) => {}
            Some(Order::NewGame) => searcher.new_game(),
            Some(Order::Set { name, value }) => searcher.set(&name, &value),
            Some(Order::Search(root)) => help(searcher, &root, member, net),
        }
    }
}

/// Searches this root until another order comes.
fn help(searcher: &mut dyn RankSearcher, root: &Root, member: &mut Member, net: &mut dyn Net) {
    // When it has nothing left to search, the rank waits for the next order.
    let limits = Limits::to_depth(Limits::DEEPEST);
    searcher.search(root, &limits, &mut RankHost::new(&mut Undisturbed, member, net));
}

/// Searches on the first rank like [`Searcher::search`], with the help of all others.
pub fn search(
    searcher: &mut dyn RankSearcher,
    root: &Root,
    limits: &Limits,
    program: &mut dyn Host,
    member: &mut Member,
    net: &mut dyn Net,
) -> Outcome {
    member.start(root);
    let outcome = searcher.search(root, limits, &mut RankHost::new(program, member, net));
    member.stop();
    let now = net.now(None);
    member.poll(now, net);
    outcome
}
