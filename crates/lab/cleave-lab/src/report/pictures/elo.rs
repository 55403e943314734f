//! Matches against P_seq in virtual time: a bar of two standard errors for each.

use cleave_kit::games::score::MatchScore;
use cleave_kit::pictures::canvas::{Align, Canvas, Drawn, Type};
use cleave_kit::pictures::frame::{Axis, Frame, Scale};

use super::picture::{Caption, Picture};
use crate::searches::Team;

const LEFT: f64 = 240.0;
const RIGHT: f64 = 900.0;
const TOP: f64 = 84.0;
const PITCH: f64 = 22.0;

/// A bar for each match.
pub(in crate::report) struct EloBars {
    /// The strongest first.
    bars: Vec<Bar>,
}

struct Bar {
    team: Team,
    least: f64,
    elo: f64,
    most: f64,
}

impl EloBars {
    pub(in crate::report) fn new(scores: &[(Team, MatchScore)]) -> EloBars {
        let bar = |(team, score): &(Team, MatchScore)| {
            let (least, elo, most) = score.elo();
            Bar { team: *team, least, elo, most }
        };
        let mut bars: Vec<Bar> = scores.iter().map(bar).collect();
        bars.sort_by(|one, other| other.elo.total_cmp(&one.elo));
        EloBars { bars }
    }

    fn bottom(&self) -> f64 {
        TOP + PITCH * self.bars.len() as f64
    }
}

impl Picture for EloBars {
    fn caption(&self) -> Caption {
        Caption {
            name: "algorithms-games",
            alternative: format!(
                "Elo of teams against the sequential search with the same virtual time for each move: {}.",
                self.bars
                    .iter()
                    .map(|bar| format!("{} {:+.0}", bar.team.algorithm, bar.elo))
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
            size: (960, (self.bottom() + 56.0) as u32),
            title: "Games against P_seq",
            subtitle: "Both sides have the same virtual time a move; bars: two standard errors"
                .into(),
        }
    }

    fn draw(&self, canvas: &Canvas<'_>) -> Drawn {
        let least = self.bars.iter().map(|bar| bar.least).fold(0.0, f64::min);
        let most = self.bars.iter().map(|bar| bar.most).fold(100.0, f64::max);
        let step = if most - least > 1000.0 { 200.0 } else { 100.0 };
        let range = ((least / step).floor() * step, (most / step).ceil() * step);
        let frame = Frame {
            x: Axis::new(Scale::Linear, range, (LEFT, RIGHT)),
            y: Axis::new(Scale::Linear, (0.0, 1.0), (self.bottom(), TOP)),
        };
        let steps = ((range.1 - range.0) / step) as i32;
        let tick = |number| {
            let elo = range.0 + step * f64::from(number);
            (elo, if elo == 0.0 { "0".into() } else { format!("{elo:+.0}") })
        };
        frame.columns(canvas, &(0..=steps).map(tick).collect::<Vec<_>>())?;
        frame.x_name(canvas, "Elo against P_seq")?;
        for (place, bar) in self.bars.iter().enumerate() {
            let y = TOP + PITCH * (place as f64 + 0.5);
            let at = |elo: f64| (frame.x.at(elo), y);
            let colour = canvas.theme.hues[0];
            canvas.line(&[at(bar.least), at(bar.most)], colour, 2.0)?;
            canvas.dot(at(bar.elo), 4.0, colour, 1.0)?;
            let name = format!("{}, N = {}", bar.team.algorithm, bar.team.workers);
            let look = Type::new(12.0, canvas.theme.text).align(Align::Right);
            canvas.text(&name, (LEFT - 14.0, y), look)?;
        }
        Ok(())
    }
}
