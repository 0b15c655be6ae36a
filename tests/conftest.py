"""For every test: nothing that was saved on this machine is used, and nothing is saved on it.

A test of what is kept chooses a folder of its own.
"""

from __future__ import annotations

import os

os.environ["NIMATRON_DATA"] = "off"
