//! The program in the page. A request is JSON. The answer is a line of JSON and, for a recording,
//! the events after it.
//!
//! ```
//! let mut module = cleave_window::Module::default();
//! let request = r#"{"ask":"record","fen":"4k3/8/8/8/8/8/4P3/4K3 w - -","algorithm":"dts","workers":2,"depth":3,"seed":0}"#;
//! let answer = module.answer(request.as_bytes(), &mut |_| {});
//! assert!(answer.starts_with(b"{\"version\":3,\"algorithm\":\"dts\""));
//! let answer = module.answer(b"{}", &mut |_| {});
//! assert!(answer.starts_with(b"{\"error\":"));
//! ```

use cleave_board::Position;
use cleave_movegen::has_legal_move;
use cleave_search::{Searcher, Status};
use cleave_virtual_time::virtual_time::Machine;
use serde::Deserialize;

use crate::plan::RecordingOrder;
use crate::play::{self, Watcher};
use crate::virtual_search::measured_costs;

/// The maximum number of workers and the maximum depth of a request.
const MOST: (usize, u32) = (256, 30);

/// The program in the page.
#[derive(Default)]
pub struct Module {
    /// The player of the game on the board.
    player: Option<Searcher>,
}

/// A request of the page.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
enum Request {
    /// A recorded search.
    Record { fen: String, algorithm: String, workers: usize, depth: u32, seed: u64 },
    /// A game.
    Game(play::Request),
}

impl Module {
    /// Answers a request. The answer to a bad request is `{"error": "the reason"}`.
    pub fn answer(&mut self, request: &[u8], progress: &mut dyn FnMut(&Status)) -> Vec<u8> {
        let request = serde_json::from_slice(request).map_err(|error| error.to_string());
        let answer = request.and_then(|request| match request {
            Request::Record { fen, algorithm, workers, depth, seed } => {
                record(&fen, &algorithm, workers, depth, seed, progress)
            }
            Request::Game(request) => {
                let game = request.play(&mut self.player, progress)?;
                serde_json::to_vec(&game).map_err(|error| error.to_string())
            }
        });
        answer.unwrap_or_else(|error| serde_json::json!({ "error": error }).to_string().into())
    }
}

fn record(
    fen: &str,
    algorithm: &str,
    workers: usize,
    depth: u32,
    seed: u64,
    progress: &mut dyn FnMut(&Status),
) -> Result<Vec<u8>, String> {
    let position = read_position(fen)?;
    if !has_legal_move(&position) {
        return Err("there is no legal move in this position".into());
    }
    if !(1..=MOST.0).contains(&workers) || !(1..=MOST.1).contains(&depth) {
        return Err(format!("expected 1 to {} workers and a depth of 1 to {}", MOST.0, MOST.1));
    }
    let machine =
        Machine { costs: measured_costs(), seed, jitter: jitter(seed), ..Machine::new(workers) };
    let algorithm = algorithm.parse().map_err(|error| format!("{error}"))?;
    let plan = RecordingOrder { algorithm, depth, ..RecordingOrder::of(position, machine) };
    let (about, recording) =
        plan.record(&mut Watcher(progress)).map_err(|error| error.to_string())?;
    Ok(about.with(&recording))
}

/// Returns the jitter in percent. Seed 0 is the run without jitter.
fn jitter(seed: u64) -> u32 {
    if seed == 0 { 0 } else { 10 }
}

