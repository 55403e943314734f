// A position and its moves: the twin is in twin/masks.rs and twin/make.rs.

struct Position { black: u64, c1: u64, c2: u64, c3: u64, word: u32, spare: u32 }

struct Masks {
    danger: u64, aim: u64,
    line0: u64, line1: u64, line2: u64, line3: u64,
    passers: u64, castling: u64,
}

const ALL: u64 = 0xfffffffffffffffflu;
const FILE_A: u64 = 0x0101010101010101lu;

//# for d in directions
fn step_$d(x: u64) -> u64 { return (x $shift) & $boardlu; }
//# end

//# for d in lines
fn ray_$d(pieces: u64, empty: u64) -> u64 {
    var filled = pieces;
    var open = empty & $boardlu;
    filled |= open & (filled $shift);
    open &= open $shift;
    filled |= open & (filled $shift2);
    open &= open $shift2;
    filled |= open & (filled $shift4);
    return (filled $shift) & $boardlu;
}
//# end

// spirv-val has no 64-bit countOneBits.
fn ones(x: u64) -> u32 { return countOneBits(u32(x)) + countOneBits(u32(x >> 32u)); }
fn first(x: u64) -> u32 {
    let low = u32(x);
    return select(32u + countTrailingZeros(u32(x >> 32u)), countTrailingZeros(low), low != 0u);
}
fn bit(square: u32) -> u64 { return 1lu << (square & 63u); }
fn lowest(x: u64) -> u64 { return x & (~x + 1lu); }

fn black_to_move(p: Position) -> bool { return (p.word & 1u) == 1u; }
fn passing(p: Position) -> u64 {
    let square = (p.word >> 1u) & 63u;
    return select(0lu, bit(square), square != 0u);
}
fn occupied(p: Position) -> u64 { return p.c1 | p.c2 | p.c3; }
fn our(p: Position) -> u64 { return select(occupied(p) & ~p.black, p.black, black_to_move(p)); }
fn pawns(p: Position) -> u64 { return p.c1 & ~p.c2 & ~p.c3; }
fn knights(p: Position) -> u64 { return ~p.c1 & p.c2 & ~p.c3; }
fn diagonal(p: Position) -> u64 { return p.c1 & (p.c2 ^ p.c3); }
fn straight(p: Position) -> u64 { return p.c3 & (p.c1 | ~p.c2); }
fn kings(p: Position) -> u64 { return ~p.c1 & p.c2 & p.c3; }
fn castling_rooks(p: Position) -> u64 { return p.c1 & p.c2 & p.c3; }
fn code_on(p: Position, square: u32) -> u32 {
    return u32((p.c1 >> square) & 1lu) | (u32((p.c2 >> square) & 1lu) << 1u) | (u32((p.c3 >> square) & 1lu) << 2u);
}
fn pawn_attacks(x: u64, black: bool) -> u64 {
    return select(step_4(x) | step_6(x), step_5(x) | step_7(x), black);
}

fn masks_of(p: Position) -> Masks {
    let occ = occupied(p); let us = our(p); let them = occ ^ us;
    let king = kings(p) & us; let their_king = kings(p) & them;
    let empty = ~occ; let through = ~(occ ^ king);
    var m: Masks;
    var checkers = 0lu; var answers = 0lu;
//# for d in lines
    {
        let sliders = $slider(p) & them;
        let seen = ray_$d(king, empty);
        let pinned = seen & us;
        let hit = seen & sliders;
        m.danger |= ray_$d(sliders, through) | step_$d(their_king);
        checkers |= hit;
        answers |= select(0lu, seen, hit != 0lu);
        m.line$line |= select(0lu, pinned, (ray_$d(pinned, empty) & sliders) != 0lu);
    }
//# end
    let their_knights = knights(p) & them;
//# for d in jumps
    m.danger |= step_$d(their_knights);
    checkers |= step_$d(king) & their_knights;
//# end
    m.danger |= pawn_attacks(pawns(p) & them, !black_to_move(p));
    checkers |= pawn_attacks(king, black_to_move(p)) & pawns(p) & them;
    let one = checkers == lowest(checkers);
    m.aim = select(select(0lu, answers | checkers, one), ALL, checkers == 0lu);
    if (passing(p) != 0lu) { m.passers = legal_passers(p, king, checkers); }
    if ((castling_rooks(p) & us) != 0lu && checkers == 0lu) {
        m.castling = castling_wing(p, m.danger, king, true) | castling_wing(p, m.danger, king, false);
    }
    return m;
}

