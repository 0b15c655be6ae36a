"""Playing: sessions, opponents, hints, transcripts, and a look back at where a game was lost."""
