//! Pictures as SVG: a canvas, frames with axes, and the themes of light and dark pages.

pub mod canvas;
pub mod frame;
pub mod panels;
pub mod theme;
