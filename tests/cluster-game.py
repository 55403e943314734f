#!/usr/bin/env python3
"""Plays with a cluster of real ranks on this machine and reports every error: an illegal move, a late move,
a search that differs from the search of one rank, a remaining process.

    tests/cluster-game.py [CLUSTER [ENGINE]]

CLUSTER defaults to target/release/cleave-cluster, ENGINE to target/release/cleave. Needs Open MPI and
python-chess. Takes a minute or two.
"""
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

import chess
import chess.engine

ROOT = pathlib.Path(__file__).resolve().parent.parent
CLUSTER = str(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "target/release/cleave-cluster").resolve())
ENGINE = sys.argv[2] if len(sys.argv) > 2 else str(ROOT / "target/release/cleave")

# Ranks on one machine must not occupy a processor while they wait.
MPIRUN = ["mpirun", "--oversubscribe", "--bind-to", "none"]
if os.geteuid() == 0:
    MPIRUN.append("--allow-run-as-root")

# Programs are compiled beside the games in CI.
SECONDS, INCREMENT = 10.0, 0.05

# The time limit of `quit` in seconds, after any failure.
LONGEST_QUIT = 2

# The time after which a test hangs.
PATIENCE = 150


# The runs of mpirun that a test has started itself.
started = []


def check(condition, *what):
    if not condition:
        sys.exit(f"cluster-game: {' '.join(map(str, what))}")


def ranks(count, *options, arguments=()):
    return [*MPIRUN, *options, "-n", str(count), CLUSTER, *arguments]


def processes():
    """Returns the processes of the cluster with their numbers and ranks. The rank of a carrier is None."""
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
    """Returns the search process of this rank, not one of its forked workers."""
    everyone = processes()
    of_rank = [process for process, place in everyone.items() if place and place.split(",")[1] == str(rank)]
    return next((process for process in of_rank if parent(process) not in of_rank), None)


def end_all():
    """Kills the remaining processes of a failed test. Carriers come last, because they restart searches."""
    for mpirun in started:
        if mpirun.poll() is None:
            mpirun.kill()
    for process in sorted(processes(), key=lambda process: processes().get(process) is None):
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            pass


def give_up():
    """Ends the program after a timeout. The main thread still waits for an answer."""
    print("cluster-game: not finished within", PATIENCE, "seconds", file=sys.stderr, flush=True)
    end_all()
    os._exit(1)


