//! Chinese chess, with shallow searches as values of leaves, as in chess.

use cleave_mcts::{
    Evaluation, Evaluator, Game, Outcome, Params, Random, Search, Settings, Value, exp,
};
use cleave_search::monte_carlo::PLAYING;
use cleave_virtual_time::monte_carlo::{MonteCarloRun, Prices, run as run_in_virtual_time};
use cleave_virtual_time::virtual_time::Ticks;
use cleave_xiangqi::search::{Limits, Searcher, exchange, is_decided};
use cleave_xiangqi::{Move, Position, Verdict};

use super::contest::{Budget, Contest, Player};
use super::team::LOCKFREE;

/// Chinese chess.
pub(super) struct Xiangqi;

/// A game that ends by the rules of Chinese chess.
#[derive(Clone)]
pub(super) struct Board(cleave_xiangqi::Game);

impl Game for Board {
    fn outcome(&self) -> Option<Outcome> {
        self.0.ending().map(|(verdict, _)| match verdict {
            Verdict::Win => Outcome::Win,
            Verdict::Draw => Outcome::Draw,
            Verdict::Loss => Outcome::Loss,
        })
    }

    fn moves(&self, moves: &mut Vec<cleave_mcts::Move>) {
        let legal = self.0.position().legal_moves();
        moves.extend(legal.iter().map(|mv| cleave_mcts::Move(mv.bits().into())));
    }

    fn play(&mut self, mv: cleave_mcts::Move) {
        self.0.play(xiangqi_move(mv));
    }

    fn key(&self) -> u64 {
        self.0.position().key()
    }
}

fn xiangqi_move(mv: cleave_mcts::Move) -> Move {
    Move::from_bits(mv.0 as u16)
}

/// Plies of the search of a leaf.
const DEPTH: u32 = 4;
/// Hundredths of a soldier that multiply the odds of a win by e: a guess, taken from chess.
const SCALE: f64 = 174.0;
/// Additions to the logarithm of a prior. They apply to the best move of the leaf's search, a capture that wins
/// something, and a move that loses a piece.
const BEST: f32 = 4.0;
const WINS: f32 = 1.0;
const LOSES: f32 = -1.5;

/// Evaluates the leaves of one worker, in a table of its own.
pub(super) struct LeafSearch {
    searcher: Searcher,
    /// The key of the leaf searched last, and its best move.
    searched: (u64, Move),
}

impl LeafSearch {
    fn new() -> LeafSearch {
        let mut searcher = Searcher::new(1).expect("little memory");
        searcher.set_table(1).expect("little memory");
        LeafSearch { searcher, searched: (0, Move::NONE) }
    }

    /// Returns the value of a game's position for the side to move, and the nodes that it took.
    fn search(&mut self, game: &cleave_xiangqi::Game, depth: u32) -> (i32, u64) {
        let limits = Limits::to_depth(depth);
        let found = self.searcher.search_sequentially(game, &limits, &mut |_: &_| {});
        let best = found.line.first().copied().unwrap_or(Move::NONE);
        self.searched = (game.position().key(), best);
        (found.value, found.nodes)
    }
}

impl Evaluator<Board> for LeafSearch {
    const EVALUATES_FIRST: bool = true;

    fn evaluate(&mut self, game: &Board, _: &mut Random) -> Evaluation {
        let (value, nodes) = self.search(&game.0, DEPTH);
        let work = nodes.min(u32::MAX.into()) as u32;
        Evaluation { value: Value::of_share(share(value)), work }
    }

    fn priors(&mut self, game: &Board, moves: &[cleave_mcts::Move], priors: &mut Vec<f32>) {
        let position = game.0.position();
        let best = if self.searched.0 == position.key() { self.searched.1 } else { Move::NONE };
        priors.extend(moves.iter().map(|&mv| {
            let mv = xiangqi_move(mv);
            let face_value = match exchange(position, mv) {
                1.. => WINS,
                0 => 0.0,
                _ => LOSES,
            };
            exp((face_value + if mv == best { BEST } else { 0.0 }).into()) as f32
        }));
        let sum: f32 = priors.iter().sum();
        priors.iter_mut().for_each(|prior| *prior /= sum);
    }
}

/// Returns the share of a win that a value is worth.
fn share(value: i32) -> f64 {
    match is_decided(value) {
        true => f64::from(u8::from(value > 0)),
        false => 1.0 / (1.0 + exp(-f64::from(value) / SCALE)),
    }
}

