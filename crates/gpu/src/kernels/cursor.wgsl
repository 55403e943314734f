// One move after the other. The twin is in twin/cursor.rs.

// The move of a row to the lowest of its targets.
fn move_of(p: Position, m: Masks, row: u32, targets: u64, promotion: u32) -> u32 {
    let to = lowest(targets);
    let s = first(row_origin(p, m, row, to));
    let code = code_on(p, s);
    let action = row_action(row);
    let arrives = select(select(code, 4u, code == 7u), promotion, action == PROMOTION);
    return s | (first(to) << 6u) | (arrives << 12u) | (action << 15u);
}

// True if the row's move to this square has another promotion next.
fn promotes_again(row: u32, promotion: u32) -> bool { return row_action(row) == PROMOTION && promotion > 2u; }