def start(count, *options, arguments=()):
    """Ranks that read and write lines."""
    process = subprocess.Popen(ranks(count, *options, arguments=arguments), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    started.append(process)
    return process


def say(process, text):
    process.stdin.write(text)
    process.stdin.flush()


def read_until(process, beginning):
    """Returns the lines up to one with this beginning. The watchdog ends a wait without an answer."""
    lines = []
    while not lines or not lines[-1].startswith(beginning):
        lines.append(process.stdout.readline())
        check(lines[-1], "the cluster has ended after", lines)
    return lines


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
    """Plays a game in which the cluster has White. python-chess refuses illegal moves. The disturbance comes
    during the cluster's search for the move of that ply."""
    board, clock = chess.Board(), [SECONDS, SECONDS]
    while not board.is_game_over(claim_draw=True) and board.ply() < most_plies:
        timer = threading.Timer(0.05, disturb)
        if board.ply() == at_ply:
            timer.start()
        player, side = (cluster, 0) if board.turn else (engine, 1)
        limit = chess.engine.Limit(white_clock=clock[0], black_clock=clock[1], white_inc=INCREMENT, black_inc=INCREMENT)
        began = time.monotonic()
        board.push(player.play(board, limit).move)
        clock[side] -= time.monotonic() - began
        check(clock[side] > 0, "lost on time:", board.fen())
        clock[side] += INCREMENT
        if board.ply() == at_ply + 1:
            timer.join()
    return board


def a_game_survives(open_engine, disturb, *options):
    disturbances = []
    with open_engine(ranks(2, *options), timeout=60) as cluster, \
            chess.engine.SimpleEngine.popen_uci(ENGINE, timeout=60) as engine:
        engine.configure({"Hash": 16})
        wait_for("rank 1 searches", 30, lambda: search_process(1))
        board = play(cluster, engine, lambda: disturbances.append(disturb()), 20, 60)
        check(disturbances, "no process was killed in", board.ply(), "plies")
        check(board.ply() > 21 or board.is_game_over(claim_draw=True), "the game did not continue")
    all_end()


def kill_search_of_helper():
    victim = search_process(1)
    os.kill(victim, signal.SIGKILL)
    return victim


def kill_rank(rank=1):
    victim = parent(search_process(rank))
    check(processes()[victim] is None, victim, "is not a carrier")
    os.kill(victim, signal.SIGKILL)
    return victim


def exchanged(lines):
    """Returns the numbers of table entries sent and received so far, from the statistics. 1.2k is 1200."""
    said = [line for line in lines if "table entries sent" in line]
    check(said, "no statistics in", lines[-8:])
    words = said[-1].split("cluster:")[1].replace(",", "").split()
    numbers = [float(word.rstrip("kMG")) * {"k": 1e3, "M": 1e6, "G": 1e9}.get(word[-1], 1)
               for word in words if word[0].isdigit()]
    check(len(numbers) >= 2, "no counts in", said[-1])
    return numbers[0], numbers[1], said[-1].strip()


def search(process, seconds):
    say(process, f"position startpos\ngo movetime {int(1000 * seconds)}\n")
    return read_until(process, "bestmove")


def begin_to_search(options=(), count=2, arguments=()):
    process = start(count, *options, arguments=arguments)
    say(process, "uci\nsetoption name Hash value 16\ndebug on\nisready\n")
    read_until(process, "readyok")
    return process


def end_by_input(process):
    began = time.monotonic()
    process.stdin.close()
    check(process.wait(20) == 0, "status", process.returncode)
    took = time.monotonic() - began
    check(took < LONGEST_QUIT, "the end took", took, "seconds")
    all_end()


def receive_more(process, than):
    """Searches until rank 0 has received more entries than that in all, ten times at most: on a busy machine rank 1 may
    have no processor for seconds. Returns the statistics."""
    for _ in range(10):
        sent, received, text = exchanged(search(process, 2))
        if received > than:
            return sent, received, text
    check(False, "no entries came after", than, text)


def helpers_help():
    """Checks that the statistics have entries sent to rank 1, and entries from it."""
    process = begin_to_search()
    sent, _, text = receive_more(process, 0)
    check(sent > 0, "no entry was sent:", text)
    print(text)
    end_by_input(process)


def homes_answer():
    """Checks that three ranks with a distributed table ask each other and get entries."""
    process = begin_to_search(count=3, arguments=["--home-table"])
    receive_more(process, 0)
    for _ in range(10):
        said = [line for line in search(process, 2) if "distributed table:" in line]
        check(said, "no statistics of the distributed table")
        words = said[-1].split("distributed table:")[1].split()
        asked, answered = words[0], words[3]
        if asked != "0" and answered != "0":
            break
    else:
        check(False, "no question or no answer:", said[-1])
    print(said[-1].strip())
    end_by_input(process)


def a_new_search_process_joins():
    """Kills the helper's search 50 ms after `go`. Entries must come from its replacement."""
    process = begin_to_search()
    before = receive_more(process, 0)[1]
    victims = []
    timer = threading.Timer(0.05, lambda: victims.append(kill_search_of_helper()))
    timer.start()
    during = exchanged(search(process, 3))[1]
    timer.join()
    check(victims, "no process was killed")
    wait_for("another search process", 10, lambda: search_process(1) not in (victims[0], None))
    check(before <= during, "entries of the old process are forgotten:", before, during)
    receive_more(process, during)
    end_by_input(process)


def quits_without_the_carrier_of(rank):
    """Checks that `quit` ends the program soon, without an answer, after a carrier has died. The first rank lost
    its carrier and still searches. On a busy machine the others may get no processor within their time limit."""
    took = []
    while len(took) < 3 and all(seconds >= LONGEST_QUIT for seconds in took):
        process = begin_to_search(["--enable-recovery"], count=3)
        wait_for("three ranks search", 30, lambda: all(search_process(other) for other in range(3)))
        kill_rank(rank)
        search(process, 0.3)
        began = time.monotonic()
        say(process, "quit\n")
        process.wait(60)
        took.append(time.monotonic() - began)
        all_end()
    check(took[-1] < LONGEST_QUIT, "quit took", took, "seconds")


def nothing_is_left_when_mpirun_is_killed():
    process = start(2)
    say(process, "uci\nposition startpos\ngo infinite\n")
    wait_for("two ranks search", 30, lambda: search_process(0) and search_process(1))
    time.sleep(1)
    process.kill()
    process.wait()
    all_end()


def run(name, test):
    began = time.monotonic()
    watchdog = threading.Timer(PATIENCE, give_up)
    watchdog.daemon = True
    watchdog.start()
    try:
        test()
    except BaseException:
        end_all()
        raise
    finally:
        watchdog.cancel()
    print(f"{name}: ok ({time.monotonic() - began:.1f} s)", flush=True)


def main():
    check(not processes(), "processes of a cluster already run:", processes())
    uci, xboard = chess.engine.SimpleEngine.popen_uci, chess.engine.SimpleEngine.popen_xboard
    run("one rank searches the tree of the engine", one_rank_searches_the_tree_of_the_engine)
    run("two ranks help each other, and end with the input", helpers_help)
    run("three ranks with a distributed table ask and answer", homes_answer)
    run("kill -9 of the helper's search, and another helps", a_new_search_process_joins)
    run("a game, with kill -9 of the helper's search", lambda: a_game_survives(uci, kill_search_of_helper))
    run("a game, with kill -9 of a whole rank", lambda: a_game_survives(uci, kill_rank, "--enable-recovery"))
    run("a game by xboard, with kill -9 of the helper's search",
        lambda: a_game_survives(xboard, kill_search_of_helper))
    for rank in range(2):
        run(f"quit after kill -9 of the carrier of rank {rank}", lambda: quits_without_the_carrier_of(rank))
    run("kill -9 of mpirun", nothing_is_left_when_mpirun_is_killed)


if __name__ == "__main__":
    main()
