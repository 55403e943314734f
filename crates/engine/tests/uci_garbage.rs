//! Arbitrary input in UCI: the program does not panic, answers, and a refused line changes nothing.

use std::cell::RefCell;

use cleave::conversation::event_loop::EventLoop;
use cleave::conversation::protocol::Protocol;
use cleave::protocols::uci::Uci;
use proptest::prelude::*;

use crate::common::Transcript;
use crate::feeding::{feed, program_after};

/// Everything that a refused line must leave as it is.
fn state(event_loop: &EventLoop) -> String {
    let session = &event_loop.engine.session;
    let (game, settings) = (&session.game.moves, &session.settings);
    let (fen, moves) = (game.position().to_fen(), game.moves_text());
    format!("{fen} {moves} {settings:?} {:?} {}", session.game.role, event_loop.engine.table_mib)
}

/// Returns a program that speaks UCI, with a few moves on the board.
fn prepared() -> (EventLoop, Transcript) {
    program_after(b"uci\nposition startpos moves e2e4 e7e5 g1f3\n")
}

/// Generates a word of the protocol, a move, a number, or any text. The numbers are small, so that no test needs much
/// memory.
fn word() -> impl Strategy<Value = String> {
    let words = "position startpos fen moves go infinite ponder depth nodes mate movetime wtime btime \
        winc movestogo searchmoves perft stop ponderhit setoption name value Hash Threads \
        MultiPV Clear UCI_Chess960 UCI_Elo Skill OwnBook Move Overhead true false debug on off \
        register isready uci ucinewgame e2e4 e1g1 b8c6 d7d5 a7a8q 0000 w KQkq - 0 1 2 3 -1 \
        1500 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR 4k3/8/8/8/8/8/8/R3K2R";
    prop_oneof![9 => prop::sample::select(words.split(' ').collect::<Vec<_>>()).prop_map(String::from), 1 => "[ -~]{1,12}"]
}

/// Feeds a line to the program. A refused line must change nothing.
fn check(line: &[u8]) -> Result<String, TestCaseError> {
    PROGRAM.with_borrow_mut(|(event_loop, transcript)| {
        let before = state(event_loop);
        feed(event_loop, line);
        let answer = transcript.take();
        let is_refused = answer.starts_with("info string ") && answer.lines().count() == 1;
        if is_refused {
            prop_assert_eq!(state(event_loop), before, "{}", answer);
        } else {
            (*event_loop, *transcript) = prepared();
        }
        Ok(answer)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn random_bytes_are_refused(bytes in prop::collection::vec(any::<u8>(), 1..300)) {
        let line: Vec<u8> = bytes.into_iter().filter(|&byte| byte != b'\n').collect();
        let text = String::from_utf8_lossy(&line).into_owned();
        prop_assume!(text.split_whitespace().all(|word| Uci.find(word).is_none()));
        let answer = check(&line)?;
        prop_assert!(text.trim().is_empty() || answer.starts_with("info string "), "{}", answer);
    }

    #[test]
    fn random_words_are_executed_or_refused(words in prop::collection::vec(word(), 1..12)) {
        let line = words.join(" ");
        let answer = check(line.as_bytes())?;
        prop_assert!(answer.matches("bestmove ").count() <= 1, "{}: {}", line, answer);
    }

    /// A search that is begun is answered, whatever else the line requests.
    #[test]
    fn random_searches_are_answered_or_refused(words in prop::collection::vec(word(), 0..8)) {
        prop_assume!(!words.iter().any(|word| word == "perft"));
        let answer = check(format!("go depth 1 {}", words.join(" ")).as_bytes())?;
        let refused = answer.lines().count() == 1 && answer.starts_with("info string ");
        prop_assert!(refused || answer.matches("bestmove ").count() == 1, "{}", answer);
    }
}

thread_local! {
    static PROGRAM: RefCell<(EventLoop, Transcript)> = RefCell::new(prepared());
}
