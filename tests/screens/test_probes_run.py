"""A measurement in the background: one at a time, stopped when asked, and never a traceback."""

import threading
import time

import pytest

from explorer.errors import ExplorerError
from explorer.screens.probes_run import About, ProbeRun

ABOUT = About("e5-small", "pos", "x.tsv")


def ended(run: ProbeRun) -> ProbeRun:
    until = time.monotonic() + 10
    while run.alive and time.monotonic() < until:
        time.sleep(0.01)
    return run


def started(work, turn=None) -> ProbeRun:
    return ProbeRun(ABOUT, work, turn or threading.Lock(), lambda: True)


def test_it_tells_how_far_it_is_and_keeps_the_result():
    half, go_on = threading.Event(), threading.Event()

    def work(show, stop):
        show(0.5, 30.0)
        half.set()
        go_on.wait(10)
        return "result"

    run = started(work)
    assert half.wait(10)
    assert run.state == "running" and run.fraction == 0.5
    assert 25 < run.seconds_left <= 30
    go_on.set()
    assert ended(run).state == "done" and run.result == "result"


def test_it_stops_when_asked_also_while_it_waits_for_its_turn():
    def work(show, stop):
        while True:
            stop()
            time.sleep(0.01)

    turn = threading.Lock()
    first, second = started(work, turn), started(work, turn)
    second.stop()
    assert ended(second).state == "stopped" and first.alive
    first.stop()
    assert ended(first).state == "stopped" and not turn.locked()


@pytest.mark.parametrize(
    ("raised", "key"),
    [(ExplorerError("no_labels"), "no_labels"), (MemoryError(), "out_of_memory"), (ValueError("x"), "unexpected")],
)
def test_what_goes_wrong_becomes_a_sentence_and_frees_the_turn(raised, key):
    def work(show, stop):
        raise raised

    turn = threading.Lock()
    run = ended(started(work, turn))
    assert run.state == "failed" and run.error.key == key and not turn.locked()
