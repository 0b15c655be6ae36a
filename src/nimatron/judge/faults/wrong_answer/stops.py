"""Reads a position and stops before it has said all."""

input()
