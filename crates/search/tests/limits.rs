//! Tests the limits of a search, alone and combined, and the root moves to which it is confined.

use std::time::{Duration, Instant};

use cleave_board::{Move, Position, Value};
use cleave_movegen::{legal_moves, parse_move};
use cleave_search::settings::Pace;
use cleave_search::team::Backend;
use cleave_search::{
    Clock, Host, Limits, Outcome, Root, Searcher, Signal, Status, Thinking, Undisturbed, bench,
};

fn search(fen: &str, limits: &Limits, host: &mut dyn Host) -> Outcome {
    let position = Position::from_fen(fen).expect("a legal position");
    Searcher::new(4).expect("4 MiB are available").search(&Root::from(position), limits, host)
}

fn moves(fen: &str, texts: &[&str]) -> Vec<Move> {
    let position = Position::from_fen(fen).expect("a legal position");
    texts.iter().map(|text| parse_move(&position, text).expect("a legal move")).collect()
}

/// Returns a signal once, from the poll with this number on.
struct After {
    polls: u32,
    signal: Signal,
    seen: u32,
    /// Nodes searched when the signal was given.
    nodes: u64,
}

impl After {
    fn polls(polls: u32, signal: Signal) -> After {
        After { polls, signal, seen: 0, nodes: 0 }
    }
}

impl Host for After {
    fn poll(&mut self, status: &Status) -> Signal {
        self.seen += 1;
        if self.seen != self.polls {
            return Signal::Continue;
        }
        self.nodes = status.nodes;
        self.signal
    }

    fn thinking(&mut self, _: &Thinking) {}
}

#[test]
fn only_the_moves_included_are_searched() {
    let fen = Position::START_FEN;
    let included = moves(fen, &["a3", "h4", "Na3"]);
    for multi_pv in [1, 5] {
        let limits =
            Limits { depth: Some(6), included: included.clone(), multi_pv, ..Limits::default() };
        let outcome = search(fen, &limits, &mut Undisturbed);
        let mut searched: Vec<Move> = outcome.effort.iter().map(|(mv, _)| *mv).collect();
        searched.sort_by_key(|mv| included.iter().position(|it| it == mv));
        assert_eq!(searched, included);
    }
}

/// A single legal move needs no time, but a move that the user names is searched for its value.
#[test]
fn a_single_move_included_is_searched_for_the_time_given() {
    let pace = Pace::Nodes(1000.try_into().unwrap());
    let clock = Clock::PerMove(Duration::from_secs(20));
    let included = moves(Position::START_FEN, &["a3"]);
    let limits = Limits { clock, pace, included, ..Limits::default() };
    let outcome = search(Position::START_FEN, &limits, &mut Undisturbed);
    assert!(outcome.nodes > 15_000, "{} nodes", outcome.nodes);
}

/// The last lines shown, by rank.
#[derive(Default)]
struct Ranks(Vec<Thinking>);

impl Host for Ranks {
    fn poll(&mut self, _: &Status) -> Signal {
        Signal::Continue
    }

    fn thinking(&mut self, line: &Thinking) {
        let Ranks(lines) = self;
        match lines.get_mut(line.rank - 1) {
            Some(place) => *place = line.clone(),
            None => lines.push(line.clone()),
        }
    }
}

#[test]
fn the_best_of_several_lines_comes_first() {
    for position in bench::positions() {
        let limits = Limits { depth: Some(7), multi_pv: 4, ..Limits::default() };
        let mut host = Ranks::default();
        let outcome = search(&position.to_fen(), &limits, &mut host);
        let values: Vec<Value> = host.0.iter().map(|line| line.value).collect();
        assert!(values.is_sorted_by(|one, next| one >= next), "{values:?}");
        assert_eq!(outcome.value, values[0]);
        assert_eq!(outcome.line, host.0[0].line);
    }
}

#[test]
fn a_move_both_included_and_excluded_is_not_searched() {
    let fen = Position::START_FEN;
    let included = moves(fen, &["e4", "d4"]);
    let excluded = moves(fen, &["e4"]);
    let limits = Limits { depth: Some(4), included, excluded, ..Limits::default() };
    let outcome = search(fen, &limits, &mut Undisturbed);
    assert_eq!(outcome.best, Some(moves(fen, &["d4"])[0]));
}

#[test]
fn a_search_for_a_mate_ends_with_it_or_with_the_proof_that_there_is_none() {
    let fen = "2q1nk1r/4Rp2/1ppp1P2/6Pp/3p1B2/3P3P/PPP1Q3/6K1 w - - 0 1";
    for workers in [1, 2] {
        let search = |mate| {
            let mut searcher = Searcher::new(16).unwrap();
            searcher.set_workers(workers, Backend::Thread).unwrap();
            searcher.set_processors(workers);
            let root = Root::from(Position::from_fen(fen).unwrap());
            let limits = Limits { mate: Some(mate), ..Limits::default() };
            searcher.search(&root, &limits, &mut Undisturbed)
        };
        let found = search(7);
        assert_eq!(found.value, Value::mate_in(9), "{found:?}");
        let none = search(4);
        assert_eq!(none.no_mate_in, Some(4), "a mate in five is no mate in four");
        assert!(none.best.is_some() && none.value < Value::mate_in(7), "{none:?}");
    }
}

