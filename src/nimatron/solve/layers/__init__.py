"""Boards whose positions do not fit into memory, solved layer by layer from files."""
