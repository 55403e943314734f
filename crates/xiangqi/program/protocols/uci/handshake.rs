//! `uci`, `ucci` and `setoption`.

use super::Dialect;
use crate::command::{Refusal, Reply};
use crate::options;
use crate::protocols::NAME;
use crate::session::{Engine, Session};

/// Hands the conversation over to a GUI that keeps the game.
pub(crate) fn begin(session: &mut Session, dialect: &'static Dialect) {
    session.protocol = dialect;
    (session.plays, session.analyses) = (None, false);
}

const VARIANT: &str = "UCI_Variant";

pub(crate) fn uci(engine: &mut Engine, _: &str) -> Reply {
    let session = &mut engine.session;
    begin(session, &Dialect::Uci);
    session.line(format!("id name {NAME}\nid author The Cleave founders"));
    options::states(session).iter().for_each(|option| session.line(option.uci()));
    session.line(format!("option name {VARIANT} type combo default xiangqi var xiangqi\nuciok"));
    Ok(())
}

pub(crate) fn ucci(engine: &mut Engine, _: &str) -> Reply {
    let session = &mut engine.session;
    begin(session, &Dialect::Ucci);
    let hash = session.settings.hash;
    session.line(format!(
        "id name {NAME}\nid author The Cleave founders\n\
         option usemillisec type check default true\n\
         option hashsize type spin min 1 max 65536 default {hash}\nucciok"
    ));
    Ok(())
}

/// `name NAME value VALUE`; in UCCI `NAME VALUE`.
pub(super) fn set_option(engine: &mut Engine, text: &str) -> Reply {
    let (name, value) = match text.strip_prefix("name ") {
        Some(text) => text.split_once(" value ").unwrap_or((text, "")),
        None => text.split_once(' ').unwrap_or((text, "")),
    };
    match (name.trim(), value.trim()) {
        (VARIANT, "xiangqi") => {
            engine.session.first_rank = 1;
            Ok(())
        }
        (VARIANT, other) => Err(format!("'{other}' is not played here, only xiangqi").into()),
        ("usemillisec", "true") => Ok(()),
        ("usemillisec", _) => Err(Refusal::Argument("times are in milliseconds".into())),
        ("hashsize", mib) => options::set(engine, "Hash", mib),
        (name, value) => options::set(engine, name, value),
    }
}
