//! A slow second implementation of the counts of all weights, square by square from the text of a
//! FEN. It follows the descriptions of the rows in `weights.rs` and shares no code with the crate.

mod danger;

use std::collections::BTreeMap;

/// The counts of all weights, by row and place in the row.
pub(crate) type Counts = BTreeMap<(&'static str, usize), i32>;

/// A board from one side's point of view. That side has the upper-case pieces and moves up the
/// ranks.
pub(crate) struct View {
    at: [char; 64],
    /// The pieces of both sides that attack each square.
    seen_by: Vec<String>,
    to_move: bool,
}

const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const JUMPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

fn file(square: usize) -> usize {
    square % 8
}

fn rank(square: usize) -> usize {
    square / 8
}

fn distance(a: usize, b: usize) -> usize {
    file(a).abs_diff(file(b)).max(rank(a).abs_diff(rank(b)))
}

fn same_file(a: usize, b: usize) -> bool {
    file(a) == file(b)
}

fn beside(a: usize, b: usize) -> bool {
    file(a).abs_diff(file(b)) == 1
}

/// Returns the place of this square's weight in a piece-square table.
fn place(square: usize) -> usize {
    4 * rank(square) + file(square).min(7 - file(square))
}

impl View {
    /// Reads a position from White's point of view, or Black's.
    pub(crate) fn new(fen: &str, white: bool) -> View {
        let mut fields = fen.split(' ');
        let placement = fields.next().expect("a FEN has a placement");
        let mut at = [' '; 64];
        for (row, text) in placement.split('/').enumerate() {
            let mut column = 0;
            for c in text.chars() {
                if let Some(run) = c.to_digit(10) {
                    column += run as usize;
                    continue;
                }
                let own = c.is_ascii_uppercase() == white;
                let square = if white { 8 * (7 - row) + column } else { 8 * row + column };
                at[square] = if own { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
                column += 1;
            }
        }
        let to_move = fields.next() == Some(if white { "w" } else { "b" });
        let mut view = View { at, seen_by: vec![String::new(); 64], to_move };
        for (from, piece) in at.into_iter().enumerate() {
            for to in view.seen(from) {
                view.seen_by[to].push(piece);
            }
        }
        view
    }

    /// Returns the squares reached in these directions. Pieces of the kinds in `past` do not block.
    fn walk(&self, from: usize, steps: &[(i32, i32)], far: bool, past: &[char]) -> Vec<usize> {
        let mut reached = Vec::new();
        for (dx, dy) in steps {
            let (mut x, mut y) = (file(from) as i32 + dx, rank(from) as i32 + dy);
            while (0..8).contains(&x) && (0..8).contains(&y) {
                let square = (8 * y + x) as usize;
                reached.push(square);
                if !far || self.at[square] != ' ' && !past.contains(&self.at[square]) {
                    break;
                }
                (x, y) = (x + dx, y + dy);
            }
        }
        reached
    }

    /// Returns the squares that the piece on this square attacks. Sliders see through own pieces
    /// that move in the same directions.
    fn seen(&self, from: usize) -> Vec<usize> {
        match self.at[from] {
            'P' => self.walk(from, &[(1, 1), (-1, 1)], false, &[]),
            'p' => self.walk(from, &[(1, -1), (-1, -1)], false, &[]),
            'N' | 'n' => self.walk(from, &JUMPS, false, &[]),
            'B' => self.walk(from, &DIAGONAL, true, &['Q']),
            'b' => self.walk(from, &DIAGONAL, true, &['q']),
            'R' => self.walk(from, &STRAIGHT, true, &['R', 'Q']),
            'r' => self.walk(from, &STRAIGHT, true, &['r', 'q']),
            'Q' | 'q' => [STRAIGHT, DIAGONAL]
                .iter()
                .flat_map(|steps| self.walk(from, steps, true, &[]))
                .collect(),
            'K' | 'k' => [STRAIGHT, DIAGONAL]
                .iter()
                .flat_map(|steps| self.walk(from, steps, false, &[]))
                .collect(),
            _ => Vec::new(),
        }
    }

    fn all(&self, piece: char) -> impl Iterator<Item = usize> {
        (0..64).filter(move |&square| self.at[square] == piece)
    }

    fn count(&self, kinds: &str) -> i32 {
        self.at.iter().filter(|&&piece| kinds.contains(piece)).count() as i32
    }

    fn any(&self, piece: char, test: impl Fn(usize) -> bool) -> bool {
        self.all(piece).any(test)
    }

    fn king(&self, piece: char) -> usize {
        self.all(piece).next().expect("both sides have a king")
    }

    fn ours(&self, square: usize) -> usize {
        self.seen_by[square].chars().filter(char::is_ascii_uppercase).count()
    }

    fn theirs(&self, square: usize) -> usize {
        self.seen_by[square].chars().filter(char::is_ascii_lowercase).count()
    }

    fn sees(&self, piece: char, square: usize) -> bool {
        self.seen_by[square].contains(piece)
    }

    fn is_passed(&self, pawn: usize) -> bool {
        !self.any('p', |p| file(p).abs_diff(file(pawn)) <= 1 && rank(p) > rank(pawn))
            && !self.any('P', |p| same_file(p, pawn) && p > pawn)
    }

    /// Returns the counts of all weights for this side, without the danger to its king.
    pub(crate) fn linear(&self) -> Counts {
        let mut counts = Counts::new();
        let mut add = |row, place, count| *counts.entry((row, place)).or_default() += count;
        self.material(&mut add);
        self.squares(&mut add);
        self.all('P').for_each(|pawn| self.pawn(pawn, &mut add));
        self.all('P').filter(|&p| self.is_passed(p)).for_each(|p| self.passed(p, &mut add));
        self.shelter(&mut add);
        self.threats(&mut add);
        self.outposts_and_lines(&mut add);
        self.space(&mut add);
        add("tempo", 0, i32::from(self.to_move));
        counts
    }

    fn material(&self, add: &mut impl FnMut(&'static str, usize, i32)) {
        for (place, piece) in "PNBRQ".chars().enumerate() {
            add("piece_value", place, self.count(&piece.to_string()));
        }
        let extra_pawns = self.count("P") - 5;
        add("bishop_pair", 0, i32::from(self.count("B") >= 2));
        add("knight_pawns", 0, self.count("N") * extra_pawns);
        add("rook_pawns", 0, self.count("R") * extra_pawns);
        add("rook_pair", 0, i32::from(self.count("R") >= 2));
        add("queen_minors", 0, self.count("Q") * self.count("NB"));
    }

    fn squares(&self, add: &mut impl FnMut(&'static str, usize, i32)) {
        let stuck = |square: usize| {
            self.at[square] == 'P' && (rank(square) <= 2 || self.at[square + 8] != ' ')
        };
        let useful = |to: usize| self.at[to] != 'K' && !stuck(to) && !self.sees('p', to);
        for square in 0..64 {
            let (squares, mobility) = match self.at[square] {
                'P' => ("pawn_square", None),
                'N' => ("knight_square", Some("knight_mobility")),
                'B' => ("bishop_square", Some("bishop_mobility")),
                'R' => ("rook_square", Some("rook_mobility")),
                'Q' => ("queen_square", Some("queen_mobility")),
                'K' => ("king_square", None),
                _ => continue,
            };
            add(squares, place(square), 1);
            if let Some(row) = mobility {
                add(row, self.seen(square).into_iter().filter(|&to| useful(to)).count(), 1);
            }
        }
    }

    fn pawn(&self, pawn: usize, add: &mut impl FnMut(&'static str, usize, i32)) {
        let ahead = |p: usize| rank(p) > rank(pawn);
        let opposed = self.any('p', |p| same_file(p, pawn) && ahead(p));
        let doubled = self.any('P', |p| same_file(p, pawn) && ahead(p));
        let isolated = !self.any('P', |p| beside(p, pawn));
        let supported = self.any('P', |p| beside(p, pawn) && !ahead(p));
        let next = pawn + 8;
        let phalanx = self.all('P').filter(|&p| beside(p, pawn) && rank(p) == rank(pawn)).count();
        let defenders = self.seen_by[pawn].matches('P').count();

        add("doubled", 0, i32::from(doubled));
        add(if opposed { "isolated" } else { "isolated_open" }, 0, i32::from(isolated));
        let backward = !isolated && !supported && (self.at[next] == 'p' || self.sees('p', next));
        add(if opposed { "backward" } else { "backward_open" }, 0, i32::from(backward));
        add("defended", rank(pawn), i32::from(defenders > 0));
        add("phalanx", rank(pawn), i32::from(phalanx > 0));
        add("rammed", rank(pawn), i32::from(self.at[next] == 'p'));

        let attacked_from = |from: usize, p: usize| beside(p, from) && rank(p) == rank(from) + 1;
        let levers = self.all('p').filter(|&p| attacked_from(pawn, p)).count();
        let pushed_levers = self.all('p').filter(|&p| attacked_from(next, p)).count();
        let stoppers = self.all('p').filter(|&p| beside(p, pawn) && ahead(p)).count();
        let candidate = !opposed
            && !doubled
            && !self.is_passed(pawn)
            && stoppers == levers + pushed_levers
            && defenders >= levers
            && phalanx >= pushed_levers;
        add("candidate", rank(pawn), i32::from(candidate));
    }

    fn passed(&self, pawn: usize, add: &mut impl FnMut(&'static str, usize, i32)) {
        let path: Vec<usize> = (pawn + 8..64).step_by(8).collect();
        let (rank, next, last) = (rank(pawn), path[0], path[path.len() - 1]);
        let companion = |p: usize| {
            beside(p, pawn) && [rank, rank.wrapping_sub(1)].contains(&(p / 8)) && self.is_passed(p)
        };
        add("passed", rank, 1);
        add("passed_connected", rank, i32::from(self.any('P', companion)));
        let free = self.at[next] == ' ';
        let safe_step = free && self.theirs(next) == 0;
        let safe =
            |&square: &usize| self.theirs(square) == 0 && !self.at[square].is_ascii_lowercase();
        add("passed_free", rank, i32::from(free));
        add("passed_safe_step", rank, i32::from(safe_step));
        add("passed_safe_path", rank, i32::from(safe_step && path.iter().all(safe)));
        for (row, king) in [("passed_own_king", 'K'), ("passed_enemy_king", 'k')] {
            let steps = distance(self.king(king), next) as i32;
            add(row, 0, steps * (rank as i32 - 2).max(0));
        }
        for (row, rook) in [("passed_rook", 'R'), ("passed_enemy_rook", 'r')] {
            add(row, 0, i32::from(self.any(rook, |r| same_file(r, pawn) && r < pawn)));
        }
        let steps = (7 - rank).min(5) + usize::from(!self.to_move);
        let unstoppable = self.count("nbrq") == 0
            && path.iter().all(|&square| self.at[square] == ' ')
            && distance(self.king('k'), last) > steps;
        add("passed_unstoppable", 0, i32::from(unstoppable));
    }

    /// Returns the files of the shelter, each with the rank of the nearest own and enemy pawn, or 0
    /// for none.
    fn shelter_files(&self) -> [(usize, usize, usize); 3] {
        let king = self.king('K');
        let centre = file(king).clamp(1, 6);
        [centre - 1, centre, centre + 1].map(|index| {
            let nearest = |pawn| {
                let ahead = self.all(pawn).filter(|&p| file(p) == index && rank(p) >= rank(king));
                ahead.map(rank).min().unwrap_or(0)
            };
            (index, nearest('P'), nearest('p'))
        })
    }

    fn shelter(&self, add: &mut impl FnMut(&'static str, usize, i32)) {
        for (index, shield, stormer) in self.shelter_files() {
            let edge = 8 * index.min(7 - index);
            add("shelter", edge + shield, 1);
            if shield != 0 && stormer == shield + 1 {
                add("storm_blocked", stormer, 1);
            } else {
                add("storm", edge + stormer, 1);
            }
        }
        let near = |p| file(p).abs_diff(file(self.king('K'))) <= 1;
        let pawnless = !self.any('P', near) && !self.any('p', near);
        add("king_pawnless_flank", 0, i32::from(pawnless));
    }

    fn threats(&self, add: &mut impl FnMut(&'static str, usize, i32)) {
        let strong = |s| self.sees('p', s) || self.theirs(s) >= 2 && self.ours(s) < 2;
        let safe = |s| self.ours(s) > 0 || self.theirs(s) == 0;
        let takes = |pawn: usize, target: usize| beside(pawn, target) && target / 8 == pawn / 8 + 1;
        let mut pushes: Vec<usize> = Vec::new();
        for pawn in self.all('P') {
            if self.at[pawn + 8] == ' ' {
                pushes.push(pawn + 8);
                if rank(pawn) == 1 && self.at[pawn + 16] == ' ' {
                    pushes.push(pawn + 16);
                }
            }
        }
        pushes.retain(|&s| safe(s) && !self.sees('p', s));
        for square in 0..64 {
            let contested = self.ours(square) > 0 && !strong(square);
            add("restricted", 0, i32::from(contested && self.theirs(square) > 0));
            let Some(kind) = "pnbrq".find(self.at[square]) else {
                let target = self.at[square] == 'k' && contested;
                add("hanging", 0, i32::from(target && self.theirs(square) == 0));
                continue;
            };
            let (is_pawn, is_queen) = (kind == 0, kind == 4);
            let by_pawn = self.any('P', |p| safe(p) && takes(p, square));
            let by_push = pushes.iter().any(|&p| takes(p, square));
            add("threat_pawn", 0, i32::from(!is_pawn && by_pawn));
            add("threat_push", 0, i32::from(!is_pawn && by_push));
            let by_minor = self.sees('N', square) || self.sees('B', square);
            add("threat_minor", kind, i32::from(by_minor && (!is_pawn || contested)));
            add("threat_rook", kind, i32::from(self.sees('R', square) && (is_queen || contested)));
            add("threat_king", 0, i32::from(self.sees('K', square) && contested));
            add("hanging", 0, i32::from(contested && self.theirs(square) == 0));
            let by_queen_alone = self.theirs(square) == 1 && self.sees('q', square);
            add("queen_defended", 0, i32::from(!is_pawn && contested && by_queen_alone));
        }
    }

    fn outposts_and_lines(&self, add: &mut impl FnMut(&'static str, usize, i32)) {
        let outpost = |s: usize| {
            (3..=5).contains(&rank(s))
                && self.sees('P', s)
                && !self.any('p', |p| beside(p, s) && rank(p) > rank(s))
        };
        let reachable = |s| outpost(s) && self.sees('N', s) && !self.at[s].is_ascii_uppercase();
        add("knight_outpost", 0, self.all('N').filter(|&s| outpost(s)).count() as i32);
        add("bishop_outpost", 0, self.all('B').filter(|&s| outpost(s)).count() as i32);
        add("knight_reaches_outpost", 0, i32::from((0..64).any(reachable)));
        let minors = (0..56).filter(|&s| "NB".contains(self.at[s]));
        let shielded = minors.filter(|&s| "Pp".contains(self.at[s + 8])).count();
        add("minor_shielded", 0, shielded as i32);

        let seventh = self.any('p', |p| rank(p) == 6) || rank(self.king('k')) == 7;
        for rook in self.all('R') {
            let on_file = |pawn| self.any(pawn, |p| same_file(p, rook));
            add("rook_open_file", 0, i32::from(!on_file('P') && !on_file('p')));
            add("rook_semi_open_file", 0, i32::from(!on_file('P') && on_file('p')));
            add("rook_seventh", 0, i32::from(rank(rook) == 6 && seventh));
        }
        let dark = |s: usize| (file(s) + rank(s)).is_multiple_of(2);
        for bishop in self.all('B') {
            for pawn in self.all('P').filter(|&p| dark(p) == dark(bishop)) {
                let middle = (2..=5).contains(&file(pawn));
                add("bishop_pawns", 0, 1);
                add("bishop_rammed", 0, i32::from(middle && self.at[pawn + 8] == 'p'));
            }
        }
        let centre = [27, 28, 35, 36].into_iter().filter(|&s| self.sees('B', s)).count();
        add("bishop_long_diagonal", 0, i32::from(centre >= 2));
    }

    fn space(&self, add: &mut impl FnMut(&'static str, usize, i32)) {
        let room = |&s: &usize| {
            (2..=5).contains(&file(s))
                && (1..=3).contains(&rank(s))
                && self.at[s] != 'P'
                && !self.sees('p', s)
        };
        let behind =
            |s: usize| self.any('P', |p| same_file(p, s) && p > s && rank(p) - rank(s) <= 3);
        let twice = |&s: &usize| behind(s) && self.theirs(s) == 0;
        let squares = (0..64).filter(room).count() + (0..64).filter(room).filter(twice).count();
        add("space", 0, squares as i32 * self.count("NBRQ") / 2);
    }
}
