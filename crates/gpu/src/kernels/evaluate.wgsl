// The evaluation: force, path and targets. The twin is in twin/evaluate.rs.

fn side(p: Position, own: u64, black: bool) -> i32 {
    let empty = ~occupied(p); let them = occupied(p) ^ own;
    let men = pawns(p) & own; let horses = knights(p) & own;
    let queens = diagonal(p) & straight(p) & own;
    let force = PAWN * ones(men) + KNIGHT * ones(horses) + BISHOP * ones(diagonal(p) & own & ~queens)
        + ROOK * ones(straight(p) & own & ~queens) + QUEEN * ones(queens);
    let king = kings(p) & them;
    var prey = them & ~pawns(p);
//# for d in lines
    prey |= step_$d(king);
//# end
    var path = 0u;
    var targets = ones(pawn_attacks(men, black) & prey);
//# for d in lines
    { let reached = ray_$d($slider(p) & own, empty); path += ones(reached & ~own); targets += ones(reached & prey); }
//# end
//# for d in jumps
    { let reached = step_$d(horses); path += ones(reached & ~own); targets += ones(reached & prey); }
//# end
    let advance = ones(men & select(BEYOND0W, BEYOND0B, black)) + ones(men & select(BEYOND1W, BEYOND1B, black))
        + ones(men & select(BEYOND2W, BEYOND2B, black)) + ones(men & select(BEYOND3W, BEYOND3B, black));
    return i32(force + PATH * path + ADVANCE * advance + CENTRE * ones(men & CENTRE_SQUARES) + TARGET * targets);
}

fn evaluate(p: Position) -> i32 {
    let white = side(p, occupied(p) & ~p.black, false) - side(p, p.black, true);
    return select(white, -white, black_to_move(p));
}
