use super::*;
use crate::evaluator::Playouts;
use crate::game::Outcome;
use crate::value::Value;

/// A game that is too long to be solved.
#[derive(Clone)]
struct Nim(u32);

impl Game for Nim {
    fn outcome(&self) -> Option<Outcome> {
        (self.0 == 0).then_some(Outcome::Loss)
    }
    fn moves(&self, moves: &mut Vec<Move>) {
        moves.extend((1..=self.0.min(3)).map(Move));
    }
    fn play(&mut self, mv: Move) {
        self.0 -= mv.0;
    }
    fn key(&self) -> u64 {
        self.0.into()
    }
}

/// What [`Search::run`] does if the system refuses threads.
#[test]
fn workers_in_one_thread_make_all_playouts_in_every_mode() {
    for mode in ModeName::ALL {
        let settings = Settings { workers: 3, mode, ..Settings::default() };
        let mut search = Search::new(&Nim(200), &settings, |_| Playouts::default());
        search.allow(300);
        let workers = search.workers.iter_mut().collect();
        run_workers(&*search.mode, workers, &AtomicBool::new(false));
        assert!(search.trees().iter().all(|tree| tree.remaining() == 0), "{mode:?}");
        let visits: u32 = search.candidates().iter().map(|it| it.counts.visits).sum();
        assert!((290..=300).contains(&visits), "{mode:?}: {visits}");
    }
}

#[test]
fn a_move_refuted_after_many_visits_is_the_best_only_by_visits() {
    let candidate = |mv, visits, share| {
        let counts = Counts::default();
        let sum = u64::from(visits) * Value::of_share(share).units();
        Candidate { mv: Move(mv), counts: Counts { visits, sum, ..counts } }
    };
    let (refuted, other) = (candidate(1, 34, 0.5), candidate(2, 25, 0.9));
    let params = |minimax| Params { minimax, ..Params::default() };
    assert!(refuted.rank(&params(0.0)) > other.rank(&params(0.0)));
    assert!(refuted.rank(&params(1.0)) < other.rank(&params(1.0)));
    let certain = candidate(5, 10_000, 0.5);
    assert!(certain.rank(&params(1.0)) < other.rank(&params(1.0)), "visits alone do not count");
    let once = candidate(3, 1, 0.95);
    assert!(once.rank(&params(1.0)) < other.rank(&params(1.0)), "one visit proves little");
    let mut drawn = candidate(3, 1, 0.5);
    drawn.counts.proof = crate::proof::Proof::Draw;
    assert!(drawn.rank(&params(1.0)) > refuted.rank(&params(1.0)), "a proof leaves no doubt");
    assert!(candidate(4, 0, 0.0).rank(&params(1.0)) < refuted.rank(&params(1.0)));
}

#[test]
fn random_playouts_count_their_moves_and_value_the_first_player() {
    let evaluate = |count| {
        let mut playouts = Playouts::default();
        playouts.evaluate(&Nim(count), &mut crate::random::Random::of(1, 1))
    };
    assert_eq!((evaluate(1).value, evaluate(1).work), (Value::WIN, 1));
    let long = evaluate(200);
    assert!((67..=200).contains(&long.work), "{long:?}");
    let last_mover_won = if long.work % 2 == 1 { Value::WIN } else { Value::LOSS };
    assert_eq!(long.value, last_mover_won);
}

#[test]
#[cfg_attr(miri, ignore = "takes more than ten minutes")]
fn another_search_continues_with_the_trees() {
    for mode in ModeName::ALL {
        let settings = Settings { workers: 2, mode, ..Settings::default() };
        let visits = |search: &Search<Nim, Playouts>| -> u32 {
            search.candidates().iter().map(|it| it.counts.visits).sum()
        };
        let mut search = Search::new(&Nim(200), &settings, |_| Playouts::default());
        search.run(300, &AtomicBool::new(false));
        let before = visits(&search);
        let trees = search.into_trees();
        let mut search = Search::resume(trees, &settings, |_| Playouts::default());
        assert_eq!(visits(&search), before, "{mode:?}");
        search.run(100, &AtomicBool::new(false));
        assert_eq!(visits(&search), before + 100, "{mode:?}");
    }
}

#[test]
fn a_full_tree_lets_no_playout_begin_until_half_of_it_is_free() {
    let moves = [1, 2, 3].map(Move);
    let expand = |tree: &Tree<Nim>, id| tree.expand(NodeId(id), &moves, &[0.3; 3]);
    let mut tree = Tree::new(Nim(200), Params::default(), 9, 0);
    tree.allow(10);
    assert!(!tree.make_room(), "there is room");
    assert_eq!([0, 1, 2].map(|id| expand(&tree, id)), [true, true, false]);
    assert_eq!((tree.size(), tree.take_playouts(1)), (7, None));
    assert!(tree.make_room());
    assert_eq!((tree.size(), tree.take_playouts(1)), (4, Some((0, 1))), "the root's children");
    assert_eq!(tree.take_playouts(100), Some((1, 9)));
    assert_eq!(tree.take_playouts(1), None, "all have begun");
}

#[test]
fn a_tree_that_cannot_be_made_smaller_continues_full() {
    let mut tree = Tree::new(Nim(200), Params::default(), 2, 0);
    tree.allow(10);
    assert!(!tree.expand(NodeId::ROOT, &[1, 2, 3].map(Move), &[0.3; 3]));
    assert_eq!(tree.take_playouts(1), None);
    assert!(tree.make_room());
    assert_eq!(tree.take_playouts(1), Some((0, 1)));
    assert!(!tree.make_room(), "it was tried");
}
