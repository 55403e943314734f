//! The builds of the program, and the choice among them for a processor.

/// A build of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Build {
    /// For x86-64-v3 with a fast PEXT.
    Pext,
    /// For x86-64-v3 without PEXT.
    Avx2,
    /// For any x86-64.
    Plain,
}

/// The processor features on which the choice depends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Features {
    /// All features of x86-64-v3 that Rust compiles for.
    v3: bool,
    /// PEXT is microcode, many times slower than a multiplication: AMD before Zen 3 (family 19h).
    slow_pext: bool,
}

impl Build {
    const ALL: [Build; 3] = [Build::Pext, Build::Avx2, Build::Plain];

    fn name(self) -> &'static str {
        match self {
            Build::Pext => "pext",
            Build::Avx2 => "avx2",
            Build::Plain => "x86-64",
        }
    }

    /// Returns the name of the build's file.
    pub(crate) fn file(self) -> String {
        format!("cleave-{}", self.name())
    }

    /// Returns the build with this name.
    ///
    /// # Errors
    /// There is none.
    pub(crate) fn named(name: &str) -> Result<Build, String> {
        Build::ALL.into_iter().find(|build| build.name() == name).ok_or_else(|| {
            let names = Build::ALL.map(Build::name).join(", ");
            format!("{} is '{name}'; expected one of {names}", super::VARIABLE)
        })
    }

    /// Returns the fastest build that this processor runs.
    pub(crate) fn for_this_processor() -> Build {
        Build::suiting(Features::detect())
    }

    fn suiting(features: Features) -> Build {
        match features {
            Features { v3: false, .. } => Build::Plain,
            Features { slow_pext: true, .. } => Build::Avx2,
            Features { slow_pext: false, .. } => Build::Pext,
        }
    }
}

impl Features {
    #[cfg(target_arch = "x86_64")]
    fn detect() -> Features {
        use std::is_x86_feature_detected as has;
        let v3 = has!("avx2")
            && has!("bmi1")
            && has!("bmi2")
            && has!("f16c")
            && has!("fma")
            && has!("lzcnt")
            && has!("movbe")
            && has!("popcnt");
        let cpuid = raw_cpuid::CpuId::new();
        let is_amd = cpuid
            .get_vendor_info()
            .is_some_and(|vendor| ["AuthenticAMD", "HygonGenuine"].contains(&vendor.as_str()));
        let family = cpuid.get_feature_info().map_or(0, |info| info.family_id());
        Features { v3, slow_pext: is_amd && family < 0x19 }
    }

    /// Packages for other machines contain one build, without this program.
    #[cfg(not(target_arch = "x86_64"))]
    fn detect() -> Features {
        Features { v3: false, slow_pext: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fastest_build_that_runs_is_chosen() {
        for (v3, slow_pext, expected) in [
            (true, false, Build::Pext),
            (true, true, Build::Avx2),
            (false, false, Build::Plain),
            (false, true, Build::Plain),
        ] {
            assert_eq!(Build::suiting(Features { v3, slow_pext }), expected);
        }
    }

    #[test]
    fn builds_are_found_by_name_or_the_names_are_listed() {
        for build in Build::ALL {
            assert_eq!(Build::named(build.name()), Ok(build));
        }
        let error = Build::named("fast").unwrap_err();
        assert_eq!(error, "CLEAVE_BUILD is 'fast'; expected one of pext, avx2, x86-64");
    }

    /// The detected features must be those that the compiler uses for x86-64-v3.
    #[test]
    #[cfg(target_feature = "avx2")]
    fn a_machine_that_runs_a_build_for_v3_is_recognised() {
        assert!(Features::detect().v3);
    }
}
