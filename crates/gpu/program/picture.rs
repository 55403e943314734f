//! Draws the lanes of a warp over time. The twin takes their steps.

use std::fmt::Write;

use cleave_gpu::Rules;
use cleave_gpu::twin::{Lane, Work};

use crate::measure::tests;

const LANES: usize = 32;
const STEPS: usize = 120;
const CELL: usize = 6;

/// The place of the first lane's first step. To the left and below are the axes, above it the title and the legend.
const LEFT: usize = 56;
const TOP: usize = 72;

/// The colors of a page, and of each kind of work.
pub(crate) struct Theme {
    text: &'static str,
    muted: &'static str,
    ground: &'static str,
    evaluates: &'static str,
    enters: &'static str,
    moves: &'static str,
}

/// For light pages.
pub(crate) const LIGHT: Theme = Theme {
    text: "#1f2328",
    muted: "#656d76",
    ground: "#eaeef2",
    evaluates: "#0969da",
    enters: "#cf540e",
    moves: "#1a7f37",
};

/// For dark pages.
pub(crate) const DARK: Theme = Theme {
    text: "#e6edf3",
    muted: "#8d96a0",
    ground: "#21262d",
    evaluates: "#58a6ff",
    enters: "#f0883e",
    moves: "#3fb950",
};

/// Returns a picture of the work of each lane in each step. Each lane is a row, each step a column.
/// A device takes the steps of a column together, one kind of work after the other.
pub(crate) fn lanes(theme: &Theme) -> String {
    let (right, bottom) = (LEFT + STEPS * CELL, TOP + LANES * CELL);
    let (width, height) = (right + 24, bottom + 44);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         font-family=\"Inter, Segoe UI, Helvetica Neue, Helvetica, Arial, sans-serif\">\n\
         <title>What 32 lanes do in 120 steps</title>\n\
         <rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n",
        right - LEFT,
        bottom - TOP,
        theme.ground
    );
    let rules = Rules { captures: 0, together: false };
    for (row, test) in tests(LANES, 2).into_iter().enumerate() {
        let mut lane = Lane::new(test, rules);
        let steps = (0..STEPS).map_while(|_| lane.step(None));
        let works: Vec<&str> = steps.map(|work| color(theme, work)).collect();
        let mut column = 0;
        for run in works.chunk_by(|a, b| a == b) {
            let (x, y, w) = (LEFT + column * CELL, TOP + row * CELL, run.len() * CELL);
            let fill = run[0];
            add(
                &mut svg,
                &format!("<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"5\" fill=\"{fill}\"/>"),
            );
            column += run.len();
        }
    }
    add_legend(&mut svg, theme);
    add_axes(&mut svg, theme);
    svg + "</svg>\n"
}

fn add_legend(svg: &mut String, theme: &Theme) {
    let title = "What 32 lanes of a warp do in 120 steps";
    add_text(
        svg,
        (LEFT, 24),
        title,
        &format!("font-size=\"16\" font-weight=\"bold\" fill=\"{}\"", theme.text),
    );
    let entries = [
        (theme.evaluates, "evaluates, then makes a move"),
        (theme.enters, "enters an inner node"),
        (theme.moves, "only makes a move, or goes back"),
        (theme.ground, "has answered"),
    ];
    let mut x = LEFT;
    for (fill, name) in entries {
        add(svg, &format!("<rect x=\"{x}\" y=\"44\" width=\"12\" height=\"12\" fill=\"{fill}\"/>"));
        add_text(svg, (x + 18, 54), name, &format!("font-size=\"12\" fill=\"{}\"", theme.text));
        x += 36 + 13 * name.len() / 2;
    }
}

fn add_axes(svg: &mut String, theme: &Theme) {
    let small = |anchor: &str| {
        format!("font-size=\"11\" fill=\"{}\" text-anchor=\"{anchor}\"", theme.muted)
    };
    let bottom = TOP + LANES * CELL;
    for lane in [1, 8, 16, 24, 32] {
        add_text(svg, (LEFT - 8, TOP + lane * CELL - 1), &lane.to_string(), &small("end"));
    }
    for step in [1, 20, 40, 60, 80, 100, 120] {
        add_text(
            svg,
            (LEFT + step * CELL - CELL / 2, bottom + 16),
            &step.to_string(),
            &small("middle"),
        );
    }
    add_text(svg, (LEFT - 8, TOP - 8), "lane", &small("end"));
    add_text(svg, (LEFT + STEPS * CELL / 2, bottom + 34), "step", &small("middle"));
}

fn add_text(svg: &mut String, (x, y): (usize, usize), text: &str, look: &str) {
    add(svg, &format!("<text x=\"{x}\" y=\"{y}\" {look}>{text}</text>"));
}

fn add(svg: &mut String, line: &str) {
    writeln!(svg, "{line}").expect("a string takes all");
}

/// Returns the color of a step.
fn color(theme: &Theme, work: Work) -> &'static str {
    match work {
        Work { evaluated: true, .. } => theme.evaluates,
        Work { entered: true, .. } => theme.enters,
        _ => theme.moves,
    }
}
