//! `log on` and `log off`. A process has one log, so this test has its own process.

mod common;

use cleave_io::logging;

use common::answer;

#[test]
fn a_log_is_paused() {
    assert!(answer(b"log off\n").contains("no log has been begun"));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("log");
    let status = logging::start("cleave", Some(&file)).unwrap().expect("a file is named");
    assert!(answer(b"log maybe\n").contains("expected 'on' or 'off'"));
    assert_eq!(
        answer(b"echo one\nlog off\necho two\nlog on\necho three\n"),
        "one\nThe log is paused.\ntwo\nThe log goes on.\nthree\n"
    );
    status.finish().unwrap();
    let log = std::fs::read_to_string(&file).unwrap();
    assert!(log.contains("< echo one") && log.contains("< echo three"), "{log}");
    assert!(!log.contains("echo two"), "{log}");
}
