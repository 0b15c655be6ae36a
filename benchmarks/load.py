"""The page under load: so many requests a second of mixed pages, while a hard question runs.

    python benchmarks/load.py [--rate 200] [--seconds 10]

The server is the command itself on a free port of this machine, and the client shares its cores.
Requests are sent when they are due, whether or not earlier ones are answered, and each is timed
from when it was due. About a third of the addresses were never asked before.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from urllib.parse import quote

from measure import Row

_CONNECTIONS = 32
_HARD = "/play/cram?from=9x9&show=why&m={}&you=both"
_PLAIN = (
    "/", "/", "/help", "/own?take=1,3,4", "/sequence?code=0.77", "/game/nim", "/game/cram",
    "/game/kayles", "/play/chomp", "/play/cram", "/play/kayles", "/play/daisy?from=8",
    "/play/kayles?from=9&show=verdicts", "/play/nim?from=3,4,5&show=why", "/static/style.css",
    "/play/cram?show=why", "/play/sum", "/play/wythoff?show=verdicts", "/play/node-kayles",
)  # fmt: skip


def addresses(rng: random.Random) -> Iterator[str]:
    """Mixed pages; those of random positions are new nearly always."""
    while True:
        piles = ",".join(str(rng.randint(1, 15)) for _ in range(3))
        first = piles.split(",")[0]
        new = (
            f"/play/nim?from={piles}",
            f"/play/nim?from={piles}&m=" + quote(f"take {first} from pile 1"),
            f"/play/wythoff?from={rng.randint(1, 30)},{rng.randint(1, 30)}&show=why",
            f"/play/bachet?from={rng.randint(5, 60)}&p.k={rng.randint(2, 6)}",
        )
        yield rng.choice(new) if rng.random() < 0.35 else rng.choice(_PLAIN)


class Client:
    """One connection that is kept, and what it was told."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def get(self, path: str) -> int:
        """The status of a page that was read whole."""
        if self.writer is None or self.writer.is_closing():
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        assert self.reader is not None
        self.writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        head = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        length = int(head.partition(b"content-length: ")[2].split(b"\r\n", 1)[0] or b"0")
        await self.reader.readexactly(length)
        return int(head.split(b" ", 2)[1])

    async def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
            await self.writer.wait_closed()


async def loaded(
    port: int, rate: float, seconds: float
) -> tuple[list[float], Counter[int], list[int]]:
    """Times and statuses of the mixed pages, and the statuses of the hard questions."""
    idle: asyncio.Queue[Client] = asyncio.Queue()
    clients = [Client(port) for _ in range(_CONNECTIONS)]
    for client in clients:
        idle.put_nowait(client)
    times, statuses, hard = list[float](), Counter[int](), list[int]()

    async def one(path: str, due: float) -> None:
        client = await idle.get()
        try:
            statuses[await client.get(path)] += 1
            times.append(time.perf_counter() - due)
        finally:
            idle.put_nowait(client)

    async def hard_ones() -> None:
        client = Client(port)
        try:
            for column in range(1, 9):
                move = quote(f"cover 1,{column} 1,{column + 1}")
                hard.append(await client.get(_HARD.format(move)))
        finally:
            await client.close()

    questions = asyncio.create_task(hard_ones())
    await asyncio.sleep(2)  # until the patient worker is at it
    pages, tasks = addresses(random.Random(1)), list[asyncio.Task[None]]()
    start = time.perf_counter()
    for number in range(int(rate * seconds)):
        due = start + number / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        tasks.append(asyncio.create_task(one(next(pages), due)))
    await asyncio.gather(*tasks)
    running = not questions.done()
    questions.cancel()
    await asyncio.gather(questions, return_exceptions=True)
    for client in clients:
        await client.close()
    assert running, "the hard questions were answered before the end"
    return times, statuses, hard


def measured(rate: float, seconds: float) -> tuple[list[float], Counter[int], list[int]]:
    """The same against a server that is started for it."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "nimatron", "serve", "--port", "0", "--data", folder]
        server = subprocess.Popen([*command, "--rate", "100000"], stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            port = int(server.stdout.readline().split()[3].rstrip("/").rpartition(":")[2])
            return asyncio.run(loaded(port, rate, seconds))
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(20)


def rows(pairs: int) -> Iterator[Row]:
    """The row of the table of all benchmarks."""
    times, _, _ = measured(200, 2.0 * pairs)
    what = "median of 200 mixed pages a second while a hard question runs"
    yield Row("page", what, statistics.median(times), None, "seconds", 0.020, None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rate", type=float, default=200)
    parser.add_argument("--seconds", type=float, default=10)
    given = parser.parse_args()
    load = os.getloadavg()[0]
    times, statuses, hard = measured(given.rate, given.seconds)
    times.sort()
    share = [times[int(len(times) * part)] * 1000 for part in (0.5, 0.9, 0.99)]
    print(f"{len(times)} requests at {given.rate:g} a second (load of the machine {load:.1f})")
    print(f"median {share[0]:.1f} ms, 90% {share[1]:.1f} ms, 99% {share[2]:.1f} ms, "
          f"longest {times[-1] * 1000:.0f} ms")  # fmt: skip
    print(f"statuses {dict(sorted(statuses.items()))}; hard questions answered {hard}")


if __name__ == "__main__":
    main()
