"""Says something, but the line stays in its own buffer while it waits for an answer."""

import sys

sys.stdin.readline()
out = open(1, "w", buffering=1 << 16)  # noqa: SIM115 - also where Python writes at once
out.write("1\n")
sys.stdin.readline()
