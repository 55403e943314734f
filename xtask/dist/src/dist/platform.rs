//! The platforms of a release: how Rust names each, how its programs are linked, and how they are packed.

/// What an archive runs on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Platform {
    /// Linux on x86-64, with the GNU C library.
    X86_64,
    /// Linux on x86-64, with no library at all.
    Static,
    /// Linux on 64-bit Arm.
    Aarch64,
    /// Windows on x86-64.
    Windows,
}

/// How the tree of a platform is packed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Archive {
    /// With the rights of the files: for Unix.
    TarGz,
    /// For Windows.
    Zip,
}

/// A C compiler that links for a platform on a machine of another.
pub(super) struct CrossLinker {
    /// The environment variable by which Cargo is told of it.
    pub(super) variable: &'static str,
    /// Debian's, where the variable names none.
    pub(super) debian: &'static str,
    /// Debian's package of it.
    pub(super) package: &'static str,
}

/// What links the programs of a platform.
pub(super) enum Linker {
    /// The compiler's own choice for this machine.
    Usual,
    /// The linker that comes with the Rust compiler; the Rust target brings the C library.
    Rust,
    /// A C compiler for the platform.
    Cross(CrossLinker),
}

impl Platform {
    pub(super) const ALL: [Platform; 4] =
        [Platform::X86_64, Platform::Static, Platform::Aarch64, Platform::Windows];

    /// As the command line names it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Platform::X86_64 => "x86-64",
            Platform::Static => "static",
            Platform::Aarch64 => "aarch64",
            Platform::Windows => "windows",
        }
    }

    /// As Rust names it. Another machine links for Arm without the C library of its system.
    pub(super) fn target(self) -> &'static str {
        match self {
            Platform::X86_64 => "x86_64-unknown-linux-gnu",
            Platform::Static => "x86_64-unknown-linux-musl",
            Platform::Aarch64 if self.is_that_of_this_machine() => "aarch64-unknown-linux-gnu",
            Platform::Aarch64 => "aarch64-unknown-linux-musl",
            Platform::Windows => "x86_64-pc-windows-gnu",
        }
    }

    /// As the name of the archive does.
    pub(super) fn short_name(self) -> &'static str {
        match self {
            Platform::X86_64 => "x86_64-linux",
            Platform::Static => "x86_64-linux-static",
            Platform::Aarch64 => "aarch64-linux",
            Platform::Windows => "x86_64-windows",
        }
    }

    /// True if this machine is of the platform: its programs are trained here, and go into the Debian package.
    pub(super) fn is_that_of_this_machine(self) -> bool {
        match self {
            Platform::X86_64 => std::env::consts::ARCH == "x86_64",
            Platform::Aarch64 => std::env::consts::ARCH == "aarch64",
            Platform::Static | Platform::Windows => false,
        }
    }

    pub(super) fn is_windows(self) -> bool {
        self == Platform::Windows
    }

    /// What follows the names of its programs.
    pub(super) fn suffix(self) -> &'static str {
        if self.is_windows() { ".exe" } else { "" }
    }

    pub(super) fn archive(self) -> Archive {
        if self.is_windows() { Archive::Zip } else { Archive::TarGz }
    }

    pub(super) fn linker(self) -> Linker {
        match self {
            here if here.is_that_of_this_machine() => Linker::Usual,
            Platform::X86_64 => Linker::Cross(CrossLinker {
                variable: "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_LINKER",
                debian: "x86_64-linux-gnu-gcc",
                package: "gcc-x86-64-linux-gnu",
            }),
            Platform::Windows => Linker::Cross(CrossLinker {
                variable: "CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER",
                debian: "x86_64-w64-mingw32-gcc",
                package: "gcc-mingw-w64-x86-64",
            }),
            Platform::Static | Platform::Aarch64 => Linker::Rust,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_platforms_have_a_name_in_common() {
        for name in [Platform::name, Platform::target, Platform::short_name] {
            let names: BTreeSet<_> = Platform::ALL.into_iter().map(name).collect();
            assert_eq!(names.len(), Platform::ALL.len(), "{names:?}");
        }
    }

    #[test]
    fn only_one_platform_is_that_of_this_machine() {
        let here = Platform::ALL.into_iter().filter(|it| it.is_that_of_this_machine());
        assert!(here.count() <= 1);
    }
}
