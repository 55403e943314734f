//! Tests `cleave annotate`, `cleave test` and `cleave analyse`, which read and write files.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use cleave_pgn::{Game, Games, Remark};
use cleave_tests::program;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tempfile::TempDir;

/// Two games, with a third between them that has an illegal move.
const GAMES: &str = "[White \"A\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n\
    [White \"B\"]\n\n1. e4 Ke7 *\n\n\
    [White \"C\"]\n\n1. e4 {mine} e5 2. Nf3 (2. f4 exf4) Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n";

/// A folder for the files of a test, removed at its end.
struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.path().join(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.path().join(name)).unwrap_or_default()
    }

    fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(program());
        command.args(arguments.split(' ')).current_dir(self.0.path()).stdin(Stdio::null());
        // The test must not read the user's own configuration.
        command.env("XDG_CONFIG_HOME", "/nowhere");
        command
    }

    fn run(&self, arguments: &str) -> Output {
        self.command(arguments).output().unwrap()
    }
}

fn games(text: &str) -> Vec<Game> {
    Games::new(text.as_bytes()).collect::<Result<_, _>>().unwrap()
}

/// Returns the number of moves of the main line that have a value.
fn values(game: &Game) -> usize {
    let has_value = |remark: &Remark| matches!(remark, Remark::Comment(comment) if comment.text().starts_with("[%eval "));
    game.main.plies.iter().filter(|ply| ply.remarks.iter().any(has_value)).count()
}

#[test]
fn games_are_annotated() {
    let folder = Folder::new();
    folder.write("in.pgn", GAMES);
    let output = folder.run("annotate in.pgn --depth 6 --output out.pgn --html out.html");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success(), "one game is invalid");
    assert!(
        errors.starts_with("cleave: in.pgn, game 2: line 7, column 7: illegal move"),
        "{errors}"
    );
    let after = folder.read("out.pgn");
    let annotated = games(&after);
    let counts: Vec<(usize, usize)> =
        annotated.iter().map(|game| (values(game), game.main.plies.len())).collect();
    assert_eq!(counts, [(3, 4), (10, 10)], "all moves but the mate: {after}");
    let words = after.replace('\n', " ");
    for wanted in ["2. g4 $4 {", "{mine}", "(2. f4 exf4)"] {
        assert!(words.contains(wanted), "{wanted}: {after}");
    }
    let html = folder.read("out.html");
    assert_eq!((html.matches("<section>").count(), html.matches("class='chart'").count()), (2, 2));
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/read-pgn.py");
    assert_python_reads(script.as_ref(), &folder.0.path().join("out.pgn"));

    let again = folder.run("annotate in.pgn --depth 1 --output out.pgn");
    let errors = String::from_utf8(again.stderr).unwrap();
    assert!(errors.contains("out.pgn exists; choose another file"), "{errors}");
    assert_eq!(folder.read("out.pgn"), after);
}

fn assert_python_reads(script: &Path, file: &Path) {
    let is_there = Command::new("python3").args(["-c", "import chess.pgn"]).output();
    if !is_there.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: python-chess is not installed");
        return;
    }
    let output = Command::new("python3").arg(script).arg(file).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Reading fails at the beginning of the file.
#[test]
fn a_book_learns_nothing_from_games_that_cannot_be_read() {
    let folder = Folder::new();
    folder.write("in.pgn", GAMES);
    assert!(folder.run("book make in.pgn --min-games 1").status.success());
    std::os::unix::fs::symlink("/proc/self/mem", folder.0.path().join("bad.pgn")).unwrap();
    let output = folder.run("book learn book.bin in.pgn bad.pgn");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && output.stdout.is_empty(), "{errors}");
    assert_eq!(errors, "cleave: bad.pgn, Input/output error (os error 5)\n");
}

#[test]
fn an_interrupted_annotation_leaves_whole_games() {
    let folder = Folder::new();
    folder.write("in.pgn", &GAMES.replace(" Ke7 *", " e5 *"));
    let mut child = folder
        .command("annotate in.pgn --time 0.5 --side black --output out.pgn --workers 2")
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let patience = Instant::now() + Duration::from_secs(60);
    while folder.read("out.pgn").matches("Annotator").count() < 2 {
        assert!(Instant::now() < patience, "the program wrote no game");
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(1200));
    kill(Pid::from_raw(child.id() as i32), Signal::SIGINT).unwrap();
    let status = child.wait().unwrap();
    assert!(!status.success());
    let text = folder.read("out.pgn");
    let written = games(&text);
    assert_eq!(written.len(), 3, "{text}");
    let found = values(&written[2]);
    assert!((1..5).contains(&found), "the last game is annotated from its end: {text}");
}

