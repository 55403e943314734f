// A group of lanes walks one path. The first lane makes the steps. At a node whose children are leaves every lane takes
// some rows of the table, and the lanes evaluate the children together.

var<workgroup> stack: array<Frame, $frames>;
var<workgroup> shared_me: Lane;
var<workgroup> reached: atomic<u32>;
var<workgroup> found: atomic<u32>;

const LEAVES: u32 = 5u;

fn next_or_leaves() {
    if (remaining() + params.captures == 1) { me.state = LEAVES; } else { next(); }
}

// The children of this lane's rows.
fn evaluate_rows() {
    let p = stack[me.ply].position; let m = stack[me.ply].masks;
    let all = remaining() > 0;
    let them = occupied(p) ^ our(p);
    for (var row = local; row < ROWS; row += $groupu) {
        let action = row_action(row); let loud = action == PASSING || action == PROMOTION;
        var targets = row_targets(p, m, row) & select(them, ALL, all || loud);
        var promotion = 5u;
        while (targets != 0lu) {
            let value = -evaluate(make(p, move_of(p, m, row, targets, promotion)));
            atomicAdd(&found, 1u);
            if (value >= bound()) { atomicStore(&reached, 1u); }
            let again = promotes_again(row, promotion);
            promotion = select(5u, promotion - 1u, again);
            targets = select(targets & (targets - 1lu), targets, again);
        }
    }
}

@compute @workgroup_size($group)
fn search(@builtin(workgroup_id) id: vec3<u32>, @builtin(local_invocation_index) place: u32) {
    lane = id.x; local = place;
    me = lanes[lane];
    for (var ply = i32(local); ply < $frames; ply += $group) { stack[ply] = frames[u32(ply) * params.lanes + lane]; }
    for (var n = 0u; n < params.steps; n++) {
        workgroupBarrier();
        if (local == 0u) {
            if (me.state == FETCH) { fetch(); }
            if (me.state != IDLE) { one_step(); }
            shared_me = me;
            atomicStore(&reached, 0u); atomicStore(&found, 0u);
        }
        let now = workgroupUniformLoad(&shared_me);
        if (now.state == LEAVES) {
            me = now;
            evaluate_rows();
            workgroupBarrier();
            if (local == 0u) {
                let count = atomicLoad(&found);
                me.nodes += count;
                leave(atomicLoad(&reached) == 1u || end_reaches(stack[me.ply].masks.aim, count != 0u), true);
                if (me.ply < 0) { answer(); }
            }
        }
        if (now.state == IDLE) { break; }
    }
    workgroupBarrier();
    for (var ply = i32(local); ply < $frames; ply += $group) { frames[u32(ply) * params.lanes + lane] = stack[ply]; }
    if (local == 0u) { lanes[lane] = me; }
}
