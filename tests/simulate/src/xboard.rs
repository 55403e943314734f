//! Dialogues by the protocol of xboard, in which the program keeps the game.

use std::time::Duration;

use cleave_tests::Thought;

use crate::board::{Board, Variant};
use crate::plan::{Limit, Part, Turn};
use crate::problem::{Problem, Result};
use crate::stage::{Stage, WORK};

/// The time between two attempts to end a search.
const MOVE_AGAIN: Duration = Duration::from_millis(250);

/// A dialogue with the game so far.
pub(crate) struct Dialogue<'s> {
    pub(crate) stage: &'s mut Stage,
    pub(crate) game: Game,
    pings: u32,
    analyses: bool,
}

/// The game on the board of the program.
pub(crate) struct Game {
    pub(crate) start: Board,
    board: Board,
    /// The moves since the game began, as coordinates.
    pub(crate) moves: Vec<String>,
}

/// What the program has answered to `go`.
#[derive(PartialEq, Eq)]
enum Answer {
    Nothing,
    Move,
    /// The program claims a result.
    Result,
}

impl Game {
    fn new() -> Game {
        Game::from(Board::start(Variant::Chess))
    }

    fn from(start: Board) -> Game {
        Game { board: start.clone(), start, moves: Vec::new() }
    }

    fn play(&mut self, mv: &str) -> Result<()> {
        if !self.board.play(mv) {
            return Err(Problem::new(format!("{mv} is not legal in {}", self.board.fen())));
        }
        self.moves.push(mv.to_owned());
        Ok(())
    }
}

