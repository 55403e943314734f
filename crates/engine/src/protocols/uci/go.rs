//! `go`: what to search, and for how long.
//!
//! A GUI waits for the move. So words that the engine does not understand do not prevent a search: it reports them with
//! `info string` and ignores them. After a refused `position` nothing is searched, and the answer is the null move.

use cleave_board::Move;
use cleave_io::go::{Request, perft};
use cleave_movegen::{legal_moves, parse_move};
use cleave_search::Limits;

use crate::client::notice::Notice;
use crate::game::current::Role;
use crate::refusal::Refusal;
use crate::session::Session;
use crate::strength;
use crate::task::{Activity, SearchTask, Task};

/// Returns the search that a line requests.
///
/// # Errors
/// The text after `perft` is not a depth. A perft has no move to wait for.
pub(super) fn plan(session: &mut Session, text: &str) -> Result<Task, Refusal> {
    let perft = perft(text)?;
    let position = session.game.position();
    let request = Request::read(text, |word| parse_move(position, word).ok());
    let limits = limits(&request, session);
    if let Err(refusal) = session.game.must_be_set_up() {
        return match perft {
            Some(_) => Err(refusal),
            None => Ok(answer_without_search(session, refusal, &limits, text)),
        };
    }
    for problem in &request.ignored {
        session.client.say(&Notice::Warning(problem));
    }
    if let Some(depth) = perft {
        return Ok(Task::Perft { depth });
    }
    let mut limits = Limits { lateness: session.lateness, ..limits };
    let activity = activity(&limits);
    // Analysis and problems are not games of the engine.
    let is_game = activity != Activity::Analysing && !request.is_for_mate();
    let plays = is_game && !session.settings.analyse_mode;
    if plays {
        let (settings, tables) = (&session.settings, session.tables.as_ref());
        strength::limit(settings, tables, &session.game.moves, &mut limits);
    }
    session.game.role = if plays { Role::Plays(session.game.side()) } else { Role::Watches };
    if activity == Activity::Thinking
        && let Some(mv) = book_move(&request, session)
    {
        // A search of this move alone, one ply deep, ends at once.
        limits = Limits { depth: Some(1), included: vec![mv], ..Limits::default() };
    }
    Ok(Task::Search(Box::new(SearchTask { activity, root: session.game.moves.root(), limits })))
}

fn limits(request: &Request<Move>, session: &Session) -> Limits {
    let settings = &session.settings.search;
    let (overhead, multi_pv) = (settings.overhead, settings.multi_pv);
    let others = Limits { overhead, multi_pv, ..Limits::default() };
    request.limits(session.game.side().index(), others)
}

fn activity(limits: &Limits) -> Activity {
    match (limits.pondering, limits.is_endless()) {
        (true, _) => Activity::Pondering(None),
        (false, true) => Activity::Analysing,
        (false, false) => Activity::Thinking,
    }
}

/// Answers without a search, because the GUI means a position that was refused. A GUI that expects the answer only
/// after `stop` or `ponderhit` gets it then.
fn answer_without_search(
    session: &mut Session,
    refusal: Refusal,
    asked: &Limits,
    text: &str,
) -> Task {
    session.client.answer(Err(refusal), &format!("go {text}"));
    let root = session.game.moves.root();
    let excluded = legal_moves(&root.position).into_iter().collect();
    let limits = Limits { included: Vec::new(), excluded, ..*asked };
    Task::Search(Box::new(SearchTask { activity: activity(&limits), root, limits }))
}

/// Returns the book's move, unless the search is confined or has another purpose than a move to play.
fn book_move(request: &Request<Move>, session: &Session) -> Option<Move> {
    let Session { book, game, settings, .. } = session;
    let plays = request.search_moves.is_empty() && !request.is_for_mate() && !settings.analyse_mode;
    plays.then(|| book.play(&settings.book, game.position())).flatten()
}
