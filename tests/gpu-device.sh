#!/usr/bin/env bash
# Measures chess on a graphics processor, on a machine that needs no Rust toolchain. Takes two minutes on a card.
#
#     tests/gpu-device.sh PROGRAM FOLDER [SIZE]
#
# PROGRAM is cleave-gpu, built on another machine:
#     RUSTFLAGS=-Ctarget-cpu=x86-64-v3 cargo build --release --package cleave-gpu --features device
# Measurements and a description of the machine go to FOLDER. Copy FOLDER/measured.jsonl to data/gpu/NAME.jsonl, and
# `cargo xtask gpu --report` makes tables of crates/gpu/README.md from it. SIZE is 'card' by default. 'software' suits a device
# that runs on the CPU. If the machine has no Vulkan loader, put libvulkan.so.1 beside PROGRAM.
set -euo pipefail
[[ $# -eq 2 || $# -eq 3 ]] || { sed -n '2,11s/^# \{0,1\}//p' "$0"; exit 2; }
program=$(realpath "$1")
mkdir -p "$2"
folder=$(realpath "$2")
export LD_LIBRARY_PATH=$(dirname "$program")${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}

# NVIDIA's driver without its file for the loader, as in many containers.
if ! compgen -G '/usr/share/vulkan/icd.d/*nvidia*' >/dev/null && ! compgen -G '/etc/vulkan/icd.d/*nvidia*' >/dev/null &&
    [[ $(ldconfig -p) == *libGLX_nvidia.so.0* ]]; then
    printf '{"file_format_version":"1.0.0","ICD":{"library_path":"libGLX_nvidia.so.0","api_version":"1.3.0"}}\n' \
        >"$folder/nvidia_icd.json"
    export VK_ICD_FILENAMES=$folder/nvidia_icd.json
fi

# One measurement: a name for its file, a limit in seconds, a command. Errors go to NAME.errors.
measure() {
    local file=$folder/$1 seconds=$2
    shift 2
    printf '== %s\n' "$*"
    timeout "$seconds" "$@" >"$file" 2>"$file.errors" || printf 'ended with %d\n' $? | tee -a "$file.errors"
    tail -n 1 "$file"
}

{
    uname -srm
    LC_ALL=C lscpu | grep -E '^(Model name|CPU\(s\)|Thread|L3)' || true
    nvidia-smi --query-gpu=name,driver_version,memory.total,clocks.max.sm --format=csv,noheader || true
} >"$folder/machine.txt" 2>&1

kiwipete='r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
# A card needs a moment for a count that takes a software device a second. So count deeper until it takes long.
for depth in 5 6 7 8; do
    measure "perft-start-$depth.txt" 30 "$program" perft --capacity 22 "$depth"
    measure "perft-kiwipete-$((depth - 1)).txt" 30 "$program" perft --capacity 22 "$((depth - 1))" "$kiwipete"
    [[ -s $folder/perft-start-$depth.txt && -s $folder/perft-kiwipete-$((depth - 1)).txt ]] || break
done
measure bench.txt 30 "$program" bench
# A device that runs on the CPU takes longer.
measure measured.jsonl 900 "$program" measure --size "${3:-card}"
measure lanes.svg 10 "$program" picture
