//! Generates random games with comments, glyphs and variations.

use cleave_board::{Move, Position};
use cleave_movegen::legal_moves;
use cleave_pgn::{Comment, Game, GameResult, Nag, Ply, Remark, TagName, Variation};

/// Start positions: standard, in the middle of a game with Black to move, and chess960.
const STARTS: [&str; 4] = [
    Position::START_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 3 17",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "8/P1k5/8/8/8/8/5K1p/8 w - - 12 60",
];

/// Texts that are hard to write: parentheses, braces, tags, escapes, long texts.
const TEXTS: [&str; 9] = [
    "good",
    "a (b) [%eval 0.31,12] $3 1-0 *",
    "[Event \"x\"]",
    "with a } brace",
    "two\nlines",
    "% no escape; no comment",
    "Zügen ⩲ — \"so\" \\",
    "a comment that is much longer than the eighty characters that a line of movetext has room for",
    "1. e4 e5",
];

/// A generator of pseudo-random numbers (SplitMix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Returns a number below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ (word >> 31)) % limit as u64) as usize
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// Returns the random game with this number.
pub(crate) fn random_game(number: u64) -> Game {
    let random = &mut Random(number);
    let start = Position::from_fen(STARTS[random.below(STARTS.len())]).unwrap();
    let mut game = Game::new(start);
    game.tags.set(TagName::WHITE, TEXTS[random.below(TEXTS.len())]);
    game.tags.set(TagName::ROUND, &number.to_string());
    let plies = random.below(120);
    game.main = random_variation(random, &start, plies, 0);
    let results = [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw];
    game.set_result(*results.get(random.below(4)).unwrap_or(&GameResult::Unknown));
    game
}

fn random_variation(random: &mut Random, start: &Position, plies: usize, depth: u32) -> Variation {
    let mut variation = Variation::default();
    if random.one_in(5) {
        variation.comments = random_comments(random);
    }
    let mut position = *start;
    for _ in 0..plies {
        let Some(mv) = random_move(random, &position, depth) else { break };
        variation.plies.push(random_ply(random, &position, mv, depth));
        position = if mv.is_none() { position.make_null() } else { position.make(mv) };
    }
    variation
}

fn random_move(random: &mut Random, position: &Position, depth: u32) -> Option<Move> {
    if depth > 0 && !position.in_check() && random.one_in(30) {
        return Some(Move::NONE);
    }
    let moves = legal_moves(position).to_vec();
    (!moves.is_empty()).then(|| moves[random.below(moves.len())])
}

fn random_ply(random: &mut Random, position: &Position, mv: Move, depth: u32) -> Ply {
    let mut ply = Ply::new(mv);
    if random.one_in(6) {
        ply.nags.push(Nag(random.below(140) as u8));
    }
    while depth < 4 && random.one_in(8) {
        if random.one_in(2) {
            ply.remarks.extend(random_comments(random).into_iter().map(Remark::Comment));
        } else {
            let plies = 1 + random.below(8);
            let variation = random_variation(random, position, plies, depth + 1);
            if !variation.plies.is_empty() {
                ply.remarks.push(Remark::Variation(variation));
            }
        }
    }
    ply
}

fn random_comments(random: &mut Random) -> Vec<Comment> {
    let count = 1 + random.below(2);
    (0..count).filter_map(|_| Comment::new(TEXTS[random.below(TEXTS.len())])).collect()
}
