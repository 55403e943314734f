// The rows as data. Every row uses the same instructions, without an `if`. The twin is in twin/cursor.rs.

// A row of one side: its word (Row::word), its rotation, and the squares on which a step may arrive.
@group(0) @binding(4) var<uniform> table: array<vec4<u32>, $both>;

fn rotate(x: u64, turn: u32) -> u64 { return (x << (turn & 63u)) | (x >> ((64u - turn) & 63u)); }
fn asks(row: vec4<u32>, condition: u32) -> u64 { return select(0lu, ALL, (row.x & (condition << 12u)) != 0u); }
fn row_of(p: Position, index: u32) -> vec4<u32> { return table[index * 2u + (p.word & 1u)]; }
fn board_of(row: vec4<u32>) -> u64 { return u64(row.z) | (u64(row.w) << 32u); }

// Up to `most` steps (1, 2 or 7) over empty squares.
fn reach(pieces: u64, empty: u64, turn: u32, board: u64, most: u32) -> u64 {
    var filled = pieces;
    var open = empty & board & select(0lu, ALL, most > 1u);
    filled |= open & rotate(filled, turn);
    open &= rotate(open, turn) & select(0lu, ALL, most > 2u);
    filled |= open & rotate(filled, 2u * turn);
    open &= rotate(open, 2u * turn);
    filled |= open & rotate(filled, 4u * turn);
    return rotate(filled, turn) & board;
}

fn sources(p: Position, m: Masks, row: vec4<u32>) -> u64 {
    let direction = (row.x >> 8u) & 15u; let line = direction >> 1u;
    let set_ = select(0lu, pawns(p), (row.x & 1u) != 0u) | select(0lu, knights(p), (row.x & 2u) != 0u)
        | select(0lu, diagonal(p), (row.x & 4u) != 0u) | select(0lu, straight(p), (row.x & 8u) != 0u)
        | select(0lu, kings(p), (row.x & 16u) != 0u);
    let pinned = m.line0 | m.line1 | m.line2 | m.line3;
    let along = select(0lu, m.line0, line == 0u) | select(0lu, m.line1, line == 1u)
        | select(0lu, m.line2, line == 2u) | select(0lu, m.line3, line == 3u);
    let home = select(0xff00lu, 0x00ff000000000000lu, black_to_move(p));
    return set_ & our(p) & (~pinned | along) & (home | ~asks(row, 64u)) & (m.passers | ~asks(row, 4u));
}

fn row_targets(p: Position, m: Masks, index: u32) -> u64 {
    let row = row_of(p, index);
    let occ = occupied(p); let us = our(p); let black = black_to_move(p);
    let last = select(0xff00000000000000lu, 0xfflu, black);
    let fourth = select(0x00000000ff000000lu, 0x000000ff00000000lu, black);
    let safe = asks(row, 128u);
    let limit = (m.aim & ~safe) | (~m.danger & safe);
    let arrival = (limit & ((~occ & asks(row, 1u)) | ((occ ^ us) & asks(row, 2u))))
        | (passing(p) & asks(row, 4u)) | (m.castling & asks(row, 8u));
    return reach(sources(p, m, row), ~occ, row.y, board_of(row), (row.x >> 5u) & 7u) & arrival
        & (last | ~asks(row, 16u)) & ~(last & asks(row, 32u)) & (fourth | ~asks(row, 64u));
}

// The origin of the piece that reaches this square by this row.
fn row_origin(p: Position, m: Masks, index: u32, to: u64) -> u64 {
    let row = row_of(p, index);
    let board = rotate(board_of(row), 64u - row.y);
    return reach(to, ~occupied(p), 64u - row.y, board, (row.x >> 5u) & 7u) & sources(p, m, row);
}

fn row_action(index: u32) -> u32 { return table[index * 2u].x >> 20u; }

fn count_moves(p: Position, m: Masks) -> u32 {
    var count = 0u;
    for (var row = 0u; row < ROWS; row++) {
        count += ones(row_targets(p, m, row)) << select(0u, 2u, row_action(row) == PROMOTION);
    }
    return count;
}
