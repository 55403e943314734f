//! The program starts. It is also built for CI with the tests, by which packages are made there.

use std::process::Command;

#[test]
fn each_command_has_its_help() {
    for command in ["dist", "npm", "site"] {
        let output = Command::new(env!("CARGO_BIN_EXE_cleave-dist"))
            .args([command, "--help"])
            .output()
            .expect("the program starts");
        assert!(output.status.success(), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("Usage:"), "{output:?}");
    }
}
