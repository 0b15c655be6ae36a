"""How moves work: the protocol of rules, and families of rules to build games from."""
