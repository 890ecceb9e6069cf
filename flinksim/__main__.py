"""``python -m flinksim`` is ``flinksim``."""

import sys

from flinksim.cli import main

sys.exit(main())