/// The settings equal the playing program's, except for the treatment of pending playouts.
pub(super) fn search(
    game: &Board,
    player: Player,
    seed: u64,
    playouts: u32,
) -> Search<Board, LeafSearch> {
    let (team, workers, times) = player;
    let params = Params { unobserved: team.unobserved, ..PLAYING };
    let workers = usize::from(workers);
    // A playout makes some fifty nodes of 32 bytes, and the tree of the last move is kept.
    let playouts = (playouts * times) as usize * workers;
    let memory = (playouts * 4 + 1_000) * 50 * 32;
    let settings = Settings { mode: team.mode, workers, params, memory, seed };
    Search::new(game, &settings, |_| LeafSearch::new())
}

/// Random plies of an opening, after which neither side is better by more than this.
const OPENING_PLIES: usize = 6;
const BALANCED: i32 = 60;
/// The longest game in plies, and how such a game is judged. A search of depth `JUDGED` must find one side better
/// by more than `WON`; otherwise the game is drawn.
const MAX_PLIES: usize = 200;
const WON: i32 = 300;
const JUDGED: u32 = 6;

/// Returns the position in which games begin.
pub(super) fn start() -> Board {
    Board(Position::start().into())
}

/// Returns the opening of this number.
fn opening(number: u64, judge: &mut LeafSearch) -> Board {
    let mut random = Random::of(34, number);
    loop {
        let mut board = start();
        let mut moves = Vec::new();
        while board.0.plies() < OPENING_PLIES && board.outcome().is_none() {
            moves.clear();
            board.moves(&mut moves);
            board.play(moves[random.below(moves.len() as u32) as usize]);
        }
        if board.outcome().is_none() && judge.search(&board.0, JUDGED).0.abs() <= BALANCED {
            return board;
        }
    }
}

impl Contest for Xiangqi {
    fn name(&self) -> String {
        "Chinese chess".into()
    }

    fn trial(&self, prices: &Prices, time: Ticks) -> MonteCarloRun {
        run_in_virtual_time(&mut search(&start(), (LOCKFREE, 1, 1), 0, 1_000), prices, time)
    }

    fn points(&self, player: Player, number: u64, budget: &Budget<'_>) -> f64 {
        let mut judge = LeafSearch::new();
        let mut game = opening(number / 2, &mut judge);
        let own = (number % 2) as usize;
        let mut players = [budget.opponent(); 2];
        players[own] = player;
        let mut searches = players.map(|it| search(&game, it, number, budget.playouts));
        for place in (0..2).cycle().take(MAX_PLIES) {
            let time = budget.time.times(players[place].2.into());
            run_in_virtual_time(&mut searches[place], budget.prices, time);
            let best = searches[place].best().expect("the game is not over");
            game.play(best.mv);
            if game.outcome().is_some() {
                break;
            }
            searches.iter_mut().for_each(|search| search.play(best.mv));
        }
        let of_mover = match game.outcome() {
            Some(outcome) => Value::from(outcome).share(),
            None => match judge.search(&game.0, JUDGED).0 {
                WON.. => 1.0,
                value if value <= -WON => 0.0,
                _ => 0.5,
            },
        };
        let is_own = (game.0.plies() - OPENING_PLIES) % 2 == own;
        if is_own { of_mover } else { 1.0 - of_mover }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_workers_score_more_than_one_and_games_repeat() {
        let prices = &Prices { playout_move: Ticks(1_477), ..Prices::default() };
        let budget = Budget { time: Ticks(2_000_000), playouts: 4, odds: 1, prices };
        let points = |workers| -> f64 {
            (0..2).map(|number| Xiangqi.points((LOCKFREE, workers, 1), number, &budget)).sum()
        };
        let more = points(8);
        assert!(more > points(1), "{more} {}", points(1));
        assert_eq!(points(8), more);
    }

    #[test]
    fn a_mate_is_found_and_played() {
        let mate = Position::from_fen("4k4/9/9/9/9/9/9/9/R8/1R1K5 w - - 0 1").unwrap();
        let mut search = search(&Board(mate.into()), (LOCKFREE, 4, 1), 0, 100);
        run_in_virtual_time(&mut search, &Prices::default(), Ticks(1_000_000));
        let best = search.best().expect("a move");
        let after = mate.make(xiangqi_move(best.mv));
        let mut judge = LeafSearch::new();
        let value = judge.search(&after.into(), 3).0;
        assert!(is_decided(value) && value < 0, "{best:?} {value}");
    }
}
