"""Playing: opponents that choose moves."""
