"""Trouble on order. Owns the queue of faults that a test has set; each is used up by the calls it meets.

Law: a fault says beforehand whether the write it spoils was done or not, as the real forum never does.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from forumgm.app.ports import ForumUnreachableError, WriteRefusedError, WriteUnclearError

Result = TypeVar("Result")


class Done(Enum):
    """Whether a write with an unclear answer did happen."""

    YES = "yes"
    NO = "no"


@dataclass(slots=True)
class _Fault:
    error: Exception
    times: int
    method: str | None
    done: Done = Done.NO


class Faults:
    """The faults that wait for a call. ``method`` is a port method's name; None meets any of its kind."""

    def __init__(self) -> None:
        self._reads: list[_Fault] = []
        self._writes: list[_Fault] = []

    def unreachable(self, *, times: int = 1, method: str | None = None, retry_after: int | None = None) -> None:
        """Let the next reads fail as if the forum were down."""
        error = ForumUnreachableError("the forum is down", retry_after=retry_after)
        self._reads.append(_Fault(error, times, method))

    def unreachable_write(self, *, times: int = 1, method: str | None = None) -> None:
        """Let the next writes find no connection; nothing is written."""
        self._writes.append(_Fault(ForumUnreachableError("the forum is down"), times, method))

    def refuse(self, code: str, *, times: int = 1, method: str | None = None, retry_after: int | None = None) -> None:
        """Let the next writes be refused with this code of the forum."""
        self._writes.append(_Fault(WriteRefusedError(code, retry_after=retry_after), times, method))

    def unclear(self, done: Done, *, times: int = 1, method: str | None = None) -> None:
        """Let the next writes end without a clear answer, done or not done."""
        self._writes.append(_Fault(WriteUnclearError("no clear answer"), times, method, done))

    def clear(self) -> None:
        """Take back every fault."""
        self._reads.clear()
        self._writes.clear()

    def reading(self, method: str) -> None:
        """Raise the fault that waits for this read, if any."""
        fault = _take(self._reads, method)
        if fault is not None:
            raise fault.error

    def writing(self, method: str, write: Callable[[], Result]) -> Result:
        """Do a write, unless a fault that waits for it says otherwise."""
        fault = _take(self._writes, method)
        if fault is None:
            return write()
        if fault.done is Done.YES:
            write()
        raise fault.error


def _take(queue: list[_Fault], method: str) -> _Fault | None:
    for fault in queue:
        if fault.method in (None, method):
            fault.times -= 1
            if fault.times <= 0:
                queue.remove(fault)
            return fault
    return None
