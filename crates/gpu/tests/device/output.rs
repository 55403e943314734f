//! The program where its host reads late.

use std::io::{ErrorKind, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

#[test]
fn a_stream_that_would_block_is_waited_for() {
    let (mut host, mut stream) = UnixStream::pair().unwrap();
    stream.set_nonblocking(true).unwrap();
    let full = loop {
        if let Err(error) = stream.write_all(&[b'.'; 4096]) {
            break error;
        }
    };
    assert_eq!(full.kind(), ErrorKind::WouldBlock);
    let mut program = Command::new(env!("CARGO_BIN_EXE_cleave-gpu"))
        .arg("picture")
        .stdout(Stdio::from(OwnedFd::from(stream)))
        .spawn()
        .unwrap();
    sleep(Duration::from_millis(300));
    let mut said = String::new();
    host.read_to_string(&mut said).unwrap();
    assert!(program.wait().unwrap().success());
    assert!(said.trim_end().ends_with("</svg>"), "{}", said.trim_start_matches('.'));
}