#[test]
fn a_suite_is_tested() {
    let folder = Folder::new();
    let suite = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8; id \"mate\";\n\
                 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Kf1; id \"never\";\n\
                 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - c0 \"Rd8=10, Kf1=3\";\n\
                 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - id \"nothing\";\n";
    folder.write("in.epd", suite);
    let output = folder.run("test in.epd --depth 4 --unsolved no.epd --json out.json --workers 2");
    let (table, errors) = (String::from_utf8(output.stdout).unwrap(), output.stderr);
    assert!(String::from_utf8(errors).unwrap().contains("cleave: in.epd, line 4: no solution"));
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows.len(), 5, "{table}");
    assert!(rows[1].contains(" yes  Rd8# ") && rows[2].contains(" no  Rd8# "), "{table}");
    assert!(rows[4].starts_with("solved 2 of 3, 10 of 10 points, "), "{table}");
    assert_eq!(folder.read("no.epd"), suite.lines().nth(1).unwrap().to_owned() + "\n");
    let json = folder.read("out.json");
    assert!(json.contains("\"solved\": 2,") && json.contains("\"mate\": 1,"), "{json}");
}

#[test]
fn positions_are_analysed_for_scripts() {
    let folder = Folder::new();
    let mut child = folder
        .command("analyse - --depth 4 --multi-pv 2")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1\nnonsense\n7k/5K2/8/8/8/8/8/6Q1 b - -\n";
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(!output.status.success(), "one line is invalid");
    let text = String::from_utf8(output.stdout).unwrap();
    let records: Vec<&str> = text.lines().collect();
    assert_eq!(records.len(), 2, "{text}");
    assert!(records[0].contains("\"rank\":1,\"mate\":1,") && records[0].contains("\"rank\":2"));
    assert!(records[1].contains("\"move\":\"h8h7\""), "{text}");
}

#[test]
fn each_argument_is_a_position() {
    let folder = Folder::new();
    let mate = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    let mut command = folder.command("analyse --depth 2 --hash 1 startpos");
    let output = command.args([mate, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let game_over =
        |line: &str| line.split("\"game_over\":").nth(1)?.split(',').next().map(String::from);
    let found: Vec<String> = text.lines().filter_map(game_over).collect();
    assert_eq!(found, ["null", "\"checkmate\"", "\"stalemate\""], "{text}");
    let without_quotes = folder.run(&format!("analyse --depth 2 {mate} startpos"));
    let text = String::from_utf8(without_quotes.stdout).unwrap();
    assert_eq!(text.lines().count(), 2, "{text}");
    let bad = folder.run("analyse --depth 2 startpos nonsense");
    assert!(!bad.status.success() && bad.stdout.is_empty(), "{bad:?}");
}

#[test]
fn commands_on_files_search_as_the_configuration_says() {
    let folder = Folder::new();
    folder.write("in.pgn", "1. e4 *");
    folder.write("in.epd", "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8;");
    for command in ["annotate in.pgn", "test in.epd", "analyse startpos"] {
        let run = |text: &str| {
            folder.write("cleave.toml", text);
            let output = folder.run(&format!("{command} --depth 2 --config cleave.toml"));
            (output.status.success(), String::from_utf8(output.stderr).unwrap())
        };
        // There are more workers than processors, so the program prints a notice.
        let (is_done, said) = run("Threads = 256\nHash = 1");
        assert!(is_done && said.starts_with("cleave: only "), "{command}: {said}");
        let (is_done, said) = run("SyzygyPath = \"/nowhere\"");
        assert!(
            is_done && said.contains("cannot read the directory /nowhere"),
            "{command}: {said}"
        );
        let (is_done, said) = run("Hash = 0");
        assert!(!is_done && said.contains("Hash is a number from 1"), "{command}: {said}");
        for line in [
            format!("{command} --depth 2 --config nowhere.toml"),
            format!("--config nowhere.toml {command} --depth 2"),
        ] {
            let missing = folder.run(&line);
            let said = String::from_utf8(missing.stderr).unwrap();
            assert!(!missing.status.success() && missing.stdout.is_empty(), "{line}");
            assert!(said.starts_with("cleave: cannot read nowhere.toml: "), "{line}: {said}");
        }
    }
}

#[test]
fn endgame_tables_are_used_if_they_are_named() {
    let folder = Folder::new();
    let tables = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/syzygy");
    let mut command = folder.command("analyse --depth 3 --hash 1 --syzygy");
    // The rook captures the pawn and wins, as a table shows.
    let with_tables = command.arg(tables).arg("8/8/8/8/3k4/8/p7/R3K3 w - - 3 1").output().unwrap();
    let said = String::from_utf8_lossy(&with_tables.stdout).into_owned();
    assert!(said.contains("\"cp\":309"), "{said} {with_tables:?}");
    let nowhere = folder.run("analyse --depth 3 --syzygy /nowhere startpos");
    assert!(!nowhere.status.success());
    let error = String::from_utf8_lossy(&nowhere.stderr).into_owned();
    assert!(error.contains("cannot read the directory /nowhere"), "{error}");
}
