//! Writes `data/perft.epd`: positions from random placement and random play, chosen for their
//! difficulties, with counts by cozy-chess. Cleave's generator has no part in it.
//!
//! `cargo run --release -p cleave-movegen --example perft_suite > data/perft.epd`

use cozy_chess::{
    BitBoard, Board, Color, File, Move, Piece, Rank, Square, get_between_rays, get_king_moves,
    get_pawn_attacks,
};

/// The maximum number of nodes of an entry. The standard positions have more.
const MAX_NODES: u64 = 600_000;

const STANDARD: [(&str, u32); 6] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5),
];

/// A kind of position: its name, the number wanted, a source and a test.
struct Category {
    name: &'static str,
    wanted: usize,
    source: fn(&mut Random) -> Option<Board>,
    fits: fn(&Board) -> bool,
}

const CATEGORIES: [Category; 9] = [
    Category { name: "promotions", wanted: 24, source: sparse, fits: promotes },
    Category {
        name: "en passant, pinned",
        wanted: 24,
        source: pawns_abreast,
        fits: pinned_en_passant,
    },
    Category {
        name: "en passant out of check",
        wanted: 6,
        source: pawns_abreast,
        fits: en_passant_in_check,
    },
    Category {
        name: "castling through attack",
        wanted: 24,
        source: castlers,
        fits: castling_attacked,
    },
    Category { name: "double check", wanted: 24, source: sparse, fits: double_check },
    Category { name: "double check in reach", wanted: 12, source: game, fits: gives_double_check },
    Category { name: "mate or stalemate in reach", wanted: 12, source: sparse, fits: ends_game },
    Category { name: "chess960 starts", wanted: 16, source: chess960_start, fits: |_| true },
    Category { name: "chess960 castling", wanted: 24, source: chess960_game, fits: castles },
];

fn main() {
    println!(
        "# Perft counts. Written by crates/movegen/examples/perft_suite.rs; counted by cozy-chess."
    );
    println!("\n# The six standard positions.");
    for (fen, depth) in STANDARD {
        let board = Board::from_fen(fen, false).expect("a standard position");
        let counts = (1..=depth).map(|depth| perft(&board, depth)).collect::<Vec<_>>();
        print_line(fen, &counts);
    }
    let mut random = Random(0x1D75_1997);
    for category in &CATEGORIES {
        println!("\n# {}.", category.name);
        let mut found = 0;
        while found < category.wanted {
            if let Some(board) = (category.source)(&mut random).filter(category.fits) {
                found += 1;
                print_line(&text(&board), &counts(&board));
            }
        }
    }
}

fn print_line(fen: &str, counts: &[u64]) {
    let counts: Vec<String> =
        counts.iter().enumerate().map(|(i, nodes)| format!(";D{} {nodes}", i + 1)).collect();
    println!("{fen} {}", counts.join(" "));
}

/// Returns plain FEN where it suffices, else Shredder-FEN.
fn text(board: &Board) -> String {
    let plain = format!("{board}");
    if Board::from_fen(&plain, false).is_ok_and(|again| again == *board) {
        plain
    } else {
        format!("{board:#}")
    }
}

/// Returns the counts by depth, as deep as `MAX_NODES` allows.
fn counts(board: &Board) -> Vec<u64> {
    let mut counts = vec![perft(board, 1)];
    while counts.len() < 6 {
        let growth = moves(board).len() as u64 + 2;
        if counts[counts.len() - 1] * growth > MAX_NODES {
            break;
        }
        counts.push(perft(board, counts.len() as u32 + 1));
    }
    counts
}

fn moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.generate_moves(|set| {
        moves.extend(set);
        false
    });
    moves
}

fn after(board: &Board, mv: Move) -> Board {
    let mut next = board.clone();
    next.play(mv);
    next
}

fn perft(board: &Board, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => moves(board).len() as u64,
        _ => moves(board).into_iter().map(|mv| perft(&after(board, mv), depth - 1)).sum(),
    }
}

// Tests.

fn promotes(board: &Board) -> bool {
    moves(board).iter().filter(|mv| mv.promotion.is_some()).count() >= 4
}

/// Returns the squares of our pawns that could capture en passant, checks and pins aside.
fn en_passant_capturers(board: &Board) -> BitBoard {
    let us = board.side_to_move();
    let Some(file) = board.en_passant() else { return BitBoard::EMPTY };
    let target = Square::new(file, Rank::Sixth.relative_to(us));
    get_pawn_attacks(target, !us) & board.colored_pieces(us, Piece::Pawn)
}

fn en_passant_moves(board: &Board) -> usize {
    let us = board.side_to_move();
    let rank = Rank::Sixth.relative_to(us);
    let is_capture = |mv: &Move| {
        en_passant_capturers(board).has(mv.from)
            && Some(mv.to.file()) == board.en_passant()
            && mv.to.rank() == rank
    };
    moves(board).iter().filter(|mv| is_capture(mv)).count()
}

fn pinned_en_passant(board: &Board) -> bool {
    board.checkers().is_empty()
        && en_passant_capturers(board).len() as usize > en_passant_moves(board)
}

fn en_passant_in_check(board: &Board) -> bool {
    !board.checkers().is_empty() && en_passant_moves(board) > 0
}

fn castling_rights(board: &Board) -> usize {
    Color::ALL
        .into_iter()
        .map(|color| board.castle_rights(color))
        .map(|rights| usize::from(rights.short.is_some()) + usize::from(rights.long.is_some()))
        .sum()
}

fn castles(board: &Board) -> bool {
    let own = board.colors(board.side_to_move());
    moves(board).iter().any(|mv| own.has(mv.to))
}

