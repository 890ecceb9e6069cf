"""Run the ``flinksim`` command with ``python -m flinksim``."""

import sys

from flinksim.cli import main

sys.exit(main())
