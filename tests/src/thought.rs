//! Lines of thinking as a GUI reads them.

/// A line of thinking.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The iteration, in plies.
    pub depth: u32,
    /// The value in centipawns, 100000 + N for mate in N moves.
    pub value: i32,
    /// The time since the search began, in centiseconds.
    pub time: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// The moves, without move numbers and marks of bounds.
    pub moves: String,
}

impl Thought {
    /// Reads a line of thinking: four numbers and moves, with a tab and perhaps more numbers
    /// between them. Returns `None` for any other line.
    pub fn read(line: &str) -> Option<Thought> {
        let mut words = line.split_whitespace();
        let depth = words.next()?.parse().ok()?;
        let value = words.next()?.parse().ok()?;
        let time = words.next()?.parse().ok()?;
        let nodes = words.next()?.parse().ok()?;
        let moves = match line.split_once('\t') {
            Some((_, moves)) => moves.split_whitespace().collect(),
            None => words.collect::<Vec<_>>(),
        };
        let is_number = |word: &&str| word.trim_end_matches('.').parse::<u32>().is_ok();
        let moves = moves.into_iter().filter(|word| !is_number(word));
        let moves = moves.map(|word| word.trim_end_matches(['?', '!']));
        Some(Thought { depth, value, time, nodes, moves: moves.collect::<Vec<_>>().join(" ") })
    }

    /// Returns the first move of the line, or an empty text if there is none.
    pub fn first_move(&self) -> &str {
        self.moves.split(' ').next().unwrap_or_default()
    }
}
