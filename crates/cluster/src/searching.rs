//! Searching: on the first rank, which has the clock, and on the others, which help.

use cleave_search::{Host, Limits, Outcome, Root, Searcher, Undisturbed};

use crate::host::RankHost;
use crate::member::{Member, Order};
use crate::net::Net;

/// Iterations without end: as many as a search has.
const DEEPEST: u32 = 999;

/// A searcher on a rank other than the first, with or without a program around it.
pub trait Helper {
    /// Gives an option a new value.
    fn set(&mut self, name: &str, value: &str);

    /// Does this work with the searcher.
    fn with_searcher(&mut self, work: &mut dyn FnMut(&mut Searcher));
}

/// A searcher alone has no options.
impl Helper for Searcher {
    fn set(&mut self, _: &str, _: &str) {}

    fn with_searcher(&mut self, work: &mut dyn FnMut(&mut Searcher)) {
        work(self);
    }
}

/// Executes orders until the program ends.
pub fn serve(helper: &mut dyn Helper, member: &mut Member, net: &mut dyn Net) {
    loop {
        let now = net.now(None);
        member.poll(now, net);
        match member.take_order() {
            None => net.wait(),
            Some(Order::Quit) => {
                // The order is passed on before this rank leaves.
                member.poll(now, net);
                return;
            }
            Some(Order::Stop) => {}
            Some(Order::NewGame) => helper.with_searcher(&mut Searcher::new_game),
            Some(Order::Set { name, value }) => helper.set(&name, &value),
            Some(Order::Search(root)) => {
                helper.with_searcher(&mut |searcher| help(searcher, &root, member, net));
            }
        }
    }
}

/// Searches this root until another order comes.
fn help(searcher: &mut Searcher, root: &Root, member: &mut Member, net: &mut dyn Net) {
    // With a depth limit it ends there, and the rank waits for the next order.
    let limits = Limits { depth: Some(DEEPEST), ..Limits::default() };
    let mut alone = Undisturbed;
    searcher.search(root, &limits, &mut RankHost::new(&mut alone, member, net));
}

/// Searches on the first rank, as [`Searcher::search`] does, with the help of all others.
pub fn search(
    searcher: &mut Searcher,
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