/// Reads a position from FEN.
pub(crate) fn read_position(fen: &str) -> Result<Position, String> {
    let (position, _) = Position::from_fen_mended(fen).map_err(|error| error.to_string())?;
    Ok(position)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn answer(module: &mut Module, request: &Value) -> Value {
        let answer = module.answer(request.to_string().as_bytes(), &mut |_| {});
        serde_json::from_slice(answer.split(|&byte| byte == b'\n').next().unwrap()).unwrap()
    }

    fn game(module: &mut Module, fen: &str, moves: &str, rating: Option<u32>) -> Value {
        let moves: Vec<_> = moves.split_whitespace().collect();
        let names = ["A \"x\"", "B"];
        answer(
            module,
            &json!({ "ask": "game", "fen": fen, "moves": moves, "rating": rating, "names": names }),
        )
    }

    #[test]
    fn a_game_ends_where_the_rules_say() {
        let module = &mut Module::default();
        let start = Position::START_FEN;
        let shuffle = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
        for (fen, moves, ending) in [
            (start, "", json!(null)),
            (start, "f3 e5 g4 Qh4", json!(["0-1", "mate"])),
            ("7k/8/8/6Q1/8/8/8/K7 w - - 0 1", "Qg6", json!(["1/2-1/2", "stalemate"])),
            (start, shuffle, json!(["1/2-1/2", "the same position three times"])),
            ("7k/8/8/8/8/8/p7/KN6 w - - 0 1", "a1a2", json!(["1/2-1/2", "neither side can mate"])),
        ] {
            let game = game(module, fen, moves, Some(800).filter(|_| !ending.is_null()));
            assert_eq!(game["ending"], ending, "{fen} {moves}");
            assert_eq!(
                game["thought"],
                json!(null),
                "the program does not move after the end or without a request"
            );
        }
        let mated = game(module, start, "f3 e5 g4 Qh4", None);
        let pgn = mated["pgn"].as_str().unwrap();
        assert!(
            pgn.contains(r#"[White "A \"x\""]"#) && pgn.ends_with("\n1. f3 e5 2. g4 Qh4# 0-1\n"),
            "{pgn}"
        );
    }

    /// The position has a mate in one, which 60 nodes find.
    #[test]
    fn the_program_replies_with_a_legal_move_and_its_thoughts() {
        let module = &mut Module::default();
        let start = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";
        assert_eq!(game(module, start, "", None)["legal"].as_array().unwrap().len(), 20);
        let mated = game(module, start, "", Some(1100));
        assert_eq!((&mated["moves"], &mated["played"]), (&json!(["Ra8#"]), &json!(["a1a8"])));
        assert_eq!(mated["thought"]["line"], "1. Ra8#");
        assert_eq!(mated["ending"], json!(["1-0", "mate"]));
        let next = game(module, Position::START_FEN, "e4", Some(2000));
        assert_eq!(next["moves"].as_array().unwrap().len(), 2);
        assert!(next["thought"]["depth"].as_u64().unwrap() > 3, "{next}");
    }

    #[test]
    fn odd_requests_are_refused_with_the_reason() {
        let module = &mut Module::default();
        let record = |fen: &str, algorithm: &str, workers: i64, depth: u32| json!({ "ask": "record", "fen": fen, "algorithm": algorithm, "workers": workers, "depth": depth, "seed": 0 });
        let start = Position::START_FEN;
        for (request, reason) in [
            (json!(7), "expected"),
            (json!({ "ask": "tea" }), "unknown variant `tea`"),
            (record("8/8/8/8/8/8/8/4K3 w - - 0 1", "dts", 2, 3), "Black has 0 kings"),
            (record("7k/5KQ1/8/8/8/8/8/8 b - -", "dts", 2, 3), "no legal move"),
            (record(start, "none", 2, 3), "none"),
            (record(start, "dts", 0, 3), "1 to 256 workers"),
            (record(start, "dts", 257, 3), "1 to 256 workers"),
            (record(start, "dts", -1, 3), "invalid value"),
            (record(start, "dts", 2, 31), "a depth of 1 to 30"),
        ] {
            let error = answer(module, &request)["error"].as_str().unwrap().to_owned();
            assert!(error.contains(reason), "{error}");
        }
        let illegal = game(module, start, "e5", None);
        assert!(illegal["error"].as_str().unwrap().contains("illegal move 'e5'"), "{illegal}");
    }
}
