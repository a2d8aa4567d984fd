"""A folder in which nobody may write, root neither: for as long, root may do what the modes of files say, and no more."""

import ctypes
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

# From linux/capability.h: the form in which rights are asked for, and the two that let root pass over modes.
CAPABILITY_FORM = 0x20080522
CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 1, 2


class _Whose(ctypes.Structure):
    _fields_ = (("form", ctypes.c_uint32), ("thread", ctypes.c_int))


class _Rights(ctypes.Structure):
    _fields_ = (
        ("effective", ctypes.c_uint32),
        ("permitted", ctypes.c_uint32),
        ("inheritable", ctypes.c_uint32),
    )


@contextmanager
def without_roots_rights() -> Iterator[None]:
    """This thread meets the modes of files as everybody does."""
    libc = ctypes.CDLL(None, use_errno=True)
    whose, rights = _Whose(CAPABILITY_FORM, 0), (_Rights * 2)()
    if libc.capget(ctypes.byref(whose), rights):
        raise OSError(ctypes.get_errno(), "capget")
    had = rights[0].effective
    rights[0].effective = had & ~(1 << CAP_DAC_OVERRIDE | 1 << CAP_DAC_READ_SEARCH)
    if libc.capset(ctypes.byref(whose), rights):
        raise OSError(ctypes.get_errno(), "capset")
    try:
        yield
    finally:
        rights[0].effective = had
        libc.capset(ctypes.byref(whose), rights)


@contextmanager
def only_to_read(folder: Path, shut: Path | None = None) -> Iterator[None]:
    """Whoever runs the tests may read what lies there, and write nothing; a folder in it that is `shut` he may not even
    enter.
    """
    with ExitStack() as opened:
        # What lies in a folder first: a folder that is shut lets nobody through to it. They are opened the other way.
        for path in reversed((folder, *folder.rglob("*"))):
            opened.callback(path.chmod, path.stat().st_mode)
            path.chmod(0o000 if path == shut else 0o555 if path.is_dir() else 0o444)
        opened.enter_context(without_roots_rights())
        yield
