"""What is kept: values and records in SQLite, versioned, checksummed, safe against crashes.

Knows no games: a series is bytes under a key, a record is JSON under a key.
"""
