#!/bin/sh
# Stands in for Cargo: starts the programs that were built with the tests, so that nothing is compiled.
run=$0
case $1 in
run) ;;
xtask) CARGO=$run && export CARGO && shift && exec "$PROGRAMS/xtask" "$@" ;;
*) echo "only 'cargo run' and 'cargo xtask' are run, not 'cargo $1'" >&2 && exit 2 ;;
esac
program=cleave
while shift && [ $# -gt 0 ]; do
    case $1 in
    --release | --quiet) ;;
    --profile) shift ;;
    --package | -p | --bin) program=$2 && shift ;;
    --example) program=examples/$2 && shift ;;
    --) shift && break ;;
    *) echo "'cargo run' with '$1' is not known here" >&2 && exit 2 ;;
    esac
done
exec "$PROGRAMS/$program" "$@"
