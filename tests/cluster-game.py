#!/usr/bin/env python3
"""Plays with a cluster of real ranks on this machine and reports anything that goes wrong: an illegal
move, a move that comes late, a search that differs from that of one rank, a process left over.

    tests/cluster-game.py [CLUSTER [ENGINE]]

CLUSTER defaults to target/release/cleave-cluster, ENGINE to target/release/cleave. Needs Open MPI and
python-chess. Takes about a minute.
"""
import os
import pathlib
import signal
import subprocess
import sys
import time

import chess
import chess.engine

ROOT = pathlib.Path(__file__).resolve().parent.parent
CLUSTER = str(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "target/release/cleave-cluster").resolve())
ENGINE = sys.argv[2] if len(sys.argv) > 2 else str(ROOT / "target/release/cleave")

# Ranks on one machine must not keep a processor for themselves.
MPIRUN = ["mpirun", "--oversubscribe", "--bind-to", "none"]
if os.geteuid() == 0:
    MPIRUN.append("--allow-run-as-root")

SECONDS, INCREMENT = 5.0, 0.05


def check(condition, *what):
    if not condition:
        sys.exit(f"cluster-game: {' '.join(map(str, what))}")


def ranks(count, *options):
    return [*MPIRUN, *options, "-n", str(count), CLUSTER]


def processes():
    """The processes of the cluster: number, and place in it; None for a carrier."""
    found = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if os.readlink(folder / "exe") != CLUSTER:
                continue
            environment = (folder / "environ").read_bytes().split(b"\0")
        except OSError:
            continue
        place = [entry for entry in environment if entry.startswith(b"CLEAVE_CLUSTER_PLACE=")]
        found[int(folder.name)] = place[0].decode().split("=")[1] if place else None
    return found


def parent(process):
    text = pathlib.Path(f"/proc/{process}/stat").read_text()
    return int(text.rpartition(")")[2].split()[1])


def search_process(rank):
    """The search process of this rank, not a worker that it has forked."""
    everyone = processes()
    of_rank = [process for process, place in everyone.items() if place and place.split(",")[1] == str(rank)]
    return next((process for process in of_rank if parent(process) not in of_rank), None)


def wait_for(what, seconds, condition):
    deadline = time.monotonic() + seconds
    while not condition():
        check(time.monotonic() < deadline, what, "not within", seconds, "seconds:", processes())
        time.sleep(0.02)


def all_end():
    wait_for("all processes end", 10, lambda: not processes())


def one_rank_searches_the_tree_of_the_engine():
    def signature(command):
        output = subprocess.run([*command, "bench", "--depth", "9"], capture_output=True, text=True, timeout=300)
        check(output.returncode == 0, command, output.stderr)
        return output.stdout.splitlines()[-1].split()[0]
    one, engine = signature(ranks(1)), signature([ENGINE])
    check(one == engine, "the cluster of one searches", one, "nodes, not", engine)


def play(cluster, engine, disturb, at_ply, most_plies):
    """A game, the cluster playing White. python-chess refuses illegal moves."""
    board, clock = chess.Board(), [SECONDS, SECONDS]
    while not board.is_game_over(claim_draw=True) and board.ply() < most_plies:
        if board.ply() == at_ply:
            disturb()
        player, side = (cluster, 0) if board.turn else (engine, 1)
        limit = chess.engine.Limit(white_clock=clock[0], black_clock=clock[1], white_inc=INCREMENT, black_inc=INCREMENT)
        began = time.monotonic()
        board.push(player.play(board, limit).move)
        clock[side] -= time.monotonic() - began
        check(clock[side] > 0, "lost on time:", board.fen())
        clock[side] += INCREMENT
    return board


def a_game_survives(disturb, *options):
    with chess.engine.SimpleEngine.popen_uci(ranks(2, *options), timeout=60) as cluster, \
            chess.engine.SimpleEngine.popen_uci(ENGINE, timeout=60) as engine:
        cluster.configure({"Hash": 16})
        engine.configure({"Hash": 16})
        wait_for("rank 1 searches", 30, lambda: search_process(1))
        board = play(cluster, engine, disturb, 20, 60)
    check(board.ply() >= 20, "a game of", board.ply(), "plies")
    all_end()


def kill_search_of_helper():
    victim = search_process(1)
    os.kill(victim, signal.SIGKILL)
    wait_for("another search process", 10, lambda: search_process(1) not in (victim, None))


def kill_rank():
    victim = parent(search_process(1))
    check(processes()[victim] is None, victim, "is no carrier")
    os.kill(victim, signal.SIGKILL)


def helpers_help():
    """The statistics tell of entries from rank 1, and of results."""
    text = "uci\nsetoption name Hash value 16\ndebug on\nisready\nposition startpos\ngo movetime 3000\n"
    process = subprocess.Popen(ranks(2), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    process.stdin.write(text)
    process.stdin.flush()
    lines = []
    while not lines or not lines[-1].startswith("bestmove"):
        lines.append(process.stdout.readline())
        check(lines[-1], "the cluster has gone after", lines)
    process.stdin.close()
    check(process.wait(20) == 0, "status", process.returncode)
    said = [line for line in lines if "table entries sent" in line]
    check(said, "no statistics in", lines[-8:])
    numbers = [word for word in said[0].replace(",", "").split() if word[0].isdigit()]
    check(all(number != "0" for number in numbers[:2]), "nothing was exchanged:", said[0])
    print(said[0].strip())
    all_end()


def nothing_is_left_when_mpirun_is_killed():
    process = subprocess.Popen(ranks(2), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    process.stdin.write("uci\nposition startpos\ngo infinite\n")
    process.stdin.flush()
    wait_for("two ranks search", 30, lambda: search_process(0) and search_process(1))
    time.sleep(1)
    process.kill()
    process.wait()
    all_end()


def main():
    check(not processes(), "there are processes of a cluster already:", processes())
    for name, run in (("one rank searches the tree of the engine", one_rank_searches_the_tree_of_the_engine),
                      ("two ranks help each other, and end with the input", helpers_help),
                      ("a game, with kill -9 of the helper's search", lambda: a_game_survives(kill_search_of_helper)),
                      ("a game, with kill -9 of a whole rank", lambda: a_game_survives(kill_rank, "--enable-recovery")),
                      ("kill -9 of mpirun", nothing_is_left_when_mpirun_is_killed)):
        began = time.monotonic()
        run()
        print(f"{name}: ok ({time.monotonic() - began:.1f} s)", flush=True)


if __name__ == "__main__":
    main()
