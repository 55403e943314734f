//! Options with this engine's own names that concern neither the game nor endgame tables.

use cleave_search::monte_carlo::{LeafValue, ModeName};
use cleave_search::team::{Algorithm, Backend, MAX_WORKERS};

use super::error::OptionError;
use super::option::{EngineOption, Kind, Setter};
use crate::book::OpeningBook;
use crate::client::notice::Notice;
use crate::engine::Engine;
use crate::settings::MonteCarloSettings;

/// The backends, in the order of the words of the option Backend.
pub(super) const BACKENDS: [Backend; 2] = [Backend::Fork, Backend::Thread];

/// Options for everyone.
#[rustfmt::skip]
pub(super) const OPTIONS: &[EngineOption] = &[
    EngineOption::new("Clear Hash", Kind::Button(clear_hash)),
    spin!("MultiPV", (1, 256), search.multi_pv),
    spin!("Contempt", (-200, 200), policy.contempt).personal(),
    check!("Offer Draws", policy.offer_draws).personal(),
    spin!("Resign Threshold", (0, 10_000), policy.resign_threshold).personal(),
    // Naming a file switches the book on. The last setting counts.
    EngineOption::new("Book File", Kind::File { get: |settings| &settings.book.file, set: load_book }).personal(),
    check!("OwnBook", book.is_on).personal(),
    check!("Best Book Move", book.choice.best).personal(),
    spin!("Book Width", (1, 256), book.choice.width).personal(),
    check!("Book Learning", book.learns),
    EngineOption::new("Backend", Kind::Choice {
        words: &["fork", "thread"],
        get: |settings| usize::from(settings.team.backend == Backend::Thread),
        set: Setter::OfEngine(|engine, choice| {
            let cores = engine.session.settings.team.cores;
            engine.set_workers(cores, BACKENDS[choice])?;
            if let Some(warning) = BACKENDS[choice].missing() {
                engine.session.client.say(&Notice::Warning(warning));
            }
            Ok(())
        }),
    }).shared(),
    EngineOption::new("Algorithm", Kind::Choice {
        words: &Algorithm::NAMES,
        get: |settings| settings.team.algorithm.index(),
        set: Setter::OfEngine(|engine, choice| {
            engine.set_algorithm(Algorithm::ALL[choice]);
            Ok(())
        }),
    }).shared(),
    EngineOption::new("Search", Kind::Choice {
        words: &["alpha-beta", "monte-carlo"],
        get: |settings| usize::from(settings.monte_carlo.is_on),
        set: Setter::OfEngine(|engine, choice| {
            set_monte_carlo(engine, |monte_carlo| monte_carlo.is_on = choice == 1)
        }),
    }),
    EngineOption::new("Monte Carlo Mode", Kind::Choice {
        words: &ModeName::NAMES,
        get: |settings| settings.monte_carlo.mode as usize,
        set: Setter::OfEngine(|engine, choice| {
            set_monte_carlo(engine, |monte_carlo| monte_carlo.mode = ModeName::ALL[choice])
        }),
    }),
    EngineOption::new("Monte Carlo Leaf", Kind::Choice {
        words: &["search", "shallow", "quiescence", "random"],
        get: |settings| settings.monte_carlo.leaf as usize,
        set: Setter::OfEngine(|engine, choice| {
            set_monte_carlo(engine, |monte_carlo| monte_carlo.leaf = LeafValue::ALL[choice])
        }),
    }),
];

/// Empties the table.
fn clear_hash(engine: &mut Engine) -> Result<(), OptionError> {
    engine.new_game();
    engine.session.client.confirm("The table is empty.");
    Ok(())
}

/// Changes settings of Monte-Carlo tree search. Memory is divided anew.
fn set_monte_carlo(
    engine: &mut Engine,
    change: impl FnOnce(&mut MonteCarloSettings),
) -> Result<(), OptionError> {
    let mut settings = engine.session.settings.monte_carlo;
    change(&mut settings);
    let MonteCarloSettings { is_on, mode, leaf } = settings;
    engine.searcher.set_monte_carlo(is_on.then_some((mode, leaf)), engine.table_mib)?;
    engine.session.settings.monte_carlo = settings;
    Ok(())
}

/// The options for experts except those about splitting.
#[rustfmt::skip]
pub(super) const EXPERT_OPTIONS: &[EngineOption] = &[
    EngineOption::new("Oversubscribe", Kind::Check {
        get: |settings| settings.team.oversubscribe,
        set: Setter::OfEngine(|engine, on| {
            engine.set_oversubscribe(on);
            Ok(())
        }),
    }).shared(),
    EngineOption::new("Group Size", Kind::Spin {
        bounds: (1, MAX_WORKERS as i32),
        get: |engine| engine.session.settings.team.group_size as i32,
        set: Setter::OfEngine(|engine, size| {
            engine.set_group_size(size as usize);
            Ok(())
        }),
    }).shared(),
    EngineOption::new("Best Root Moves Together", Kind::Check {
        get: |settings| settings.team.best_together,
        set: Setter::OfEngine(|engine, on| {
            engine.set_best_together(on);
            Ok(())
        }),
    }).shared(),
];

/// Loads the book in this file and uses it. Without a path, returns to the built-in book.
fn load_book(engine: &mut Engine, path: &str) -> Result<(), OptionError> {
    engine.session.book =
        if path.is_empty() { OpeningBook::built_in() } else { OpeningBook::open(path.as_ref())? };
    let settings = &mut engine.session.settings;
    settings.book.is_on = !path.is_empty();
    settings.book.file = path.to_owned();
    Ok(())
}
