#!/usr/bin/env bash
# Measures real teams on a machine with many processors that needs no Rust toolchain. Takes eight
# minutes.
#
#     tests/many-processors.sh PROGRAMS FOLDER [SIZES [SECONDS]]
#
# PROGRAMS is a folder with cleave, cleave-lab and cleave-dist, built on another machine:
#     RUSTFLAGS=-Ctarget-cpu=x86-64-v3 cargo build --release --package cleave --package cleave-lab --package cleave-dist
# SIZES are the teams, by default 2,4,8,16. SECONDS is the time of P_seq for a position, by default 0.6. No other
# program may run. Measurements and a description of the machine go to FOLDER. Start it in the root of the repository.
set -euo pipefail
[[ $# -ge 2 && $# -le 4 ]] || { sed -n '2,11s/^# \{0,1\}//p' "$0"; exit 2; }
programs=$(realpath "$1")
mkdir -p "$2"
folder=$(realpath "$2")
sizes=${3:-2,4,8,16}
seconds=${4:-0.6}
most=${sizes##*,}
lab=$programs/cleave-lab

# One measurement: a name for its file, a limit in seconds, a command. Its output goes to NAME.txt.
measure() {
    local file=$folder/$1.txt limit=$2 begin=$SECONDS
    shift 2
    timeout "$limit" "$@" >"$file" 2>"$file.errors" || printf 'ended with %d\n' $? | tee -a "$file.errors"
    printf '%d s: %s\n' $((SECONDS - begin)) "${*##*/}"
    tail -n 3 "$file"
}

{
    uname -srm
    LC_ALL=C lscpu
    free -m
} >"$folder/machine.txt" 2>&1

speedup() {
    local name=$1 limit=$2
    shift 2
    measure "$name" "$limit" "$lab" speedup --positions data/dts24.epd --workers "$sizes" --seconds "$seconds" \
        --out "$folder/$name.jsonl" "$@"
}

# The most important measurement comes first, because the time may run out.
speedup threads 130 --backend thread
speedup processes 130 --backend fork
speedup guests 240 --backend thread --algorithm ybwc-helpful,lazy,abdada-simplified

# The signature, and the nodes of the program and of a team in the same time.
measure bench 30 "$programs/cleave" bench
for workers in 1 "$most"; do
    measure "nodes-$workers" 30 "$programs/cleave" analyse --time 0.3 --hash 256 --backend thread \
        --workers "$workers" data/bench.epd
done

# The prices of virtual time on this machine, and the error of virtual time with them.
measure calibrate 90 "$lab" calibrate --runs 1 --rounds 2 --depth 11 --team-depth 13 --force --out "$folder/costs.json"
if [[ ! -s $folder/costs.json ]]; then
    echo 'calibrate has given no prices: validate uses the prices of data/costs.json' | tee -a "$folder/validate.note"
    cp data/costs.json "$folder"
fi
measure validate 60 "$lab" validate --backend thread --workers "$most" --seconds 0.1 --runs 3 --seeds 3 \
    --costs "$folder/costs.json" --json "$folder/validation.json"

measure monte-carlo 120 "$lab" monte-carlo --real --workers "1,$sizes" \
    --team tree-global+virtual-loss,tree-lockfree+virtual-loss

# Helpers die during searches. Every move must come in time.
CLEAVE_LOG=$folder/kills.log CLEAVE=$programs/cleave measure kills 120 "$programs/cleave-dist" soak --trees 0 --searches 0 \
    --dialogue 0 --kills 100 --workers "$most" --seed 1
