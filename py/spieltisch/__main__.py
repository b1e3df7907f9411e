"""``python -m spieltisch``: see cli."""

import sys

from spieltisch.cli import main

sys.exit(main())
