"""Who wins, by which moves, and how that was decided."""
