"""Reads a position, and is not heard of any more."""

import time

input()
while True:
    time.sleep(1)
