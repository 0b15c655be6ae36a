"""The page: play in a browser against a perfect opponent, and see why one lost."""
