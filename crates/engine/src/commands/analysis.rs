//! Commands about analysis and the display of thinking.

use cleave_board::Move;
use cleave_movegen::{legal_moves, parse_move};

use super::{Action, Audience, Chapter, Command};
use crate::engine::Engine;
use crate::refusal::{Refusal, Reply};
use crate::session::{Role, Session};
use crate::thinking;

/// Commands about analysis and the display of thinking.
pub(super) const CHAPTER: Chapter = Chapter {
    title: "Analysis",
    commands: &[
        Command {
            names: &["analyze", "analyse"],
            arguments: "",
            help: "Search the position on the board until 'exit'; moves, 'undo' and so on go on.",
            audience: Audience::Everyone,
            action: Action::Interrupts(analyze),
        },
        Command {
            names: &["exit"],
            arguments: "",
            help: "Leave analysis.",
            audience: Audience::Everyone,
            action: Action::Interrupts(exit),
        },
        Command {
            names: &["."],
            arguments: "",
            help: "Show how far the search is: stat01, centiseconds, nodes, depth, moves left, moves, move.",
            audience: Audience::Everyone,
            action: Action::AtOnce(status),
        },
        Command {
            names: &["exclude"],
            arguments: "MOVE | all",
            help: "Do not search this move in the present position.",
            audience: Audience::Everyone,
            action: Action::UnlessThinking(exclude),
        },
        Command {
            names: &["include"],
            arguments: "MOVE | all",
            help: "Search this move again.",
            audience: Audience::Everyone,
            action: Action::UnlessThinking(include),
        },
        Command {
            names: &["post"],
            arguments: "",
            help: "Show thinking.",
            audience: Audience::Everyone,
            action: Action::AtOnce(|session, _| post(session, true)),
        },
        Command {
            names: &["nopost"],
            arguments: "",
            help: "Do not show thinking.",
            audience: Audience::Everyone,
            action: Action::AtOnce(|session, _| post(session, false)),
        },
    ],
};

fn analyze(engine: &mut Engine, _: &str) -> Reply {
    engine.session.role = Role::Analyses;
    engine.session.outlook.forget_value();
    engine.session.clocks.stop();
    Ok(())
}

fn exit(engine: &mut Engine, _: &str) -> Reply {
    if engine.session.role != Role::Analyses {
        return Err(Refusal::NotNow("there is no analysis to leave"));
    }
    engine.session.role = Role::Watches;
    Ok(())
}

/// Says nothing if nothing is being searched: GUIs take silence for 'not now'.
fn status(session: &mut Session, _: &str) -> Reply {
    if let Some((running, status)) =
        session.running.as_ref().and_then(|running| Some((running, running.status.as_ref()?)))
    {
        let line = thinking::status(&running.root, status);
        session.output.line(line);
    }
    Ok(())
}

fn exclude(engine: &mut Engine, text: &str) -> Reply {
    let session = &mut engine.session;
    let excluded = chosen_moves(session, text)?;
    session.excluded.retain(|mv| !excluded.contains(mv));
    session.excluded.extend(excluded);
    Ok(())
}

fn include(engine: &mut Engine, text: &str) -> Reply {
    let session = &mut engine.session;
    let included = chosen_moves(session, text)?;
    session.excluded.retain(|mv| !included.contains(mv));
    Ok(())
}

/// One legal move, or `all`.
fn chosen_moves(session: &Session, text: &str) -> Result<Vec<Move>, Refusal> {
    let position = session.game.position();
    if text == "all" {
        return Ok(legal_moves(position).to_vec());
    }
    parse_move(position, text).map(|mv| vec![mv]).map_err(|error| Refusal::of_move(text, &error))
}

fn post(session: &mut Session, post: bool) -> Reply {
    session.settings.post = post;
    Ok(())
}
