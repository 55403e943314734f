//! The algorithms by which a team may share a tree, and their names.

use std::fmt;
use std::str::FromStr;

/// How a team shares a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum Algorithm {
    /// Dynamic Tree Splitting, of Hyatt (1988).
    #[default]
    Dts,
    /// The root alone is shared.
    Root,
    /// Principal variation splitting, of Marsland and Campbell (1982).
    PvSplit,
    /// Enhanced principal variation splitting, of Hyatt, Suter and Nelson (1989).
    Epvs,
    /// Dynamic principal variation splitting, of Schaeffer (1989).
    Dpvs,
    /// Young Brothers Wait, of Feldmann, Monien, Mysliwietz and Vornberger (1989), in Zugzwang from
    /// 1987.
    Ybwc,
    /// Young Brothers Wait with helpful masters, of Feldmann (1993).
    YbwcHelpful,
    /// Jamboree search with work stealing, of Kuszmaul (1994).
    Jamboree,
    /// Tree splitting, of Finkel and Fishburn (1980).
    TreeSplitting,
    /// Mandatory work first, of Akl, Barnard and Doran (1980, in full 1982).
    Mwf,
    /// All search the same root and share a table.
    SharedTable,
    /// Lazy SMP: helpers iterate by themselves, as in Texel (2015) and Stockfish.
    Lazy,
    /// ABDADA, of Weill (1996).
    Abdada,
    /// Simplified ABDADA, of Kerrigan (2017).
    AbdadaSimplified,
    /// Approximate ABDADA, of Österlund (2017).
    AbdadaApproximate,
    /// Aspiration search, of Baudet (1978).
    Aspiration,
    /// Null windows at neighbouring values.
    WindowNull,
    /// UIDPABS, of Newborn (1988).
    Uidpabs,
    /// APHID, of Brockington and Schaeffer (1996).
    Aphid,
}

impl Algorithm {
    /// All of them, in the order in which a menu shows them. The arena stores an algorithm as its
    /// place here.
    pub const ALL: [Algorithm; 19] = [
        Algorithm::Dts,
        Algorithm::Root,
        Algorithm::PvSplit,
        Algorithm::Epvs,
        Algorithm::Dpvs,
        Algorithm::Ybwc,
        Algorithm::YbwcHelpful,
        Algorithm::Jamboree,
        Algorithm::TreeSplitting,
        Algorithm::Mwf,
        Algorithm::SharedTable,
        Algorithm::Lazy,
        Algorithm::Abdada,
        Algorithm::AbdadaSimplified,
        Algorithm::AbdadaApproximate,
        Algorithm::Aspiration,
        Algorithm::WindowNull,
        Algorithm::Uidpabs,
        Algorithm::Aphid,
    ];

    /// The names of all, in the same order.
    pub const NAMES: [&'static str; Self::ALL.len()] = {
        let mut names = [""; Self::ALL.len()];
        let mut place = 0;
        while place < names.len() {
            names[place] = Self::ALL[place].name();
            place += 1;
        }
        names
    };

    /// The name that options and commands use.
    pub const fn name(self) -> &'static str {
        match self {
            Algorithm::Dts => "dts",
            Algorithm::Root => "root",
            Algorithm::PvSplit => "pv-split",
            Algorithm::Epvs => "epvs",
            Algorithm::Dpvs => "dpvs",
            Algorithm::Ybwc => "ybwc",
            Algorithm::YbwcHelpful => "ybwc-helpful",
            Algorithm::Jamboree => "jamboree",
            Algorithm::TreeSplitting => "tree-splitting",
            Algorithm::Mwf => "mwf",
            Algorithm::SharedTable => "shared-table",
            Algorithm::Lazy => "lazy",
            Algorithm::Abdada => "abdada",
            Algorithm::AbdadaSimplified => "abdada-simplified",
            Algorithm::AbdadaApproximate => "abdada-approximate",
            Algorithm::Aspiration => "aspiration",
            Algorithm::WindowNull => "window-null",
            Algorithm::Uidpabs => "uidpabs",
            Algorithm::Aphid => "aphid",
        }
    }

    /// True if a team finds a whole line with the value of the root; false if only its first move is
    /// sure to be there.
    pub fn finds_a_line(self) -> bool {
        self != Algorithm::WindowNull
    }

    /// True for those that share nodes in split blocks.
    pub const fn has_split_blocks(self) -> bool {
        matches!(
            self,
            Algorithm::Dts
                | Algorithm::Root
                | Algorithm::PvSplit
                | Algorithm::Epvs
                | Algorithm::Dpvs
                | Algorithm::Ybwc
                | Algorithm::YbwcHelpful
                | Algorithm::Jamboree
                | Algorithm::TreeSplitting
                | Algorithm::Mwf
        )
    }

    /// The place in [`Algorithm::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No algorithm has this name.
#[derive(Debug, thiserror::Error)]
#[error("no algorithm is called '{0}'; expected one of {names}", names = Algorithm::NAMES.join(", "))]
pub struct UnknownAlgorithm(String);

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    fn from_str(name: &str) -> Result<Algorithm, UnknownAlgorithm> {
        let named = |algorithm: &Algorithm| algorithm.name() == name;
        Algorithm::ALL.into_iter().find(named).ok_or_else(|| UnknownAlgorithm(name.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_places_lead_back_to_the_algorithm() {
        for (place, algorithm) in Algorithm::ALL.into_iter().enumerate() {
            assert_eq!(algorithm.index(), place);
            assert_eq!(Algorithm::NAMES[place], algorithm.name());
            assert_eq!(algorithm.name().parse::<Algorithm>().unwrap(), algorithm);
        }
        let error = "dtss".parse::<Algorithm>().unwrap_err().to_string();
        assert!(
            error.contains("'dtss'") && error.contains(&Algorithm::NAMES.join(", ")),
            "{error}"
        );
    }
}
