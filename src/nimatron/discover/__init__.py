"""The machine finds the strategy: formulas, copying and pairs, found, checked and told.

`run` looks for a strategy of any rules; `conjecture` tries an idea of the user's own. Nothing that
is known of a game of the catalogue is used; what is found is a claim like any other, with how far
it was checked, and "proved" is said only where a finite argument covers all sizes.
"""
