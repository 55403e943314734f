// Perft by levels. The children of all positions replace a level, until the last kernel counts.

struct Params { first: u32, count: u32, capacity: u32, spare: u32 }
@group(0) @binding(0) var<storage, read> input: array<Position>;
@group(0) @binding(1) var<storage, read_write> output: array<Position>;
@group(0) @binding(2) var<uniform> params: Params;
// The number of children written, and the number of leaves in two words.
@group(0) @binding(3) var<storage, read_write> counters: array<atomic<u32>, 3>;

fn lane(id: vec3<u32>, groups: vec3<u32>) -> u32 { return id.x + id.y * groups.x * $groupu; }

fn add_leaves(n: u32) {
    let before = atomicAdd(&counters[1], n);
    if (before + n < before) { atomicAdd(&counters[2], 1u); }
}

// Writes the children of a position. Writes nothing if they do not fit; the host detects this.
@compute @workgroup_size($group)
fn expand(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let index = lane(id, groups);
    if (index >= params.count) { return; }
    let p = input[params.first + index];
    let m = masks_of(p);
    let count = count_moves(p, m);
    var place = atomicAdd(&counters[0], count);
    if (place + count > params.capacity) { return; }
    var row = 0u; var targets = row_targets(p, m, 0u); var promotion = 5u;
    loop {
        while (targets == 0lu && row + 1u < ROWS) { row++; targets = row_targets(p, m, row); }
        if (targets == 0lu) { break; }
        output[place] = make(p, move_of(p, m, row, targets, promotion));
        place++;
        let again = promotes_again(row, promotion);
        promotion = select(5u, promotion - 1u, again);
        targets = select(targets & (targets - 1lu), targets, again);
    }
}

// Counts the moves of a position.
@compute @workgroup_size($group)
fn leaves(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let index = lane(id, groups);
    if (index >= params.count) { return; }
    let p = input[params.first + index];
    add_leaves(count_moves(p, masks_of(p)));
}

// Makes each move of a position and counts the moves after it. This does the last two plies without writing positions.
@compute @workgroup_size($group)
fn fused(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let index = lane(id, groups);
    if (index >= params.count) { return; }
    let p = input[params.first + index];
    let m = masks_of(p);
    var count = 0u;
    var row = 0u; var targets = row_targets(p, m, 0u); var promotion = 5u;
    loop {
        while (targets == 0lu && row + 1u < ROWS) { row++; targets = row_targets(p, m, row); }
        if (targets == 0lu) { break; }
        let child = make(p, move_of(p, m, row, targets, promotion));
        count += count_moves(child, masks_of(child));
        let again = promotes_again(row, promotion);
        promotion = select(5u, promotion - 1u, again);
        targets = select(targets & (targets - 1lu), targets, again);
    }
    add_leaves(count);
}
