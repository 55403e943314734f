//! Tests lines in searches of each kind.

use super::Effect::{Beside, FollowsStart, Interrupts, Starts, Stops, Waits};
use super::SearchKind::{Background, Limited, Measuring, UntilStopped};
use super::*;

/// A program whose lines are the names of effects, in a search of some kind.
struct Program {
    input: Input,
    backlog: Backlog,
    search: SearchKind,
    ponders: bool,
    must_stop: bool,
    executed: Vec<String>,
    refused: usize,
}

impl Program {
    /// Creates a program that has received these lines.
    fn hears(search: SearchKind, lines: &str) -> (Program, Signal) {
        let (reader, mut writer) = std::io::pipe().unwrap();
        std::io::Write::write_all(&mut writer, lines.as_bytes()).unwrap();
        // Its input stays open.
        std::mem::forget(writer);
        let mut input = Input::from_pipe(reader);
        // Where another thread reads, it may be late.
        let events = lines.lines().map(|_| input.next_event(Wait::Forever).unwrap()).collect();
        input.put_back(events, false);
        let backlog = Backlog::begin(&mut input);
        let (ponders, must_stop, executed, refused) = (search != Limited, false, Vec::new(), 0);
        let mut program = Program { input, backlog, search, ponders, must_stop, executed, refused };
        let signal = program.attend();
        (program, signal)
    }

    /// Ends the search. Returns the next events, and whether they go before any other search.
    fn end(self) -> (Vec<String>, bool) {
        let Program { mut input, backlog, .. } = self;
        let is_abandoned = backlog.end(&mut input);
        let next = std::iter::from_fn(|| input.next_event(Wait::Never));
        let text = |event| match event {
            Event::Line(line) => line.text().to_owned(),
            other => format!("{other:?}"),
        };
        (next.take(9).map(text).collect(), is_abandoned)
    }
}

impl Listener for Program {
    fn backlog(&mut self) -> &mut Backlog {
        &mut self.backlog
    }

    fn input(&mut self) -> &mut Input {
        &mut self.input
    }

    fn search(&self) -> SearchKind {
        self.search
    }

    fn effect(&mut self, line: &str) -> Option<Effect> {
        let effects = [Beside, Stops, FollowsStart, Waits, Starts, Interrupts];
        effects.into_iter().find(|effect| format!("{effect:?}") == line)
    }

    fn execute(&mut self, line: &str) {
        self.must_stop |= line == "Stops";
        self.executed.push(line.into());
    }

    fn refuse(&mut self, _: &str) {
        self.refused += 1;
    }

    fn refuse_unreadable(&mut self, _: &Line) {
        self.refused += 1;
    }

    fn ponder_hit(&mut self, line: &str) -> Option<Clock> {
        (self.ponders && line == "FollowsStart").then_some(Clock::Unlimited)
    }

    fn interrupt(&mut self) {}

    fn must_stop(&self) -> bool {
        self.must_stop
    }

    fn is_heard(&self) -> bool {
        true
    }
}

const HIT: Signal = Signal::PonderHit(Clock::Unlimited);

#[test]
fn a_line_that_releases_a_search_acts_at_once_behind_held_lines() {
    let (go_on, stop) = (Signal::Continue, Signal::Stop);
    for (search, line, signal) in [
        (Limited, "Beside", go_on),
        (Limited, "Stops", stop),
        (Limited, "Interrupts", stop),
        (UntilStopped, "Beside", go_on),
        (UntilStopped, "FollowsStart", HIT),
        (UntilStopped, "Stops", stop),
        (UntilStopped, "Starts", stop),
        (UntilStopped, "Interrupts", stop),
        (Measuring, "Beside", go_on),
        (Measuring, "Stops", stop),
    ] {
        let (program, done) = Program::hears(search, &format!("Waits\nWaits\n{line}\n"));
        assert_eq!(done, signal, "{line} in a search {search:?}");
        let is_held = ["Starts", "Interrupts"].contains(&line);
        let was_executed = program.executed == [line] || is_held || signal == HIT;
        assert!(was_executed, "{line} in a search {search:?}: {:?}", program.executed);
        let (next, is_abandoned) = program.end();
        assert_eq!(next[..2], ["Waits", "Waits"], "they come first");
        assert_eq!(next.len(), 2 + usize::from(is_held));
        assert_eq!(is_abandoned, line == "Interrupts");
    }
}

#[test]
fn a_background_search_gives_way_to_any_line_that_waits() {
    for line in ["Waits", "Starts", "Interrupts"] {
        let (program, signal) = Program::hears(Background, &format!("Beside\n{line}\nBeside\n"));
        assert_eq!((signal, program.executed.len()), (Signal::Stop, 1), "{line}");
        assert_eq!(program.end(), (vec![line.into(), "Beside".into()], true));
    }
    assert_eq!(Program::hears(Background, "FollowsStart\n").1, HIT);
}

/// First `go`, `go ponder`, `ponderhit`; then `go`, `go infinite`, `stop`.
#[test]
fn behind_a_start_a_hit_waits_and_a_stop_ends_both() {
    let (program, signal) = Program::hears(Limited, "Starts\nFollowsStart\nBeside\n");
    assert_eq!((signal, &program.executed[..]), (Signal::Continue, &["Beside".into()][..]));
    assert_eq!(program.end(), (vec!["Starts".into(), "FollowsStart".into()], false));
    let (program, signal) = Program::hears(Limited, "Starts\nStops\n");
    assert_eq!((signal, &program.executed[..]), (Signal::Stop, &["Stops".into()][..]));
    assert_eq!(program.end(), (vec!["Starts".into(), "Stops".into()], false));
}

#[test]
fn only_a_limited_number_of_lines_waits_and_releasing_lines_do_not() {
    let lines = "Waits\n".repeat(MAX_HELD + 7);
    let (mut program, mut signal) = Program::hears(Limited, &format!("{lines}Stops\n"));
    for _ in 0..MAX_HELD {
        assert_eq!(signal, if program.must_stop { Signal::Stop } else { Signal::Continue });
        signal = program.attend();
    }
    assert_eq!((signal, program.refused), (Signal::Stop, 7));
}

#[test]
fn the_end_of_input_ends_searches_that_would_not_end() {
    for (search, expected) in
        [(Limited, Signal::Continue), (UntilStopped, Signal::Stop), (Background, Signal::Stop)]
    {
        let (mut program, signal) = Program::hears(search, "");
        assert_eq!(signal, Signal::Continue);
        program.handle(Event::End);
        assert_eq!(program.attend(), expected, "{search:?}");
    }
}

#[test]
fn a_measurement_may_end_before_the_program_does() {
    let (mut program, signal) = Program::hears(Measuring, "Interrupts\n");
    assert_eq!(signal, Signal::Continue);
    std::thread::sleep(GRACE + Duration::from_millis(10));
    assert_eq!(program.attend(), Signal::Stop);
}