// A capture in passing takes two pawns off their lines, so each one is tried.
fn legal_passers(p: Position, king: u64, checkers: u64) -> u64 {
    let us = our(p); let them = occupied(p) ^ us; let black = black_to_move(p);
    let target_ = passing(p);
    let victim = select(target_ >> 8u, target_ << 8u, black);
    let leapers = checkers & (knights(p) | pawns(p)) & ~victim;
    var passers = 0lu;
    var rest = pawn_attacks(target_, !black) & pawns(p) & us;
    while (rest != 0lu) {
        let origin = lowest(rest);
        rest ^= origin;
        let empty = ~((occupied(p) ^ origin ^ victim) | target_);
        var attackers = leapers;
//# for d in lines
        attackers |= ray_$d(king, empty) & $slider(p) & them;
//# end
        passers |= select(0lu, origin, attackers == 0lu);
    }
    return passers;
}

// The squares of king and rook after castling.
fn king_castled(king: u64, east: bool) -> u64 {
    return (0xfflu << (first(king) & 56u)) & select(FILE_A << 2u, FILE_A << 6u, east);
}
fn rook_castled(king: u64, east: bool) -> u64 {
    return (0xfflu << (first(king) & 56u)) & select(FILE_A << 3u, FILE_A << 5u, east);
}
fn span(a: u64, b: u64) -> u64 { return (max(a, b) - min(a, b)) | max(a, b); }

fn castling_wing(p: Position, danger: u64, king: u64, east: bool) -> u64 {
    let occ = occupied(p); let us = our(p);
    let rook = select(ray_3(king, ~occ), ray_2(king, ~occ), east) & us & castling_rooks(p);
    let king_to = king_castled(king, east); let rook_to = rook_castled(king, east);
    let free = occ ^ king ^ rook;
    let walked = span(king, king_to);
    let line = ~(free | rook_to);
    let beside = (ray_2(king_to, line) | ray_3(king_to, line)) & straight(p) & occ & ~us;
    let legal = (walked & danger) == 0lu && ((walked | span(rook, rook_to)) & free) == 0lu && beside == 0lu;
    return select(0lu, rook, legal);
}

// A move: origin in bits 0 to 5, destination in 6 to 11, code of the arriving piece in 12 to 14, action in 15 to 17.
fn make(p: Position, move_: u32) -> Position {
    let black = black_to_move(p);
    let s = move_ & 63u; let t = (move_ >> 6u) & 63u;
    let code = (move_ >> 12u) & 7u; let action = (move_ >> 15u) & 7u;
    let origin = bit(s); let to = bit(t);
    let castles = action == CASTLING;
    let victim = select(to >> 8u, to << 8u, black);
    let east = t > s;
    let arrives = select(to, king_castled(origin, east), castles);
    let rook = select(0lu, rook_castled(origin, east), castles);
    let gone = origin | to | select(0lu, victim, action == PASSING);
    // A king move ends the rights of its rooks.
    let plain = select(0lu, castling_rooks(p) & our(p), code == 6u);
    var n: Position;
    n.c1 = (p.c1 & ~(gone | plain)) | select(0lu, arrives, (code & 1u) != 0u);
    n.c2 = (p.c2 & ~(gone | plain)) | select(0lu, arrives, (code & 2u) != 0u);
    n.c3 = (p.c3 & ~gone) | select(0lu, arrives, (code & 4u) != 0u) | rook;
    n.black = (p.black & ~gone) | select(0lu, arrives | rook, black);
    let over = (s + t) >> 1u;
    let theirs = select(n.black, occupied(n) & ~n.black, black);
    let capturers = pawn_attacks(bit(over), black) & pawns(n) & theirs;
    n.word = (~p.word & 1u) | select(0u, over << 1u, action == DOUBLE && capturers != 0lu);
    return n;
}
