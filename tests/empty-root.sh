#!/usr/bin/env bash
# Runs a static program of Linux where there is nothing else: no library, no /proc, no folder for users. The bench
# signature must be that of data/bench.txt, and a search must answer.
#
#   tests/empty-root.sh PROGRAM [EMULATOR]
#
# EMULATOR, such as qemu-aarch64, runs a program for another processor. It runs outside of the empty root.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
    echo "empty-root: $1" >&2
    exit 1
}

program=$1
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
cp "$program" "$root/cleave"

# Root may change the root; others are root of a user namespace.
if [[ $# -gt 1 ]]; then
    start=("$2" "$root/cleave")
elif [[ $EUID -eq 0 ]]; then
    start=(chroot "$root" /cleave)
else
    start=(unshare --map-root-user chroot "$root" /cleave)
fi

wanted=$(tail -n 1 data/bench.txt)
signature=$(timeout 900 "${start[@]}" bench | tail -n 1)
[[ $signature == "$wanted nodes"* ]] || fail "bench says '$signature' instead of $wanted"

# A GUI that asks for two workers, which are threads: without /proc the program does not fork. It stops an endless search.
talk() {
    printf '%s\n' uci 'setoption name Oversubscribe value true' 'setoption name Backend value thread' \
        'setoption name Threads value 2' isready 'position startpos moves e2e4' 'go depth 9'
    sleep 5
    printf '%s\n' 'go infinite'
    sleep 2
    printf '%s\n' stop quit
}
answers=$(talk | timeout 300 "${start[@]}") || fail "the program ends with status $?: $answers"
[[ $(grep -c '^bestmove [a-h][1-8][a-h][1-8]' <<<"$answers") == 2 ]] || fail "no two moves in: $answers"
! grep '^info string' <<<"$answers" || fail "a complaint"
echo "$signature"
