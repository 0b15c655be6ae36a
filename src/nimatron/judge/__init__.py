"""Contests: batch formats, a referee for interactive problems, and packages for other judges."""
