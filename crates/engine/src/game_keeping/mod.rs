//! Keeps a game: when to think, ponder and analyse, which moves and claims to make, and offers.
//!
//! Protocols that leave this to the engine share it: xboard and the console. A protocol whose client sends every
//! position and every search does not use it.

pub mod ending;
pub mod moves;
pub mod offers;
pub mod talk;

use cleave_board::{Color, Move};
use cleave_movegen::legal_moves;
use cleave_pgn::GameResult;
use cleave_search::settings::{Lateness, Pace};
use cleave_search::{Clock, Limits, Outcome};

use crate::client::notice::Notice;
use crate::conversation::protocol::ParsedLine;
use crate::game::current::{CurrentGame, Role};
use crate::game::move_text::read_move;
use crate::session::Session;
use crate::strength;
use crate::task::{Activity, SearchTask};

/// The command before a move.
pub const USER_MOVE: &str = "usermove";

/// Returns the search for the engine's move, if the engine is to move. Plays a book move at once; then no search is
/// due.
pub fn due_search(session: &mut Session) -> Option<SearchTask> {
    if !is_engine_to_move(session) {
        return None;
    }
    session.game.clocks.start(session.game.side().index());
    if let Some(mv) = book_move(session) {
        // The book has no value. A move without an answer declines an offer.
        session.game.outlook.forget_value();
        session.game.searched_moves = 0;
        let told = talk::of_book(session.settings.talk, &session.book, session.game.position());
        moves::play_own(session, mv, None);
        talk::tell(&mut session.client, session.settings.talk, told.as_deref());
        return None;
    }
    announce(session, &Notice::ThinkingBegins);
    let root = session.game.moves.root();
    let mut limits = limits(session, session.game.side());
    strength::limit(&session.settings, session.tables.as_ref(), &session.game.moves, &mut limits);
    Some(SearchTask { activity: Activity::Thinking, root, limits })
}

/// Returns the book's move, unless the search is confined to some moves.
fn book_move(Session { book, game, settings, .. }: &Session) -> Option<Move> {
    game.excluded.is_empty().then(|| book.play(&settings.book, game.position())).flatten()
}

/// Returns the search to run while the opponent thinks: analysis, or pondering on the expected move.
pub fn background_search(session: &mut Session) -> Option<SearchTask> {
    match session.game.role {
        _ if session.is_editing() => None,
        Role::Analyses => session.game.has_moves_to_search().then(|| analysis(session)),
        Role::Plays(_) if session.settings.search.ponder => {
            expected_move(&session.game).map(|expected| pondering(session, expected))
        }
        _ => None,
    }
}

fn analysis(session: &mut Session) -> SearchTask {
    announce(session, &Notice::ThinkingBegins);
    SearchTask {
        activity: Activity::Analysing,
        root: session.game.moves.root(),
        limits: Limits {
            multi_pv: session.settings.search.multi_pv,
            excluded: session.game.excluded.clone(),
            ..Limits::default()
        },
    }
}

fn pondering(session: &mut Session, expected: Move) -> SearchTask {
    let position = *session.game.position();
    announce(session, &Notice::Pondering { position: &position, expected });
    let game = session.game.moves.after(expected);
    let root = game.root();
    let limits = limits(session, !session.game.side());
    let mut limits = Limits { pondering: true, excluded: Vec::new(), ..limits };
    strength::limit(&session.settings, session.tables.as_ref(), &game, &mut limits);
    SearchTask { activity: Activity::Pondering(Some(expected)), root, limits }
}

/// Writes the notice before lines of thinking, if these are shown.
fn announce(session: &mut Session, notice: &Notice<'_>) {
    if session.settings.shown.thinking {
        session.client.say(notice);
    }
}

fn limits(session: &Session, engine: Color) -> Limits {
    let settings = &session.settings.search;
    Limits {
        depth: settings.depth,
        pace: settings.pace,
        overhead: settings.overhead,
        lateness: if settings.pace == Pace::Wall { session.lateness } else { Lateness::default() },
        clock: clock(session, engine),
        nodes: settings.nodes,
        multi_pv: 1,
        excluded: session.game.excluded.clone(),
        ..Limits::default()
    }
}

/// Returns the clock for a search of the engine, which plays this side.
fn clock(session: &Session, engine: Color) -> Clock {
    let CurrentGame { clocks, moves, searched_moves, .. } = &session.game;
    let settings = &session.settings.search;
    let clock = match clocks.for_search(engine.index(), moves.made()) {
        // After a refused command has interrupted the search, the next one does not get the whole time again.
        Clock::PerMove(time) if settings.pace == Pace::Wall => {
            Clock::PerMove(time.saturating_sub(clocks.used(engine.index())))
        }
        clock => clock,
    };
    settings.time_use.clock(clock, *searched_moves)
}

/// Returns true if the engine is to move, and the game is not over.
fn is_engine_to_move(session: &Session) -> bool {
    session.game.role == Role::Plays(session.game.side())
        && !session.is_editing()
        && session.game.moves.ending().is_none()
        && session.game.has_moves_to_search()
}

/// Returns the opponent's move to ponder on: legal, and not the end of the game.
fn expected_move(CurrentGame { moves, outlook, .. }: &CurrentGame) -> Option<Move> {
    let mv = outlook.best(moves.position())?;
    if !legal_moves(moves.position()).contains(&mv) || moves.ending().is_some() {
        return None;
    }
    moves.after(mv).ending().is_none().then_some(mv)
}

/// If this line is the move on which the engine ponders, plays it and returns the engine's clock.
pub fn ponder_hit(session: &mut Session, parsed: &ParsedLine) -> Option<Clock> {
    let (Some(Activity::Pondering(Some(expected))), Role::Plays(engine)) =
        (session.running.activity(), session.game.role)
    else {
        return None;
    };
    if parsed.name != USER_MOVE
        || read_move(session.game.position(), parsed.arguments) != Ok(expected)
    {
        return None;
    }
    moves::play(session, expected);
    Some(clock(session, engine))
}

/// Concludes a search. If it was for the engine's move, the engine resigns, answers an offer, or moves.
pub fn conclude(session: &mut Session, outcome: &Outcome) {
    let Some(mv) = outcome.best.filter(|_| is_engine_to_move(session)) else {
        return;
    };
    // A search stopped before the end of its first iteration has a move, but no value.
    session.game.outlook.value = (outcome.depth > 0).then_some(outcome.value);
    let Session { client, game, settings, .. } = session;
    if offers::resigns(game, &settings.policy, client) {
        let opponent = !game.side();
        session.running.move_sent();
        return ending::end(session, GameResult::won_by(opponent));
    }
    if offers::agrees_to_draw(game, settings, client) {
        return ending::end(session, GameResult::Draw);
    }
    offers::offer_draw(game, settings, client);
    session.game.searched_moves += 1;
    let told = talk::of_search(session.settings.talk, session.game.position(), outcome);
    moves::play_own(session, mv, outcome.ponder);
    talk::tell(&mut session.client, session.settings.talk, told.as_deref());
    if let Some(reply) = outcome.ponder {
        let CurrentGame { moves, outlook, .. } = &mut session.game;
        outlook.note(moves.position(), reply);
    }
}
