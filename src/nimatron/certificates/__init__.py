"""Why it is true: certificates, the small checker that verifies them, and their telling."""
