//! Plays a game: the position after its moves, and the program's reply.

use cleave_board::{Move, Position};
use cleave_movegen::{legal_moves, line_text, parse_move, spell_line, to_coordinate, to_san};
use cleave_pgn::{Ending, GameResult, TagName};
use cleave_search::strength::Strength;
use cleave_search::{Evaluation, Host, Limits, Root, Searcher, Signal, Status, Thinking};
use serde::{Deserialize, Serialize};

use crate::module::read_position;

/// A game so far, and whether the program must move.
#[derive(Deserialize)]
pub(crate) struct Request {
    fen: String,
    /// The moves so far, in any notation.
    moves: Vec<String>,
    /// The rating at which the program must move, or `None` if it must not.
    rating: Option<u32>,
    /// The seed for the moves that it overlooks.
    #[serde(default)]
    seed: u64,
    /// The names of White and Black.
    names: [String; 2],
}

/// The game after the reply.
#[derive(Serialize)]
pub(crate) struct Game {
    /// The current position.
    fen: String,
    /// The moves in SAN, and in coordinates.
    moves: Vec<String>,
    played: Vec<String>,
    /// The legal moves, in coordinates.
    legal: Vec<String>,
    /// The result and its reason, if the game is over.
    ending: Option<(String, &'static str)>,
    /// The program's thoughts about its last move.
    thought: Option<Thought>,
    pgn: String,
}

/// The program's thoughts: value in hundredths of a pawn for the side to move, depth, nodes, and
/// line.
#[derive(Serialize)]
struct Thought {
    value: i32,
    depth: u32,
    nodes: u64,
    line: String,
}

impl Request {
    /// Plays the moves, and the program's reply if it must move. The searcher and its table are
    /// kept.
    pub(crate) fn play(
        &self,
        searcher: &mut Option<Searcher>,
        progress: &mut dyn FnMut(&Status),
    ) -> Result<Game, String> {
        let start = read_position(&self.fen)?;
        let mut root = Root::from(start);
        let mut moves = Vec::new();
        for text in &self.moves {
            let mv = parse_move(&root.position, text).map_err(|error| error.to_string())?;
            push(&mut root, mv);
            moves.push(mv);
        }
        let mut thought = None;
        if let Some(rating) = self.rating.filter(|_| ending(&root).is_none()) {
            let searcher = match searcher {
                Some(searcher) if moves.len() > 1 => searcher,
                _ => searcher.insert(new_player()?),
            };
            let mut limits = Limits::default();
            Strength::of_rating(rating).limit(&mut limits, &root.position, self.seed);
            let outcome = searcher.search(&root, &limits, &mut Watcher(progress));
            let line = line_text(&root.position, outcome.line);
            let (value, depth, nodes) = (outcome.value.get(), outcome.depth, outcome.nodes);
            thought = Some(Thought { value, depth, nodes, line });
            let best = outcome.best.ok_or("the program found no move")?;
            push(&mut root, best);
            moves.push(best);
        }
        let ending = ending(&root);
        let position = root.position;
        let legal = legal_moves(&position);
        Ok(Game {
            fen: position.to_string(),
            played: spell_line(&start, moves.iter().copied(), to_coordinate),
            legal: legal.into_iter().map(|mv| to_coordinate(&position, mv)).collect(),
            pgn: self.pgn(start, &moves, ending.map_or(GameResult::Unknown, |(result, _)| result)),
            moves: spell_line(&start, moves, to_san),
            ending: ending.map(|(result, reason)| (result.to_string(), reason)),
            thought,
        })
    }

    /// Returns the game as PGN.
    fn pgn(&self, start: Position, moves: &[Move], result: GameResult) -> String {
        let mut game = cleave_pgn::Game::new(start);
        for (tag, name) in [TagName::WHITE, TagName::BLACK].into_iter().zip(&self.names) {
            game.tags.set(tag, name);
        }
        game.set_moves(moves);
        game.set_result(result);
        game.to_string()
    }
}

fn push(root: &mut Root, mv: Move) {
    root.history.push(root.position.key());
    root.position = root.position.make(mv);
}

/// Creates a searcher with the evaluation for play.
fn new_player() -> Result<Searcher, String> {
    let mut searcher = Searcher::new(16).map_err(|error| error.to_string())?;
    searcher.set_evaluation(Evaluation::by_built_in_network());
    Ok(searcher)
}

/// Returns the result and its reason if the game is over. Draws need no claim.
fn ending(Root { position, history }: &Root) -> Option<(GameResult, &'static str)> {
    let ending = Ending::of(position, history)?;
    let reason = match ending {
        Ending::Mate(_) => "mate",
        Ending::Stalemate => "stalemate",
        Ending::Material => "neither side can mate",
        Ending::FiftyMoves => "fifty moves without a capture or pawn move",
        Ending::Repetition => "the same position three times",
    };
    Some((ending.result(), reason))
}

/// Reports the progress of a search.
pub(crate) struct Watcher<'p>(pub(crate) &'p mut dyn FnMut(&Status));

impl Host for Watcher<'_> {
    fn poll(&mut self, status: &Status) -> Signal {
        (self.0)(status);
        Signal::Continue
    }

    fn thinking(&mut self, _: &Thinking) {}
}
