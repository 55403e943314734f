//! The compiler, the tool of its version that merges counts, and how to pass it further flags.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::tool::{printed, rustc};

/// The installed compiler and its llvm-profdata. The tool must be the compiler's own: the format of
/// the counts changes with the version of LLVM.
pub(crate) struct Compiler {
    host: String,
    profdata: PathBuf,
}

impl Compiler {
    /// Finds the compiler and its tool.
    ///
    /// # Errors
    /// The compiler does not run, or neither rustup nor the system has the tool.
    pub(crate) fn find() -> Result<Compiler, Box<dyn Error>> {
        let sysroot = printed(rustc().arg("--print=sysroot"))?;
        let versions = printed(rustc().arg("-vV"))?;
        let version = |of: &str| {
            let found = versions.lines().find_map(|line| line.strip_prefix(of));
            found.ok_or_else(|| format!("expected a line '{of}' from rustc, not '{versions}'"))
        };
        let host = version("host: ")?;
        let llvm = version("LLVM version: ")?.split('.').next().unwrap_or_default();
        let profdata = profdata(Path::new(sysroot.trim()), host, llvm)?;
        Ok(Compiler { host: host.into(), profdata })
    }

    /// The target it compiles for by default.
    pub(super) fn host(&self) -> &str {
        &self.host
    }

    /// Merges files of counts into a profile.
    pub(super) fn merge(&self, counts: &[PathBuf], profile: &Path) -> Result<(), Box<dyn Error>> {
        printed(Command::new(&self.profdata).arg("merge").arg("-o").arg(profile).args(counts))?;
        Ok(())
    }
}

/// The tool, where rustup puts it, or Debian's of the same version of LLVM.
fn profdata(sysroot: &Path, host: &str, llvm: &str) -> Result<PathBuf, String> {
    let tool = format!("llvm-profdata{}", std::env::consts::EXE_SUFFIX);
    let path = sysroot.join("lib/rustlib").join(host).join("bin").join(tool);
    if path.is_file() {
        return Ok(path);
    }
    let debian = PathBuf::from(format!("llvm-profdata-{llvm}"));
    if printed(Command::new(&debian).arg("--version")).is_ok() {
        return Ok(debian);
    }
    let how =
        format!("'rustup component add llvm-tools' or Debian's package llvm-{llvm} installs it");
    Err(format!("{} is missing; {how}", path.display()))
}

/// Compiler flags added to those of the default build, which are `target-cpu=native` of
/// .cargo/config.toml or those of the environment. Cargo takes flags from one place only: from the environment if it
/// names any, otherwise from its configuration.
#[derive(PartialEq, Debug)]
pub(super) enum Flags {
    /// The value of [`Flags::VARIABLE`]: the environment's flags and the further ones.
    Variable(String),
    /// An argument of `--config`, which adds to the configuration.
    Setting(String),
}

impl Flags {
    /// The environment variable of highest precedence. [`Flags::END`] separates its flags, so that a
    /// path may contain blanks.
    pub(super) const VARIABLE: &str = "CARGO_ENCODED_RUSTFLAGS";
    const END: &str = "\x1f";

    /// The flags with `further` ones, in this environment.
    pub(super) fn with(further: &[&str], variable: impl Fn(&str) -> Option<String>) -> Flags {
        let plain = || variable("RUSTFLAGS");
        let encode = |flags: String| flags.split_whitespace().collect::<Vec<_>>().join(Flags::END);
        let Some(own) = variable(Flags::VARIABLE).or_else(|| plain().map(encode)) else {
            // JSON and TOML write a list of strings alike.
            return Flags::Setting(format!("build.rustflags={}", serde_json::json!(further)));
        };
        let own = own.split(Flags::END).filter(|flag| !flag.is_empty());
        let all: Vec<&str> = own.chain(further.iter().copied()).collect();
        Flags::Variable(all.join(Flags::END))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_tool_is_beside_the_compiler_or_reported_missing() {
        let sysroot = std::env::temp_dir().join(format!("sysroot-{}", std::process::id()));
        let bin = sysroot.join("lib/rustlib/host/bin");
        fs::create_dir_all(&bin).unwrap();
        let error = profdata(&sysroot, "host", "0").unwrap_err();
        assert!(error.starts_with(&bin.display().to_string()), "{error}");
        assert!(error.contains("rustup component add llvm-tools"), "{error}");
        let tool = bin.join(format!("llvm-profdata{}", std::env::consts::EXE_SUFFIX));
        fs::write(&tool, "").unwrap();
        assert_eq!(profdata(&sysroot, "host", "0"), Ok(tool));
        fs::remove_dir_all(&sysroot).unwrap();
    }

    #[test]
    fn flags_of_the_configuration_are_kept() {
        let path = "-Cprofile-use=/home/a \"b\"/c";
        let setting = r#"build.rustflags=["-Cprofile-use=/home/a \"b\"/c"]"#;
        assert_eq!(Flags::with(&[path], |_| None), Flags::Setting(setting.into()));
    }

    #[test]
    fn flags_of_the_environment_are_kept() {
        let plain = |name: &str| (name == "RUSTFLAGS").then(|| " -C target-cpu=haswell ".into());
        let all = "-C\x1ftarget-cpu=haswell\x1f-Cprofile-use=a b";
        assert_eq!(Flags::with(&["-Cprofile-use=a b"], plain), Flags::Variable(all.into()));
        let both = |name: &str| Some(format!("--cfg\x1f{name}"));
        let all = "--cfg\x1fCARGO_ENCODED_RUSTFLAGS\x1f-g";
        assert_eq!(Flags::with(&["-g"], both), Flags::Variable(all.into()));
        let empty = |name: &str| (name == "RUSTFLAGS").then(String::new);
        assert_eq!(Flags::with(&["-g"], empty), Flags::Variable("-g".into()));
    }

    #[test]
    fn the_installed_compiler_is_found_or_its_tool_is_missing() {
        match Compiler::find() {
            Ok(compiler) => assert!(compiler.host().contains('-')),
            Err(error) => assert!(error.to_string().contains("llvm-tools"), "{error}"),
        }
    }
}