impl<'s> Dialogue<'s> {
    /// Greets the program, and sends the settings.
    ///
    /// # Errors
    /// An answer is missing.
    pub(crate) fn begin(stage: &'s mut Stage, settings: &[String]) -> Result<Dialogue<'s>> {
        let mut dialogue = Dialogue { stage, game: Game::new(), pings: 0, analyses: false };
        dialogue.stage.running.send("xboard\nprotover 2");
        dialogue.stage.wait_for("feature done=1", |_, _| Ok(()))?;
        dialogue.stage.running.send("new\npost\nforce");
        settings.iter().for_each(|line| dialogue.stage.running.send(line));
        dialogue.synchronise()?;
        Ok(dialogue)
    }

    /// Plays a part of a game.
    ///
    /// # Errors
    /// A condition does not hold.
    pub(crate) fn turn(&mut self, turn: &Turn) -> Result<()> {
        turn.before.iter().for_each(|line| self.stage.running.send(line));
        if self.game.board.is_over() || turn.part == Part::NewGame {
            self.begin_game();
        }
        if turn.part == Part::SetUp {
            self.stage.running.send(&turn.position);
            self.game = Game::from(turn.board.clone());
        }
        self.synchronise()?;
        match turn.part {
            Part::Analysis => self.analyse(turn)?,
            Part::Abandoned => self.abandon(turn)?,
            _ => self.moves(turn)?,
        }
        self.stage.must_be_small()
    }

    /// Starts a search that a line must end.
    pub(crate) fn search_endlessly(&mut self) {
        self.stage.running.send("st 100\ngo");
        self.stage.counts.searches += 1;
    }

    fn begin_game(&mut self) {
        self.stage.running.send("new\nforce");
        self.game = Game::new();
    }

    /// Lets the program move, and then the user.
    fn moves(&mut self, turn: &Turn) -> Result<()> {
        let answer = self.think(turn)?;
        // The program would ponder, or answer the reply.
        self.stage.running.send("force");
        self.synchronise()?;
        if answer == Answer::Result || self.game.board.is_over() {
            self.begin_game();
            return self.synchronise();
        }
        let legal = self.game.board.moves();
        let reply = &legal[turn.reply as usize % legal.len()];
        self.stage.running.send(&format!("usermove {reply}"));
        self.game.play(reply)?;
        self.synchronise()
    }

    fn think(&mut self, turn: &Turn) -> Result<Answer> {
        self.stage.running.send(&turn.go.text);
        self.stage.counts.searches += 1;
        let watch = self.stage.watch();
        let mut events = turn.events.iter();
        let mut hurried_at = None;
        let mut answer = Answer::Nothing;
        let last_event = turn.events.last().map_or(Duration::ZERO, |event| event.at);
        let (needs_hurry, limit) = match turn.go.limit {
            Limit::Time(time) => (Duration::MAX, time),
            Limit::Work => (WORK, WORK),
            Limit::Endless => (Duration::ZERO, Duration::ZERO),
        };
        loop {
            let next = self.stage.perform_due(&mut events, &watch, |_, _| {});
            if next.is_none() && answer != Answer::Nothing {
                return Ok(answer);
            }
            if next.is_none()
                && watch.elapsed() >= needs_hurry
                && hurried_at.is_none_or(|at| watch.elapsed() >= at + MOVE_AGAIN)
            {
                self.stage.running.send("?");
                hurried_at = Some(watch.elapsed());
            }
            if let Some(line) = self.stage.hear(&watch, next)? {
                match self.hear(&line, answer == Answer::Nothing)? {
                    Answer::Nothing => {}
                    heard if answer == Answer::Nothing => answer = heard,
                    // A result may follow the move.
                    Answer::Result => answer = Answer::Result,
                    _ => return Err(Problem::new("a second move")),
                }
            }
            if answer == Answer::Nothing {
                self.stage.must_not_be_late(&watch, limit + last_event)?;
            }
        }
    }

    fn analyse(&mut self, turn: &Turn) -> Result<()> {
        self.stage.running.send("analyze");
        self.stage.counts.searches += 1;
        self.analyses = true;
        self.listen(turn, false)?;
        self.stage.running.send("exit");
        self.synchronise()?;
        self.analyses = false;
        Ok(())
    }

    /// Abandons a search. If the search ends first, its move counts.
    fn abandon(&mut self, turn: &Turn) -> Result<()> {
        self.stage.running.send("st 100\ngo");
        self.stage.counts.searches += 1;
        let may_move = self.listen(turn, true)?;
        self.stage.running.send("force");
        // After its move the program ponders until it reads that line.
        self.synchronise_after(may_move)
    }

    /// Performs the events of a turn, and hears what the program says meanwhile. Returns whether it may still move.
    fn listen(&mut self, turn: &Turn, mut may_move: bool) -> Result<bool> {
        let watch = self.stage.watch();
        let mut events = turn.events.iter();
        while let Some(next) = self.stage.perform_due(&mut events, &watch, |_, _| {}) {
            if let Some(line) = self.stage.hear(&watch, Some(next))? {
                may_move &= self.hear(&line, may_move)? == Answer::Nothing;
            }
        }
        Ok(may_move)
    }

    /// Waits until all lines are executed. No move may come.
    fn synchronise(&mut self) -> Result<()> {
        self.synchronise_after(false)
    }

    fn synchronise_after(&mut self, mut may_move: bool) -> Result<()> {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        self.stage.running.send(&format!("ping {}", self.pings));
        let watch = self.stage.watch();
        loop {
            if let Some(line) = self.stage.hear(&watch, None)? {
                if line == pong {
                    return Ok(());
                }
                may_move &= self.hear(&line, may_move)? == Answer::Nothing;
            }
            if watch.elapsed() > Duration::from_secs(60) {
                return Err(Problem::new(format!("no {pong} within a minute")));
            }
        }
    }

    /// Checks a line of the program.
    fn hear(&mut self, line: &str, may_move: bool) -> Result<Answer> {
        if let Some(mv) = line.strip_prefix("move ") {
            if !may_move {
                return Err(Problem::new("a move without a search"));
            }
            self.stage.counts.moves += 1;
            self.game.play(mv)?;
            return Ok(Answer::Move);
        }
        if ["1-0", "0-1", "1/2-1/2"].iter().any(|result| line.starts_with(result)) {
            return Ok(Answer::Result);
        }
        // While the program ponders, its lines begin after the move that it expects.
        if (may_move || self.analyses)
            && let Some(thought) = Thought::read(line)
        {
            self.stage.counts.lines += 1;
            let mut board = self.game.board.clone();
            if !thought.moves.split_whitespace().all(|mv| board.play(mv)) {
                let fen = self.game.board.fen();
                return Err(Problem::new(format!("not legal: {} in {fen}", thought.moves)));
            }
        }
        Ok(Answer::Nothing)
    }
}
