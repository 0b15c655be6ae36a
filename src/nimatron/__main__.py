"""`python -m nimatron` is the command."""

from nimatron.cli import main

main()
