//! Colours for a person at a terminal.
//!
//! The protocol chooses the words. A [`Palette`] puts them between the escape sequences for the kind of the notice.
//! Without a terminal there are no colours, so no program ever reads a sequence.

use anstyle::{AnsiColor, Style};

use crate::client::notice::Notice;

/// The colours in which notices are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Palette {
    /// No colours.
    #[default]
    Plain,
    /// The colours of a terminal.
    Terminal,
}

impl Palette {
    /// Returns the colours of the terminal that `TERM` names. Returns none if it has none or if `NO_COLOR` is set.
    pub fn of_environment() -> Palette {
        let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        if no_color || is_terminal_dumb() { Palette::Plain } else { Palette::Terminal }
    }

    /// Returns the text of a notice in the colour of its kind.
    pub(crate) fn paint(self, notice: &Notice<'_>, text: String) -> String {
        let style = style(notice);
        if self == Palette::Plain || style.is_plain() {
            return text;
        }
        // A style ends with its line, because other output may come between two lines.
        let paint = |line| format!("{style}{line}{style:#}");
        text.lines().map(paint).collect::<Vec<_>>().join("\n")
    }
}

/// Returns true if the terminal, by its name in `TERM`, understands no escape sequences.
pub(crate) fn is_terminal_dumb() -> bool {
    std::env::var_os("TERM").is_none_or(|term| term == "dumb" || term.is_empty())
}

fn style(notice: &Notice<'_>) -> Style {
    match notice {
        Notice::ThinkingBegins => Style::new().underline(),
        Notice::BestMove { .. } => AnsiColor::Green.on_default().bold(),
        Notice::DrawOffered | Notice::DrawAccepted | Notice::Resigned | Notice::Ending(_) => {
            Style::new().bold()
        }
        Notice::Warning(_) => AnsiColor::Yellow.on_default(),
        Notice::Refusal { .. } => AnsiColor::Red.on_default(),
        Notice::Comment(_) => Style::new().dimmed(),
        _ => Style::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_of_a_notice_is_painted_for_itself() {
        let (warning, text) = (Notice::Warning("x"), || "a\nb".to_owned());
        let painted = Palette::Terminal.paint(&warning, text());
        assert_eq!(painted, "\x1b[33ma\x1b[0m\n\x1b[33mb\x1b[0m");
        assert_eq!(Palette::Plain.paint(&warning, text()), "a\nb");
        for news in [Notice::DrawOffered, Notice::DrawAccepted, Notice::Resigned] {
            let painted = Palette::Terminal.paint(&news, "I resign.".into());
            assert_eq!(painted, "\x1b[1mI resign.\x1b[0m");
        }
        assert_eq!(Palette::Terminal.paint(&Notice::NothingToInterrupt, text()), "a\nb");
    }
}
