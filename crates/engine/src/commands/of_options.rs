//! Commands that set one option each. Their rows are in [`crate::options`].

use crate::conversation::protocol::Chapter;
use crate::options::{PLAY, SPLIT, TABLES, option::commands};

/// About how the engine plays.
pub(crate) const ABOUT_PLAY: Chapter =
    Chapter { topic: "settings", title: "How the engine plays", commands: &commands::<2>(PLAY) };

/// About endgame tables.
pub(crate) const ABOUT_TABLES: Chapter = Chapter {
    topic: "tables",
    title: "Where endgame tables are",
    commands: &commands::<1>(TABLES),
};

/// About splitting.
pub(crate) const ABOUT_SPLITTING: Chapter = Chapter {
    topic: "splitting",
    title: "Splitting, for teams of several workers ('cores')",
    commands: &commands::<7>(SPLIT),
};