/// The search alone would show only a part of it.
#[test]
fn the_whole_line_of_the_shortest_mate_is_shown() {
    for (fen, moves) in [
        ("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", 2),
        ("5Nkr/3P1q2/7p/8/1p2Q2p/4R3/1P4PP/R6K w - - 0 1", 3),
        ("8/8/kp1p2p1/p1p4p/P2q2nP/6P1/8/5R1K b - - 0 1", 4),
        ("8/3b3Q/3kp2p/3PNp2/8/1Pr5/P3Rnr1/1K6 w - - 0 1", 5),
    ] {
        for multi_pv in [1, 3] {
            let limits = Limits { mate: Some(moves + 2), multi_pv, ..Limits::default() };
            let mut host = Ranks::default();
            let found = search(fen, &limits, &mut host);
            let plies = 2 * moves as usize - 1;
            assert_eq!((found.value, found.line.len()), (Value::mate_in(plies), plies), "{fen}");
            assert_eq!(found.no_mate_in, Some(moves - 1), "{fen}");
            assert_eq!((host.0[0].value, &host.0[0].line), (found.value, &found.line), "{fen}");
            let values: Vec<Value> = host.0.iter().map(|line| line.value).collect();
            assert!(values.is_sorted_by(|one, next| one >= next), "{fen}: {values:?}");
        }
    }
}

/// Longer mates are beyond the prover. White can only move back and forth.
#[test]
fn a_mate_beyond_the_prover_is_not_reported_absent() {
    let fen = "8/8/8/p7/P7/k7/8/K7 w - - 0 1";
    let limits = Limits { mate: Some(60), depth: Some(60), ..Limits::default() };
    let found = search(fen, &limits, &mut Undisturbed);
    assert_eq!((found.depth, found.no_mate_in), (60, Some(50)));
}

/// Without the proof the search takes more than 100,000 nodes, and does not know that there is no shorter mate.
#[test]
fn the_proof_finds_what_the_search_does_not() {
    let fen = "rq4k1/4b1Bp/2npp3/2p1P2Q/3P2R1/p1P3P1/5P2/R5K1 w - - 0 1";
    let limits = Limits { mate: Some(5), nodes: Some(400_000), ..Limits::default() };
    let mut host = Ranks::default();
    let found = search(fen, &limits, &mut host);
    assert_eq!((found.value, found.no_mate_in), (Value::mate_in(9), Some(4)));
    assert!(found.nodes > 10_000, "nodes of the proof count");
    let last = &host.0[0];
    assert_eq!((last.value, &last.line), (found.value, &found.line));
}

#[test]
fn a_mate_is_looked_for_among_the_moves_that_are_allowed() {
    let fen = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
    for (allowed, plies) in [(vec![], 1), (vec!["Rb1", "Rc1"], 3)] {
        let included = moves(fen, &allowed);
        let limits = Limits { mate: Some(4), included, ..Limits::default() };
        let found = search(fen, &limits, &mut Undisturbed);
        assert_eq!(found.value, Value::mate_in(plies), "{found:?}");
    }
    for multi_pv in [1, 3] {
        let limits = Limits { mate: Some(4), multi_pv, ..Limits::default() };
        assert_eq!(search(fen, &limits, &mut Undisturbed).value, Value::mate_in(1));
    }
}

/// Other limits end such a search like any other, and then there is a move.
#[test]
fn a_search_for_a_mate_has_other_limits_too() {
    for limits in [Limits::to_nodes(60_000), Limits::to_depth(3)] {
        let limits = Limits { mate: Some(30), ..limits };
        let found = search(Position::START_FEN, &limits, &mut Undisturbed);
        assert!(found.best.is_some() && found.value.mate_distance().is_none());
        assert!((1..30).contains(&found.no_mate_in.expect("none in one")), "{found:?}");
        assert!(found.nodes <= 61_000 && found.depth >= 3, "{found:?}");
    }
}

/// The table has the mate, so that one of two lines is known when the search stops.
#[test]
fn a_mate_is_shown_before_other_moves_have_a_value() {
    let root = Root::from(Position::from_fen("6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1").unwrap());
    let mut searcher = Searcher::new(1).unwrap();
    searcher.search(&root, &Limits::to_depth(3), &mut Undisturbed);
    for nodes in 1..40 {
        let limits = Limits { mate: Some(1), nodes: Some(nodes), multi_pv: 2, ..Limits::default() };
        let found = searcher.search(&root, &limits, &mut Undisturbed);
        assert_eq!(found.value, Value::mate_in(1), "{nodes} nodes");
    }
}

/// No player has claimed the draw.
#[test]
fn a_mate_counts_after_fifty_moves() {
    let limits = Limits { mate: Some(1), ..Limits::default() };
    let found = search("7k/8/6K1/8/8/8/8/R7 w - - 100 120", &limits, &mut Undisturbed);
    assert_eq!((found.value, found.no_mate_in), (Value::mate_in(1), None));
}

