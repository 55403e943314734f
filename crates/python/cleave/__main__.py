"""Starts the engine: `python -m cleave`, or the command `cleave`."""

import os
import subprocess
import sys

from . import PATH


def main() -> None:
    """Becomes the engine, with the arguments of this program. On Windows waits for it, and ends as it does."""
    arguments = [PATH, *sys.argv[1:]]
    if os.name == "nt":
        sys.exit(subprocess.call(arguments))
    os.execv(PATH, arguments)


if __name__ == "__main__":
    main()
