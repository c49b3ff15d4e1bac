"""One function over many items, on every core."""

import multiprocessing
import os
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

_BATCH = 64  # results sent at once: enough to make sending cheap, few enough to show progress


class WorkerFailed(Exception):
    """A worker process ended before its work was done."""


def cores() -> int:
    """How many processes are worth starting: 1 where processes cannot inherit memory."""
    if "fork" not in multiprocessing.get_all_start_methods() or sys.platform == "darwin":
        return 1  # macOS can fork, but its system libraries may crash in the child
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(
    work: Callable[[Item], Result], items: Sequence[Item], processes: int
) -> Iterator[Result]:
    """`work` of every item, in no certain order, by that many forked processes.

    Everything in memory is there in each process, so neither `work` nor the items need to be
    picklable; results do. A process that is done with an item takes the next one. An exception of
    `work` is raised here, with its traceback as a note; it has to be picklable.
    """
    if processes <= 1 or len(items) <= 1:
        yield from map(work, items)
        return
    context = multiprocessing.get_context("fork")
    taken = context.Value("q", 0)
    children = []
    try:
        for _number in range(processes):
            receiver, sender = context.Pipe(duplex=False)
            child = context.Process(
                target=_run, args=(work, _untaken(items, taken), sender, os.getpid())
            )
            child.start()
            sender.close()
            children.append((child, receiver))
        yield from _results([receiver for _child, receiver in children])
    finally:
        for child, receiver in children:
            receiver.close()
            child.terminate()
            child.join()


def _results(open_ends: list[Connection]) -> Iterator[Any]:
    """What the workers send, until each has said that it is done."""
    while open_ends:
        for end in wait(open_ends):
            assert isinstance(end, Connection)
            try:
                kind, value = end.recv()
            except EOFError:
                raise WorkerFailed("A worker process was ended from outside.") from None
            if kind == "failed":
                raise value
            yield from value
            if kind == "last":
                open_ends.remove(end)


def _untaken(items: Sequence[Item], taken: Any) -> Iterator[Item]:
    """The items that no process has taken, `taken` being how many have been."""
    while True:
        with taken.get_lock():
            number = taken.value
            taken.value += 1
        if number >= len(items):
            return
        yield items[number]


def _run(
    work: Callable[[Item], Result], items: Iterable[Item], sender: Connection, parent: int
) -> None:
    """A worker's life. It ends as soon as its parent has, so that it never writes beside a later
    build."""
    batch: list[Result] = []
    try:
        for item in items:
            if os.getppid() != parent:
                os._exit(1)
            batch.append(work(item))
            if len(batch) == _BATCH:
                sender.send(("some", batch))
                batch = []
        sender.send(("last", batch))
    except (KeyboardInterrupt, BrokenPipeError):
        os._exit(1)
    except Exception as error:
        error.add_note(traceback.format_exc())
        sender.send(("failed", error))
        os._exit(1)
