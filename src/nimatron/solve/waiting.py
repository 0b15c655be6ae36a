"""Waiting for the fast part: kernels let go of Python's lock, but never look up from their work.

So they run in a thread, and this one waits for them: Ctrl-C is obeyed at once and limits soon, even
if a kernel never ends, as where rules of the user's own loop for ever. Who is not waited for any
more is left behind, and ends with the program at the latest.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread
from typing import Any

_LOOK = 0.1  # seconds between two looks at the clock


def waited(work: Callable[..., Any], *given: Any, look: Callable[[], None] | None = None) -> Any:
    """What the work gives or raises; `look` is called now and then, and may raise as well."""
    done = Event()
    found: list[Any] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            found.append(work(*given))
        except BaseException as e:
            failed.append(e)
        finally:
            done.set()

    Thread(target=run, name="kernel", daemon=True).start()
    while not done.wait(_LOOK):
        if look is not None:
            look()
    if failed:
        raise failed[0]
    return found[0]