/// The search is not for a mate by the opponent.
#[test]
fn a_mate_by_the_other_side_does_not_count() {
    let fen = "7k/p7/5K2/8/8/8/8/6Q1 b - - 0 1";
    let limits = Limits { mate: Some(3), depth: Some(9), ..Limits::default() };
    let found = search(fen, &limits, &mut Undisturbed);
    assert_eq!(found.no_mate_in, Some(3));
    assert!(found.best.is_some());
}

#[test]
fn the_first_of_several_limits_counts() {
    let fen = Position::START_FEN;
    let clock = Clock::PerMove(Duration::from_secs(3600));
    let limits = Limits { depth: Some(4), nodes: Some(1 << 40), clock, ..Limits::default() };
    assert_eq!(search(fen, &limits, &mut Undisturbed).depth, 4);
    let limits = Limits { depth: Some(90), nodes: Some(5_000), clock, ..Limits::default() };
    assert_eq!(search(fen, &limits, &mut Undisturbed).nodes, 5_000);
    let clock = Clock::PerMove(Duration::from_millis(50));
    let limits = Limits { depth: Some(90), nodes: Some(1 << 40), clock, ..Limits::default() };
    let began = Instant::now();
    search(fen, &limits, &mut Undisturbed);
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
}

/// Nothing is searched beyond the limit of nodes, and the move comes with the ponder hit.
#[test]
fn pondering_outlasts_the_limit_of_nodes() {
    let mut host = After::polls(60, Signal::PonderHit(Clock::Unlimited));
    let limits = Limits { nodes: Some(3_000), pondering: true, ..Limits::default() };
    let outcome = search(Position::START_FEN, &limits, &mut host);
    assert!(host.seen >= 60, "it ended after {} polls", host.seen);
    assert_eq!((outcome.nodes, host.nodes), (3_000, 3_000));
}

/// Nodes are the clock: 2 s are 1,985 ms without the overhead. Nodes searched on the opponent's time are not charged,
/// whether few or many.
#[test]
fn the_time_for_a_move_begins_with_the_ponder_hit() {
    let pace = Pace::Nodes(1_000.try_into().unwrap());
    let clock = Clock::PerMove(Duration::from_secs(2));
    for polls in [2, 60] {
        let mut host = After::polls(polls, Signal::PonderHit(clock));
        let limits = Limits { clock, pace, pondering: true, ..Limits::default() };
        let outcome = search(Position::START_FEN, &limits, &mut host);
        assert_eq!(outcome.nodes, host.nodes + 1_985, "{polls} polls");
    }
}

/// Nodes are the clock, at a thousand per second. The share of a move is 1.7 s. When the ponder hit comes, the first
/// search has lasted for 30 s. The second has lasted for 0.5 s and goes on.
#[test]
fn after_a_late_ponder_hit_the_move_is_sent_at_once() {
    let remaining = Duration::from_secs(60);
    let clock = Clock::Game { remaining, increment: Duration::ZERO, moves_to_go: None };
    let pace = Pace::Nodes(1_000.try_into().unwrap());
    let limits = Limits { clock, pace, pondering: true, ..Limits::default() };
    let searched_on = |fen, polls| {
        let mut host = After::polls(polls, Signal::PonderHit(clock));
        search(fen, &limits, &mut host).nodes - host.nodes
    };
    assert_eq!(searched_on(Position::START_FEN, 60), 0);
    assert!(searched_on(Position::START_FEN, 2) > 200);
    assert_eq!(searched_on("K7/8/1k6/8/8/8/8/7r w - -", 2), 0, "the only move");
}

#[test]
fn a_search_without_moves_ends_when_the_host_stops_it() {
    let mate = "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1";
    assert!(legal_moves(&Position::from_fen(mate).unwrap()).is_empty());
    let mut host = After::polls(5, Signal::Stop);
    let outcome = search(mate, &Limits::default(), &mut host);
    assert_eq!((outcome.best, host.seen), (None, 5));
    let mut host = After::polls(5, Signal::PonderHit(Clock::Unlimited));
    let limits = Limits { depth: Some(3), pondering: true, ..Limits::default() };
    assert_eq!((search(mate, &limits, &mut host).best, host.seen), (None, 5));
    assert_eq!(search(mate, &Limits::to_depth(3), &mut Undisturbed).value, Value::mated_in(0));
}

/// With a clock that counts nodes, the test is the same on every machine.
#[test]
fn thinking_that_can_change_nothing_saves_the_clock() {
    let clock = Clock::Game {
        remaining: Duration::from_secs(60),
        increment: Duration::ZERO,
        moves_to_go: None,
    };
    let pace = Pace::Nodes(1_000_000.try_into().unwrap());
    let limits = Limits { clock, pace, ..Limits::default() };
    let nodes = |fen| search(fen, &limits, &mut Undisturbed).nodes;
    assert!(nodes("K7/8/1k6/8/8/8/8/7r w - -") < 100, "the only move");
    assert!(nodes("7k/8/8/8/8/8/R7/1R4K1 w - -") < 100_000, "a mate in two, found long ago");
    assert!(nodes(Position::START_FEN) > 200_000, "a move to think about");
}
