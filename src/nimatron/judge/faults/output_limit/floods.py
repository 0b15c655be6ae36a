"""Writes without an end."""

import sys

input()
while True:
    sys.stdout.write("1" * 65536)
