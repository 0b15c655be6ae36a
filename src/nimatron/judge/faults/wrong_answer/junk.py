"""Writes bytes that are no text."""

import sys

sys.stdin.readline()
sys.stdout.buffer.write(bytes(range(127, 256)) + b"\n")
sys.stdout.flush()
sys.stdin.read()
