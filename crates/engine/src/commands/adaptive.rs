//! The command for a table that adapts its size to the time control.

use super::arguments::split_unit;
use super::crafty::Crafty::Has;
use crate::conversation::protocol::Action::Queues;
use crate::conversation::protocol::{Chapter, command};
use crate::engine::Engine;
use crate::refusal::{Refusal, Reply};
use crate::settings::AdaptiveHash;

#[rustfmt::skip]
pub(crate) const CHAPTER: Chapter = Chapter {
    topic: "settings",
    title: "Adaptive memory",
    commands: &[
        command(&["adaptive"], "[NPS LEAST MOST | off]", Queues(adaptive),
            "At the first move of each game, give the table the size that suits the time control: at least LEAST and at most MOST, as 16M or 2G. NPS is the expected speed in nodes per second, as 2M; later it is measured.")
            .crafty(&[Has("`adaptive NPS hmin hmax pmin pmax`", "`adaptive 1M 64M 512M 1M 8M`", "the sizes of the pawn table have no effect")]),
    ],
};

fn adaptive(engine: &mut Engine, text: &str) -> Reply {
    if !engine.session.client.asks(text) {
        set(engine, text)?;
    }
    let AdaptiveHash { is_on, least, most, speed } = engine.session.settings.adaptive_hash;
    engine.session.client.confirm(match is_on {
        true => format!("The table gets {least} to {most} MiB, for {speed} nodes a second."),
        false => "The table keeps its size.".into(),
    });
    Ok(())
}

fn set(engine: &mut Engine, text: &str) -> Reply {
    let words: Vec<&str> = text.split_whitespace().collect();
    let settings = &mut engine.session.settings;
    // Crafty has two more words, about a table of fixed size here.
    let ([speed, least, most] | [speed, least, most, _, _]) = words[..] else {
        if text == "off" {
            settings.adaptive_hash.is_on = false;
            return Ok(());
        }
        return Err("expected NPS LEAST MOST, or off".into());
    };
    let mebibytes = |text| quantity(text).map(|bytes| (bytes >> 20) as usize);
    let adaptive = AdaptiveHash {
        is_on: true,
        speed: quantity(speed)?,
        least: mebibytes(least)?,
        most: mebibytes(most)?,
    };
    if adaptive.least == 0 || adaptive.least > adaptive.most {
        return Err("the sizes are from 1M up, the smaller one first".into());
    }
    settings.adaptive_hash = adaptive;
    engine.session.game.table_fits = false;
    Ok(())
}

/// Reads a number, which may end with K, M or G for 2^10, 2^20 and 2^30.
fn quantity(text: &str) -> Result<u64, Refusal> {
    let (digits, power) = split_unit(text);
    let number = digits.parse::<u32>().ok().filter(|&number| number > 0);
    number
        .map(|number| u64::from(number) << power)
        .ok_or_else(|| format!("'{text}' is not a number such as 64M").into())
}
