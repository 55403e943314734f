//! A surface to draw on: shapes and text, in points from the top left.

use std::fmt::Display;

use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::element::{Circle, PathElement, Polygon, Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontStyle, IntoFont, RGBAColor, ShapeStyle, TextStyle};

use super::theme::{Colour, Theme};
use crate::error::{Error, Result};

/// Pixels in a point. The backend takes whole pixels; a curve in whole points would have steps.
const PIXELS: f64 = 8.0;

/// The backend writes font sizes 1.24 times smaller than asked for.
const FONT_SCALE: f64 = 1.24;

/// Fonts that readers may have. The backend copies the list into the file.
const FONT: &str = "Inter, Segoe UI, Helvetica Neue, Helvetica, Arial, sans-serif";

/// A place on the picture.
pub type Point = (f64, f64);

/// The result of drawing.
pub type Drawn = Result<()>;

/// The part of a text that is at its point.
#[derive(Clone, Copy)]
pub enum Align {
    /// Its left end.
    Left,
    /// Its middle.
    Middle,
    /// Its right end.
    Right,
}

/// How a text looks.
#[derive(Clone, Copy)]
pub struct Type {
    size: f64,
    bold: bool,
    /// Its colour.
    pub colour: Colour,
    align: Align,
}

impl Type {
    /// Text of this size in points, with its left end at its point.
    pub fn new(size: f64, colour: Colour) -> Type {
        Type { size, bold: false, colour, align: Align::Left }
    }

    /// Returns the same type in bold.
    pub fn bold(self) -> Type {
        Type { bold: true, ..self }
    }

    /// Returns the same type with another part at its point.
    pub fn align(self, align: Align) -> Type {
        Type { align, ..self }
    }
}

/// A picture being drawn.
pub struct Canvas<'a> {
    area: DrawingArea<SVGBackend<'a>, Shift>,
    /// Its colours.
    pub theme: &'a Theme,
}

/// Returns the text of an SVG file of this size, drawn by `draw`.
pub fn picture(
    size: (u32, u32),
    theme: &Theme,
    draw: impl FnOnce(&Canvas<'_>) -> Drawn,
) -> Result<String> {
    let mut text = String::new();
    let pixels = (size.0 * PIXELS as u32, size.1 * PIXELS as u32);
    let area = SVGBackend::with_string(&mut text, pixels).into_drawing_area();
    let canvas = Canvas { area, theme };
    draw(&canvas)?;
    canvas.area.present().map_err(fault)?;
    drop(canvas);
    // The size at which it is shown; the coordinates stay in pixels.
    let in_pixels = format!("width=\"{}\" height=\"{}\"", pixels.0, pixels.1);
    let in_points = format!("width=\"{}\" height=\"{}\"", size.0, size.1);
    text.push('\n');
    Ok(text.replacen(&in_pixels, &in_points, 1))
}

fn fault(error: impl Display) -> Error {
    Error::Picture(error.to_string())
}

fn pixel((x, y): Point) -> (i32, i32) {
    ((x * PIXELS).round() as i32, (y * PIXELS).round() as i32)
}

fn paint(colour: Colour, opacity: f64) -> RGBAColor {
    RGBAColor(colour.0, colour.1, colour.2, opacity)
}

fn stroke(colour: Colour, width: f64) -> ShapeStyle {
    ShapeStyle {
        color: paint(colour, 1.0),
        filled: false,
        stroke_width: (width * PIXELS).round() as u32,
    }
}

fn fill(colour: Colour, opacity: f64) -> ShapeStyle {
    ShapeStyle { color: paint(colour, opacity), filled: true, stroke_width: 0 }
}

impl Canvas<'_> {
    /// A line through these points.
    pub fn line(&self, points: &[Point], colour: Colour, width: f64) -> Drawn {
        let points: Vec<_> = points.iter().copied().map(pixel).collect();
        self.area.draw(&PathElement::new(points, stroke(colour, width))).map_err(fault)
    }

    /// A filled polygon.
    pub fn surface(&self, points: &[Point], colour: Colour, opacity: f64) -> Drawn {
        let points: Vec<_> = points.iter().copied().map(pixel).collect();
        self.area.draw(&Polygon::new(points, fill(colour, opacity))).map_err(fault)
    }

    /// Draws a filled rectangle from corner to corner.
    pub fn block(&self, from: Point, to: Point, colour: Colour, opacity: f64) -> Drawn {
        self.area
            .draw(&Rectangle::new([pixel(from), pixel(to)], fill(colour, opacity)))
            .map_err(fault)
    }

    /// The outline of a rectangle from corner to corner.
    pub fn frame(&self, from: Point, to: Point, colour: Colour, width: f64) -> Drawn {
        let corners = [from, (to.0, from.1), to, (from.0, to.1), from];
        self.line(&corners, colour, width)
    }

    /// A disc.
    pub fn dot(&self, at: Point, radius: f64, colour: Colour, opacity: f64) -> Drawn {
        let radius = (radius * PIXELS).round() as i32;
        self.area.draw(&Circle::new(pixel(at), radius, fill(colour, opacity))).map_err(fault)
    }

    /// A circle.
    pub fn ring(&self, at: Point, radius: f64, colour: Colour, width: f64) -> Drawn {
        let radius = (radius * PIXELS).round() as i32;
        self.area.draw(&Circle::new(pixel(at), radius, stroke(colour, width))).map_err(fault)
    }

    /// A diamond: filled, or an outline of this width.
    pub fn diamond(
        &self,
        (x, y): Point,
        radius: f64,
        colour: Colour,
        outline: Option<f64>,
    ) -> Drawn {
        let corners = [(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)];
        match outline {
            None => self.surface(&corners, colour, 1.0),
            Some(width) => self.line(&[&corners[..], &corners[..1]].concat(), colour, width),
        }
    }

    /// A filled triangle.
    pub fn triangle(&self, (x, y): Point, radius: f64, colour: Colour) -> Drawn {
        let (side, base) = (0.9 * radius, 0.6 * radius);
        self.surface(&[(x, y - radius), (x + side, y + base), (x - side, y + base)], colour, 1.0)
    }

    /// A label of an axis or a scale.
    pub fn label(&self, text: &str, at: Point, align: Align) -> Drawn {
        self.text(text, at, Type::new(11.0, self.theme.muted).align(align))
    }

    /// A text, vertically centred on its point.
    pub fn text(&self, text: &str, at: Point, look: Type) -> Drawn {
        let style = if look.bold { FontStyle::Bold } else { FontStyle::Normal };
        let across = match look.align {
            Align::Left => HPos::Left,
            Align::Middle => HPos::Center,
            Align::Right => HPos::Right,
        };
        let font = (FONT, look.size * PIXELS * FONT_SCALE, style).into_font();
        let colour = paint(look.colour, 1.0);
        let style = TextStyle::from(font).color(&colour).pos(Pos::new(across, VPos::Center));
        self.area.draw(&Text::new(text.to_owned(), pixel(at), style)).map_err(fault)
    }
}
