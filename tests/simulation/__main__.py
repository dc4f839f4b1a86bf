"""Run a simulation: `python -m tests.simulation soak --seed 3`."""

import sys

from tests.simulation.main import run

sys.exit(run(sys.argv[1:]))
