//! `cleave analyse`: positions in, their best lines out, as JSON, for scripts.

use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use clap::Args;
use cleave_board::Position;
use cleave_io::{Interrupts, Output, Waiting, complain};
use cleave_movegen::{has_legal_move, spell_line, to_coordinate, to_san};
use cleave_pgn::{Epd, Positions};
use cleave_search::{Limits, Root, Verdict};
use serde::Serialize;

use crate::searching::{Analysis, Analyst, BestLine, SearchOptions, ShownValue};
use crate::{ToolError, files};

/// The command line of `cleave analyse`.
#[derive(Args, Clone, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// Positions: each a FEN or EPD, best in quotes, 'startpos', a file with one of them on each line, or
    /// '-' for standard input.
    #[arg(required = true, value_name = "FEN | FILE | -")]
    positions: Vec<String>,

    /// Find this many best lines.
    #[arg(short, long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=256))]
    multi_pv: u16,

    /// How each position is searched.
    #[command(flatten)]
    pub search: SearchOptions,
}

const AFTER_HELP: &str = "\
The answer is a line of JSON for each position:
  {\"id\": its name in the EPD, or null, \"fen\": ...,
   \"game_over\": \"checkmate\", \"stalemate\", or null if there is a move,
   \"depth\": plies, \"nodes\": N, \"time_ms\": N,
   \"lines\": [{\"rank\": 1, \"cp\": centipawns, or \"mate\": moves, for the side to move,
              \"bound\": \"lower\" or \"upper\" if the value is a bound,
              \"depth\": plies, \"seldepth\": plies, \"move\": \"e2e4\", \"san\": \"e4\",
              \"pv\": [\"e2e4\", ...]}, ...]}
A position in which the game is over has no lines. A search that ends in its first iteration has one, \
of depth 0, whose value is a bound or missing.

Examples:
  cleave analyse startpos --depth 20
  cleave analyse '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1' --multi-pv 3 --time 5
  cleave analyse startpos '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1' --depth 12
  cleave analyse data/dts24.epd --nodes 1000000 | jq -r '.lines[0].san'";

/// A position and what was found.
#[derive(Serialize, Debug)]
struct Record<'a> {
    id: Option<&'a str>,
    fen: String,
    game_over: Option<GameOver>,
    depth: u32,
    nodes: u64,
    time_ms: u128,
    lines: Vec<LineRecord>,
}

/// Why a position has no lines.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
enum GameOver {
    Checkmate,
    Stalemate,
}

impl GameOver {
    fn of(position: &Position) -> Option<GameOver> {
        let ending = if position.in_check() { GameOver::Checkmate } else { GameOver::Stalemate };
        (!has_legal_move(position)).then_some(ending)
    }
}

/// A value that is only a bound.
#[derive(Serialize, Clone, Copy, Debug)]
#[serde(rename_all = "lowercase")]
enum Bound {
    Lower,
    Upper,
}

impl Bound {
    fn of(verdict: Verdict) -> Option<Bound> {
        match verdict {
            Verdict::Exact => None,
            Verdict::AtLeast => Some(Bound::Lower),
            Verdict::AtMost => Some(Bound::Upper),
        }
    }
}

/// A line of play.
#[derive(Serialize, Debug)]
struct LineRecord {
    rank: usize,
    #[serde(flatten)]
    value: Option<ShownValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<Bound>,
    depth: u32,
    seldepth: u32,
    #[serde(rename = "move")]
    mv: String,
    san: String,
    pv: Vec<String>,
}

