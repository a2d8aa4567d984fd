"""Runs the command `companion`, for `python -m companion`."""

import sys

from companion.cli.main import main

sys.exit(main())
