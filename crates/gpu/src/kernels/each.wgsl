// Every lane has its own path, and takes the next test as soon as it has answered one.
$stack
@compute @workgroup_size($group)
fn search(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) place: u32) {
    lane = id.x; local = place;
    if (lane >= params.lanes) { return; }
    me = lanes[lane];
    if (me.state == IDLE) { return; }
    $load
    for (var n = 0u; n < params.steps; n++) {
        if (me.state == FETCH) { fetch(); }
        if (me.state == IDLE) { break; }
        one_step();
    }
    $save
    lanes[lane] = me;
}