/// Analyses the positions and prints a line for each.
///
/// # Errors
/// They cannot be read, or the system refuses the memory. What could be read has been analysed.
pub fn run(arguments: &Arguments, output: &mut Output) -> Result<(), ToolError> {
    let sources = Source::all(&arguments.positions)?;
    let limits = Limits { multi_pv: usize::from(arguments.multi_pv), ..arguments.search.limits() };
    let searcher = arguments.search.searcher()?;
    // Ctrl-C ends the program: every line that was printed is complete.
    let mut analyst = Analyst::new(searcher, limits, Interrupts::none(), || {});
    let mut errors = 0;
    let mut answer = |line: Result<Epd, String>| {
        match line {
            Ok(epd) => {
                for repair in &epd.repairs {
                    complain(format_args!("{}: {repair}", epd.position.to_fen()));
                }
                let record = analyse(&mut analyst, &epd);
                output.line(record);
            }
            Err(message) => {
                complain(message);
                errors += 1;
            }
        }
        output.is_open()
    };
    for source in sources {
        if !source.for_each(&mut answer)? {
            break;
        }
    }
    match errors {
        0 => Ok(()),
        _ => Err(ToolError::Incomplete(format!("lines that could not be read: {errors}"))),
    }
}

/// Searches a position and returns its line of JSON.
fn analyse(analyst: &mut Analyst<'_>, epd: &Epd) -> String {
    analyst.searcher.new_game();
    let position = epd.position;
    let analysis = analyst.analyse(&Root::from(position));
    serde_json::to_string(&record(epd, &analysis))
        .expect("a record has nothing but text and numbers")
}

fn record<'a>(epd: &'a Epd, analysis: &Analysis) -> Record<'a> {
    let lines = analysis.lines.iter().zip(1..);
    Record {
        id: epd.id(),
        fen: epd.position.to_fen(),
        game_over: GameOver::of(&epd.position),
        depth: analysis.depth,
        nodes: analysis.nodes,
        time_ms: analysis.elapsed.as_millis(),
        lines: lines.map(|(line, rank)| line_record(&epd.position, rank, line)).collect(),
    }
}

fn line_record(root: &Position, rank: usize, line: &BestLine) -> LineRecord {
    let pv = spell_line(root, line.moves.iter().copied(), to_coordinate);
    LineRecord {
        rank,
        value: line.verdict.map(|_| line.value.into()),
        bound: line.verdict.and_then(Bound::of),
        depth: line.depth,
        seldepth: line.selective_depth,
        mv: pv[0].clone(),
        san: to_san(root, line.first()),
        pv,
    }
}

/// Where the positions come from.
enum Source {
    One(Box<Epd>),
    File(PathBuf),
    StandardInput,
}

impl Source {
    /// What the words of the command line mean.
    fn all(words: &[String]) -> Result<Vec<Source>, ToolError> {
        arguments_of(words).iter().map(|argument| Source::of(argument)).collect()
    }

    fn of(argument: &str) -> Result<Source, ToolError> {
        match argument {
            "-" => return Ok(Source::StandardInput),
            "startpos" => return Ok(Source::One(Box::new(Epd::new(Position::start())))),
            file if Path::new(file).exists() => return Ok(Source::File(file.into())),
            _ => {}
        }
        let not_one = |error| format!("'{argument}' is neither a file nor a position: {error}");
        Ok(Source::One(Box::new(Epd::parse(argument).map_err(not_one)?)))
    }

