//! Counts danger to the king: attackers near it, weak squares, checks.

use super::{Counts, DIAGONAL, JUMPS, STRAIGHT, View, distance, file, rank};

/// Enemy pieces in the order of their weights.
const PIECES: [char; 4] = ['n', 'b', 'r', 'q'];

impl View {
    /// Returns the counts of all weights as danger to this side's king. Returns `None` unless two
    /// attackers, or one attacker and a queen, are near.
    pub(crate) fn danger(&self) -> Option<Counts> {
        let king = self.king('K');
        let centre = 8 * rank(king).clamp(1, 6) + file(king).clamp(1, 6);
        let ring = |&s: &usize| distance(s, centre) <= 1;
        let mut counts = Counts::new();
        let mut add = |row, place, count| *counts.entry((row, place)).or_default() += count;
        let mut attackers = 0;
        for (place, piece) in PIECES.into_iter().enumerate() {
            for from in self.all(piece) {
                let hits = self.seen(from).iter().filter(|s| ring(s)).count() as i32;
                attackers += i32::from(hits > 0);
                add("danger_attacker", place, i32::from(hits > 0));
                add("danger_ring", 0, hits);
            }
        }
        if attackers + i32::from(self.count("q") > 0) < 2 {
            return None;
        }
        for (_, shield, _) in self.shelter_files() {
            add("danger_open_file", 0, i32::from(shield == 0));
        }
        add("danger_base", 0, 1);
        add("danger_no_queen", 0, i32::from(self.count("q") == 0));
        let royal = |s| self.sees('K', s) || self.sees('Q', s);
        let weak =
            |&s: &usize| self.theirs(s) > 0 && self.ours(s) < 2 && (self.ours(s) == 0 || royal(s));
        add("danger_weak", 0, (0..64).filter(weak).filter(ring).count() as i32);
        self.checks(&mut add, |s| self.ours(s) == 0 || weak(&s) && self.theirs(s) >= 2);

        let flank = match file(king) {
            0 => 0..=2,
            1 | 2 => 0..=3,
            3 | 4 => 2..=5,
            5 | 6 => 4..=7,
            _ => 5..=7,
        };
        for square in (0..40).filter(|&s| flank.contains(&file(s))) {
            add("danger_flank", 0, self.theirs(square).min(2) as i32);
            add("danger_flank_defence", 0, self.ours(square).min(1) as i32);
        }
        let near = (0..64).filter(|&s| distance(s, king) == 1 && "NB".contains(self.at[s])).count();
        add("danger_minor_defender", 0, near as i32);
        Some(counts)
    }

    /// Counts the squares from which an enemy piece can check the king in one move.
    fn checks(&self, add: &mut impl FnMut(&'static str, usize, i32), safe: impl Fn(usize) -> bool) {
        let king = self.king('K');
        let straight = self.walk(king, &STRAIGHT, true, &['Q']);
        let diagonal = self.walk(king, &DIAGONAL, true, &['Q']);
        let lines = [
            self.walk(king, &JUMPS, false, &[]),
            diagonal.clone(),
            straight.clone(),
            [straight, diagonal].concat(),
        ];
        let mut unsafe_checks = Vec::new();
        for (place, line) in lines.into_iter().enumerate() {
            let piece = PIECES[place];
            let (good, bad): (Vec<usize>, Vec<usize>) = line
                .into_iter()
                .filter(|&s| self.sees(piece, s) && !self.at[s].is_ascii_lowercase())
                .partition(|&s| safe(s));
            add("danger_check", place, i32::from(!good.is_empty()));
            if piece != 'q' {
                unsafe_checks.extend(bad);
            }
        }
        unsafe_checks.sort_unstable();
        unsafe_checks.dedup();
        add("danger_unsafe_check", 0, unsafe_checks.len() as i32);
    }
}
