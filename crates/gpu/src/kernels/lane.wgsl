// A null-window search without recursion, one step after the other. The twin is in twin/lane.rs.
//
// The stack is in memory and survives the kernel. A device may stop a kernel that runs for long, and llvmpipe silently
// stops an invocation after 65,535 passes of its loops. A slice is `params.steps` steps.

struct Test { position: Position, bound: i32, depth: i32 }
struct Answer { reaches: u32, nodes: u32, steps: u32, spare: u32 }
struct Params { tests: u32, lanes: u32, steps: u32, captures: i32, table_mask: u32, spare0: u32, spare1: u32, spare2: u32 }
// `rest`: the piece of the next promotion, plus 8 if a legal move has been made.
struct Frame { position: Position, masks: Masks, targets: u64, key: u64, place: u32, rest: u32 }
struct Lane { test: u32, state: u32, ply: i32, reaches: u32, nodes: u32, steps: u32, bound: i32, depth: i32 }
struct Entry { check: u64, data: u64 }

@group(0) @binding(0) var<storage, read> tests: array<Test>;
@group(0) @binding(1) var<storage, read_write> answers: array<Answer>;
@group(0) @binding(2) var<uniform> params: Params;
// The number of the next free test, and the number of answered tests.
@group(0) @binding(3) var<storage, read_write> counters: array<atomic<u32>, 2>;
@group(0) @binding(5) var<storage, read_write> lanes: array<Lane>;
@group(0) @binding(6) var<storage, read_write> frames: array<Frame>;
@group(0) @binding(7) var<storage, read_write> entries: array<Entry>;

// The next action of a lane. A fresh lane has the state 0.
const FETCH: u32 = 0u;
const ENTER: u32 = 1u;
const RETURN: u32 = 2u;
const NEXT: u32 = 3u;
const IDLE: u32 = 4u;

var<private> me: Lane;
var<private> lane: u32;
var<private> local: u32;

fn remaining() -> i32 { return me.depth - me.ply; }
fn bound() -> i32 { return select(me.bound, 1 - me.bound, (me.ply & 1) == 1); }

fn key_of(p: Position, left: i32) -> u64 {
    var key = p.black * MULTIPLIER;
    key = ((key ^ (key >> 32u)) + p.c1) * MULTIPLIER;
    key = ((key ^ (key >> 32u)) + p.c2) * MULTIPLIER;
    key = ((key ^ (key >> 32u)) + p.c3) * MULTIPLIER;
    key = ((key ^ (key >> 32u)) + u64(p.word | (u32(left) << 8u))) * MULTIPLIER;
    return key ^ (key >> 29u);
}

// The lower and upper bound of the position's value, both counted from -32,768.
fn known(key: u64) -> vec2<i32> {
    let entry = entries[u32(key) & params.table_mask];
    let ours = (entry.check ^ entry.data) == key && (entry.data >> 32u) == 1lu;
    let low = i32(u32(entry.data) & 0xffffu) - 32768; let high = i32(u32(entry.data) >> 16u) - 32768;
    return select(vec2(-32768, 32767), vec2(low, high), ours);
}

fn store(key: u64, at: i32, reaches: bool) {
    let old = known(key);
    let low = select(old.x, max(old.x, at), reaches); let high = select(min(old.y, at - 1), old.y, reaches);
    let data = u64(u32(low + 32768) | (u32(high + 32768) << 16u)) | 0x100000000lu;
    entries[u32(key) & params.table_mask] = Entry(key ^ data, data);
}

// Leaves the last node of the path with its answer.
fn leave(reaches: bool, keep: bool) {
    if ($table && keep && remaining() > 0) { store($frame.key, bound(), reaches); }
    me.reaches = u32(reaches);
    me.state = RETURN;
    me.ply -= 1;
}

// Takes the next free test.
fn fetch() {
    me.test = atomicAdd(&counters[0], 1u);
    me.state = select(IDLE, ENTER, me.test < params.tests);
    if (me.state == IDLE) { return; }
    me.bound = tests[me.test].bound; me.depth = tests[me.test].depth;
    me.ply = 0; me.nodes = 0u; me.steps = 0u;
    $frame.position = tests[me.test].position;
}

fn answer() {
    answers[me.test] = Answer(me.reaches, me.nodes, me.steps, 0u);
    atomicAdd(&counters[1], 1u);
    me.state = FETCH;
}

// The moves of a row that are tried in a stage: captures of queens and rooks, the other captures and
// promotions, all other moves.
fn staged(p: Position, m: Masks, place: u32) -> u64 {
    let row = place % ROWS; let stage = place / ROWS;
    let them = occupied(p) ^ our(p); let heavy = straight(p) & them;
    let action = row_action(row); let loud = action == PASSING || action == PROMOTION;
    let second = select(them & ~heavy, ~heavy, loud); let third = select(~them, 0lu, loud);
    return row_targets(p, m, row) & select(select(third, second, stage == 1u), heavy, stage == 0u);
}

fn enter() {
    let p = $frame.position;
    let left = remaining();
    if (left > 0) {
        if ($table) {
            let key = key_of(p, left); let value = known(key);
            $frame.key = key;
            if (value.x >= bound() || value.y < bound()) { leave(value.x >= bound(), false); return; }
        }
    } else {
        let reaches = evaluate(p) >= bound();
        if (reaches || left + params.captures <= 0) { leave(reaches, false); return; }
    }
    let m = masks_of(p);
    $frame.masks = m;
    $frame.targets = staged(p, m, 0u);
    $frame.place = 0u;
    $frame.rest = 5u;
    me.state = NEXT;
}

// A position without a legal move reaches the bound.
fn end_reaches(aim: u64, legal: bool) -> bool {
    let value = select(0, -(MATE + remaining()), aim != ALL);
    return remaining() > 0 && !legal && value >= bound();
}

fn next() {
    let p = $frame.position; let m = $frame.masks;
    let end = select(2u * ROWS, 3u * ROWS, remaining() > 0);
    var targets = $frame.targets; var place = $frame.place; let rest = $frame.rest;
    while (targets == 0lu && place + 1u < end) { place++; targets = staged(p, m, place); }
    if (targets == 0lu) { leave(end_reaches(m.aim, (rest & 8u) != 0u), true); return; }
    let row = place % ROWS; let promotion = rest & 7u;
    let move_ = move_of(p, m, row, targets, promotion);
    let again = promotes_again(row, promotion);
    $frame.targets = select(targets & (targets - 1lu), targets, again);
    $frame.place = place;
    $frame.rest = select(5u, promotion - 1u, again) | 8u;
    me.ply += 1;
    $frame.position = make(p, move_);
    me.nodes += 1u;
    me.state = ENTER;
}

fn one_step() {
    me.steps += 1u;
    if (me.state == ENTER) { enter(); }
    if (me.state == RETURN && me.ply >= 0) {
        // If a child does not reach its bound, this node reaches its own.
        if (me.reaches == 0u) { leave(true, true); } else { me.state = NEXT; }
    }
    if (me.state == NEXT) { $next }
    if (me.ply < 0) { answer(); }
}