    /// Passes the positions to `each`, or what is wrong with a line, for as long as it returns true. False
    /// if it has not.
    fn for_each(
        self,
        each: &mut impl FnMut(Result<Epd, String>) -> bool,
    ) -> Result<bool, ToolError> {
        let (name, stream): (PathBuf, Box<dyn BufRead>) = match self {
            Source::One(epd) => return Ok(each(Ok(*epd))),
            Source::File(file) => (file.clone(), Box::new(files::open(&file)?)),
            Source::StandardInput => {
                ("standard input".into(), Box::new(BufReader::new(Waiting::new(io::stdin()))))
            }
        };
        for line in Positions::new(stream) {
            let (number, line) = line.map_err(ToolError::unreadable(&name))?;
            let named = |error| format!("{}, line {number}, {error}", name.display());
            if !each(line.map_err(named)) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Puts the words of positions together that were given without quotes: such a position begins with a word
/// of eight ranks, and the words behind it that are none by themselves belong to it.
fn arguments_of(words: &[String]) -> Vec<String> {
    let mut arguments: Vec<String> = Vec::new();
    let mut is_open = false;
    for word in words {
        let is_whole = word.contains(char::is_whitespace) || word == "startpos";
        let begins = word.matches('/').count() == 7 && !Path::new(word).exists();
        match arguments.last_mut() {
            Some(last) if is_open && !is_whole && !begins => {
                last.push(' ');
                last.push_str(word);
            }
            _ => {
                arguments.push(word.clone());
                is_open = begins && !is_whole;
            }
        }
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    fn analysed(fen: &str, multi_pv: usize) -> serde_json::Value {
        let limits = Limits { multi_pv, depth: Some(5), ..Limits::default() };
        let searcher = cleave_search::Searcher::new(1).unwrap();
        let mut analyst = Analyst::new(searcher, limits, Interrupts::none(), || {});
        serde_json::from_str(&analyse(&mut analyst, &Epd::parse(fen).unwrap())).unwrap()
    }

    #[test]
    fn a_record_has_the_lines_in_order() {
        let record = analysed("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - id \"mate\";", 3);
        let lines = record["lines"].as_array().unwrap();
        assert_eq!((record["id"].as_str(), lines.len()), (Some("mate"), 3));
        assert_eq!((lines[0]["mate"].as_i64(), lines[0]["san"].as_str()), (Some(1), Some("Rd8#")));
        assert_eq!(lines[0]["pv"], serde_json::json!(["d1d8"]));
        assert!(lines[1]["cp"].as_i64() >= lines[2]["cp"].as_i64());
        assert_ne!(lines[1]["move"], lines[2]["move"]);
    }

    #[test]
    fn an_unfinished_search_has_a_line() {
        let limits = Limits { nodes: Some(100), ..Limits::default() };
        let searcher = cleave_search::Searcher::new(1).unwrap();
        let mut analyst = Analyst::new(searcher, limits, Interrupts::none(), || {});
        let epd = Epd::parse("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        let record: serde_json::Value = serde_json::from_str(&analyse(&mut analyst, &epd)).unwrap();
        let line = &record["lines"][0];
        assert_eq!((line["depth"].as_u64(), line["bound"].as_str()), (Some(0), Some("lower")));
        assert!(line["cp"].is_i64() && line["move"].is_string());
    }

    #[test]
    fn a_position_without_moves_says_why() {
        for (fen, reason) in [
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate"),
            ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "checkmate"),
        ] {
            let record = analysed(fen, 2);
            assert_eq!(record["lines"], serde_json::json!([]));
            assert_eq!(record["game_over"], reason);
        }
        let only_move = analysed("7k/8/6K1/8/8/8/8/5Q2 b - - 0 1", 1);
        assert!(only_move["game_over"].is_null() && only_move["lines"][0]["move"] == "h8g8");
    }

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|&word| word.into()).collect()
    }

    #[test]
    fn an_argument_is_a_file_or_a_position() {
        let source = |argument| Source::of(argument).map_err(|error| error.to_string());
        assert!(matches!(source("startpos"), Ok(Source::One(_))));
        assert!(matches!(source("-"), Ok(Source::StandardInput)));
        assert!(matches!(source("/dev/null"), Ok(Source::File(_))));
        let Err(error) = source("nowhere.epd") else { panic!("no such file") };
        let wanted = "'nowhere.epd' is neither a file nor a position: column 1: the FEN has 1 ";
        assert!(error.starts_with(wanted), "{error}");
    }

    #[test]
    fn positions_need_no_quotes() {
        let (one, other) = ("6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1", "7k/8/6K1/8/8/8/8/5Q2 b - -");
        let bare: Vec<&str> = one.split(' ').chain(other.split(' ')).collect();
        assert_eq!(arguments_of(&words(&bare)), [one, other]);
        assert_eq!(arguments_of(&words(&[one, other])), [one, other]);
        let mixed = [&["startpos", "-"], &bare[..6], &[other, "a.epd"]].concat();
        assert_eq!(arguments_of(&words(&mixed)), ["startpos", "-", one, other, "a.epd"]);
        let with_operation = [&bare[..4], &["bm", "Rd8;"], &["startpos"]].concat();
        let expected = "6k1/5ppp/8/8/8/8/8/3R2K1 w - - bm Rd8;";
        assert_eq!(arguments_of(&words(&with_operation)), [expected, "startpos"]);
    }
}
