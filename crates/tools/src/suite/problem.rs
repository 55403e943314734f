//! What solves a position.

use cleave_board::{Move, Position, Value};
use cleave_movegen::to_san;
use cleave_pgn::Epd;

/// A position, and what solves it.
#[derive(Clone, Debug)]
pub struct TestPosition {
    epd: Epd,
    /// Moves one of which must be found (`bm`); none if any may be.
    best: Vec<Move>,
    /// Moves of which none may be found (`am`).
    avoid: Vec<Move>,
    /// What moves are worth (`c0`).
    points: Vec<(Move, u32)>,
}

impl TestPosition {
    /// The position of a line of EPD.
    ///
    /// # Errors
    /// It says nothing about a solution, or something impossible.
    pub fn new(epd: Epd) -> Result<TestPosition, String> {
        let message = |error: cleave_pgn::EpdMoveError| error.to_string();
        let best = epd.best_moves().map_err(message)?;
        let avoid = epd.avoid_moves().map_err(message)?;
        let points = epd.points().map_err(message)?;
        if best.is_empty() && avoid.is_empty() && points.is_empty() && epd.mate().is_none() {
            return Err("no solution given: expected bm, am, dm, or points in c0".into());
        }
        Ok(TestPosition { epd, best, avoid, points })
    }

    /// The line of the suite.
    pub fn epd(&self) -> &Epd {
        &self.epd
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.epd.position
    }

    /// True if this move, found with this value, solves it.
    pub fn is_solved_by(&self, mv: Move, value: Value) -> bool {
        if self.avoid.contains(&mv) {
            return false;
        }
        if !self.best.is_empty() {
            return self.best.contains(&mv);
        }
        if let Some(longest) = self.epd.mate() {
            let is_soon = |moves: i32| {
                moves.signum() == longest.signum() && moves.unsigned_abs() <= longest.unsigned_abs()
            };
            return value.mate_distance().is_some_and(is_soon);
        }
        self.points_of(mv) == self.most_points()
    }

    /// What a move is worth.
    pub fn points_of(&self, mv: Move) -> u32 {
        self.points.iter().find(|(known, _)| *known == mv).map_or(0, |&(_, points)| points)
    }

    /// What the best move is worth; 0 if there are no points to win.
    pub fn most_points(&self) -> u32 {
        self.points.iter().map(|&(_, points)| points).max().unwrap_or(0)
    }

    /// The solution in words: `Nf3 or e4`, `not Qxb2`, `mate in 3`.
    pub fn wanted(&self) -> String {
        let names = |moves: &[Move]| {
            let names: Vec<String> = moves.iter().map(|&mv| to_san(self.position(), mv)).collect();
            names.join(" or ")
        };
        let mut parts = Vec::new();
        if !self.best.is_empty() {
            parts.push(names(&self.best));
        } else if let Some(moves) = self.epd.mate() {
            let mates = if moves > 0 { "mate" } else { "mated" };
            parts.push(format!("{mates} in {}", moves.unsigned_abs()));
        } else if self.avoid.is_empty() {
            let most = self.most_points();
            let is_best = |&&(_, points): &&(Move, u32)| points == most;
            let best: Vec<Move> = self.points.iter().filter(is_best).map(|&(mv, _)| mv).collect();
            parts.push(names(&best));
        }
        if !self.avoid.is_empty() {
            parts.push(format!("not {}", names(&self.avoid)));
        }
        parts.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cleave_movegen::parse_move;

    fn problem(operations: &str) -> Result<TestPosition, String> {
        TestPosition::new(
            Epd::parse(&format!("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - {operations}")).unwrap(),
        )
    }

    #[test]
    fn every_kind_of_solution_is_judged() {
        let (rd8, kf1, mate) = ("Rd8", "Kf1", Value::mate_in(1));
        for (operations, wanted, text, value, solved) in [
            ("bm Rd8;", "Rd8#", rd8, Value::ZERO, true),
            ("bm Rd8 Rd7;", "Rd8# or Rd7", kf1, mate, false),
            ("am Kf1;", "not Kf1", kf1, Value::ZERO, false),
            ("am Kf1;", "not Kf1", rd8, Value::ZERO, true),
            ("dm 1;", "mate in 1", rd8, mate, true),
            ("dm 1;", "mate in 1", rd8, Value::mate_in(3), false),
            ("dm 1;", "mate in 1", rd8, Value::mated_in(2), false),
            ("bm #1;", "mate in 1", rd8, mate, true),
            ("bm #1;", "mate in 1", rd8, Value::mate_in(3), false),
            ("bm #-2;", "mated in 2", rd8, Value::mated_in(4), true),
            ("bm #-2;", "mated in 2", rd8, Value::mated_in(2), true),
            ("bm #-2;", "mated in 2", rd8, Value::mated_in(6), false),
            ("bm #-2;", "mated in 2", rd8, mate, false),
            ("dm -2;", "mated in 2", kf1, Value::mated_in(4), true),
            ("bm Rd8 #1;", "Rd8#", rd8, Value::ZERO, true),
            ("c0 \"Rd8=10, Kf1=3\";", "Rd8#", rd8, Value::ZERO, true),
            ("c0 \"Rd8=10, Kf1=3\";", "Rd8#", kf1, Value::ZERO, false),
        ] {
            let problem = problem(operations).unwrap();
            let mv = parse_move(problem.position(), text).unwrap();
            assert_eq!(problem.wanted(), wanted);
            assert_eq!(problem.is_solved_by(mv, value), solved, "{operations} {text}");
        }
        let problem = problem("bm Rd8; c0 \"Rd8=10, Kf1=3\";").unwrap();
        let points = |text| problem.points_of(parse_move(problem.position(), text).unwrap());
        assert_eq!((points(rd8), points(kf1), points("Rd2")), (10, 3, 0));
    }

    #[test]
    fn a_position_without_a_solution_is_no_problem() {
        assert!(problem("id \"1\";").unwrap_err().starts_with("no solution given"));
        assert!(problem("bm #0;").unwrap_err().starts_with("no solution given"));
        assert!(problem("bm Rd9;").unwrap_err().starts_with("the operation bm: "));
    }
}