/// Returns true if castling is illegal although the side to move has the right, is not in check,
/// and nothing stands between king and rook.
fn castling_attacked(board: &Board) -> bool {
    let us = board.side_to_move();
    let (rights, king) = (board.castle_rights(us), board.king(us));
    let is_stopped = |rook: File| {
        let rook = Square::new(rook, king.rank());
        (get_between_rays(king, rook) & board.occupied()).is_empty()
            && !moves(board).iter().any(|mv| (mv.from, mv.to) == (king, rook))
    };
    board.checkers().is_empty() && [rights.short, rights.long].into_iter().flatten().any(is_stopped)
}

fn double_check(board: &Board) -> bool {
    board.checkers().len() == 2
}

fn gives_double_check(board: &Board) -> bool {
    moves(board).iter().any(|&mv| double_check(&after(board, mv)))
}

fn ends_game(board: &Board) -> bool {
    moves(board).iter().any(|&mv| moves(&after(board, mv)).is_empty())
}

// Sources.

/// Returns two kings and a few random pieces.
fn sparse(random: &mut Random) -> Option<Board> {
    let mut placement = Placement::with_kings(random)?;
    for _ in 0..3 + random.below(7) {
        placement.put_somewhere(random, "PPpNnBbRrQqPp");
    }
    placement.board("-", "-")
}

/// Returns a double push past one or two enemy pawns, with sliders around.
fn pawns_abreast(random: &mut Random) -> Option<Board> {
    let mut placement = Placement::with_kings(random)?;
    placement.white_to_move = true;
    let file = random.below(8);
    placement.put(32 + file, 'p')?;
    for neighbour in [file.checked_sub(1), Some(file + 1).filter(|&file| file < 8)] {
        if random.below(3) > 0
            && let Some(neighbour) = neighbour
        {
            placement.put(32 + neighbour, 'P')?;
        }
    }
    for _ in 0..2 + random.below(3) {
        placement.put_somewhere(random, "rqbrqbRBn");
    }
    // The position before the push was possible as well.
    let mut before = Placement { white_to_move: false, ..placement };
    before.squares[32 + file] = '.';
    before.put(48 + file, 'p')?;
    before.board("-", "-")?;
    let target = format!("{}6", (b'a' + file as u8) as char);
    placement.board("-", &target)
}

/// Returns kings and rooks on their first ranks, other pieces anywhere.
fn castlers(random: &mut Random) -> Option<Board> {
    let mut placement = Placement { squares: ['.'; 64], white_to_move: random.below(2) == 0 };
    for (square, letter) in [(0, 'R'), (4, 'K'), (7, 'R'), (56, 'r'), (60, 'k'), (63, 'r')] {
        placement.put(square, letter)?;
    }
    for _ in 0..2 + random.below(8) {
        placement.put_somewhere(random, "PPppNnBbQq");
    }
    placement.board("KQkq", "-")
}

fn game(random: &mut Random) -> Option<Board> {
    random_play(Board::default(), random)
}

fn chess960_start(random: &mut Random) -> Option<Board> {
    let (white, black) = (random.below(960) as u32, random.below(960) as u32);
    Some(Board::double_chess960_startpos(white, black))
}

fn chess960_game(random: &mut Random) -> Option<Board> {
    random_play(chess960_start(random)?, random).filter(|board| castling_rights(board) > 0)
}

fn random_play(mut board: Board, random: &mut Random) -> Option<Board> {
    for _ in 0..10 + random.below(50) {
        let moves = moves(&board);
        if moves.is_empty() {
            return None;
        }
        board.play(moves[random.below(moves.len())]);
    }
    Some(board)
}

/// A board being set up.
#[derive(Clone, Copy)]
struct Placement {
    squares: [char; 64],
    white_to_move: bool,
}

impl Placement {
    fn with_kings(random: &mut Random) -> Option<Placement> {
        let (white, black) = (random.below(64), random.below(64));
        let square = |index: usize| Square::index(index);
        if white == black || get_king_moves(square(white)).has(square(black)) {
            return None;
        }
        let mut placement = Placement { squares: ['.'; 64], white_to_move: random.below(2) == 0 };
        placement.put(white, 'K')?;
        placement.put(black, 'k')?;
        Some(placement)
    }

    fn put(&mut self, square: usize, letter: char) -> Option<()> {
        let free = self.squares[square] == '.';
        self.squares[square] = letter;
        free.then_some(())
    }

    /// Puts one of `letters` on a random free square; pawns only where pawns can stand.
    fn put_somewhere(&mut self, random: &mut Random, letters: &str) {
        let letter = letters.as_bytes()[random.below(letters.len())] as char;
        let square = random.below(64);
        let back_rank = !(8..56).contains(&square);
        if self.squares[square] == '.' && !(back_rank && letter.eq_ignore_ascii_case(&'p')) {
            self.squares[square] = letter;
        }
    }

    fn board(&self, castling: &str, en_passant: &str) -> Option<Board> {
        let ranks: Vec<String> = (0..8)
            .rev()
            .map(|rank| {
                let mut text: String = self.squares[rank * 8..rank * 8 + 8].iter().collect();
                for n in (1..=8).rev() {
                    text = text.replace(&".".repeat(n), &n.to_string());
                }
                text
            })
            .collect();
        let side = if self.white_to_move { 'w' } else { 'b' };
        let fen = format!("{} {side} {castling} {en_passant} 0 1", ranks.join("/"));
        Board::from_fen(&fen, false).ok().filter(|board| !moves(board).is_empty())
    }
}

/// Marsaglia's xorshift: the same suite every time.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % n
    }
}
