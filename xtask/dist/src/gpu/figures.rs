//! What `cleave-gpu measure` says.

use serde::Deserialize;

/// A measurement.
#[derive(Deserialize)]
#[serde(tag = "measure", rename_all = "lowercase")]
enum Line {
    Device(Device),
    Perft(Perft),
    Lanes(Lanes),
    Divergence(Divergence),
    Search(SearchFigures),
    Stop(Stop),
}

/// What was measured, and beside how many cores.
#[derive(Deserialize)]
pub(super) struct Device {
    pub(super) name: String,
    pub(super) cores: usize,
    /// Only the shortest of everything was measured.
    short: bool,
}

#[derive(Deserialize)]
pub(super) struct Perft {
    pub(super) position: String,
    pub(super) depth: u32,
    pub(super) rows: String,
    pub(super) fused: bool,
    pub(super) nps: f64,
}

/// Many questions, answered at once.
#[derive(Deserialize)]
pub(super) struct Lanes {
    pub(super) of: String,
    /// `None` on the CPU.
    pub(super) slices: Option<u64>,
    pub(super) questions: u32,
    pub(super) depth: u32,
    pub(super) nps: f64,
}

/// Shares of the lanes of a warp.
#[derive(Deserialize)]
pub(super) struct Divergence {
    pub(super) warp: u32,
    pub(super) active: f64,
    pub(super) evaluating: f64,
    pub(super) entering: f64,
    pub(super) moving: f64,
}

/// A search to a depth.
#[derive(Deserialize)]
pub(super) struct SearchFigures {
    pub(super) position: String,
    pub(super) of: String,
    /// The last that was finished.
    pub(super) depth: u32,
    /// False if the search was stopped before the depth it was asked for.
    pub(super) reached: bool,
    pub(super) value: i32,
    #[serde(rename = "move")]
    pub(super) best: String,
    pub(super) nodes: u64,
    pub(super) tests: u64,
    pub(super) seconds: f64,
}

/// How long a search went on that should stop.
#[derive(Deserialize)]
pub(super) struct Stop {
    pub(super) of: String,
    pub(super) seconds: f64,
}

/// All measurements of a device.
pub(super) struct Figures {
    pub(super) device: Device,
    pub(super) perft: Vec<Perft>,
    pub(super) lanes: Vec<Lanes>,
    pub(super) divergence: Vec<Divergence>,
    pub(super) searches: Vec<SearchFigures>,
    pub(super) stops: Vec<Stop>,
}

impl Figures {
    /// Reads lines of JSON.
    ///
    /// # Errors
    /// A line is none that `cleave-gpu` writes, the device is not named, only the shortest was measured, or searches of
    /// a position to the same depth have found different values or moves.
    pub(super) fn read(text: &str) -> Result<Figures, String> {
        let mut device = None;
        let (mut perft, mut lanes, mut divergence) = (Vec::new(), Vec::new(), Vec::new());
        let (mut searches, mut stops) = (Vec::<SearchFigures>::new(), Vec::new());
        for (number, line) in (1..).zip(text.lines()) {
            let line =
                serde_json::from_str(line).map_err(|error| format!("line {number}: {error}"))?;
            match line {
                Line::Device(found) => device = Some(found),
                Line::Perft(found) => perft.push(found),
                Line::Lanes(found) => lanes.push(found),
                Line::Divergence(found) => divergence.push(found),
                Line::Search(found) => searches.push(found),
                Line::Stop(found) => stops.push(found),
            }
        }
        let device: Device = device.ok_or("no line names the device")?;
        if device.short {
            return Err("these are the shortest measurements, made to see that all work".into());
        }
        let found =
            |search: &SearchFigures| (search.position.clone(), search.value, search.best.clone());
        let reached: Vec<_> = searches.iter().filter(|search| search.reached).map(found).collect();
        if let Some([one, other]) =
            reached.array_windows().find(|[one, other]| one.0 == other.0 && one != other)
        {
            return Err(format!("two searches have found {one:?} and {other:?}"));
        }
        Ok(Figures { device, perft, lanes, divergence, searches, stops })
    }
}
