"""A folder that forgets everything when the machine is switched off is told from one that does not."""

from pathlib import Path

import pytest

from companion.cli.kiosk.machine import is_forgotten, is_forgotten_here, read_mounts

PLAIN = """/dev/mmcblk0p2 / ext4 rw,noatime 0 0
tmpfs /run tmpfs rw,nosuid 0 0
/dev/sda1 /data ext4 rw,noatime 0 0
/dev/sdb1 /srv/le\\040d\\303\\251 ext4 rw 0 0
"""
READ_ONLY = """/dev/mmcblk0p2 /media/root-ro ext4 ro 0 0
tmpfs-root /media/root-rw tmpfs rw 0 0
overlayroot / overlay rw,lowerdir=/media/root-ro,upperdir=/media/root-rw/overlay,workdir=/media/root-rw/work 0 0
"""
KEPT = READ_ONLY + "/dev/sda1 /data ext4 rw 0 0\n"
COVERED = KEPT + "/media/root-rw/data /data overlay rw,upperdir=/media/root-rw/data,workdir=/w 0 0\n"
CONTAINER = """overlay / overlay rw,lowerdir=/l,upperdir=/var/lib/layers/7/diff,workdir=/w 0 0
"""


@pytest.mark.parametrize(
    ("mounts", "folder", "forgets"),
    [
        (PLAIN, "/srv/homes/pi/companion", False),
        (PLAIN, "/data/companion", False),
        (PLAIN, "/run/companion", True),
        (PLAIN, "/database", False),
        (READ_ONLY, "/data/companion", True),
        (READ_ONLY, "/", True),
        (KEPT, "/data/companion", False),
        (KEPT, "/srv/homes/pi", True),
        (COVERED, "/data/companion", True),
        (CONTAINER, "/root", False),
        ("", "/data", False),
        ("nonsense\n/ /\n", "/data", False),
    ],
)
def test_what_lies_in_memory_is_forgotten(mounts: str, folder: str, forgets: bool) -> None:
    assert is_forgotten(Path(folder), read_mounts(mounts)) is forgets


def test_an_overlay_upon_itself_ends() -> None:
    assert not is_forgotten(Path("/a/x"), read_mounts("o /a overlay upperdir=/a/up 0 0\n"))


def test_a_table_of_this_machine_is_read() -> None:
    assert is_forgotten_here(Path("/proc/self")) is False
