//! What has happened. A simulation in which nothing happens tests nothing.

use std::fmt;
use std::ops::AddAssign;
use std::time::Duration;

macro_rules! counts {
    ($($(#[$doc:meta])* $name:ident: $words:literal,)*) => {
        /// The counts of events.
        #[derive(Clone, Copy, Default, Debug)]
        pub(crate) struct Counts {
            $($(#[$doc])* pub(crate) $name: u64,)*
            /// The most memory of a program with its helpers, in MiB.
            pub(crate) memory: u64,
            /// The longest time by which an answer came later than its limit.
            pub(crate) latest: Duration,
        }

        impl AddAssign for Counts {
            fn add_assign(&mut self, other: Counts) {
                $(self.$name += other.$name;)*
                self.memory = self.memory.max(other.memory);
                self.latest = self.latest.max(other.latest);
            }
        }

        impl fmt::Display for Counts {
            fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
                $(writeln!(f, "{:>9} {}", self.$name, $words)?;)*
                writeln!(f, "{:>9} MiB: the most memory of a program with its helpers", self.memory)?;
                write!(f, "{:>9} ms: the latest answer after its limit", self.latest.as_millis())
            }
        }
    };
}

counts! {
    sessions: "sessions",
    lives: "programs started",
    searches: "searches",
    in_virtual_time: "searches in virtual time",
    moves: "moves checked",
    lines: "lines of thinking checked",
    sent: "lines sent at random moments",
    kills: "helpers killed",
    killed_programs: "programs killed",
    stops: "helpers stopped",
    starved: "helpers without a processor",
    freezes: "programs stopped and continued",
    pauses: "pauses of the reader",
    faults: "programs with a fault of the disk or of fork",
    files: "files checked",
}
