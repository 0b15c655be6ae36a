"""Fails in the middle."""

position = input()
print([][len(position)])
