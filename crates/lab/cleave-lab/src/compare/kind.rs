//! The kinds of teams that are compared.

use std::fmt;
use std::str::FromStr;

use cleave_algorithms::UnknownAlgorithm;
use cleave_search::team::{Algorithm, GROUP_SIZE, group_sizes};

use crate::searches::Team;

/// A kind of team, of any size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    algorithm: Algorithm,
    form: Form,
}

/// The forms in which teams of one algorithm differ. Only `dts` has another form than the plain one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// One tree, with all that the algorithm does by default.
    Plain,
    /// Groups of about 16 that split a tree each, into which large teams part in a game.
    Groups,
    /// Workers without work wait, as in all other algorithms, and do not begin the next iteration.
    WithoutNext,
    /// All workers search recently best root moves together, as in Crafty's `NextRootMoveParallel`.
    BestTogether,
}

impl Form {
    const ALL: [Form; 4] = [Form::Plain, Form::Groups, Form::WithoutNext, Form::BestTogether];

    /// Returns the suffix to the name of the algorithm.
    fn suffix(self) -> &'static str {
        match self {
            Form::Plain => "",
            Form::Groups => "-groups",
            Form::WithoutNext => "-without-next",
            Form::BestTogether => "-best-together",
        }
    }
}

impl Kind {
    /// Returns all algorithms, and `dts` in its other forms.
    pub(super) fn all() -> impl Iterator<Item = Kind> {
        let of_algorithm = |algorithm| Form::ALL.map(|form| Kind { algorithm, form });
        let is_there = |kind: &Kind| kind.form == Form::Plain || kind.algorithm == Algorithm::Dts;
        Algorithm::ALL.into_iter().flat_map(of_algorithm).filter(is_there)
    }

    /// Returns the kind of this team.
    pub fn of(Team { algorithm, without_next, best_together, ranks, .. }: Team) -> Kind {
        let form = match (without_next, best_together, ranks) {
            (true, ..) => Form::WithoutNext,
            (false, true, _) => Form::BestTogether,
            (false, false, None) => Form::Plain,
            (false, false, Some(_)) => Form::Groups,
        };
        Kind { algorithm, form }
    }

    /// Returns the team of this kind with this many workers. There is none if they would not part, or not into equal
    /// groups.
    pub(super) fn team(self, workers: usize) -> Option<Team> {
        let whole = Team::new(self.algorithm, workers);
        match self.form {
            Form::Plain => Some(whole),
            Form::WithoutNext => Some(Team { without_next: true, ..whole }),
            Form::BestTogether => Some(Team { best_together: true, ..whole }),
            Form::Groups => {
                let groups = group_sizes(workers, GROUP_SIZE).count();
                let ranks = u16::try_from(groups).ok()?;
                let parts = groups > 1 && workers.is_multiple_of(groups);
                parts.then(|| Team { workers: workers / groups, ranks: Some(ranks), ..whole })
            }
        }
    }
}

impl FromStr for Kind {
    type Err = UnknownAlgorithm;

    fn from_str(name: &str) -> Result<Kind, UnknownAlgorithm> {
        let plain = || Ok(Kind { algorithm: name.parse()?, form: Form::Plain });
        Kind::all().find(|kind| kind.to_string() == name).map_or_else(plain, Ok)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(&format!("{}{}", self.algorithm, self.form.suffix()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_has_a_name_and_teams_of_its_own() {
        for kind in Kind::all() {
            assert_eq!(kind.to_string().parse::<Kind>().unwrap(), kind);
            assert_eq!(kind.team(64).map(Kind::of), Some(kind));
        }
        assert_eq!(Kind::all().count(), Algorithm::ALL.len() + 3);
    }

    #[test]
    fn only_dts_has_other_forms() {
        assert!("lazy-without-next".parse::<Kind>().is_err());
        assert!("lazy-groups".parse::<Kind>().is_err());
    }

    #[test]
    fn groups_exist_where_the_program_divides_a_team_equally() {
        let groups: Kind = "dts-groups".parse().unwrap();
        let of = |workers| groups.team(workers).map(|team| (team.ranks.unwrap(), team.workers));
        assert_eq!([16, 23, 24, 25].map(of), [None, None, Some((2, 12)), None]);
        assert_eq!([32, 64, 1024].map(of), [Some((2, 16)), Some((4, 16)), Some((64, 16))]);
    }
}
