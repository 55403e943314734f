//! Reads games one at a time: tokens become a game.

mod draft;

use std::io::BufRead;

use cleave_board::Position;

use crate::lexer::Lexer;
use crate::{Flaw, Game, PgnError};
use draft::{Draft, Progress};

/// The maximum depth of nested variations.
pub const MAX_DEPTH: usize = 100;

/// The games of a stream, one after the other. Only one is in memory.
///
/// An item is an error if the main line of the game cannot be followed. The next item is then the next game. Other
/// problems are passed over, and [`Games::take_flaws`] lists them. After an error of the stream there are no more
/// items.
pub struct Games<R> {
    lexer: Lexer<R>,
    keeps_remarks: bool,
    /// The start position of games without a tag FEN.
    start: Position,
    /// An unreadable game that must be skipped before the next one.
    bad_game: Option<BadGame>,
    ended: bool,
    flaws: Vec<Flaw>,
}

/// The rest of an unreadable game.
struct BadGame {
    /// Its movetext has not begun.
    in_tags: bool,
}

impl<R: BufRead> Games<R> {
    /// Reads this stream.
    pub fn new(stream: R) -> Games<R> {
        Games {
            lexer: Lexer::new(stream),
            keeps_remarks: true,
            start: Position::start(),
            bad_game: None,
            ended: false,
            flaws: Vec::new(),
        }
    }

    /// Leaves out comments, NAGs and variations, and does not check the moves of variations. This serves books and
    /// statistics.
    ///
    /// ```
    /// use cleave_pgn::Games;
    /// let text = "1. e4 (1. d4) e5 *\n\n[FEN \"7k/8/8/8/8/8/R7/K7 w - - 0 1\"]\n\n1. Ra7 {so} 1-0\n";
    /// for game in Games::new(text.as_bytes()).main_lines() {
    ///     let game = game.unwrap();
    ///     let mut position = game.start;
    ///     for mv in game.main.moves() {
    ///         position = position.make(mv);
    ///     }
    ///     println!("{} {position}", game.result);
    /// }
    /// ```
    #[must_use]
    pub fn main_lines(mut self) -> Games<R> {
        self.keeps_remarks = false;
        self
    }

    /// Sets the start position of games without a tag FEN.
    #[must_use]
    pub fn continuing(mut self, start: Position) -> Games<R> {
        self.start = start;
        self
    }

    /// Returns the flaws of the last game, in the order of the text. There are at most a few hundred.
    ///
    /// ```
    /// use cleave_pgn::Games;
    /// let mut games = Games::new("1. e4 e5 ) 2. Nf3 $999 Nc6 1-0".as_bytes());
    /// let game = games.next().unwrap().unwrap();
    /// assert_eq!(game.main.moves().count(), 4);
    /// assert_eq!(games.take_flaws()[0].place.column, 10);
    /// ```
    pub fn take_flaws(&mut self) -> Vec<Flaw> {
        std::mem::take(&mut self.flaws)
    }

    fn read(&mut self, draft: &mut Draft) -> Result<(), PgnError> {
        if let Some(BadGame { in_tags }) = self.bad_game.take() {
            self.lexer.skip_game(in_tags)?;
        }
        self.lexer.begin_game();
        while let Some((place, token)) = self.lexer.next_token()? {
            if draft.ends_before(&token) {
                self.lexer.put_back(place, token);
                break;
            }
            if draft.add(place, token)? == Progress::Complete {
                break;
            }
        }
        draft.close()
    }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = Result<Game, PgnError>;

    fn next(&mut self) -> Option<Result<Game, PgnError>> {
        if self.ended {
            return None;
        }
        let mut draft = Draft::new(self.keeps_remarks, self.start);
        let read = self.read(&mut draft);
        self.flaws = self.lexer.take_flaws().merged(draft.take_flaws());
        match read {
            Ok(()) => {
                let game = draft.finish();
                self.ended = game.is_none();
                game.map(Ok)
            }
            Err(error) => {
                self.ended = matches!(error, PgnError::Unreadable(_));
                self.bad_game = Some(BadGame { in_tags: draft.is_in_tags() });
                Some(Err(error))
            }
        }
    }
}
