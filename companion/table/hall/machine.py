"""Tells the state of a table's machine: free space on the disk of its log, and the temperature of its processor."""

import shutil
from pathlib import Path

from companion.bus.messages import MachineState

THERMOMETER = Path("/sys/class/thermal/thermal_zone0/temp")
"""Where Linux tells the temperature in thousandths of a degree; a machine without such a sensor has no file there."""


def machine_state(folder: Path, thermometer: Path = THERMOMETER) -> MachineState:
    """Return the machine's state. What cannot be measured is left out; nothing is raised."""
    try:
        free_mb = shutil.disk_usage(folder).free // 1_000_000
    except OSError:
        free_mb = 0
    try:
        celsius = int(thermometer.read_text(encoding="ascii")) // 1000
    except (OSError, ValueError):
        celsius = None
    return MachineState(free_mb, celsius if celsius is not None and -100 <= celsius <= 200 else None)
