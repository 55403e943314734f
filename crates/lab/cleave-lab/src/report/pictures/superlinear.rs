//! A small tree, searched by one worker and by two: the order in which they visit its nodes.

use cleave_kit::pictures::canvas::{Align, Canvas, Drawn, Point, Type};
use cleave_kit::pictures::theme;
use cleave_virtual_time::artificial::badly_ordered::{CHILDREN, NODES, Searched};

use super::picture::{Caption, Picture};

/// The searches by one worker and by two.
pub(in crate::report) struct Superlinear(pub(in crate::report) [Searched; 2]);

/// The distance between leaves, and between plies.
const STEP: (f64, f64) = (38.0, 58.0);
/// The left end of each tree, and the height of its root.
const LEFT: [f64; 2] = [48.0, 400.0];
const TOP: f64 = 116.0;
const RADIUS: f64 = 13.0;

impl Superlinear {
    fn title([alone, two]: &[Searched; 2]) -> [String; 2] {
        [
            format!("One worker: {} nodes", alone.nodes()),
            format!(
                "Two workers: {} nodes, {:.1} times as fast",
                two.nodes(),
                alone.time / two.time
            ),
        ]
    }
}

impl Picture for Superlinear {
    fn caption(&self) -> Caption {
        let [alone, two] = &self.0;
        let of_second = two.visits.iter().flatten().filter(|visit| visit.worker == 1).count();
        Caption {
            name: "superlinear",
            alternative: format!(
                "A tree of {NODES} nodes, twice. One worker visits all {} nodes. Two workers visit {}; {of_second} of them are visited by the second worker, which begins at the right branch.",
                alone.nodes(),
                two.nodes(),
            ),
            size: (760, 350),
            title: "A tree in the worst order",
            subtitle: "The numbers are the order of the visits, the colors the workers; empty nodes are not visited"
                .into(),
        }
    }

    fn draw(&self, canvas: &Canvas<'_>) -> Drawn {
        let titles = Superlinear::title(&self.0);
        for ((searched, left), title) in self.0.iter().zip(LEFT).zip(titles) {
            let look = Type::new(13.0, canvas.theme.text).bold();
            canvas.text(&title, (left - RADIUS, 84.0), look)?;
            draw_tree(canvas, searched, &places(left))?;
        }
        Ok(())
    }
}

fn draw_tree(canvas: &Canvas<'_>, searched: &Searched, places: &[Point; NODES]) -> Drawn {
    let theme = canvas.theme;
    for (node, children) in CHILDREN.iter().enumerate() {
        for &child in *children {
            let child = usize::from(child);
            let is_visited = searched.visits[child].is_some();
            let colour = if is_visited { theme.muted } else { theme.grid };
            canvas.line(&[places[node], places[child]], colour, 1.2)?;
        }
    }
    for (visit, place) in searched.visits.iter().zip(places) {
        let Some(visit) = visit else {
            canvas.dot(*place, RADIUS, theme.grid, 1.0)?;
            continue;
        };
        let colour = theme.hues[visit.worker as usize % theme.hues.len()];
        canvas.dot(*place, RADIUS, colour, 1.0)?;
        let look = Type::new(12.0, theme::on(colour)).bold().align(Align::Middle);
        canvas.text(&visit.order.to_string(), *place, look)?;
    }
    Ok(())
}

/// Returns the place of each node: leaves side by side, a parent above the middle of its children.
fn places(left: f64) -> [Point; NODES] {
    let mut places = [(0.0, 0.0); NODES];
    let mut leaves = 0.0;
    place(0, 0.0, &mut leaves, &mut places);
    places.map(|(x, y)| (left + x * STEP.0, TOP + y * STEP.1))
}

fn place(node: usize, ply: f64, leaves: &mut f64, places: &mut [Point; NODES]) -> f64 {
    let children = CHILDREN[node];
    let x = if children.is_empty() {
        *leaves += 1.0;
        *leaves - 1.0
    } else {
        let of_child = |&child: &u8| place(usize::from(child), ply + 1.0, leaves, places);
        let all: Vec<f64> = children.iter().map(of_child).collect();
        f64::midpoint(all[0], all[all.len() - 1])
    };
    places[node] = (x, ply);
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parent_is_above_its_children_and_leaves_are_side_by_side() {
        let places = places(0.0);
        assert_eq!(places[3].0 + STEP.0, places[4].0);
        assert_eq!(places[2].0, f64::midpoint(places[3].0, places[4].0));
        assert_eq!(places[2].1 + STEP.1, places[3].1);
        assert_eq!(places[0].1, TOP);
    }
}
