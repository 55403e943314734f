//! `go`: what to search, and for how long.
//!
//! A GUI waits for the move, so what cannot be understood costs none: it is named with `info string`
//! and ignored. After a `position` that was refused nothing is searched, and the answer is no move.

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

/// The search that a line demands.
///
/// # Errors
/// What follows `perft` is no depth; a perft has no move to wait for.
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
    // What is only analysed is nobody's game, and neither is a problem.
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
        // The search of this move alone, one ply deep, ends at once.
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

/// A search of no move at all, since the GUI means a position that was refused. A GUI that expects the
/// answer only after `stop` or `ponderhit` gets it then.
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

/// The book's move, unless the search is confined or for something else than a move to play.
fn book_move(request: &Request<Move>, session: &Session) -> Option<Move> {
    let Session { book, game, settings, .. } = session;
    let plays = request.search_moves.is_empty() && !request.is_for_mate() && !settings.analyse_mode;
    plays.then(|| book.play(&settings.book, game.position())).flatten()
}
